package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/past"
	"github.com/configgen/configgen/internal/report"
)

// releaseNotes is the format of release notes, which other commands do not have.
const releaseNotes = "markdown"

// breakingCommand compares the API with an earlier one.
func breakingCommand(t *tool) *cobra.Command {
	var asked request
	var against string
	var strict bool
	cmd := &cobra.Command{
		Use:   "breaking --against git:REF|FILE|DIR [packages]",
		Short: "Report changes that break configuration files or command lines",
		Long: `Breaking compares the API of each group that has a descriptor, zz_generated.configapi.json, with its descriptor
in a revision of git, a file or a directory. It reads the sources as they are now, and of the earlier state only the
descriptors. Nothing is built, checked out or downloaded. Changes that break files or command lines are errors in beta
and GA versions, and mostly warnings in alpha versions. With --format markdown it prints release notes, with compatible
changes.`,
		Example: `  configgen breaking --against git:origin/main
  configgen breaking --against git:v1.3.0 --format markdown
  configgen breaking --against released/zz_generated.configapi.json ./apis/config`,
		RunE: func(cmd *cobra.Command, args []string) error {
			asked.patterns = patternsOf(args)
			compare := breaking.Compare
			if strict {
				compare = breaking.CompareStrictly
			}
			return t.breaking(cmd.Context(), asked, against, compare)
		},
	}
	cmd.Flags().StringVar(&against, "against", "", "the earlier `API`: git:REF, a snapshot file, or a directory with some")
	cmd.Flags().BoolVar(&strict, "strict", false, "report changes in alpha versions as in beta versions")
	asked.addFormat(cmd, otherFormat{releaseNotes, "release notes"})
	cmd.Flags().BoolVar(&asked.noCache, "no-cache", false, "do not use the result of an earlier run on the same sources")
	cmd.ValidArgsFunction = completeDirectories
	return cmd
}

// pair is a group now and before. A group that is gone has no directory.
type pair struct {
	dir     string
	old     past.Snapshot
	new     *descriptor.Descriptor
	changes []breaking.Change
}

// comparer returns the changes from an older API to a newer one.
type comparer func(old, new *descriptor.Descriptor) []breaking.Change

// breaking prints the changes that break something.
func (t *tool) breaking(ctx context.Context, asked request, against string, compare comparer) error {
	if against == "" {
		return errors.New("--against is missing; name the earlier API, as in --against git:origin/main")
	}
	notes := asked.format == releaseNotes
	format := report.Text
	if !notes {
		var err error
		if format, err = report.ParseFormat(asked.format, releaseNotes); err != nil {
			return err
		}
	}
	reporter := t.reporter(format)
	cached := t.runCache(asked, "")
	out, err := t.planWith(ctx, asked, "", cached)
	if err != nil {
		return err
	}
	if diag.Failed(out.findings) {
		if err := t.print(reporter, out.findings); err != nil {
			return err
		}
		return errFindings
	}
	pairs, err := t.pairs(ctx, asked, against, out, compare)
	if err != nil {
		return err
	}
	findings, err := worse(ctx, t, asked, pairs, cached)
	if err != nil {
		return err
	}
	if notes {
		for _, p := range pairs {
			fmt.Fprintln(t.env.Stdout, breaking.Markdown(p.new.Group, strings.TrimPrefix(against, "git:"), p.changes))
		}
	} else if err := t.print(reporter, findings); err != nil {
		return err
	}
	if diag.Failed(findings) {
		return errFindings
	}
	return ctx.Err()
}

// pairs compares each group with its earlier snapshot.
func (t *tool) pairs(
	ctx context.Context, asked request, against string, out *output, compare comparer,
) ([]pair, error) {
	var now []pair
	for _, file := range out.files {
		if file.Name != group.APISnapshotFile {
			continue
		}
		s, err := descriptor.Decode(file.Content)
		if err != nil {
			return nil, err
		}
		now = append(now, pair{dir: file.Dir, new: s})
	}
	before, err := past.Read(ctx, t.env.Dir, against)
	if err != nil {
		return nil, err
	}
	found, gone, alone := match(now, before)
	if coversModule(t.env.Dir, asked.patterns) {
		for _, p := range gone {
			if past.Module(p.Dir) == past.Module(t.env.Dir) {
				rest := *p.API
				rest.Gates, rest.Kinds, rest.Tombstones = nil, nil, nil
				found = append(found, pair{old: p, new: &rest})
			}
		}
	}
	switch {
	case len(now) == 0 && len(found) == 0:
		return nil, fmt.Errorf("no group in %s has a snapshot; add +configgen:api(release: %q) to the comment above the "+
			"package clause of its types, or name the package that has it", strings.Join(asked.patterns, " "), "1.0")
	case len(found) == 0:
		return nil, fmt.Errorf("%s has no snapshot of %s; commit %s there, or name a later state",
			against, now[0].new.Group, group.APISnapshotFile)
	}
	for _, p := range alone {
		fmt.Fprintf(t.env.Stderr, "configgen: %s has no snapshot of %s, so that nothing was compared with it\n", against,
			cmp.Or(p.new.Group, p.dir))
	}
	for i, p := range found {
		found[i].changes = compare(p.old.API, p.new)
	}
	return found, nil
}

// match finds the earlier snapshot of each group: in the same place or of the same name. It also returns the snapshots
// without a group, and the groups without a snapshot: a group is new, or the earlier state is a file with another
// group.
func match(now []pair, before []past.Snapshot) (found []pair, gone []past.Snapshot, alone []pair) {
	gone = slices.Clone(before)
	take := func(fits func(pair, past.Snapshot) bool) {
		var rest []pair
		for _, p := range now {
			i := slices.IndexFunc(gone, func(old past.Snapshot) bool { return fits(p, old) })
			if i < 0 {
				rest = append(rest, p)
				continue
			}
			p.old = gone[i]
			found, gone = append(found, p), slices.Delete(gone, i, i+1)
		}
		now = rest
	}
	sameName := func(p pair, old past.Snapshot) bool { return p.new.Group == old.API.Group }
	take(func(p pair, old past.Snapshot) bool { return p.dir == old.Dir && sameName(p, old) })
	take(func(p pair, old past.Snapshot) bool { return sameName(p, old) && sharesKind(p.new, old.API) })
	take(func(p pair, old past.Snapshot) bool {
		return p.dir == old.Dir || old.Only && sharesKind(p.new, old.API)
	})
	slices.SortFunc(found, func(a, b pair) int { return strings.Compare(a.dir, b.dir) })
	return found, gone, now
}

// sharesKind reports whether both APIs have a kind of the same name.
func sharesKind(a, b *descriptor.Descriptor) bool {
	return slices.ContainsFunc(a.Kinds, func(x descriptor.Kind) bool {
		return slices.ContainsFunc(b.Kinds, func(y descriptor.Kind) bool { return x.Name == y.Name })
	})
}

// worse returns the changes that break something, at the positions where the source now declares the changed objects.
// It makes the model again for the positions, unless an earlier run had the same findings about the same sources.
func worse(
	ctx context.Context, t *tool, asked request, pairs []pair, cached *runCache,
) ([]diag.Diagnostic, error) {
	if !slices.ContainsFunc(pairs, func(p pair) bool { return slices.ContainsFunc(p.changes, breaks) }) {
		return nil, nil
	}
	content, err := contentOf(pairs)
	if err != nil {
		return nil, err
	}
	if found, known := cached.findings(content); known {
		return found, nil
	}
	session, _, err := t.load(ctx, asked.patterns, cached)
	if err != nil {
		return nil, err
	}
	groups, _ := model.Groups(session)
	findings := declaredFindings(t.env.Dir, pairs, groups)
	cached.putFindings(content, findings)
	return findings, nil
}

// breaks reports whether a change is a finding.
func breaks(c breaking.Change) bool { return c.Rule != "" }

// contentOf returns the input of findings in addition to the sources, for the key of the cache.
func contentOf(pairs []pair) ([]byte, error) {
	type ofGroup struct {
		Dir     string
		Changes []breaking.Change
	}
	var all []ofGroup
	for _, p := range pairs {
		all = append(all, ofGroup{p.dir, p.changes})
	}
	return json.Marshal(all)
}

// declaredFindings returns findings at the positions where the groups declare the changed objects.
func declaredFindings(dir string, pairs []pair, groups []*group.Group) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, p := range pairs {
		at := func(breaking.Change) group.Place { return moduleFile(dir) }
		if i := slices.IndexFunc(groups, func(g *group.Group) bool { return g.Package.Dir == p.dir }); i >= 0 {
			at = declared(groups[i])
		}
		for _, change := range p.changes {
			if !breaks(change) {
				continue
			}
			place := at(change)
			finding := diag.At(place.Position, place.End, change.Rule, change.Message, change.Fix)
			if change.Level == breaking.Warning {
				finding.Severity = diag.Warning
			}
			findings = append(findings, finding)
		}
	}
	return findings
}

// declared returns a function that finds where a group declares a changed object. A removed object is reported at its
// field, at an object around the field, or at the kind.
func declared(g *group.Group) func(breaking.Change) group.Place {
	places := g.Places
	var first descriptor.Identity
	if roots := g.AllRoots(); len(roots) > 0 {
		first.Kind = roots[0].Name
	}
	return func(change breaking.Change) group.Place {
		for _, near := range append(change.Near, first) {
			if place := places[near]; place.Position.IsValid() {
				if change.Code && place.Code.IsValid() {
					return group.Place{Position: place.Code}
				}
				return place
			}
		}
		return places[descriptor.Identity{}]
	}
}

// moduleFile returns the place of objects that no longer have a package: the first line of go.mod.
func moduleFile(dir string) group.Place {
	var place group.Place
	place.Position.Filename = filepath.Join(past.Module(dir), "go.mod")
	place.Position.Line, place.Position.Column = 1, 1
	return place
}
