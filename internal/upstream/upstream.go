package upstream

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"k8s.io/gengo/v2/generator"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/adapter"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/upstream/universe"
)

// Adapter runs deepcopy-gen, defaulter-gen, conversion-gen and register-gen.
var Adapter = adapter.Adapter{Name: "upstream", Prepare: prepare}

// run is the work on one call's groups.
type run struct {
	session *load.Session
	owner   map[string]string   // the path of the group of each input, by its import path
	all     map[string]bool     // the inputs of all groups, but for shared ones
	peers   map[string][]string // of each input, by import path
	// universe is nil where nobody asks for a tool.
	universe *universe.Universe
	// findings are those about what all groups share, by the path of the group that they belong to.
	findings map[string][]diag.Diagnostic
}

// prepare makes one universe for all groups, once the first of them needs it: other generators run meanwhile.
func prepare(session *load.Session, groups []*group.Group) func(*group.Group) ([]generators.File, []diag.Diagnostic) {
	shared := sync.OnceValue(func() *run { return newRun(session, groups) })
	return func(g *group.Group) ([]generators.File, []diag.Diagnostic) { return shared().generate(g) }
}

func newRun(session *load.Session, groups []*group.Group) *run {
	r := &run{
		session: session, owner: map[string]string{}, all: map[string]bool{}, peers: map[string][]string{},
		findings: map[string][]diag.Diagnostic{},
	}
	for _, g := range groups {
		for _, path := range g.Paths() {
			if pkg := session.Source(path); pkg != nil && r.owner[path] == "" && pkg.AsksTools() {
				r.owner[path], r.all[path] = g.Package.Path, true
			}
		}
	}
	for _, g := range groups {
		for _, shared := range g.Shared {
			if pkg := session.Source(shared.Path); pkg != nil && r.owner[shared.Path] == "" && pkg.AsksTools() {
				r.owner[shared.Path] = g.Package.Path
			}
		}
	}
	if inputs := slices.Sorted(maps.Keys(r.owner)); len(inputs) > 0 {
		r.build(inputs)
	}
	return r
}

// generate runs the tools on one group, and on the shared packages that came first with it.
func (r *run) generate(g *group.Group) ([]generators.File, []diag.Diagnostic) {
	findings := slices.Clone(r.findings[g.Package.Path])
	inputs := r.shareOf(g).inputs()
	if r.universe == nil || len(inputs) == 0 || diag.Failed(findings) {
		return nil, findings // without a peer the tools would only repeat what has been found
	}
	findings = append(findings, r.misplaced(inputs)...)
	findings = append(findings, r.unasked(inputs)...)
	for _, t := range sourceOf(r.session, inputs).tags {
		if malformed(t) && taken(t.Name) { // deepcopy-gen passes over some of them without a word
			findings = append(findings, unreadableTag(t))
		}
	}
	files := r.runTools(g, func(tool tool, some []string, complaints []complaint) {
		findings = append(findings, r.explain(tool, some, complaints)...)
	})
	findings = append(findings, r.afterwards(inputs, files)...)
	if !diag.Failed(findings) { // otherwise these follow from what has been found
		findings = append(findings, r.compile(inputs, files)...)
	}
	return files, findings
}

// share are the packages that tools run on with a group, each in the order of their paths: its own, and the shared ones
// that came first with it. Peers are the shared packages that it has types from, whoever they came with.
type share struct{ own, shared, peers []string }

// inputs are all that are worked on.
func (s share) inputs() []string { return slices.Concat(s.own, s.shared) }

func (r *run) shareOf(g *group.Group) share {
	var s share
	for _, path := range slices.Sorted(maps.Keys(r.owner)) {
		isShared := slices.ContainsFunc(g.Shared, func(pkg group.Package) bool { return pkg.Path == path })
		switch ours := r.owner[path] == g.Package.Path; {
		case ours && isShared:
			s.shared = append(s.shared, path)
		case ours:
			s.own = append(s.own, path)
		}
		if isShared {
			s.peers = append(s.peers, path)
		}
	}
	return s
}

// runTools runs all tools on a group and tells what each complains of.
func (r *run) runTools(
	g *group.Group, tell func(tool tool, inputs []string, complaints []complaint),
) []generators.File {
	var files []generators.File
	for _, tool := range tools(g) {
		for _, job := range jobs(tool, r.shareOf(g)) {
			produced, complaints := r.work(tool, &job)
			files = append(files, produced...)
			tell(tool, job.inputs, complaints)
		}
	}
	return files
}

// job is one run of a tool.
type job struct{ inputs, peers []string }

// jobs are the runs of a tool on a group. What people wrote in shared packages counts for the group, and not the other
// way round: a shared package must look the same whichever group it is generated with.
func jobs(tool tool, s share) []job {
	list, single := []job{{s.own, s.peers}}, s.shared
	if tool.alone {
		list, single = nil, s.inputs()
	}
	for _, path := range single {
		list = append(list, job{inputs: []string{path}})
	}
	return list
}

// work does a job, from which it takes the packages whose file somebody else writes.
func (r *run) work(tool tool, j *job) ([]generators.File, []complaint) {
	j.inputs = slices.DeleteFunc(slices.Clone(j.inputs), func(path string) bool { return r.leftToOthers(path, tool.file) })
	if len(j.inputs) == 0 || tool.name == "conversion-gen" && !r.converts(j.inputs) {
		return nil, nil // conversion-gen would have gengo look for its peers, as seen from the process's working directory
	}
	return r.execute(tool, *j)
}

// converts reports whether any of the packages asks for conversions.
func (r *run) converts(inputs []string) bool {
	return slices.ContainsFunc(inputs, func(path string) bool {
		return slices.ContainsFunc(
			r.session.Source(path).Tags(), func(t load.Tag) bool { return t.Name == "k8s:conversion-gen" },
		)
	})
}

// unregistered finds packages in which nobody declares the variable by which generated defaults and conversions
// register themselves.
func (r *run) unregistered(inputs []string, files []generators.File) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, path := range inputs {
		pkg := r.session.Source(path)
		declared, used := pkg.Broken, false
		for _, file := range files {
			if file.Dir == pkg.Dir {
				declared = declared || file.Name == "zz_generated.register.go"
				used = used || bytes.Contains(file.Content, []byte("\tlocalSchemeBuilder.Register("))
			}
		}
		if checked, _, err := r.session.Types(path); err == nil {
			declared = declared || checked.Scope().Lookup("localSchemeBuilder") != nil
		}
		if used && !declared {
			at := sourceOf(r.session, []string{path}).clauseOf(path)
			findings = append(findings, diag.At(at.pos, at.end, "no-scheme-builder",
				"generated conversions register with localSchemeBuilder, which the package does not declare",
				"add var localSchemeBuilder = &SchemeBuilder to register.go, or remove that file and let +groupName generate it"))
		}
	}
	return findings
}

// leftToOthers reports whether a file of the package is there and bears another header than ours: who wrote it may have
// given the tool options that no tag tells, so that not even its complaints would be to the point.
func (r *run) leftToOthers(path, file string) bool {
	pkg := r.session.Source(path)
	content, err := os.ReadFile(filepath.Join(pkg.Dir, file))
	return err == nil && !emit.IsOurs(content)
}

// execute runs one tool. The tools of all groups take turns, because they extend the universe and log through klog; the
// formatting of what they write does not wait.
func (r *run) execute(tool tool, j job) ([]generators.File, []complaint) {
	captured := &fileType{names: map[string]string{}}
	for _, path := range j.inputs {
		if pkg := r.session.Source(path); pkg != nil {
			captured.names[path] = pkg.Name
		}
	}
	l := &klogCapture{}
	l.run(func() error {
		context := r.universe.Context(tool.systems(), tool.order(), j.inputs, r.hidden(j.inputs))
		context.FileTypes = map[string]generator.FileType{generator.GoFileType: captured}
		for _, target := range tool.targets(context, tool.file, j.peers) {
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
	files, complaints := captured.finish()
	return files, append(l.complaints, complaints...)
}
