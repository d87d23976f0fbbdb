package cli

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/report"
)

// verifyCommand checks that generated files are fresh.
func verifyCommand(t *tool) *cobra.Command {
	var asked request
	cmd := &cobra.Command{
		Use:   "verify [packages]",
		Short: "Check that the generated files are fresh; write nothing",
		Long: `Verify reads the packages (by default ./...) and compares the generated files with what generate would write. A file that is
stale, missing, left over or somebody else's is a finding. The findings are followed by a diff and by the command that mends them.`,
		Example: `  configgen verify
  configgen verify --format github ./pkg/apis/...`,
		RunE: func(cmd *cobra.Command, args []string) error {
			asked.patterns = patternsOf(args)
			return t.verify(cmd.Context(), asked)
		},
	}
	asked.addFlags(cmd)
	return cmd
}

// verify reports every difference between the output and the disk.
func (t *tool) verify(ctx context.Context, asked request) error {
	asked.noCache = asked.noCache || t.env.Getenv("CI") != "" // what CI verifies does not depend on an earlier run
	seen, err := t.examine(ctx, asked)
	if err != nil {
		return err
	}
	for _, d := range seen.differences {
		finding := d.finding()
		if finding.Fix == "" && seen.reporter.Format != report.Text {
			finding.Fix = "run " + asked.mend(t.env.Program)
		}
		seen.findings = append(seen.findings, finding)
	}
	if err := t.print(seen.reporter, seen.findings); err != nil {
		return err
	}
	if !diag.Failed(seen.findings) {
		return nil
	}
	if len(seen.differences) > 0 && seen.reporter.Format == report.Text {
		if err := seen.printDiffs(t.env.Stderr); err != nil {
			return err
		}
		fmt.Fprintln(t.env.Stderr, "to mend this, run: "+asked.mend(t.env.Program))
	}
	return errFindings
}

// mend is the command of the program that writes what verify misses.
func (asked request) mend(program string) string {
	words := []string{program, "generate"}
	if asked.header != "" {
		words = append(words, "--header-file", asked.header)
	}
	words = append(words, asked.patterns...)
	for i, word := range words {
		words[i] = quote(word)
	}
	return strings.Join(words, " ")
}

// harmless words mean themselves in every shell.
var harmless = regexp.MustCompile(`^[A-Za-z0-9_./@%+=:,-]+$`)

// quote protects a word from a POSIX shell where it needs that.
func quote(word string) string {
	if harmless.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
