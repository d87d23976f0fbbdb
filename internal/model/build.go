// Package model makes the model of each configuration group from the loaded packages. It resolves what markers say,
// field by field, and reports what is wrong with their source: a type that cannot be in a file, a reference that leads
// nowhere, a marker without an effect. What can be told from the model alone is checked by package check.
package model

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// builder makes the groups of one Session.
type builder struct {
	session *load.Session
	sources map[string]*load.Package // those that have been looked at; nil for a path without a package
	groups  []*group.Group
	// features of the packages that declare any, by import path.
	features map[string][]*group.Feature
	// reached are the types that a root leads to, and the constants that a field can have as its value.
	reached map[any]bool
	// constants are the exported string constants of packages in the order of the source, by import path and the name of
	// their type.
	constants map[string]map[string][]*types.Const
	// described are the packages as the model has them.
	described map[string]group.Package
	// own are the names of the markers of configgen.
	own map[string]bool
	// grouped are the import paths of the packages of all groups with roots or features.
	grouped map[string]bool
	// shared are the shared packages that have been looked at, by import path; nil for one that belongs to a group.
	shared map[string]*sharedPackage
	// undefined are the names that are not declared, by package and message.
	undefined map[string]bool
	findings  []diag.Diagnostic
}

func newBuilder(session *load.Session) *builder {
	own := map[string]bool{}
	for _, spec := range markers.Vocabulary() {
		own[spec.Name] = !spec.Foreign
	}
	return &builder{
		own: own, session: session, sources: map[string]*load.Package{}, features: map[string][]*group.Feature{},
		reached: map[any]bool{}, undefined: map[string]bool{}, described: map[string]group.Package{},
		grouped: map[string]bool{}, constants: map[string]map[string][]*types.Const{}, shared: map[string]*sharedPackage{},
	}
}

// Groups finds the groups of the loaded packages, with their roots, fields and flags, sorted by the path of their
// package. The findings are what is wrong with their source; if one is an error, the model is incomplete and nothing
// may be generated.
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
	for _, g := range b.groups {
		buildRoots(b, g)
		jsonTags(b, g)
		share(b, g)
		moved(b, g)
		droppedFields(b, g)
		otherVersions(b, g)
		externals(b, g)
		namedConversions(b, g)
		strayHooks(b, g)
	}
	families(b)
	strayTypes(b)
	unknownMarkers(b)
	strayConstants(b)
	for _, g := range b.groups {
		importCycles(b, g)
		typeErrors(b, g)
	}
	strayPolicies(b)
	abandonedHistories(b)
	return b.groups, diag.Sort(b.findings)
}

// source returns a package of the user's modules, or nil, and reports what is wrong with its markers.
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
	if described, known := b.described[pkg.Path]; known {
		return described
	}
	described := group.Package{
		Path: pkg.Path, Name: pkg.Name, Dir: pkg.Dir, Files: pkg.Names, Declared: pkg.Declared,
		Elsewhere: pkg.DeclaredElsewhere(), Registered: pkg.Registered(), Own: true, Broken: pkg.Broken,
	}
	described.Callers = pkg.Callers("validate")
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
