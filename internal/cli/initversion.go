package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/version"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/scaffold"
)

// versionRequest is the request of a command line to init version.
type versionRequest struct {
	to, from string
	path     string
	force    []string
	dryRun   bool
	root     string
}

// initVersionCommand adds a version to a group.
func initVersionCommand(t *tool) *cobra.Command {
	var asked versionRequest
	cmd := &cobra.Command{
		Use:   "version <version> [dir]",
		Short: "Add the next version to a configuration group",
		Long: `Version copies a version of the group in the module in dir (by default the working directory) under a new name:
its types, defaults, hand-written conversions and test files. It registers the new version in the scheme of the group,
and generates. The former version does not change.

Edit the types and defaults of the new version then; the tests report what conversions miss.`,
		Example: `  configgen init version v1beta1 --from v1alpha1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || len(args) > 2 {
				return fmt.Errorf("%s takes the name of the new version, as in %s v1beta1", cmd.CommandPath(), cmd.CommandPath())
			}
			asked.to, asked.root = args[0], t.env.Dir
			if len(args) == 2 {
				asked.root = absolute(t.env.Dir, args[1])
			}
			return initializer{t}.initVersion(cmd.Context(), asked)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&asked.from, "from", "", "the version to copy (default: the newest)")
	flags.StringVar(&asked.path, "path", "", "the directory of the group, where the module has several")
	flags.StringSliceVar(
		&asked.force, "force", nil, "the `names` of files, with commas between them, to overwrite where they exist",
	)
	flags.BoolVar(
		&asked.dryRun, "dry-run", false, "print the tree and what would change as a unified diff, and write nothing",
	)
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return completeDirectories(cmd, args, word)
	}
	complete(cmd, "path", completeDirectories)
	complete(cmd, "from", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return versionsBelow(t.env.Dir), cobra.ShellCompDirectiveNoFileComp
	})
	return cmd
}

// initVersion adds a version.
func (t initializer) initVersion(ctx context.Context, asked versionRequest) error {
	if findings := scaffold.CheckVersion("version", asked.to); len(findings) > 0 {
		return t.refuse(findings)
	}
	session, findings, err := load.Load(ctx, load.Request{
		Dir: asked.root, Patterns: []string{"./..."}, Env: t.goEnv, Wanted: markers.Mentions,
	})
	if err != nil {
		there := *t.tool
		there.env.Dir = asked.root
		return there.env.explainLoad(err)
	}
	groups, findings := judge(session, findings)
	if diag.Failed(findings) {
		return t.refuse(findings)
	}
	g, from, finding := asked.pick(groups)
	if finding != nil {
		return t.refuse([]diag.Diagnostic{*finding})
	}
	base := filepath.Dir(from.Dir)
	step := scaffold.Step{
		From: from.Name, To: asked.to, InternalPackage: g.Package.Path,
		FromImport: from.Path, ToImport: path.Dir(from.Path) + "/" + asked.to,
	}
	plan, problems, err := asked.plan(step, base)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return t.refuse(problems)
	}
	if asked.dryRun {
		return t.showPlan(asked.root, plan)
	}
	if err := t.write(plan); err != nil {
		return err
	}
	directory, err := filepath.Rel(asked.root, base)
	if err != nil {
		return err
	}
	if err := t.generateIn(ctx, asked.root, []string{"./" + filepath.ToSlash(directory) + "/..."}); err != nil {
		return err
	}
	return vendor(ctx, t.goEnv, asked.root) // conversions may add imports
}

// pick finds the group, and the package of the version to copy.
func (asked versionRequest) pick(groups []*group.Group) (*group.Group, group.Package, *diag.Diagnostic) {
	refuse := func(flag, code, message, fix string) (*group.Group, group.Package, *diag.Diagnostic) {
		finding := diagnostic(flag, code, message, fix)
		return nil, group.Package{}, &finding
	}
	var directories []string
	var chosen []*group.Group
	for _, g := range groups {
		if len(g.Roots) == 0 {
			continue
		}
		directory, err := filepath.Rel(asked.root, groupDirectory(g))
		if err != nil {
			continue
		}
		directories = append(directories, filepath.ToSlash(directory))
		if asked.path == "" || path.Clean(asked.path) == filepath.ToSlash(directory) {
			chosen = append(chosen, g)
		}
	}
	switch {
	case len(chosen) == 0 && len(directories) == 0:
		return refuse("dir", "no-group", "the module does not have a configuration group", "start one with configgen init")
	case len(chosen) != 1:
		return refuse("--path", "group-directory", fmt.Sprintf("the module has %d configuration groups", len(directories)),
			"specify one of "+strings.Join(directories, ", "))
	}
	packages := packagesOfVersions(chosen[0])
	var names []string
	for _, pkg := range packages {
		if names = append(names, pkg.Name); pkg.Name == asked.to {
			return refuse("version", "version-exists", fmt.Sprintf("the group has a version %s already", asked.to),
				"specify a version that it does not have")
		}
	}
	for _, pkg := range packages {
		switch {
		case asked.from != "" && pkg.Name != asked.from:
		case !scaffold.Follows(asked.to, pkg.Name):
			return refuse("version", "version-name", fmt.Sprintf("%s comes before %s, which it would be a copy of", asked.to,
				pkg.Name),
				fmt.Sprintf("specify a later version, such as %s, or an older one by --from",
					scaffold.NextVersion(pkg.Name)))
		default:
			return chosen[0], pkg, nil
		}
	}
	return refuse("--from", "version-name", fmt.Sprintf("the group has no version %q", asked.from),
		"specify one of "+strings.Join(names, ", "))
}

// packagesOfVersions returns the packages of all versions, the newest first, including the package that the program
// uses if there is no internal type.
func packagesOfVersions(g *group.Group) []group.Package {
	var packages []group.Package
	for _, v := range g.Versions {
		packages = append(packages, v.Package)
	}
	if g.Internal() && scaffold.CheckVersion("", g.Package.Name) == nil {
		packages = append(packages, g.Package)
	}
	slices.SortStableFunc(
		packages, func(a, b group.Package) int { return version.CompareKubeAwareVersionStrings(b.Name, a.Name) },
	)
	return packages
}

// groupDirectory returns the directory that holds the directories of the versions.
func groupDirectory(g *group.Group) string { return filepath.Dir(packagesOfVersions(g)[0].Dir) }

// plan makes the files of the new version, and the scheme that knows it.
func (asked versionRequest) plan(step scaffold.Step, base string) ([]plannedFile, []diag.Diagnostic, error) {
	directory, err := filepath.Rel(asked.root, base)
	if err != nil {
		return nil, nil, err
	}
	directory = filepath.ToSlash(directory)
	files, err := copied(os.DirFS(asked.root), step, directory)
	if err != nil {
		return nil, nil, err
	}
	plan, findings, err := planFiles(asked.root, files, asked.force)
	if err != nil || len(findings) > 0 {
		return nil, findings, err
	}
	schemes, err := filepath.Glob(filepath.Join(base, "scheme", "*.go"))
	if err != nil {
		return nil, nil, err
	}
	for _, name := range schemes {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		old, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, fmt.Errorf("cannot read %s: %w; no file was changed", filepath.ToSlash(name), withoutPath(err))
		}
		content, err := step.Register(name, old)
		if missing := (*scaffold.Unregistered)(nil); errors.As(err, &missing) {
			finding := diagnostic(name, "scheme", missing.Error(),
				fmt.Sprintf(
					"list the versions in one []func(*runtime.Scheme) error and in SetVersionPriority, or add %s to this file "+
						"yourself first", step.ToImport))
			finding.Position.Line, finding.Position.Column = 1, 1
			findings = append(findings, finding)
		} else if err != nil {
			return nil, nil, err
		}
		relative := directory + "/scheme/" + filepath.Base(name)
		plan = append(
			plan,
			plannedFile{
				File: scaffold.File{Path: relative, Content: content}, path: name, old: old, write: string(old) != string(content),
			},
		)
	}
	slices.SortFunc(plan, func(a, b plannedFile) int { return strings.Compare(a.Path, b.Path) })
	return plan, findings, nil
}

// copied returns the files of the new version: Go files of the former one, and its test files in the scheme's
// directory.
func copied(module fs.FS, step scaffold.Step, directory string) ([]scaffold.File, error) {
	var files []scaffold.File
	sources, err := fs.Glob(module, path.Join(directory, step.From, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range sources {
		if base := path.Base(name); strings.HasPrefix(base, load.GeneratedPrefix) || strings.HasSuffix(base, "_test.go") {
			continue
		}
		content, err := fs.ReadFile(module, name)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w; no file was changed", name, withoutPath(err))
		}
		if content, err = step.Source(name, content); err != nil {
			return nil, fmt.Errorf("cannot copy %s: %w; no file was changed", name, err)
		}
		files = append(files, scaffold.File{Path: path.Join(directory, step.To, path.Base(name)), Content: content})
	}
	fixtures, err := fs.Glob(module, path.Join(directory, "scheme/testdata/*/*", step.From+".yaml"))
	if err != nil {
		return nil, err
	}
	for _, name := range fixtures {
		content, err := fs.ReadFile(module, name)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w; no file was changed", name, withoutPath(err))
		}
		files = append(files, scaffold.File{Path: path.Join(path.Dir(name), step.To+".yaml"), Content: step.Fixture(content)})
	}
	return files, nil
}

// versionsBelow returns the names of the directories that look like versions of a group, below a directory.
func versionsBelow(dir string) []string {
	var found []string
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error { // skips unreadable directories
		switch {
		case err != nil:
			return nil
		case entry.IsDir() && slices.Contains([]string{".git", "vendor", "node_modules"}, entry.Name()):
			return filepath.SkipDir
		case entry.IsDir() && scaffold.CheckVersion("version", entry.Name()) == nil:
			found = append(found, entry.Name())
		}
		return nil
	})
	slices.Sort(found)
	return slices.Compact(found)
}
