package configcommand

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// newCapabilities returns the verb capabilities.
func newCapabilities(a *client) *cobra.Command {
	return &cobra.Command{
		Use:   "capabilities",
		Short: "Prints what the component reads, as JSON for other tools",
		Long: "Prints as JSON which versions of files the component reads, whether and where it reads drop-in files, how " +
			"files are\nmerged, and whether it has dynamic configuration. Tools ignore the fields that they do not know.",
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unexpected argument %q", args[0])
			}
			component, err := a.Component()
			if err != nil {
				return err
			}
			var verbs []string
			for _, verb := range cmd.Parent().Commands() {
				if !verb.Hidden && verb.Name() != "help" {
					verbs = append(verbs, verb.Name())
				}
			}
			return encode(cmd.OutOrStdout(), capable(component, verbs))
		}),
	}
}

// The JSON of capabilities. Fields are added only; a change of meaning raises the format.
type (
	capabilities struct {
		Format               int               `json:"format"`
		Component            string            `json:"component"`
		Version              string            `json:"version,omitempty"`
		Configurations       []configuration   `json:"configurations"`
		Layers               []string          `json:"layers"`
		ConfigFile           *flagged          `json:"configFile"`
		DropIns              *dropIns          `json:"dropIns"`
		InstanceFile         *flagged          `json:"instanceFile"`
		Merge                map[string]string `json:"merge"`
		UnknownFields        string            `json:"unknownFields"`
		EmptyFiles           string            `json:"emptyFiles"`
		MaxFileBytes         int               `json:"maxFileBytes"`
		DynamicConfiguration *dynamic          `json:"dynamicConfiguration"`
		Commands             []string          `json:"commands"`
	}
	configuration struct {
		Group    string   `json:"group,omitempty"`
		Kind     string   `json:"kind"`
		Versions []string `json:"versions"`
		Scope    string   `json:"scope"`
		Header   string   `json:"header"`
		Zeros    string   `json:"zeros"`
		Lists    []list   `json:"lists"`
	}
	list struct {
		Field string   `json:"field"`
		Type  string   `json:"type"`
		Keys  []string `json:"keys,omitempty"`
	}
	flagged struct {
		Flag          string `json:"flag"`
		StandardInput bool   `json:"standardInput"`
	}
	dropIns struct {
		Flag           string   `json:"flag"`
		Directories    []string `json:"directories"`
		Suffixes       []string `json:"suffixes"`
		Subdirectories bool     `json:"subdirectories"`
		Order          string   `json:"order"`
		SameName       string   `json:"sameName"`
	}
	dynamic struct {
		Command string   `json:"command"`
		Flags   []string `json:"flags"`
	}
)

// capable describes a component.
func capable(c *extension.Component, verbs []string) capabilities {
	out := capabilities{
		Format: 1, Component: c.Name, Version: c.Version, Layers: []string{"defaults"},
		Merge:         map[string]string{"objects": "by key", "maps": "by key", "lists": "replaced", "null": "default"},
		UnknownFields: choice(c.Lenient, "warning", "error"), EmptyFiles: choice(c.EmptyFiles, "warning", "error"),
		MaxFileBytes: layers.MaxSize, Commands: verbs,
	}
	if c.ConfigFlag != "" {
		out.ConfigFile = &flagged{"--" + c.ConfigFlag, true}
		out.Layers = append(out.Layers, "configFile")
	}
	if c.DropIns {
		out.DropIns = &dropIns{"--config-dir", orEmpty(c.Directories), orEmpty(c.Suffixes), c.Recursive,
			"byte order of names", "the file of the last directory"}
		out.Layers = append(out.Layers, "dropIns")
	}
	for _, root := range c.Roots {
		if root.Instance {
			out.InstanceFile = &flagged{"--instance-config", false}
			out.Layers = append(out.Layers, "instanceFile")
		}
		out.Configurations = append(out.Configurations, configurationOf(root))
	}
	if c.FileFirst {
		out.Layers = append([]string{"defaults", "flags"}, out.Layers[1:]...)
	} else {
		out.Layers = append(out.Layers, "flags")
	}
	if c.Extension != "" {
		out.DynamicConfiguration = &dynamic{Command: c.Extension}
		for _, flag := range c.Flags {
			if strings.HasPrefix(flag, c.Extension) {
				out.DynamicConfiguration.Flags = append(out.DynamicConfiguration.Flags, "--"+flag)
			}
		}
	}
	return out
}

func configurationOf(root extension.Root) configuration {
	out := configuration{
		Group: root.Group, Kind: root.Kind, Versions: orEmpty(root.Versions),
		Scope: choice(root.Instance, "instance", "shared"), Zeros: choice(root.ZerosKept, "kept", "default"),
		Header: map[layers.Header]string{layers.OptionalHeader: "optional", layers.NoHeader: "none"}[root.Header],
		Lists:  []list{},
	}
	if out.Header == "" {
		out.Header = "required"
	}
	for _, l := range root.Lists {
		out.Lists = append(out.Lists, list{plain(l.Pattern), l.Type, l.Keys})
	}
	return out
}

func choice(first bool, yes, no string) string {
	if first {
		return yes
	}
	return no
}

// orEmpty makes an empty list of nil, for JSON.
func orEmpty(list []string) []string { return append([]string{}, list...) }
