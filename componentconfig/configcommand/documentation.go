package configcommand

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
)

// newSchema returns the verb schema.
func newSchema(a *client) *cobra.Command {
	return newDocument(a, "schema", "Prints the JSON Schema of a version",
		"Prints the JSON Schema of the files of a version, for editors and other tools.",
		func(_ int, d *render.Document) ([]byte, error) { return d.Schema(), nil })
}

// newSample returns the verb sample.
func newSample(a *client) *cobra.Command {
	return newDocument(a, "sample", "Prints a file with every field, its comment and its default",
		"Prints a configuration file with every field. Defaults are in comments: remove the # in front of what to set.",
		func(root int, d *render.Document) ([]byte, error) {
			if err := a.setDefaults(root, d); err != nil {
				return nil, err
			}
			return d.Sample(), nil
		})
}

// newDocument returns a verb that prints what is written of a root in a version.
func newDocument(
	a *client, name, short, long string, written func(root int, d *render.Document) ([]byte, error),
) *cobra.Command {
	var version, kind string
	cmd := &cobra.Command{
		Use: name, Short: short, Long: long,
		Example: "  config " + name + "\n  config " + name + " --version=v1alpha1",
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unexpected argument %q: the version is --version", args[0])
			}
			root, err := a.rootOf(kind)
			if err != nil {
				return err
			}
			if err := a.hasVersion(version); err != nil {
				return err
			}
			d, err := a.document(root, version)
			if err != nil {
				return err
			}
			text, err := written(root, d)
			if err != nil {
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

// rootOf returns the root of a kind; "" is the kind of the shared root.
func (a *client) rootOf(kind string) (int, error) {
	component, err := a.Component()
	if err != nil || kind == "" {
		return 0, err
	}
	at := slices.Index(kinds(component), kind)
	if at < 0 {
		return 0, fmt.Errorf("--kind=%s: unknown kind; %s", kind, choose(kind, kinds(component)))
	}
	return at, nil
}

// document returns what is known of a root in a version; "" is the newest. The caller may change it.
func (a *client) document(root int, version string) (*render.Document, error) {
	component, err := a.Component()
	if err != nil {
		return nil, err
	}
	api, err := a.API(root)
	if err != nil {
		return nil, err
	}
	version = version[strings.LastIndex(version, "/")+1:] // without the group
	of := component.Roots[root]
	for _, d := range render.Documents(api) {
		if d.Kind.Name == of.Kind && (d.Version.Name == version || version == "" && d.Preferred()) {
			return d, nil
		}
	}
	return nil, fmt.Errorf("the descriptor in this program has no %s: generate its code again",
		strings.TrimSpace(of.Kind+" "+version))
}

// setDefaults sets the defaults that the program has. The generator of the descriptor reads defaults from source, and
// does not know computed defaults, or defaults that functions of other modules set. A default that is secret is not
// shown.
func (a *client) setDefaults(root int, d *render.Document) error {
	defaults, err := a.Defaults(root, d.Version.Name)
	if err != nil {
		return err
	}
	eachValue(defaults, d.Fields, nil, func(f *render.Field, value *layers.Node) {
		f.Default, f.Computed = nil, false
		if value != nil && value.Kind != layers.Null && value.Text != redact.Mask {
			f.Default = value.JSON()
		}
	})
	return nil
}

// eachValue visits the fields that are not in lists and maps, with their values in a tree; nil for none.
func eachValue(tree *layers.Node, fields []*render.Field, above layers.Path, visit func(*render.Field, *layers.Node)) {
	for _, f := range fields {
		path := above.Field(f.Name)
		if f.Type.Form != descriptor.Object || len(f.Fields) == 0 {
			visit(f, tree.At(path))
		} else {
			eachValue(tree, f.Fields, path, visit)
		}
	}
}

// setForExplain sets the facts that only the program knows: its defaults, different defaults of a command line without
// files, and whether files win over flags.
func (a *client) setForExplain(root int, d *render.Document) error {
	component, err := a.Component()
	if err != nil {
		return err
	}
	if err := a.setDefaults(root, d); err != nil {
		return err
	}
	legacy, err := a.LegacyDefaults(root)
	if err != nil {
		return err
	}
	eachValue(legacy, d.Fields, nil, func(f *render.Field, value *layers.Node) {
		if string(f.Default) == `""` {
			f.Default = nil
		}
		if f.Of == nil {
			return
		}
		f.Of.LegacyDefault = ""
		if value.HasValue() && string(value.JSON()) != string(f.Default) {
			f.Of.LegacyDefault = valueText(value)
		}
		if component.FileFirst && f.Of.Precedence == "" && len(f.FlagNames()) > 0 {
			f.Of.Precedence = descriptor.Files
		}
	})
	return nil
}
