package build

import (
	"slices"

	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/markers"
)

// scope are the features that the fields of a group may name.
type scope struct {
	features []*group.Feature
	// elsewhere reports that another module declares them, so that they are not known.
	elsewhere bool
}

// scopeOf returns the features that the fields of a group may name.
func scopeOf(b *builder, g *group.Group) scope {
	pkg := b.source(g.Package.Path)
	var s scope
	for _, importPath := range b.session.FeatureScope(pkg, g.FlagsPackage.Path) {
		s.features = append(s.features, b.features[importPath]...)
		s.elsewhere = b.session.Directory(importPath) == ""
	}
	output, ok := markers.Get[markers.Output](pkg.Markers)
	if ok && output.Features != "" && !s.elsewhere && !b.source(output.Features).DeclaresFeatures() {
		b.reportMarker(pkg.Markers.Named("configgen:output")[0], "feature-package",
			output.Features+" does not declare features", "name the package whose constants have +feature")
	}
	return s
}

// gates are the features that the markers of a set name.
func gates(b *builder, s scope, set markers.Set) []*group.Gate {
	var found []*group.Gate
	for _, m := range set.Named("featureGate") {
		guard, ok := m.Value.(*markers.FeatureGate)
		if !ok {
			continue
		}
		for _, name := range guard.Gates {
			found = append(found, gateNamed(b, s, m, name))
		}
	}
	return found
}

// gateNamed is the feature that a marker names.
func gateNamed(b *builder, s scope, m markers.Marker, name string) *group.Gate {
	gate := &group.Gate{Name: name, Position: m.Position, End: m.End}
	if at := slices.IndexFunc(s.features, func(f *group.Feature) bool { return f.Name == name }); at >= 0 {
		gate.Feature = s.features[at]
	} else if !s.elsewhere {
		unknownFeature(b, m, name, s.features)
	}
	return gate
}

// options are the features that the constraints of a set, and those inside of other tags, depend on.
func options(b *builder, s scope, set markers.Set) []*group.Gate {
	var found []*group.Gate
	for _, m := range set {
		for inner := &m; inner != nil; inner = inner.Inner() {
			if guard, ok := inner.Value.(*markers.IfGate); ok {
				found = append(found, gateNamed(b, s, m, guard.Gate))
			}
		}
	}
	return found
}

// fieldGates gives a field the gates of its own marker and those of its type, and adds what its flags need to their
// help.
func fieldGates(at place, field *group.Field) {
	field.Gates = gates(at.builder, at.scope, field.Markers)
	for _, gate := range gates(at.builder, at.scope, field.Type.Base().Markers) {
		if !slices.ContainsFunc(field.Gates, func(g *group.Gate) bool { return g.Name == gate.Name }) {
			field.Gates = append(field.Gates, gate)
		}
	}
	inFile := slices.Contains(at.group.Roots, at.root) // no gates are set when the flags are read
	if inFile {
		field.Options = options(at.builder, at.scope, field.Markers)
	}
	for t := field.Type; t != nil && inFile; t = t.Elem {
		field.Options = append(field.Options, options(at.builder, at.scope, t.Markers)...)
	}
	needs := group.Needs(field.AllGates())
	for _, flag := range field.Flags {
		if flag.Usage != "" && needs != "" {
			flag.Usage += " N" + needs[1:] + "."
		}
	}
}

// constantGates are the gates of a constant of a string type: by +featureGate, and by an +k8s:enumExclude.
func constantGates(at place, importPath, name string) []*group.Gate {
	pkg := at.source(importPath)
	if pkg == nil {
		return nil
	}
	for _, c := range pkg.Constants {
		if c.Name != name {
			continue
		}
		guards := gates(at.builder, at.scope, c.Markers)
		if len(guards) > 0 {
			at.reached[c] = true
		}
		for _, m := range c.Markers.Named("k8s:ifDisabled") { // which excludes the value as long as the gate is off
			if inner := m.Inner(); inner != nil && inner.Name == "k8s:enumExclude" {
				guards = append(guards, options(at.builder, at.scope, markers.Set{m})...)
			}
		}
		return guards
	}
	return nil
}
