package upstream

import (
	"os"
	"path/filepath"
	"slices"
	"sync"

	"k8s.io/gengo/v2/generator"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/adapter"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/upstream/universe"
)

// Adapter runs deepcopy-gen, defaulter-gen, conversion-gen and register-gen.
var Adapter = adapter.Adapter{Name: "upstream", Prepare: prepare}

// run is the work on one call's groups.
type run struct {
	session *load.Session
	owner   map[string]string      // the path of the group of each input, by its import path
	peers   map[string][]load.Peer // of each input, by import path
	// library makes the universes of the groups; nil where nobody asks for a tool.
	library *universe.Library
	// batches are the numbers of the groups' batches, by the path of the group.
	batches map[string]int
	// universes are those in use, by the number of the batch. klogInUse guards them.
	universes map[int]built
	// findings are those about what all groups share, by the path of the group that they belong to.
	findings map[string][]diag.Diagnostic
	// defaulters are the packages with a function SetDefaults_ for a type, by the type's import path, a dot and its name.
	defaulters map[string][]setter
}

// prepare looks at all groups once the first of them needs it: other generators run meanwhile.
func prepare(
	session *load.Session, groups []*group.Group,
) func(*generators.Input) ([]generators.File, []diag.Diagnostic) {
	groups = slices.Clone(groups) // not to remove finished groups from the caller's slice
	shared := sync.OnceValue(func() *run { return newRun(session, groups) })
	return func(in *generators.Input) ([]generators.File, []diag.Diagnostic) { return shared().generate(in) }
}

func newRun(session *load.Session, groups []*group.Group) *run {
	r := &run{
		session: session, owner: map[string]string{}, peers: map[string][]load.Peer{},
		findings: map[string][]diag.Diagnostic{},
	}
	first := slices.Clone(groups) // a package without a root is served by itself, whoever has types from it
	slices.SortStableFunc(first, func(a, b *group.Group) int { return order(b.Alone) - order(a.Alone) })
	for _, g := range first {
		for _, path := range g.Paths() {
			if pkg := session.Source(path); pkg != nil && r.owner[path] == "" && pkg.AsksTools() {
				r.owner[path] = g.Package.Path
			}
		}
	}
	if len(r.owner) > 0 {
		r.library, r.universes, r.batches = universe.NewLibrary(session), map[int]built{}, map[string]int{}
		for i, g := range groups {
			r.batches[g.Package.Path] = i / batchSize
		}
		r.findPeers()
		r.defaulters = defaulters(session) // before a group is done, and the tags of its packages are gone
	}
	return r
}

func order(alone bool) int {
	if alone {
		return 1
	}
	return 0
}

// built is the universe of a batch of groups, or the reason why there is none.
type built struct {
	universe *universe.Universe
	err      error
}

// batchSize is the number of groups that share a universe: with one for each, the packages that all of them refer to
// would be read again and again; with one for all of them, it would hold their types until the end.
const batchSize = 8

// generate runs the tools on one group.
func (r *run) generate(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	findings := slices.Clone(r.findings[g.Package.Path])
	inputs := r.inputsOf(g)
	if len(inputs) == 0 || diag.Failed(findings) {
		return nil, findings // without a peer the tools would only repeat what has been found
	}
	findings = append(findings, r.misplaced(inputs)...)
	findings = append(findings, r.unasked(inputs)...)
	findings = append(findings, untagged(r, inputs)...)
	findings = append(findings, uncalled(r, inputs)...)
	findings = append(findings, r.functionNames(inputs)...)
	if mistakes := tagMistakes(r.session, inputs); len(mistakes) > 0 {
		return nil, append(findings, mistakes...)
	}
	for _, t := range sourceOf(r.session, inputs).tags {
		if malformed(t) && taken(t.Name) { // deepcopy-gen passes over some of them without a word
			findings = append(findings, unreadableTag(t))
		}
	}
	written, found := r.runTools(g, func(tool tool, some []string, complaints []complaint) {
		findings = append(findings, r.explain(tool, some, complaints)...)
	})
	findings = append(findings, found...)
	// What is wrong with files that the tools wrote without a word.
	findings = slices.Concat(findings, r.unregistered(inputs, written), r.exchanged(inputs, written),
		r.unreached(inputs, written))
	if !diag.Failed(findings) { // otherwise these follow from what has been found
		findings = append(findings, r.withoutDefaults(g, inputs, written)...)
	}
	findings = slices.DeleteFunc(findings, toldBefore(r.session, inputs))
	var files []generators.File
	for _, file := range written {
		files = append(files, file.File)
	}
	return files, findings
}

// inputsOf are the packages of a group that tools run on, in the order of their paths.
func (r *run) inputsOf(g *group.Group) []string {
	var inputs []string
	for path, owner := range r.owner {
		if owner == g.Package.Path {
			inputs = append(inputs, path)
		}
	}
	slices.Sort(inputs)
	return inputs
}

// runTools runs all tools on a group and tells what each complains of. The findings are about loading the group.
func (r *run) runTools(
	g *group.Group, tell func(tool tool, inputs []string, complaints []complaint),
) ([]writtenFile, []diag.Diagnostic) {
	var files []writtenFile
	inputs := r.inputsOf(g)
	made, findings := r.build(inputs)
	if made == nil {
		return nil, findings
	}
	for _, tool := range tools(g) {
		for _, some := range jobs(tool, inputs) {
			produced, complaints := r.work(g, made, tool, some)
			files = append(files, produced...)
			tell(tool, some, complaints)
		}
	}
	return files, findings
}

// jobs are the inputs of the runs of a tool on a group.
func jobs(tool tool, inputs []string) [][]string {
	if !tool.alone {
		return [][]string{inputs}
	}
	return slices.Collect(slices.Chunk(inputs, 1))
}

// work runs a tool on those packages whose file nobody else writes.
func (r *run) work(
	g *group.Group, made *universe.Universe, tool tool, inputs []string,
) ([]writtenFile, []complaint) {
	inputs = slices.DeleteFunc(slices.Clone(inputs), func(path string) bool {
		return r.ofAnotherTool(path, tool.file) || !asks(r.session, g, tool, path)
	})
	if len(inputs) == 0 {
		return nil, nil // conversion-gen would have gengo look for its peers, as seen from the process's working directory
	}
	return r.execute(made, tool, inputs)
}

// asks reports whether a tag of the package is one of the tool's: older tools write files for packages that do not have
// any. The name of a group asks for register-gen in groups with roots only, since many tools read it. Nothing is
// converted to its own package, or where conversions are written by hand.
func asks(session *load.Session, g *group.Group, tool tool, path string) bool {
	pkg := session.Source(path)
	tagged := slices.ContainsFunc(pkg.Tags(), func(t load.Tag) bool { return t.Name == "k8s:"+tool.name })
	if tool.name == "register-gen" {
		return pkg.Registered() && (tagged || !g.Alone)
	}
	return tagged && !(tool.name == "conversion-gen" && (onlyItself(pkg) || pkg.ConvertsByHand()))
}

// ofAnotherTool reports whether a file of the package exists and has another header than ours: who wrote it may have
// given the tool options that no tag tells, so that not even its complaints would be to the point.
func (r *run) ofAnotherTool(path, file string) bool {
	pkg := r.session.Source(path)
	content, err := os.ReadFile(filepath.Join(pkg.Dir, file))
	return err == nil && !emit.IsOurs(content)
}

// execute runs one tool. The tools of all groups take turns, because they log through klog; their output is formatted
// concurrently.
func (r *run) execute(made *universe.Universe, tool tool, inputs []string) ([]writtenFile, []complaint) {
	captured := &fileType{names: map[string]string{}}
	for _, path := range inputs {
		if pkg := r.session.Source(path); pkg != nil {
			captured.names[path] = pkg.Name
		}
	}
	l := &klogCapture{}
	l.run(func() error {
		context := made.Context(tool.systems(), tool.order(), inputs, r.visible(inputs))
		context.FileTypes = map[string]generator.FileType{generator.GoFileType: captured}
		for _, target := range tool.targets(context, tool.file, r.extraPeers(tool, inputs)) {
			l.at = where{pkg: target.Path()}
			before, files := len(l.complaints), len(captured.files)
			err := context.ExecuteTarget(watchedTarget{target, l, tool.check})
			clean := len(l.complaints) == before
			if err != nil && clean {
				return err
			}
			for i := files; i < len(captured.files); i++ {
				captured.files[i].at, captured.files[i].clean = where{pkg: target.Path()}, clean
			}
		}
		return nil
	})
	files, complaints := captured.finish(r.session.Fset)
	return files, append(l.complaints, complaints...)
}
