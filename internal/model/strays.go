package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// strayTypes finds markers on types that no root leads to, and on their fields.
func strayTypes(b *builder) {
	versions, rooted := map[string]string{}, map[string]bool{}
	for _, g := range b.groups {
		for _, v := range g.Versions {
			if v.Types.Path != g.Package.Path {
				versions[v.Types.Path], rooted[v.Types.Path] = g.Package.Path, len(g.Roots) > 0
			}
		}
	}
	for _, importPath := range slices.Sorted(maps.Keys(b.sources)) {
		pkg := b.sources[importPath]
		if pkg == nil || pkg.Broken || hidesRoot(pkg) {
			continue
		}
		for _, name := range pkg.TypeNames {
			t := pkg.Types[name]
			if rooted[importPath] && !pkg.Configures() {
				versionGates(b, t, versions[importPath])
			}
			if !judged(b, pkg) {
				continue
			}
			root := t.Markers.Has("config") || t.Markers.Has("flags")
			if !b.reached[t] && (versions[importPath] != "" || !root) {
				strayType(b, importPath, t, versions[importPath])
			}
		}
	}
}

// hidesRoot reports whether a type of a package may be a root: it has a marker with a mistake, or the marker of the
// root is in a comment that documents nothing. That is the finding that matters.
func hidesRoot(pkg *load.Package) bool {
	if slices.ContainsFunc(pkg.Findings, func(d diag.Diagnostic) bool {
		return d.Marker == "config" || d.Marker == "flags"
	}) {
		return true
	}
	for _, t := range pkg.Types {
		if t.Mistaken && !t.Markers.Has("config") && !t.Markers.Has("flags") {
			return true
		}
	}
	return false
}

// judged reports whether it matters which markers of a package have no effect. It does not for a package that was read
// for a type that another group uses: its own roots are not in the patterns.
func judged(b *builder, pkg *load.Package) bool {
	return pkg != nil && !pkg.Broken && pkg.Configures() &&
		(!b.session.Grouped(pkg) || slices.ContainsFunc(b.groups, func(g *group.Group) bool {
			return slices.Contains(g.Paths(), pkg.Path)
		}))
}

// Unreached is the code of findings about markers on what no group has.
const Unreached = "unreached-marker"

// strayType reports the markers on a type that no root leads to, unless a root may that the patterns do not name. Those
// without effect are one finding, at the first.
func strayType(b *builder, importPath string, t *load.Type, internal string) {
	set := t.Markers
	for _, field := range t.Fields {
		set = slices.Concat(set, field.Markers)
	}
	var idle markers.Set
	for _, m := range set {
		switch {
		case !b.own[m.Name] || internal != "" && m.Name == "config": // a root in a version is a finding of its own
		case internal == "" && b.session.UsedElsewhere(importPath):
		case internal != "" && sharedMarker(b, m, t, internal):
		case internal != "":
			fix, advice := toInternal(b, m, t, internal)
			b.reportMarker(m, "marker-in-version", fmt.Sprintf("+%s is on the external type %s", m.Name, t.Name), fix, advice)
		default:
			idle = append(idle, m)
		}
	}
	if len(idle) == 0 {
		return
	}
	which := "has"
	if more := len(idle) - 1; more > 0 {
		which = fmt.Sprintf("and %d more have", more)
	}
	message := fmt.Sprintf("no root leads to %s, so +%s %s no effect", t.Name, idle[0].Name, which)
	b.reportMarker(idle[0], Unreached, message, "mark a root with +config or +flags, or use the type below one")
}

// versionGates reports the feature gates on a type of a version, and on its fields, that the internal type does not
// have. No other marker of configgen makes a package of a version one that configures.
func versionGates(b *builder, t *load.Type, internal string) {
	sets := []markers.Set{t.Markers}
	for _, field := range t.Fields {
		sets = append(sets, field.Markers)
	}
	for _, set := range sets {
		for _, m := range set.Named("featureGate") {
			if fix, advice := toInternal(b, m, t, internal); len(advice.Edits) == 0 || strings.HasPrefix(advice.Marker, "+") {
				b.reportMarker(m, "marker-in-version", fmt.Sprintf("+featureGate is on the external type %s", t.Name), fix, advice)
			}
		}
	}
}

// sharedMarker reports whether a type of a version has the same marker in the internal package, and neither package has
// a root: groups of other modules use the types, and the types of the version if they have no internal types.
func sharedMarker(b *builder, m markers.Marker, t *load.Type, internal string) bool {
	pkg := b.session.Source(internal)
	alone := slices.ContainsFunc(b.groups, func(g *group.Group) bool { return g.Alone && g.Package.Path == internal })
	if !alone || pkg == nil || pkg.Types[t.Name] == nil {
		return false
	}
	for _, field := range t.Fields {
		if field.Markers.At(m.Position).Name != "" {
			other := pkg.Types[t.Name].Field(field.Name)
			return other != nil && hasText(other.Markers, m)
		}
	}
	return hasText(pkg.Types[t.Name].Markers, m)
}

// toInternal is the advice to move a marker of a type, or of one of its fields, to the same declaration of an internal
// package, or to remove it if that one has the marker. There are no edits if the package has no such declaration.
func toInternal(b *builder, m markers.Marker, t *load.Type, internal string) (fix string, advice diag.Advice) {
	fix = "move it to the internal type in " + internal
	pkg := b.session.Source(internal)
	if pkg == nil || pkg.Types[t.Name] == nil {
		return fix, advice
	}
	to, known := pkg.Types[t.Name].Span, pkg.Types[t.Name].Markers
	for _, field := range t.Fields {
		if field.Markers.At(m.Position).Name != "" {
			other := pkg.Types[t.Name].Field(field.Name)
			if other == nil {
				return fix, advice
			}
			to, known = other.Span, other.Markers
		}
	}
	if known.Has(m.Name) {
		return "remove it: the internal type in " + internal + " has it", m.Remove()
	}
	position, _ := b.session.Position(to)
	advice = diag.Mark(position, m.Text)
	advice.Edits = append(advice.Edits, m.Remove().Edits...)
	return fix, advice
}

// unknownMarkers reports the markers that have no effect: in the packages of a group, and on the types in other
// packages that a root leads to.
func unknownMarkers(b *builder) {
	whole := map[string]bool{}
	for _, g := range b.groups {
		for _, path := range append(g.Paths(), g.FeaturesPackage.Path) {
			whole[path] = whole[path] || !g.Alone // others' tags, where no root leads to
		}
	}
	for _, importPath := range slices.Sorted(maps.Keys(b.sources)) {
		pkg := b.sources[importPath]
		if pkg == nil {
			continue
		}
		if whole[importPath] {
			b.findings = append(b.findings, pkg.Unknown...)
		}
		for _, name := range pkg.TypeNames {
			if t := pkg.Types[name]; whole[importPath] || b.reached[t] {
				b.findings = append(b.findings, t.Unknown...)
			}
		}
	}
}

// strayHooks finds functions that generated validation would call, in files that are not built.
func strayHooks(b *builder, g *group.Group) {
	if len(g.Generators) > 0 && !slices.Contains(g.Generators, "validation") {
		return
	}
	types := map[string][]*group.Type{}
	for _, root := range g.FlagStructs {
		types[root.Package.Path] = append(types[root.Package.Path], root.Type)
	}
	for _, root := range g.Roots {
		types[g.ValidationPackage.Path] = append(types[g.ValidationPackage.Path], root.Type)
		root.Walk(func(field *group.Field) {
			types[g.ValidationPackage.Path] = append(types[g.ValidationPackage.Path], field.Type.Base())
		})
	}
	for _, importPath := range slices.Sorted(maps.Keys(types)) {
		pkg := b.source(importPath)
		if pkg == nil {
			pkg = b.session.Unbuilt(importPath)
		}
		if pkg == nil {
			continue
		}
		for _, f := range pkg.NotBuilt() {
			if slices.ContainsFunc(types[importPath], func(t *group.Type) bool {
				_, fits := f.ByHand(f.Name, t)
				return fits && t.Name != "" && strings.HasSuffix(f.Name, t.Name)
			}) {
				b.findings = append(b.findings, f.Finding())
			}
		}
	}
}

// strayConstants finds guarded constants that are not a value of any field.
func strayConstants(b *builder) {
	for _, importPath := range slices.Sorted(maps.Keys(b.sources)) {
		pkg := b.sources[importPath]
		if !judged(b, pkg) {
			continue
		}
		for _, c := range pkg.Constants {
			for _, m := range c.Markers.Named("featureGate") {
				if !b.reached[c] && !b.session.UsedElsewhere(importPath) {
					b.reportMarker(m, Unreached,
						fmt.Sprintf("+featureGate has no effect: %s is not a value of any field below a root", c.Name),
						"remove it, or use the constant's type in a field", m.Remove())
				}
			}
		}
	}
}
