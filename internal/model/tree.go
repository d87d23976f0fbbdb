package model

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// place is a struct in its place below a root while the tree is built.
type place struct {
	*builder
	group           *group.Group
	scope           scope
	root            *group.Root
	parent          *group.Field
	home            string        // the package of the markers at this place
	goType          *types.Struct // the struct itself
	declared        *load.Type    // its declaration; nil if it is not the user's
	external        *types.Struct // the same struct in the preferred version, or nil
	counterpart     *load.Type    // its declaration there; nil if it is not the user's, or if the version has the struct
	counterpartHome string        // the package of counterpart
	pending         []pendingMarker
	defaults        markers.FlagDefaults
	inList          bool // the fields exist once for each element of a list or map
	outer           []types.Type
	field           *group.Field // the field that is built; nil between fields
}

// report adds an error finding about the field that is built.
func (at place) report(pos, end token.Position, code, message, fix string, advice ...diag.Advice) {
	found := diag.At(pos, end, code, message, fix).With(advice...)
	if at.field != nil {
		found.Field = at.field.Path
	}
	at.findings = append(at.findings, found)
}

// reportMarker adds an error finding that spans a marker of the field.
func (at place) reportMarker(m markers.Marker, code, message, fix string, advice ...diag.Advice) {
	at.report(m.Position, m.End, code, message, fix, advice...)
}

// fields builds the fields of one struct in its place.
func fields(at place) []*group.Field {
	var built []*group.Field
	for i := range at.goType.NumFields() {
		variable := at.goType.Field(i)
		if isTypeMeta(variable.Type()) {
			markersOnTypeMeta(at, variable)
			continue
		}
		if field := buildField(at, variable, at.goType.Tag(i)); field != nil {
			built = append(built, field)
		}
	}
	unusedSubfields(at)
	return built
}

// markersOnTypeMeta reports markers on the kind and the version of a file.
func markersOnTypeMeta(at place, variable *types.Var) {
	if source := at.declared.Field(variable.Name()); source != nil {
		for _, m := range source.Markers {
			at.reportMarker(m, "embedded-field",
				fmt.Sprintf("+%s is on TypeMeta, which names the kind and the version in a file", m.Name),
				"remove it, or put it on a field of the configuration", m.Remove())
		}
	}
}

// buildField builds one field, with the fields below it; nil for a field that cannot be part of a configuration.
func buildField(at place, variable *types.Var, tag string) *group.Field {
	field := &group.Field{
		Name: variable.Name(), Type: typeOf(variable.Type()), Embedded: variable.Embedded(), Parent: at.parent,
		Tag: tag, Position: at.root.Position, End: at.root.End,
	}
	if at.parent != nil { // of a field in another module, the user's field that leads to it
		field.Position, field.End = at.parent.Position, at.parent.End
	}
	field.Path = joinPath(at.parent, field.Name)
	at.field = field
	if at.declared != nil {
		field.Package = at.home
		if source := at.declared.Field(field.Name); source != nil {
			field.Doc, field.Markers, field.Mistaken = source.Doc(), slices.Clip(source.Markers), source.Mistaken
			field.Foreign = source.Foreign
			field.Position, field.End = at.session.Position(source.Span)
			field.TagPosition, field.TypePosition = tagPosition(at.builder, source), at.position(source.Syntax.Type.Pos())
		}
	}
	declarations(at, field, field.Type)
	pending := takePending(at, field, variable)
	jsonNames(at, field, variable)
	if !fieldShape(at, field, variable, tag) {
		return nil
	}
	constraints(at, field, variable)
	fieldMarkers(at, field, variable)
	descend(at, field, variable, pending)
	return field
}

// descend builds the fields of the struct that a field holds, points to, or lists.
func descend(at place, field *group.Field, variable *types.Var, pending []pendingMarker) {
	inner, named, inList := structBehind(variable.Type())
	if inner == nil || field.Type.Base().Leaf || isOpaque(field.Type.Base()) {
		for _, p := range pending {
			at.reportMarker(p.marker, "subfield-path",
				fmt.Sprintf("+subfield leads to %s inside %s, which has no fields", strings.Join(p.path, "."), field.Path),
				"put the marker on the field itself", p.shortened())
		}
		return
	}
	if named != nil && slices.Contains(at.outer, types.Type(named)) {
		name := named.Obj().Name()
		fix, advice := endless(field)
		at.report(field.Position, field.End, "recursive-type",
			fmt.Sprintf("%s holds a %s inside a %s", field.Path, name, name), fix, advice)
		return
	}
	next := at
	next.field, next.parent, next.goType, next.declared, next.external, next.counterpart = nil, field, inner, nil, nil, nil
	next.pending, next.inList = pending, at.inList || inList
	if named != nil && named.Obj().Pkg() != nil {
		next.outer = append(slices.Clone(at.outer), named)
		if pkg := at.source(named.Obj().Pkg().Path()); pkg != nil {
			next.home, next.declared = pkg.Path, pkg.Types[named.Obj().Name()]
		}
	}
	next.defaults = flagDefaults(at, field)
	if next.declared != nil {
		at.reached[next.declared] = true
		for _, m := range next.declared.Markers.Named("config") {
			at.reportMarker(m, "nested-root",
				fmt.Sprintf("%s is marked +config and is inside %s", next.declared.Name, at.root.Name),
				"remove the marker: a root is not inside another one", m.Remove())
		}
		for _, m := range next.declared.Markers.Named("ignoredFlag") {
			at.reportMarker(m, "ignored-flag",
				fmt.Sprintf("%s has +ignoredFlag and is inside %s", next.declared.Name, at.root.Name),
				"move the marker to "+at.root.Name)
		}
		next.pending = append(next.pending, subfields(next.declared.Markers)...)
		tombstones(at.root, field, next.declared.Markers)
		next.declared = fieldsOf(at.builder, next.home, next.declared)
	}
	descendCounterpart(at, &next, field)
	field.Fields = fields(next)
}

// endless is the advice about a field that holds the type that it is in. One of another module can only be left out.
func endless(field *group.Field) (string, diag.Advice) {
	below := field.Name
	for above := field.Parent; above != nil && !field.Own(); above = above.Parent {
		if above.Own() {
			skip := fmt.Sprintf("+subfield(%s)=+configgen:skip", below)
			return "leave it out: " + skip, diag.Mark(above.Position, skip)
		}
		below = above.Name + "." + below
	}
	return limitedDepth, diag.Advice{}
}

// descendCounterpart follows a field into the preferred version.
func descendCounterpart(at place, next *place, field *group.Field) {
	if at.external == nil {
		return
	}
	for counterpart := range at.external.Fields() {
		if counterpart.Name() != field.Name {
			continue
		}
		var named *types.Named
		next.external, named, _ = structBehind(counterpart.Type())
		if field.Counterpart != nil && named != nil && named.Obj().Pkg() != nil {
			next.counterpartHome = named.Obj().Pkg().Path()
			next.counterpart = at.typeSource(next.counterpartHome, named.Obj().Name())
		}
	}
}

// flagDefaults returns the defaults for the flags below a field: the +flagDefaults of the field, of its type, and of
// the fields around it. Prefixes are joined.
func flagDefaults(at place, field *group.Field) markers.FlagDefaults {
	merged := at.defaults
	base := field.Type.Base()
	sets := []markers.Set{base.Markers, field.Markers} // the later ones win
	for _, set := range sets {
		if inner, ok := markers.Get[markers.FlagDefaults](set); ok {
			merged.Deprecated = cmp.Or(inner.Deprecated, merged.Deprecated)
			merged.Section = cmp.Or(inner.Section, merged.Section)
			merged.Hidden = inner.Hidden || merged.Hidden
		}
	}
	slices.Reverse(sets)
	for _, set := range sets {
		if inner, ok := markers.Get[markers.FlagDefaults](set); ok {
			merged.Prefix += inner.Prefix
		}
	}
	return merged
}

// structBehind is the struct that t is, points to, or holds in a list or map, with its name if it has one, and whether
// it is in a list or map.
func structBehind(t types.Type) (*types.Struct, *types.Named, bool) {
	inList := false
	for range 16 { // deeper nesting is not a configuration
		if s, ok := t.Underlying().(*types.Struct); ok {
			named, _ := types.Unalias(t).(*types.Named)
			return s, named, inList
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t, inList = u.Elem(), true
		case *types.Array:
			t, inList = u.Elem(), true
		case *types.Map:
			t, inList = u.Elem(), true
		default:
			return nil, nil, false
		}
	}
	return nil, nil, false
}

// isOpaque reports whether t is a type of the standard library whose fields are not configuration.
func isOpaque(t *group.Type) bool {
	return t.Package == "time" || t.Package == "net/netip" || t.Package == "net/url"
}

// pendingMarker is a +subfield on its way to the field it names.
type pendingMarker struct {
	path   []string
	marker markers.Marker
	// outer is the +subfield.
	outer markers.Marker
	used  *bool
}

// shortened is the advice to put the marker on the last field of the path that holds other fields.
func (p pendingMarker) shortened() diag.Advice {
	path := strings.TrimSuffix(strings.TrimSuffix(p.outer.Value.(*markers.Subfield).Path, strings.Join(p.path, ".")), ".")
	if path == "" {
		return p.outer.Write(p.marker.Text)
	}
	return p.outer.Write("+subfield(" + path + ")=" + p.marker.Text)
}

// takePending gives the field the +subfield markers that lead to it, and returns the markers that lead further down.
func takePending(at place, field *group.Field, variable *types.Var) []pendingMarker {
	var below []pendingMarker
	for _, p := range at.pending {
		switch inner, _, list := structBehind(variable.Type()); {
		case *p.used:
		case p.path[0] == field.Name && len(p.path) == 1:
			*p.used = true
			field.Markers = append(field.Markers, p.marker)
			field.Inherited++
			field.Position, field.End = p.marker.Position, p.marker.End
		case p.path[0] == field.Name:
			below = append(below, pendingMarker{p.path[1:], p.marker, p.outer, p.used})
		case field.Embedded && inner != nil && !list && anyField(inner, p.path[0]):
			below = append(below, p)
		}
	}
	return append(below, subfields(field.Markers)...)
}

// subfields are the +subfield markers of a field or type.
func subfields(set markers.Set) []pendingMarker {
	var found []pendingMarker
	for _, outer := range set {
		if inner, ok := outer.Value.(*markers.Subfield); ok {
			found = append(found, pendingMarker{strings.Split(inner.Path, "."), inner.Marker, outer, new(bool)})
		}
	}
	return found
}

// unusedSubfields reports +subfield markers that lead to a field that the struct does not have.
func unusedSubfields(at place) {
	for _, p := range at.pending {
		if !*p.used && !anyField(at.goType, p.path[0]) {
			*p.used = true
			fix, near := nearestField(at.goType, p.path[0])
			at.reportMarker(p.marker, "subfield-path",
				fmt.Sprintf("+subfield leads to %s, and there is no field %s", strings.Join(p.path, "."), p.path[0]),
				fix, p.outer.Correct(p.path[0], near))
		}
	}
}

// anyField reports whether a struct has a field of the given name, promoted ones included.
func anyField(s *types.Struct, name string) bool {
	for field := range s.Fields() {
		if field.Name() == name {
			return true
		}
		if inner, _, list := structBehind(field.Type()); field.Embedded() && inner != nil && !list && anyField(inner, name) {
			return true
		}
	}
	return false
}

// nearestField says which field may be meant, or which there are; near is the field that may be meant.
func nearestField(s *types.Struct, name string) (fix, near string) {
	var names []string
	for field := range s.Fields() {
		if field.Exported() {
			names = append(names, field.Name())
		}
	}
	if near, distance := diag.Nearest(name, names); distance >= 0 && distance <= 3 {
		return "did you mean " + near + "?", near
	}
	return "it has " + strings.Join(names, ", "), name
}
