package cli

import "github.com/spf13/cobra"

// docsCommand writes the documentation of groups.
func docsCommand(t *tool) *cobra.Command {
	var asked request
	cmd := &cobra.Command{
		Use:   "docs [packages]",
		Short: "Write the reference documentation; print the files that changed",
		Long: `Docs reads the packages (by default ./...) and writes the documentation of their configuration. It does what
generate does, for the directories that +configgen:output(docs: "...") names, and leaves all other generated files as
they are.`,
		Example: `  configgen docs
  configgen docs --dry-run ./pkg/apis/...`,
		RunE: func(cmd *cobra.Command, args []string) error {
			asked.patterns, asked.docs = patternsOf(args), true
			return t.generate(cmd.Context(), asked)
		},
	}
	cmd.Flags().BoolVar(&asked.dryRun, "dry-run", false, "print what would change as a unified diff, and write nothing")
	asked.addFlags(cmd)
	return cmd
}
