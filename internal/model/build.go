package model

import (
	"go/token"
	"go/types"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/parallel"
)

// builder makes the groups of one Session. The builders of the groups run concurrently, each with its own state.
type builder struct {
	session *load.Session
	*shared
	sources map[string]*load.Package // the packages that have been requested; nil for a path without a package
	// reached are the types that a root leads to, and the constants that a field can have as its value.
	reached map[any]bool
	// undefined are the names that are not declared, by package and message, with the position of the finding.
	undefined map[string]token.Position
	findings  []diag.Diagnostic
	// added are functions that this run generates, for the scopes of their packages. They are added once no builder reads
	// a scope any more.
	added []*types.Func
}

// shared is the state that all builders of a Session share.
type shared struct {
	groups []*group.Group
	// features of the packages that declare any, by import path.
	features map[string][]*group.Feature
	// own are the names of the markers of configgen.
	own map[string]bool
	// grouped are the import paths of the packages of all groups with roots or features.
	grouped map[string]bool

	packages sync.Mutex // guards described and constants
	// described are the packages as the model has them.
	described map[string]group.Package
	// constants are the exported string constants of packages in the order of the source, by import path and the name of
	// their type.
	constants map[string]map[string][]*types.Const

	sharing sync.Mutex // guards ofGroups
	// ofGroups are the packages that groups share and that have been looked at, by import path; nil for one that belongs
	// to a group.
	ofGroups map[string]*sharedPackage
}

func newBuilder(session *load.Session) *builder {
	own := map[string]bool{}
	for _, spec := range markers.Vocabulary() {
		own[spec.Name] = !spec.Foreign
	}
	return (&builder{session: session, shared: &shared{
		own: own, features: map[string][]*group.Feature{}, described: map[string]group.Package{}, grouped: map[string]bool{},
		constants: map[string]map[string][]*types.Const{}, ofGroups: map[string]*sharedPackage{},
	}}).part()
}

// part is a builder for a part of the work.
func (b *builder) part() *builder {
	return &builder{
		session: b.session, shared: b.shared, sources: map[string]*load.Package{}, reached: map[any]bool{},
		undefined: map[string]token.Position{},
	}
}

// join adds the results of the builder of a part. For an undeclared name, only the first use is a finding.
func (b *builder) join(part *builder) {
	maps.Copy(b.sources, part.sources)
	maps.Copy(b.reached, part.reached)
	told := map[token.Position]bool{}
	for name, at := range part.undefined {
		if _, known := b.undefined[name]; known {
			told[at] = true
		} else {
			b.undefined[name] = at
		}
	}
	b.added = append(b.added, part.added...)
	b.findings = append(b.findings, slices.DeleteFunc(part.findings, func(d diag.Diagnostic) bool {
		return d.Code == "type-error" && told[d.Position]
	})...)
}

// Groups finds the groups of the loaded packages, with their roots, fields and flags, sorted by the path of their
// package. The findings are mistakes in their source; if one is an error, the model is incomplete and nothing may be
// generated.
func Groups(session *load.Session) ([]*group.Group, []diag.Diagnostic) {
	b := newBuilder(session)
	for _, pkg := range session.Packages {
		b.source(pkg.Path)
	}
	for _, pkg := range session.Packages {
		if pkg.Has("config") {
			internalPackage(b, pkg)
		}
	}
	flagStructs(b)
	featureGroups(b)
	declareFeatures(b)
	for _, g := range b.groups {
		for _, path := range g.Paths() {
			b.grouped[path] = true
		}
	}
	parts := make([]*builder, len(b.groups))
	workers := parallel.Limited(runtime.GOMAXPROCS(0))
	for i, g := range b.groups {
		parts[i] = b.part()
		workers.Go(func() { buildGroup(parts[i], g) })
	}
	workers.Wait()
	for _, part := range parts {
		b.join(part)
	}
	for _, function := range b.added {
		function.Pkg().Scope().Insert(function)
	}
	families(b)
	strayTypes(b)
	unknownMarkers(b)
	strayConstants(b)
	for _, g := range b.groups {
		typeErrors(b, g)
	}
	strayPolicies(b)
	abandonedHistories(b)
	for _, g := range b.groups {
		workers.Go(func() { Describe(g) })
	}
	workers.Wait()
	return b.groups, diag.Sort(b.findings)
}

// buildGroup builds the contents of a group.
func buildGroup(b *builder, g *group.Group) {
	buildRoots(b, g)
	jsonTags(b, g)
	share(b, g)
	compareVersions(b, g)
	moved(b, g)
	droppedFields(b, g)
	otherVersions(b, g)
	externals(b, g)
	strayHooks(b, g)
	enumConstants(b, g)
	unguardedDefaults(b, g)
	undeclaredConversions(b, g)
}

// source returns a package of the user's modules, or nil, and reports the mistakes in its markers.
func (b *builder) source(path string) *load.Package {
	if pkg, known := b.sources[path]; known {
		return pkg
	}
	pkg := b.session.Source(path)
	b.sources[path] = pkg
	if pkg != nil && len(pkg.Findings) > 0 && (pkg.Configures() || b.session.Grouped(pkg)) {
		b.findings = append(b.findings, pkg.Findings...)
	}
	return pkg
}

// typeSource returns the declaration of a type of the user's, or nil.
func (b *builder) typeSource(path, name string) *load.Type {
	if pkg := b.source(path); pkg != nil {
		return pkg.Types[name]
	}
	return nil
}

// position returns the position of a token.
func (b *builder) position(pos token.Pos) token.Position { return b.session.Fset.Position(pos) }

// describe returns a package as the model has it.
func (b *builder) describe(pkg *load.Package) group.Package {
	b.packages.Lock()
	defer b.packages.Unlock()
	if described, known := b.described[pkg.Path]; known {
		return described
	}
	described := group.Package{
		Path: pkg.Path, Name: pkg.Name, Dir: pkg.Dir, Files: pkg.Names, Declared: pkg.Declared,
		Elsewhere: pkg.DeclaredElsewhere(), Registered: pkg.Registered(), Own: true, Broken: pkg.Broken,
	}
	described.Callers, described.Mentions = pkg.Callers("validate"), pkg.Mentions()
	described.OwnCallers = pkg.OwnCallers("Validate")
	if len(pkg.Files) > 0 {
		described.Position, described.End = b.position(pkg.Files[0].Name.Pos()), b.position(pkg.Files[0].Name.End())
	}
	b.described[pkg.Path] = described
	return described
}

// sortGroups sorts the groups by the path of their package.
func (b *builder) sortGroups() {
	slices.SortStableFunc(b.groups, func(x, y *group.Group) int { return strings.Compare(x.Package.Path, y.Package.Path) })
}

// report adds an error finding.
func (b *builder) report(pos, end token.Position, code, message, fix string, advice ...diag.Advice) {
	b.findings = append(b.findings, diag.At(pos, end, code, message, fix).With(advice...))
}

// reportSpan adds an error finding about a piece of the source.
func (b *builder) reportSpan(at load.Span, code, message, fix string, advice ...diag.Advice) {
	pos, end := b.session.Position(at)
	b.report(pos, end, code, message, fix, advice...)
}

// reportMarker adds an error finding that spans a marker.
func (b *builder) reportMarker(m markers.Marker, code, message, fix string, advice ...diag.Advice) {
	b.report(m.Position, m.End, code, message, fix, advice...)
}
