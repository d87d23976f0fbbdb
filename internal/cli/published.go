package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/fetch"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/report"
)

// isPublished reports whether the arguments of docs name a package of a published module, and not a directory.
func isPublished(args []string) bool {
	return len(args) > 0 && strings.Contains(args[0], "@") &&
		!strings.HasPrefix(args[0], ".") && !filepath.IsAbs(args[0])
}

// publishedDocs writes the documentation of the configuration kinds of a published package, which has no markers of
// configgen, into a directory. Findings about the package are of no use to its readers, so none are printed.
func (t *tool) publishedDocs(ctx context.Context, args []string, asked request) error {
	if len(args) != 2 {
		return fmt.Errorf("name the directory for the documentation after the package, as in %s docs %s docs",
			t.env.Program, args[0])
	}
	if asked.fixes || asked.noCache || asked.header+asked.year != "" || asked.format != string(report.Text) {
		return fmt.Errorf("of the flags, only --dry-run applies to a published package such as %s", args[0])
	}
	at := slices.IndexFunc(t.generators, func(g generators.Generator) bool { return g.Name == docsGenerator })
	if at < 0 {
		return fmt.Errorf("%s does not have the generator %s", t.env.Program, docsGenerator)
	}
	work, err := os.MkdirTemp("", "configgen-docs-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	var pkg *fetch.Package
	var groups []*group.Group
	t.during("downloading "+args[0], func() {
		if pkg, err = fetch.Get(ctx, work, args[0]); err == nil {
			groups, err = publishedGroups(ctx, pkg)
		}
	})
	if err != nil {
		return err
	}
	out := &output{groups: len(groups)}
	for _, g := range groups {
		g.DocsPackage = group.Package{Name: docsGenerator, Path: docsGenerator, Dir: absolute(t.env.Dir, args[1])}
		files, _ := t.generators[at].Run(generators.NewInput(g))
		out.files = append(out.files, files...)
	}
	if !pkg.SetsDefaults() {
		fmt.Fprintf(t.env.Stderr, "configgen: %s does not publish the functions that set defaults; a default that no "+
			"comment tells is unknown\n", pkg.Module)
	}
	return t.apply(&examined{reporter: t.reporter(report.Text)}, out, asked)
}

// apply makes the disk equal to an output without findings of its own, or prints how it would.
func (t *tool) apply(seen *examined, out *output, asked request) (err error) {
	if seen.differences, err = out.compare(seen.reporter); err != nil {
		return err
	}
	for _, d := range seen.differences {
		if d.state.blocks() {
			return errors.New(d.finding().String())
		}
	}
	if asked.dryRun {
		seen.reporter.Color = t.env.color(t.env.Stdout)
		return seen.printDiffs(t.env.Stdout)
	}
	return seen.commit(t.env.Stdout)
}

// publishedGroups returns the model of the configuration kinds of a published package.
func publishedGroups(ctx context.Context, pkg *fetch.Package) ([]*group.Group, error) {
	if err := pkg.Mark(); err != nil {
		return nil, err
	}
	session, _, err := load.Load(ctx, load.Request{
		Dir: pkg.Dir, Patterns: []string{"."}, Env: pkg.Env, Wanted: markers.Mentions, Ours: emit.IsOurs,
	})
	if err != nil {
		return nil, fmt.Errorf("cannot load %s@%s: %w", pkg.Path, pkg.Version, err)
	}
	groups, _ := model.Groups(session)
	groups = slices.DeleteFunc(groups, func(g *group.Group) bool { return len(g.Roots) == 0 })
	if len(groups) == 0 {
		return nil, fmt.Errorf("cannot read the configuration kinds of %s@%s; report this at %s",
			pkg.Path, pkg.Version, issues)
	}
	for _, g := range groups {
		for _, root := range g.Roots {
			root.External = slices.DeleteFunc(root.External, func(e *group.External) bool { return e.Version != pkg.Path })
			for _, external := range root.External {
				external.Walk(func(field *group.Field) {
					if field.Default == nil && !pkg.SetsDefaults() {
						field.Default = &group.Default{} // which may be set by functions that are not published
					}
				})
			}
		}
		model.Describe(g)
	}
	return groups, nil
}
