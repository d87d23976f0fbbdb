package configcommand

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// newCat returns the verb cat.
func newCat(a *client) *cobra.Command {
	return &cobra.Command{
		Use:   "cat [FILE|DIR...] [-- FLAG...]",
		Short: "Prints every file that the start would read",
		Long: "Prints every file that the start would read, in the order in which they are merged: as it is, but for its " +
			"secrets.\nA comment names each file, and the files that it masks. Values of unknown fields are masked, too: " +
			"one may be a\nmistyped secret.",
		Example: "  config cat /etc/relay.yaml /etc/relay.conf.d\n  config cat -- --config=relay.yaml --config-dir=conf.d",
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			operands, flags := split(cmd, args)
			found, err := a.one(operands, flags)
			if err != nil {
				return err
			}
			if err := printTexts(cmd.OutOrStdout(), found); err != nil {
				return err
			}
			if len(found.Problems) > 0 {
				return refused(cmd, found)
			}
			return nil
		}),
	}
}

// printTexts prints the files, and the names of files that are not read.
func printTexts(w io.Writer, found *extension.Inspected) error {
	var out strings.Builder
	masked := map[string]bool{}
	for i, f := range found.Texts() {
		if i > 0 {
			out.WriteString("\n")
		}
		name := "# " + layers.Plain(f.Name)
		if f.Hidden != "" {
			name += " is not shown: " + f.Hidden
		}
		out.WriteString(name + "\n")
		for _, other := range f.Masks {
			masked[other] = true
			out.WriteString("# It masks " + layers.Plain(other) + "\n")
		}
		if out.WriteString(f.Text); f.Text != "" && !strings.HasSuffix(f.Text, "\n") {
			out.WriteString("\n")
		}
	}
	var skipped []string
	for _, name := range found.Skipped {
		if !masked[name] {
			skipped = append(skipped, name)
		}
	}
	out.WriteString(layers.FileComments(nil, skipped))
	_, err := io.WriteString(w, out.String())
	return err
}
