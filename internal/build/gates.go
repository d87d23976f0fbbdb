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
			gate := &group.Gate{Name: name, Position: m.Position, End: m.End}
			if at := slices.IndexFunc(s.features, func(f *group.Feature) bool { return f.Name == name }); at >= 0 {
				gate.Feature = s.features[at]
			} else if !s.elsewhere {
				unknownFeature(b, m, name, s.features)
			}
			found = append(found, gate)
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
	needs := group.Needs(field.AllGates())
	for _, flag := range field.Flags {
		if flag.Usage != "" && needs != "" {
			flag.Usage += " N" + needs[1:] + "."
		}
	}
}

// constantGates are the gates of a constant of a string type.
func constantGates(at place, importPath, name string) []*group.Gate {
	pkg := at.source(importPath)
	if pkg == nil {
		return nil
	}
	for _, c := range pkg.Constants {
		if c.Name == name && c.Markers.Has("featureGate") {
			at.reached[c] = true
			return gates(at.builder, at.scope, c.Markers)
		}
	}
	return nil
}
