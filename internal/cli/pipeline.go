package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/adapter"
	"github.com/configgen/configgen/internal/check"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/gate"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/parallel"
)

// output is the expected state of the generated files. generate writes it, verify compares it with the disk, --dry-run
// prints the difference.
type output struct {
	groups      int
	files       []generators.File // by path; the license is in
	directories []string          // that may contain generated files of the groups
	docs        []string          // the directories of documentation among them
	generated   []string          // all generated files of the module, of any tool, if it is known which are orphaned
	foreign     []string          // files that packages ask for, and that are left to another tool
	findings    []diag.Diagnostic
	// blocked are the directories of groups with a finding that is an error: nothing is written or removed there.
	blocked []string
	// owners are the groups of the files, as numbers, by path. Groups that share types generate the same file for these.
	owners map[string][]int
	// awaits are pairs of groups: the files of the first call functions that this run adds to the files of the second.
	awaits [][2]int
}

// plan returns the output of a request: from an earlier run on the same sources, or from a new run.
func (t *tool) plan(ctx context.Context, asked request, license string) (*output, error) {
	return t.planWith(ctx, asked, license, t.runCache(asked, license))
}

// planWith is plan with a cache, which may be nil.
func (t *tool) planWith(ctx context.Context, asked request, license string, cached *runCache) (*output, error) {
	if out := cached.get(); out != nil {
		return out, nil
	}
	out, err := t.run(ctx, asked, license, cached)
	if err == nil && ctx.Err() == nil {
		cached.put(out)
	}
	return out, err
}

// run runs the whole pipeline: load, build, generate. If the model has findings that are errors, the generators still
// run for their findings, so that one run reports all. It returns an error if it has no result; mistakes in the source
// are in the findings.
func (t *tool) run(ctx context.Context, asked request, license string, cached *runCache) (*output, error) {
	session, findings, err := t.load(ctx, asked.patterns, cached)
	if err != nil {
		return nil, err
	}
	groups, findings := judge(session, findings)
	out := &output{groups: len(groups), findings: diag.Sort(findings), foreign: session.Foreign()}
	for _, g := range groups {
		g.Stubs = t.stubs
		out.directories = append(out.directories, directories(g)...)
		if g.DocsPackage.Dir != "" {
			out.docs = append(out.docs, g.DocsPackage.Dir)
		}
	}
	group.ShareHooks(groups)
	slices.Sort(out.directories)
	out.directories = slices.Compact(out.directories)
	if coversModule(t.env.Dir, asked.patterns) && !diag.Failed(out.findings) { // a mistake may hide a group and its files
		out.generated = session.Generated
	}
	if err := out.generate(session, groups, t, asked, license); err != nil {
		return nil, err
	}
	out.findings = diag.Sort(out.findings)
	return out, nil
}

// judge builds the groups of a session and checks them. It returns the groups and the findings of all stages: loading,
// the model, and the rules. A group whose source is incomplete has no findings of a later stage, which would follow
// from the first ones.
func judge(session *load.Session, loaded []diag.Diagnostic) ([]*group.Group, []diag.Diagnostic) {
	groups, modeled := model.Groups(session)
	owners := ownersOf(groups)
	unread := incomplete(loaded)
	failed := blamed(owners, unread)
	modeled = slices.DeleteFunc(modeled, func(d diag.Diagnostic) bool {
		sound := slices.ContainsFunc(candidates(owners, d), func(i int) bool { return !failed[i] })
		return len(unread) > 0 && !sound && len(incomplete([]diag.Diagnostic{d})) == 0
	})
	findings := slices.Concat(loaded, modeled)
	failed = blamed(owners, incomplete(findings))
	var complete []*group.Group
	for i, g := range groups {
		if !failed[i] {
			complete = append(complete, g)
		}
	}
	return groups, append(findings, check.Groups(complete)...)
}

// load reads the packages that the patterns name.
func (t *tool) load(
	ctx context.Context, patterns []string, cached *runCache,
) (*load.Session, []diag.Diagnostic, error) {
	known, keep := cached.answers()
	if known.Exports == nil {
		known.Exports = t.exported
	}
	var session *load.Session
	var findings []diag.Diagnostic
	var err error
	t.during("reading packages; the go command compiles what they import", func() {
		session, findings, err = load.Load(ctx, load.Request{
			Dir: t.env.Dir, Patterns: patterns, Env: t.goEnv, Wanted: markers.Mentions, Ours: emit.IsOurs,
			Known: known, Keep: keep, Overlay: t.overlay,
		})
	})
	if err != nil {
		return nil, nil, t.env.explainLoad(err)
	}
	return session, findings, nil
}

// present returns the generated files of any tool on the disk that only our generators could use.
func (out *output) present() []string {
	files := slices.Concat(out.generated, load.GeneratedIn(out.directories...))
	docs := slices.Clone(out.docs)
	for _, file := range files {
		if filepath.Base(file) == load.DocsFile { // of a group that has asked for documentation once
			docs = append(docs, filepath.Dir(file))
		}
	}
	files = append(files, load.DocsIn(docs...)...)
	slices.Sort(files)
	return slices.Compact(files)
}

// explainLoad explains the most frequent errors of the go command.
func (env Environment) explainLoad(err error) error {
	if _, missing := exec.LookPath("go"); missing != nil {
		return errors.New(
			"go command not found in PATH; install Go from https://go.dev",
		)
	}
	for dir := env.Dir; ; dir = filepath.Dir(dir) {
		for _, name := range []string{"go.mod", "go.work"} {
			if _, statErr := os.Stat(filepath.Join(dir, name)); statErr == nil {
				return err
			}
		}
		if dir == filepath.Dir(dir) {
			return fmt.Errorf(
				"go.mod not found in %s or its parents; change to the directory of a module, or run go mod init", env.Dir,
			)
		}
	}
}

// docsGenerator is the name of the generator that writes documentation.
const docsGenerator = "docs"

// generate runs every adapter and every generator on every group, or the generator of the documentation alone. The
// adapters come first, since generators need their results.
func (out *output) generate(
	session *load.Session, groups []*group.Group, t *tool, asked request, license string,
) error {
	adapters, list := t.adapters, t.generators
	if asked.docs {
		adapters = nil
		list = slices.DeleteFunc(slices.Clone(list), func(g generators.Generator) bool { return g.Name != docsGenerator })
	}
	if t.only != nil {
		list = slices.DeleteFunc(slices.Clone(list), func(g generators.Generator) bool {
			return !slices.Contains(t.only, g.Name)
		})
	}
	broken := diag.Failed(out.findings)
	var ready []generators.Generator
	for _, a := range adapters {
		var prepared generators.Generator
		var err error
		t.during("running "+a.Name+"; the go command may build it first", func() {
			prepared, err = prepare(a, session, groups)
		})
		switch {
		case err == nil:
			ready = append(ready, prepared)
		case !broken: // an adapter may need declarations that are missing according to the findings
			return err
		}
	}
	ready = append(ready, list...)
	var own []string
	for _, generator := range t.generators {
		own = append(own, generator.Name)
	}
	out.findings = append(out.findings, unknownGenerators(groups, own)...)
	claims := newClaims(groups, license, broken)
	claims.failed = blamed(claims.owners, out.findings)
	unread := blamed(claims.owners, incomplete(out.findings))
	var made [][]result
	judge := throughGate(session, groups, claims)
	if asked.docs || t.only != nil { // a part of the files, which the gate would not know from a loss
		judge = func(int, *group.Group, []result) []diag.Diagnostic { return nil }
	}
	t.during("generating", func() { made = runGenerators(ready, own, groups, judge) })
	for i, results := range made {
		for j, result := range results {
			if unread[i] || result.err != nil && broken {
				claims.failed[i] = true
				continue // a generator may need declarations that are missing according to the findings
			}
			if result.err != nil {
				return result.err
			}
			out.findings = append(out.findings, result.findings...)
			claims.failed[i] = claims.failed[i] || diag.Failed(result.findings)
			if j < len(ready) { // else the result of the gate
				claims.add(out, i, ready[j].Name, result.files)
			}
		}
	}
	claims.block(out)
	slices.SortFunc(out.files, func(a, b generators.File) int {
		return strings.Compare(filepath.Join(a.Dir, a.Name), filepath.Join(b.Dir, b.Name))
	})
	return nil
}

// claims are the files of all generators, each with its generator.
type claims struct {
	license string
	// broken says that the model has errors. They already tell which groups write to the same place.
	broken bool
	owners []owner
	taken  map[string]string
	// failed reports, for each index in owners, whether the group has an error; groups are the indexes of the groups of
	// each file, by path.
	failed []bool
	groups map[string][]int
	// made are the files, by path, with the generator of each.
	made map[string]madeFile
}

// madeFile is a file that a generator has made.
type madeFile struct {
	generator string
	content   []byte
}

// owner is a group, with the position of its first root: conflicts are reported there.
type owner struct {
	path        string
	pos, end    token.Position
	directories []string
	// awaits are the packages of groups whose hooks, which this run adds, the group calls.
	awaits []string
}

func newClaims(groups []*group.Group, license string, broken bool) *claims {
	return &claims{
		license: license, broken: broken, owners: ownersOf(groups), taken: map[string]string{},
		groups: map[string][]int{}, made: map[string]madeFile{},
	}
}

func ownersOf(groups []*group.Group) []owner {
	var owners []owner
	for _, g := range groups {
		of := owner{path: g.Package.Path, directories: directories(g), awaits: g.Awaits}
		for _, shared := range g.SharedTypes { // an orphan there may be the file of a group that the patterns do not match
			of.directories = append(of.directories, shared.Validation.Dir)
		}
		if roots := slices.Concat(g.Roots, g.FlagStructs); len(roots) > 0 {
			of.pos, of.end = roots[0].Position, roots[0].End
		}
		owners = append(owners, of)
	}
	return owners
}

// add adds the files of a generator for a group to the output. A file that another generator writes is a finding. So is
// a file that the same generator writes with other content for another group.
func (c *claims) add(out *output, at int, generator string, files []generators.File) {
	of := c.owners[at]
	claim := fmt.Sprintf("generator %s for package %s", generator, of.path)
	for _, file := range files {
		path := filepath.Join(file.Dir, file.Name)
		if other, taken := c.taken[path]; taken {
			if made := c.made[path]; made.generator == generator && bytes.Equal(made.content, file.Content) {
				c.groups[path] = append(c.groups[path], at)
				continue
			}
			if !c.broken {
				c.failed[at] = true
				for _, other := range c.groups[path] {
					c.failed[other] = true
				}
				out.findings = append(out.findings, diag.At(of.pos, of.end, "output-conflict",
					fmt.Sprintf("%s and %s both write %s/%s", other, claim, filepath.Base(file.Dir), file.Name),
					"name another package with +configgen:output"))
			}
			continue
		}
		c.taken[path], c.groups[path], c.made[path] = claim, []int{at}, madeFile{generator, file.Content}
		file.Content = withLicense(file, c.license)
		out.files = append(out.files, file)
	}
}

// incompleteSource are the codes of findings after which the types are unknown. Later findings of generators and
// adapters would only follow from them.
var incompleteSource = []string{
	"excluded-file", "excluded-type", "import", "package-name", "syntax", "type-error",
}

// incomplete returns the findings after which the types are not known.
func incomplete(findings []diag.Diagnostic) []diag.Diagnostic {
	return slices.DeleteFunc(slices.Clone(findings), func(d diag.Diagnostic) bool {
		return !slices.Contains(incompleteSource, d.Code)
	})
}

// blamed reports for each group whether it has errors: errors in its directories, and errors in directories without a
// group, which may belong to any group.
func blamed(owners []owner, findings []diag.Diagnostic) []bool {
	failed := make([]bool, len(owners))
	for _, finding := range findings {
		if diag.Failed([]diag.Diagnostic{finding}) {
			for _, i := range candidates(owners, finding) {
				failed[i] = true
			}
		}
	}
	return failed
}

// candidates returns the indexes of the groups that a finding may belong to: groups with its directory, or else all.
// The tags and roots in an excluded file may also decide on the groups of directories below.
func candidates(owners []owner, finding diag.Diagnostic) []int {
	dir := filepath.Dir(finding.Position.Filename)
	var with, all []int
	for i, of := range owners {
		all = append(all, i)
		if slices.ContainsFunc(of.directories, func(d string) bool {
			below, err := filepath.Rel(dir, d)
			return d == dir || finding.Code == "excluded-file" && err == nil && filepath.IsLocal(below)
		}) {
			with = append(with, i)
		}
	}
	if len(with) > 0 {
		return with
	}
	return all
}

// block drops the files of the groups that have an error: all files of a group are written, or none. It also drops the
// files of groups that call functions in the dropped files.
func (c *claims) block(out *output) {
	for i, of := range c.owners {
		for j, other := range c.owners {
			if slices.Contains(of.awaits, other.path) {
				out.awaits = append(out.awaits, [2]int{i, j})
			}
		}
	}
	c.failed = held(c.failed, out.awaits)
	for i, of := range c.owners {
		if c.failed[i] {
			out.blocked = append(out.blocked, of.directories...)
		}
	}
	slices.Sort(out.blocked)
	out.blocked = slices.Compact(out.blocked)
	out.files = slices.DeleteFunc(out.files, func(file generators.File) bool {
		return !slices.ContainsFunc(c.groups[filepath.Join(file.Dir, file.Name)], func(of int) bool { return !c.failed[of] })
	})
	out.owners = c.groups
}

// held returns the groups that are not written: the failed groups, and the groups that await one of them, directly or
// through other groups.
func held(failed []bool, awaits [][2]int) []bool {
	all := slices.Clone(failed)
	for range awaits { // the longest way from one to another
		for _, pair := range awaits {
			all[pair[0]] = all[pair[0]] || all[pair[1]]
		}
	}
	return all
}

// result is the output of a generator for a group.
type result struct {
	files    []generators.File
	findings []diag.Diagnostic
	err      error
}

// judgment is the decision of the gate about the results of all generators for a group.
type judgment func(at int, g *group.Group, results []result) []diag.Diagnostic

// throughGate judges the groups whose source and results have no error. What others find follows from that.
func throughGate(session *load.Session, groups []*group.Group, c *claims) judgment {
	failed, directories := slices.Clone(c.failed), map[string]bool{}
	for _, of := range c.owners {
		for _, dir := range of.directories {
			directories[dir] = true
		}
	}
	for _, g := range groups {
		for _, path := range g.Paths() {
			directories[session.Directory(path)] = true
		}
	}
	return func(at int, g *group.Group, results []result) []diag.Diagnostic {
		var files []generators.File
		for _, result := range results {
			if failed[at] || result.err != nil || diag.Failed(result.findings) {
				return nil
			}
			files = append(files, result.files...)
		}
		return gate.Check(session, g, files, directories)
	}
}

// runGenerators runs all generators on all groups, side by side, and then the gate. The results are in the order of
// the groups, and of the generators within a group. A group is dropped from the list once all generators have run on
// it, so that a module with many groups does not hold the models of all until the end.
func runGenerators(
	list []generators.Generator, own []string, groups []*group.Group, judge judgment,
) [][]result {
	results, inputs := make([][]result, len(groups)), make([]func() *generators.Input, len(groups))
	left := make([]atomic.Int32, len(groups)) // generators of the group that have not run yet
	for i, g := range groups {
		results[i] = make([]result, len(list))
		inputs[i] = sync.OnceValue(func() *generators.Input { return generators.NewInput(g) })
		left[i].Store(int32(len(list)))
	}
	workers := parallel.Limited(runtime.GOMAXPROCS(0) + 1) // Kubernetes' generators take turns, so one may wait
	for i := range len(groups) * len(list) {
		workers.Go(func() {
			at, generator := i/len(list), i%len(list)
			if chosen(groups[at], list[generator].Name, own) {
				results[at][generator] = runGenerator(list[generator], groups[at], inputs[at])
			}
			if left[at].Add(-1) == 0 {
				results[at] = append(results[at], result{findings: judge(at, groups[at], results[at])})
				groups[at], inputs[at] = nil, nil
			}
		})
	}
	workers.Wait()
	return results
}

// chosen reports whether a generator runs for a group. Own are the names of the generators that a group can choose
// from.
func chosen(g *group.Group, name string, own []string) bool {
	return len(g.Generators) == 0 || slices.Contains(g.Generators, name) || !slices.Contains(own, name)
}

// unknownGenerators reports generators that a group names and that do not exist.
func unknownGenerators(groups []*group.Group, own []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, g := range groups {
		for _, name := range g.Generators {
			if slices.Contains(own, name) {
				continue
			}
			fix, advice := "use some of "+strings.Join(own, ", "), diag.Advice{}
			if near, distance := diag.Nearest(name, own); distance >= 0 && distance <= 2 {
				fix = "did you mean " + near + "?"
				advice = g.Chosen.Correct(name, near)
			}
			findings = append(findings, diag.At(g.Chosen.Position, g.Chosen.End, "unknown-generator",
				fmt.Sprintf("+configgen:output names the generator %s, which does not exist", name), fix).
				With(advice))
		}
	}
	return findings
}

// prepare makes a generator of an adapter.
func prepare(a adapter.Adapter, session *load.Session, groups []*group.Group) (ready generators.Generator, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = asInternal(" in generator "+a.Name, cause)
		}
	}()
	return generators.Generator{Name: a.Name, Run: a.Prepare(session, groups)}, nil
}

// runGenerator runs one generator. It returns an internal error if the generator panics or makes an unusable file.
func runGenerator(generator generators.Generator, g *group.Group, input func() *generators.Input) (made result) {
	where := fmt.Sprintf(" in generator %s for package %s", generator.Name, g.Package.Path)
	defer func() {
		if cause := recover(); cause != nil {
			made = result{err: asInternal(where, cause)}
		}
	}()
	made.files, made.findings = generator.Run(input())
	for _, file := range made.files {
		if problem := unusable(file, g); problem != "" {
			return result{err: &internalError{where: where, cause: problem}}
		}
	}
	return made
}

// unusable returns the reason why a generated file is invalid; empty for a valid file. A generated file that is
// indistinguishable from a hand-written file would never be updated or removed.
func unusable(file generators.File, g *group.Group) string {
	switch {
	case !filepath.IsAbs(file.Dir) || file.Name != filepath.Base(file.Name):
		return fmt.Sprintf("invalid file %q in directory %q", file.Name, file.Dir)
	case file.Once:
		return ""
	case !strings.HasPrefix(file.Name, load.GeneratedPrefix) && file.Dir != g.DocsPackage.Dir:
		return fmt.Sprintf("the name of file %q does not begin with %s", file.Name, load.GeneratedPrefix)
	case !emit.IsOurs(file.Content):
		return fmt.Sprintf("file %q does not have the line %q", file.Name, generators.Header)
	}
	return ""
}

// directories returns the directories that may contain generated files of the group.
func directories(g *group.Group) []string {
	dirs := []string{g.Package.Dir, g.FlagsPackage.Dir, g.ValidationPackage.Dir, g.DocsPackage.Dir}
	for _, version := range g.Versions {
		dirs = append(dirs, version.Package.Dir, version.Types.Dir)
	}
	for _, flags := range g.FlagStructs {
		dirs = append(dirs, flags.Package.Dir)
	}
	for _, shared := range g.Shared {
		dirs = append(dirs, shared.Dir)
	}
	slices.Sort(dirs)
	return slices.DeleteFunc(slices.Compact(dirs), func(dir string) bool { return dir == "" })
}

// coversModule reports whether the patterns name every package of the module in dir. Only then is an unclaimed
// generated file certainly orphaned: with fewer packages, it may belong to a group outside of the patterns.
func coversModule(dir string, patterns []string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil && slices.Contains(patterns, "./...")
}
