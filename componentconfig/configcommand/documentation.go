package configcommand

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
)

// errUndocumented says how a component gets its documentation.
var errUndocumented = errors.New("this program does not embed its documentation: its authors add " +
	"+configgen:output(docs: \"docs/config\") to the package of the types, generate, and pass Files of the package " +
	"docs/config to configcommand.WithCommand")

// newSchema returns the verb schema.
func newSchema(a *client) *cobra.Command {
	same := func(text []byte, _ int, _ string) ([]byte, error) { return text, nil }
	return newDocument(a, "schema", "Prints the JSON Schema of a version",
		"Prints the JSON Schema of the files of a version, for editors and other tools.", ".schema.json", same)
}

// newSample returns the verb sample.
func newSample(a *client) *cobra.Command {
	return newDocument(a, "sample", "Prints a file with every field, its comment and its default",
		"Prints a configuration file with every field. Defaults are in comments: remove the # in front of what to set.",
		".sample.yaml", a.withDefaults)
}

// newDocument returns a verb that prints a part of the documentation of a root in a version, completed by what only the
// program knows.
func newDocument(a *client, name, short, long, suffix string,
	completed func(text []byte, root int, version string) ([]byte, error)) *cobra.Command {
	var version, kind string
	cmd := &cobra.Command{
		Use: name, Short: short, Long: long,
		Example: "  config " + name + "\n  config " + name + " --version=v1alpha1",
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unexpected argument %q: the version is --version", args[0])
			}
			text, root, err := a.embedded(kind, version, suffix)
			if err != nil {
				return err
			}
			if text, err = completed(text, root, version); err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		}),
	}
	a.addVersion(cmd, &version, "Version of the files.")
	cmd.Flags().StringVar(&kind, "kind", "", "Kind of the files. (default that of --config)")
	cmd.RegisterFlagCompletionFunc("kind", a.completeKinds) //nolint:errcheck // The command has the flag.
	return cmd
}

func (a *client) completeKinds(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	component, err := a.Component()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return kinds(component), cobra.ShellCompDirectiveNoFileComp
}

func kinds(component *extension.Component) (names []string) {
	for _, root := range component.Roots {
		names = append(names, root.Kind)
	}
	return names
}

// embedded returns a part of the documentation of a kind, and which root that is; "" is the kind of the shared root.
func (a *client) embedded(kind, version, suffix string) (text []byte, root int, err error) {
	component, err := a.Component()
	if err != nil {
		return nil, 0, err
	}
	if kind == "" {
		kind = component.Roots[0].Kind
	}
	at := slices.Index(kinds(component), kind)
	if at < 0 {
		return nil, 0, fmt.Errorf("--kind=%s: unknown kind; %s", kind, choose(kind, kinds(component)))
	}
	if err := a.hasVersion(version); err != nil {
		return nil, 0, err
	}
	if a.Documentation == nil {
		return nil, 0, errUndocumented
	}
	name := a.fileOf(component.Roots[at], version, suffix)
	text, err = fs.ReadFile(a.Documentation, name)
	if err != nil {
		return nil, 0, fmt.Errorf("the documentation in this program has no %s: generate it again", name)
	}
	return text, at, nil
}

// fileOf is the name of a file of the documentation. The files of a root without a header have one version, which they
// do not name.
func (a *client) fileOf(root extension.Root, version, suffix string) string {
	if len(root.Versions) == 0 {
		if found, err := fs.Glob(a.Documentation, strings.ToLower(root.Kind)+".*"+suffix); err == nil && len(found) > 0 {
			return found[0]
		}
	} else if version == "" {
		version = root.Versions[0]
	}
	version = version[strings.LastIndex(version, "/")+1:] // without the group
	return strings.ToLower(root.Kind) + "." + version + suffix
}

// node is a part of a JSON Schema.
type node struct {
	Description          string
	Type                 types
	Default              json.RawMessage
	Deprecated           bool
	Properties           map[string]*node
	Items                *node
	AdditionalProperties *node
	PropertyNames        *node
	AllOf                []*node
	AnyOf                []*node
	Ref                  string `json:"$ref"`
	Enum                 []any
	Pattern              string
	Required             []string
	Minimum, Maximum     json.Number
	MinLength, MaxLength json.Number
	MinItems, MaxItems   json.Number
	MinProperties        json.Number
	MaxProperties        json.Number
	LeastText            string `json:"x-configgen-minimum"`
	MostText             string `json:"x-configgen-maximum"`
	Definitions          map[string]*node
	// whole is the schema that the part is of, required says that its object must have it.
	whole    *node
	required bool
}

// types are the types that a schema allows, one or a list.
type types []string

// UnmarshalJSON reads either form.
func (t *types) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*t = types{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(t))
}

// UnmarshalJSON reads a schema, which may be true or false.
func (n *node) UnmarshalJSON(data []byte) error {
	type plain node
	if text := string(data); text == "true" || text == "false" {
		return nil
	}
	return json.Unmarshal(data, (*plain)(n))
}

// documented returns the JSON Schema of a root in a version; nil if there is none.
func (a *client) documented(root extension.Root, version string) (*node, error) {
	if a.Documentation == nil {
		return nil, nil //nolint:nilnil // The fields are shown without it.
	}
	name := a.fileOf(root, version, ".schema.json")
	text, err := fs.ReadFile(a.Documentation, name)
	if err != nil {
		return nil, nil //nolint:nilnil,nilerr // The fields are shown without it.
	}
	var out node
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &out, nil
}

// at returns the part of a schema that is about a field; nil if there is none.
func (n *node) at(pattern string) *node {
	whole := n
	for _, step := range strings.Split(strings.ReplaceAll(pattern, "[]", ".[]"), ".") {
		if n = n.resolved(whole); n == nil {
			return nil
		}
		required := slices.Contains(n.Required, step)
		switch {
		case step != "[]":
			n = n.Properties[step]
		case n.Items != nil:
			n = n.Items
		default:
			n = n.AdditionalProperties
		}
		if n != nil {
			n.whole, n.required = whole, required
		}
	}
	return n
}

// resolved follows a reference to a definition.
func (n *node) resolved(whole *node) *node {
	if n == nil {
		return nil
	}
	if name, ok := strings.CutPrefix(n.Ref, "#/definitions/"); ok {
		return whole.Definitions[name]
	}
	return n
}
