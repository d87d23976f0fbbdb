package group

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/markers"
)

// featureFolders are where the features of a component are declared by custom, seen from a folder above its types.
var featureFolders = []string{"features", "internal/features", "pkg/features"}

// featureScope lists the packages whose features the fields of a group may name. It depends on nothing but the group's own
// package, so that the patterns of a call do not decide over what is generated.
func (b *builder) featureScope(g *Group) []string {
	if s := b.syntaxOf(g.Package.Path); s != nil {
		if output, ok := markers.Get[markers.Output](s.markers); ok && output.Features != "" {
			return []string{output.Features}
		}
	}
	var scope []string
	for _, own := range []string{g.Package.Path, g.FlagsPackage.Path} {
		if !slices.Contains(scope, own) && b.syntaxOf(own).declaresFeatures() {
			scope = append(scope, own)
		}
	}
	if len(scope) > 0 {
		return scope
	}
	for above := g.Package.Path; above != "." && b.world.Folder(above) != ""; above = path.Dir(above) {
		for _, folder := range featureFolders {
			if candidate := path.Join(above, folder); b.syntaxOf(candidate).declaresFeatures() {
				return []string{candidate}
			}
		}
	}
	return nil
}

// openScope makes the features known that the fields of a group may name.
func (b *builder) openScope(g *Group) {
	b.scope, b.elsewhere = nil, false
	for _, importPath := range b.featureScope(g) {
		b.scope = append(b.scope, b.features[importPath]...)
		b.elsewhere = b.world.Folder(importPath) == ""
	}
	s := b.syntaxOf(g.Package.Path)
	if output, ok := markers.Get[markers.Output](s.markers); ok && output.Features != "" && !b.elsewhere && !b.syntaxOf(output.Features).declaresFeatures() {
		b.reportMarker(s.markers.Named("configgen:output")[0], "feature-package", output.Features+" declares no features", "name the package whose constants carry +feature")
	}
}

// gates are the features that the markers of a set name.
func (b *builder) gates(set markers.Set) []*Gate {
	var gates []*Gate
	for _, m := range set.Named("featureGate") {
		guard, ok := m.Value.(*markers.FeatureGate)
		if !ok {
			continue
		}
		for _, name := range guard.Gates {
			gate := &Gate{Name: name, Position: m.Position, End: m.End}
			if at := slices.IndexFunc(b.scope, func(f *Feature) bool { return f.Name == name }); at >= 0 {
				gate.Feature = b.scope[at]
			} else if !b.elsewhere {
				b.unknownFeature(m, name, b.scope)
			}
			gates = append(gates, gate)
		}
	}
	return gates
}

// fieldGates gives a field the gates of its own marker and those of its type, and says in the help of its flags what they need.
func (b *builder) fieldGates(field *Field) {
	field.Gates = b.gates(field.Markers)
	for _, gate := range b.gates(field.Type.Base().Markers) {
		if !slices.ContainsFunc(field.Gates, func(g *Gate) bool { return g.Name == gate.Name }) {
			field.Gates = append(field.Gates, gate)
		}
	}
	needs := Needs(field.AllGates())
	for _, flag := range field.Flags {
		if flag.Usage != "" && needs != "" {
			flag.Usage += " N" + needs[1:] + "."
		}
	}
}

// Needs says which gates a value needs, as in needs the feature gate DNSOverTLS (ALPHA - default=false); empty where none.
func Needs(gates []*Gate) string {
	var names []string
	for _, gate := range gates {
		names = append(names, gate.String())
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "needs the feature gate " + names[0]
	}
	return "needs the feature gates " + strings.Join(names, " and ")
}

// AllGates are the gates of the field and of what it stands in, the outermost first.
func (f *Field) AllGates() []*Gate {
	var gates []*Gate
	if f.Parent != nil {
		gates = f.Parent.AllGates()
	}
	for _, gate := range f.Gates {
		if !slices.ContainsFunc(gates, func(g *Gate) bool { return g.Name == gate.Name }) {
			gates = append(slices.Clone(gates), gate)
		}
	}
	return gates
}

// GatedValues reports whether a gate guards a value that the type can have.
func (t *Type) GatedValues() bool {
	return slices.ContainsFunc(t.Base().Constants, func(c Constant) bool { return len(c.Gates) > 0 })
}

// GatedValues reports whether a gate guards a value of any field.
func (r *Root) GatedValues() bool {
	found := false
	r.Walk(func(field *Field) { found = found || field.Type.GatedValues() })
	return found
}

// String is the gate with its stage as far as that is known, as in DNSOverTLS (ALPHA - default=false).
func (g *Gate) String() string {
	if g.Feature == nil {
		return g.Name
	}
	latest := g.Feature.Latest()
	return fmt.Sprintf("%s (%s - default=%t)", g.Name, strings.ToUpper(latest.Stage), latest.Default)
}

// gateImports are the packages whose features guard a field or its values.
func gateImports(field *Field) []string {
	gates := slices.Clone(field.Gates)
	for _, c := range field.Type.Base().Constants {
		gates = append(gates, c.Gates...)
	}
	var paths []string
	for _, gate := range gates {
		if gate.Feature != nil {
			paths = append(paths, gate.Feature.Package.Path)
		}
	}
	return paths
}

// constantGates are the gates of a constant of a string type.
func (b *builder) constantGates(importPath, name string) []*Gate {
	s := b.syntaxOf(importPath)
	if s == nil {
		return nil
	}
	for _, c := range s.constants {
		if c.name == name && c.markers.Has("featureGate") {
			c.reached = true
			return b.gates(c.markers)
		}
	}
	return nil
}

// strayConstants finds guarded constants that are a value of no field.
func (b *builder) strayConstants() {
	for _, importPath := range slices.Sorted(maps.Keys(b.syntaxes)) {
		s := b.syntaxes[importPath]
		if s == nil || s.pkg.Broken {
			continue
		}
		for _, c := range s.constants {
			for _, m := range c.markers.Named("featureGate") {
				if !c.reached {
					b.reportMarker(m, "unreached-marker", fmt.Sprintf("+featureGate has no effect: %s is a value of no field below a root", c.name), "remove it, or use the constant's type in a field")
				}
			}
		}
	}
}

// alphaWords are how documentation says that a field is alpha.
var alphaWords = regexp.MustCompile(`(?i)\balpha[- ](field|feature|option|level|stage)\b|\b(is|in|still) alpha\b|^\W*alpha\W*:|\[alpha\]|\(alpha\)`)

// alphaField finds fields of a beta or GA version whose documentation calls them alpha and that no gate guards: the deprecation
// policy lets what is alpha change at any time, and what is beta or GA not. The documentation may stand in the version.
func (b *builder) alphaField(at place, field *Field) {
	version := at.root.Version
	if version == nil || strings.Contains(version.Name, "alpha") || !strings.HasPrefix(version.Name, "v") || len(field.AllGates()) > 0 {
		return
	}
	pos, end, fix := field.Position, field.End, "add +featureGate=..."
	switch twin := at.twin.field(field.Name); {
	case at.declared != nil && alphaWords.MatchString(field.Doc):
	case twin != nil && alphaWords.MatchString(twin.doc):
		pos, end = b.world.Fset.Position(twin.pos), b.world.Fset.Position(twin.end)
		fix += " to the field of the internal type"
	default:
		return
	}
	b.report(pos, end, "feature-alpha-field", fmt.Sprintf("%s is alpha, as its documentation says, and stands in version %s without a feature gate", field.Path, version.Name),
		fix+", or mend the documentation")
}
