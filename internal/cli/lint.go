package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/reads"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/rule"
)

// lintCommand checks conventions.
func lintCommand(t *tool) *cobra.Command {
	var asked request
	var choice lint.Choice
	cmd := &cobra.Command{
		Use:   "lint [packages]",
		Short: "Check the types against the conventions for component configuration",
		Long: `Lint reads the packages (by default ./...) and reports what differs from the conventions of Kubernetes for
configuration types, and fields that no code of the module reads. With --fix it corrects what can be corrected without
an effect on configuration files.

configgen explain RULE prints what a rule rests on. The marker +configgen:lint on a package enables and disables rules
for a group, and +configgen:allow on a field declares an exception.`,
		Example: `  configgen lint
  configgen lint --fix ./apis/config/...
  configgen lint --disable number-float,required-field --format github`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if asked.dryRun && !asked.fixes {
				return errors.New("--dry-run has no effect without --fix; lint alone changes no file")
			}
			asked.patterns = patternsOf(args)
			return lintPackages(cmd.Context(), t, asked, choice)
		},
	}
	cmd.Flags().StringSliceVar(&choice.Disable, "disable", nil, "`rules` not to run, separated by commas")
	cmd.Flags().StringSliceVar(&choice.Enable, "enable", nil, "`rules` to run that do not run by default")
	cmd.Flags().BoolVar(&asked.dryRun, "dry-run", false, "with --fix, print the changes as a unified diff instead")
	asked.addFindings(cmd)
	for _, flag := range []string{"disable", "enable"} {
		complete(cmd, flag, t.completeRules)
	}
	return cmd
}

// completeRules offers the codes of the rules with their documentation.
func (t *tool) completeRules(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var codes []string
	for _, r := range rule.On(rule.Lint) {
		codes = append(codes, cobra.CompletionWithDesc(r.Code, r.Doc))
	}
	for _, r := range t.rules {
		codes = append(codes, r.Code)
	}
	return codes, cobra.ShellCompDirectiveNoFileComp
}

// lintPackages prints the differences from the conventions.
func lintPackages(ctx context.Context, t *tool, asked request, choice lint.Choice) error {
	format, err := report.ParseFormat(asked.format)
	if err != nil {
		return err
	}
	if err := choice.Unknown(t.lintRules()); err != nil {
		return err
	}
	findings, err := conventions(ctx, t, asked.patterns, choice)
	if err != nil {
		return err
	}
	if asked.fixes {
		results := t.env.Stdout
		if format != report.Text {
			results = t.env.Stderr
		}
		if err := correct(t, asked.dryRun, findings, results, func() ([]diag.Diagnostic, error) {
			findings, err = conventions(ctx, t, asked.patterns, choice)
			return findings, err
		}); err != nil {
			return err
		}
	}
	if err := t.print(t.reporter(format), findings); err != nil {
		return err
	}
	if diag.Failed(findings) {
		return errFindings
	}
	return ctx.Err()
}

// conventions returns the findings of rules about packages. For a group with an error that may make its model
// incomplete, it returns only the error.
func conventions(
	ctx context.Context, t *tool, patterns []string, choice lint.Choice,
) ([]diag.Diagnostic, error) {
	session, findings, err := t.load(ctx, patterns, nil)
	if err != nil {
		return nil, err
	}
	groups, found := model.Groups(session)
	findings = slices.Concat(findings, found)
	if len(groups) == 0 && !diag.Failed(findings) {
		fmt.Fprintln(t.env.Stderr, "configgen: "+t.nothing(patterns, session.Foreign()))
	}
	sound := slices.DeleteFunc(slices.Clone(groups), func(g *group.Group) bool { return unsound(g, groups, findings) })
	findings = slices.DeleteFunc(findings, func(d diag.Diagnostic) bool { return d.Severity == diag.Warning })
	if err := markUnread(t, session, sound, choice); err != nil {
		return nil, err
	}
	return diag.Sort(slices.Concat(findings, lint.Run(sound, t.lintRules(), choice))), nil
}

// markUnread marks the fields that no code reads, in the groups for which the rule dead-option runs. It loads all code
// of the module.
func markUnread(t *tool, session *load.Session, groups []*group.Group, choice lint.Choice) error {
	asking := slices.DeleteFunc(slices.Clone(groups), func(g *group.Group) bool {
		return !lint.Runs(rules.DeadOption, g, rules.All(), choice)
	})
	if len(asking) == 0 {
		return nil
	}
	var fields *reads.Fields
	var err error
	t.during("reading the code of the module", func() { fields, err = reads.Load(session, asking) })
	if err != nil {
		return t.env.explainLoad(err)
	}
	for _, g := range asking {
		fields.Mark(g)
	}
	return nil
}

// unsound reports whether the model of a group may be incomplete: after an error in a directory of the group, or in a
// directory that belongs to no group. A marker on a declaration outside all groups is not part of a model.
func unsound(g *group.Group, groups []*group.Group, findings []diag.Diagnostic) bool {
	holds := func(g *group.Group, d diag.Diagnostic) bool {
		return slices.Contains(directories(g), filepath.Dir(d.Position.Filename))
	}
	return slices.ContainsFunc(findings, func(d diag.Diagnostic) bool {
		elsewhere := !slices.ContainsFunc(groups, func(other *group.Group) bool { return holds(other, d) })
		return d.Severity != diag.Warning && d.Code != model.Unreached && (elsewhere || holds(g, d))
	})
}
