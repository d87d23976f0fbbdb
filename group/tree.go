package group

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/markers"
)

// place is a struct in its place below a root while the tree is built.
type place struct {
	root     *Root
	parent   *Field
	home     string        // the package in which the markers at this place stand
	goType   *types.Struct // the struct itself
	declared *typeSyntax   // its declaration; nil where it is not the user's
	external *types.Struct // the same struct in the preferred version; nil where there is none
	twin     *typeSyntax   // its declaration there; nil where it is not the user's, or where the struct is that of the version
	pending  []pendingMarker
	defaults markers.FlagDefaults
	own      *Field // the nearest field above whose declaration is the user's
	inList   bool   // the fields exist once for each element of a list or map
	outer    []types.Type
}

// pendingMarker is a +subfield on its way to the field it names.
type pendingMarker struct {
	path   []string
	marker markers.Marker
	used   *bool
}

// buildRoots builds the field trees of a group.
func (b *builder) buildRoots(g *Group) {
	for _, root := range slices.Concat(g.Roots, g.FlagStructs) {
		b.root(g, root)
	}
	unusable := func(root *Root) bool { return root.Type == nil }
	g.Roots = slices.DeleteFunc(g.Roots, unusable)
	g.FlagStructs = slices.DeleteFunc(g.FlagStructs, unusable)
}

func (b *builder) root(g *Group, root *Root) {
	pkg, _, err := b.world.Types(root.Package.Path)
	if err != nil || pkg.Scope().Lookup(root.Name) == nil {
		return // the package does not parse: that is a finding already
	}
	object, isType := pkg.Scope().Lookup(root.Name).(*types.TypeName)
	if !isType {
		b.report(root.Position, root.End, "root-type", fmt.Sprintf("%s is declared a second time in this package, and not as a type", root.Name), "give one of the two another name")
		return
	}
	declared := b.syntaxOf(root.Package.Path).types[root.Name]
	goType, ok := object.Type().Underlying().(*types.Struct)
	if !ok || declared.generic {
		what := "no struct"
		if ok {
			what = "generic"
		}
		b.report(root.Position, root.End, "root-type", fmt.Sprintf("%s is marked as a root and is %s", root.Name, what), "mark a struct type without type parameters")
		return
	}
	root.Type = typeOf(object.Type())
	if declared.markers.Has("config") && !embedsTypeMeta(goType) {
		b.report(root.Position, root.End, "no-type-meta", fmt.Sprintf("%s has no metav1.TypeMeta, by which a file says what it holds", root.Name),
			"embed it as the first field: metav1.TypeMeta `json:\",inline\"`")
	}
	at := place{root: root, home: root.Package.Path, goType: goType, declared: declared, outer: []types.Type{object.Type()}}
	if defaults, ok := markers.Get[markers.FlagDefaults](declared.markers); ok {
		at.defaults = *defaults
	}
	if declared.markers.Has("config") {
		at.external = b.externalRoot(g, root)
		if root.Version != nil && g.Internal() {
			at.twin = b.declarationOf(root.Version.Types.Path, root.Name)
		}
	}
	declared.reached = true
	root.Structs = structsBelow(object, root.Package)
	root.Fields = b.fields(at)
}

func embedsTypeMeta(s *types.Struct) bool {
	for i := range s.NumFields() {
		if s.Field(i).Embedded() && isTypeMeta(s.Field(i).Type()) {
			return true
		}
	}
	return false
}

// externalRoot finds the struct of the root's name in the preferred version that has one.
func (b *builder) externalRoot(g *Group, root *Root) *types.Struct {
	for i := range g.Versions {
		pkg, _, err := b.world.Types(g.Versions[i].Types.Path)
		if err != nil {
			continue
		}
		g.Versions[i].Types.Name = pkg.Name()
		if object := pkg.Scope().Lookup(root.Name); object != nil && root.Version == nil {
			if external, ok := object.Type().Underlying().(*types.Struct); ok {
				root.Version = &g.Versions[i]
				return external
			}
		}
	}
	b.report(root.Position, root.End, "no-version", fmt.Sprintf("no version of the group has a struct %s", root.Name),
		fmt.Sprintf("declare it in a package marked +k8s:conversion-gen=%s, in a folder right below or among the packages of the call", root.Package.Path))
	return nil
}

// fields builds the fields of one struct in its place.
func (b *builder) fields(at place) []*Field {
	var fields []*Field
	for i := range at.goType.NumFields() {
		variable := at.goType.Field(i)
		if isTypeMeta(variable.Type()) {
			continue
		}
		field := b.field(at, variable, at.goType.Tag(i))
		if field == nil {
			continue
		}
		fields = append(fields, field)
	}
	if at.root.Version != nil {
		b.uniqueNames(fields)
	}
	for _, p := range at.pending {
		if !*p.used && !anyField(at.goType, p.path[0]) {
			*p.used = true
			b.reportMarker(p.marker, "subfield-path", fmt.Sprintf("+subfield leads to %s, and there is no field %s", strings.Join(p.path, "."), p.path[0]), nearestField(at.goType, p.path[0]))
		}
	}
	return fields
}

// field builds one field, with what is below it; nil for a field that cannot be part of a configuration.
func (b *builder) field(at place, variable *types.Var, tag string) *Field {
	field := &Field{
		Name: variable.Name(), Type: typeOf(variable.Type()), Embedded: variable.Embedded(), Parent: at.parent,
		Position: b.world.Fset.Position(variable.Pos()),
	}
	b.declarations(field.Type)
	field.Path = joinPath(at.parent, field.Name)
	field.End = field.Position
	field.End.Column += len(field.Name)
	if at.declared != nil {
		if source := at.declared.fields[field.Name]; source != nil {
			field.Doc, field.Markers = source.doc, slices.Clone(source.markers)
			field.Position, field.End = b.world.Fset.Position(source.pos), b.world.Fset.Position(source.end)
		}
	}
	pending := takePending(at, field, variable)
	tag = b.jsonNames(at, field, variable, tag)
	if !b.fieldShape(at, field, variable, tag) {
		return nil
	}
	field.Secret = reflect.StructTag(tag).Get("datapolicy") != "" || at.parent != nil && at.parent.Secret
	b.fieldMarkers(at, field, variable)
	b.descend(at, field, variable, pending)
	if at.root.Version != nil {
		b.listKeys(field)
	}
	return field
}

// takePending gives the field the +subfield markers that lead to it, and returns those that lead further down.
func takePending(at place, field *Field, variable *types.Var) []pendingMarker {
	var below []pendingMarker
	for _, p := range at.pending {
		switch inner, _, list := structBehind(variable.Type()); {
		case *p.used:
		case p.path[0] == field.Name && len(p.path) == 1:
			*p.used = true
			field.Markers = append(field.Markers, p.marker)
			field.Position, field.End = p.marker.Position, p.marker.End
		case p.path[0] == field.Name:
			below = append(below, pendingMarker{p.path[1:], p.marker, p.used})
		case field.Embedded && inner != nil && !list && anyField(inner, p.path[0]):
			below = append(below, p)
		}
	}
	for _, m := range field.Markers {
		if inner, ok := m.Value.(*markers.Subfield); ok {
			marker := inner.Marker
			below = append(below, pendingMarker{strings.Split(inner.Path, "."), marker, new(bool)})
		}
	}
	return below
}

// jsonNames sets the field's JSON name and path, from its own tag or from its twin in the preferred version, and returns the
// tag that says more of it: datapolicy may stand in either.
func (b *builder) jsonNames(at place, field *Field, variable *types.Var, tag string) string {
	if at.external == nil {
		if at.root.Version != nil {
			field.JSONName, field.JSONPath = lowerCamel(field.Name), joinJSON(at.parent, lowerCamel(field.Name))
		}
		return tag
	}
	twinTag, found := "", false
	for i := range at.external.NumFields() {
		if twin := at.external.Field(i); twin.Name() == field.Name {
			twinTag, found = at.external.Tag(i), true
			b.twin(at, field, twin)
		}
	}
	name, options, _ := strings.Cut(reflect.StructTag(twinTag).Get("json"), ",")
	switch {
	case !found || name == "" && !variable.Embedded():
		field.JSONName = lowerCamel(field.Name)
	case name == "" && (variable.Embedded() || strings.Contains(options, "inline")):
	default:
		field.JSONName = name
	}
	field.JSONPath = joinJSON(at.parent, field.JSONName)
	if reflect.StructTag(tag).Get("datapolicy") == "" && reflect.StructTag(twinTag).Get("datapolicy") != "" {
		return twinTag
	}
	return tag
}

// twin notes what the preferred version declares of a field.
func (b *builder) twin(at place, field *Field, variable *types.Var) {
	if at.twin == nil {
		return
	}
	field.Twin = &Twin{Type: typeOf(variable.Type())}
	b.declarations(field.Twin.Type)
	if source := at.twin.fields[field.Name]; source != nil {
		field.Twin.Markers = source.markers
	}
}

// declarationOf is the declaration of a type of the user's; nil where there is none.
func (b *builder) declarationOf(path, name string) *typeSyntax {
	if s := b.syntaxOf(path); s != nil {
		return s.types[name]
	}
	return nil
}

// descend builds what is below a field that holds, points to, or lists a struct.
func (b *builder) descend(at place, field *Field, variable *types.Var, pending []pendingMarker) {
	inner, named, inList := structBehind(variable.Type())
	if inner == nil || field.Type.Base().Leaf || isTime(field.Type.Base()) {
		for _, p := range pending {
			b.reportMarker(p.marker, "subfield-path", fmt.Sprintf("+subfield leads to %s inside %s, which has no fields", strings.Join(p.path, "."), field.Path),
				"put the marker on the field itself")
		}
		return
	}
	if named != nil && slices.Contains(at.outer, types.Type(named)) {
		b.report(field.Position, field.End, "recursive-type", fmt.Sprintf("%s holds a %s inside a %s", field.Path, named.Obj().Name(), named.Obj().Name()), limitedDepth)
		return
	}
	next := place{root: at.root, parent: field, home: at.home, goType: inner, pending: pending, defaults: at.defaults, inList: at.inList || inList, own: at.own, outer: at.outer}
	if at.declared != nil {
		next.own = field
	}
	if named != nil && named.Obj().Pkg() != nil {
		next.outer = append(slices.Clone(at.outer), named)
		if s := b.syntaxOf(named.Obj().Pkg().Path()); s != nil {
			next.home, next.declared = s.pkg.Path, s.types[named.Obj().Name()]
		}
	}
	if next.declared != nil && named != nil {
		next.declared.reached = true
		next.defaults = mergeDefaults(at.defaults, next.declared.markers)
		for _, m := range next.declared.markers.Named("config") {
			b.reportMarker(m, "nested-root", fmt.Sprintf("%s is marked +config and stands inside %s", named.Obj().Name(), at.root.Name), "remove the marker: a root stands alone")
		}
	}
	if at.external != nil {
		for i := range at.external.NumFields() {
			if twin := at.external.Field(i); twin.Name() == field.Name {
				var named *types.Named
				next.external, named, _ = structBehind(twin.Type())
				if field.Twin != nil && named != nil && named.Obj().Pkg() != nil {
					next.twin = b.declarationOf(named.Obj().Pkg().Path(), named.Obj().Name())
				}
			}
		}
	}
	field.Fields = b.fields(next)
}

// mergeDefaults lets an inner type's +flagDefaults win over the outer ones; prefixes add up.
func mergeDefaults(outer markers.FlagDefaults, set markers.Set) markers.FlagDefaults {
	inner, ok := markers.Get[markers.FlagDefaults](set)
	if !ok {
		return outer
	}
	merged := markers.FlagDefaults{Deprecated: inner.Deprecated, Section: inner.Section, Prefix: outer.Prefix + inner.Prefix}
	if merged.Deprecated == "" {
		merged.Deprecated = outer.Deprecated
	}
	if merged.Section == "" {
		merged.Section = outer.Section
	}
	return merged
}

// structBehind is the struct that t is, points to, or holds in a list or map, with its name if it has one, and whether a list
// or map lies between.
func structBehind(t types.Type) (*types.Struct, *types.Named, bool) {
	inList := false
	for range 16 { // deeper nesting than that is no configuration
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

func isTypeMeta(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "TypeMeta" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "k8s.io/apimachinery/pkg/apis/meta/v1"
}

// isTime reports whether t is an opaque type of the standard library's.
func isTime(t *Type) bool {
	return t.Package == "time" || t.Package == "net/netip" || t.Package == "net/url"
}

func joinPath(parent *Field, name string) string {
	if parent == nil {
		return name
	}
	return parent.Path + elements(parent.Type) + "." + name
}

func joinJSON(parent *Field, name string) string {
	switch {
	case parent == nil:
		return name
	case name == "":
		return parent.JSONPath + elements(parent.Type)
	case parent.JSONPath == "":
		return name
	}
	return parent.JSONPath + elements(parent.Type) + "." + name
}

// elements is [*] for each list or map between a field and the struct that it holds.
func elements(t *Type) string {
	text := ""
	for t.Elem != nil && !t.Leaf {
		if t.Kind != "pointer" {
			text += "[*]"
		}
		t = t.Elem
	}
	return text
}

// lowerCamel is the JSON name that Kubernetes gives a Go name: TLSCertFile becomes tlsCertFile.
func lowerCamel(name string) string {
	runes, lower := []rune(name), []rune(name)
	for i, r := range runes {
		if !unicode.IsUpper(r) || i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !plural(runes, i+1) {
			break
		}
		lower[i] = unicode.ToLower(r)
	}
	return string(lower)
}

// anyField reports whether a struct has a field of the given name, promoted ones included.
func anyField(s *types.Struct, name string) bool {
	for i := range s.NumFields() {
		field := s.Field(i)
		if field.Name() == name {
			return true
		}
		if inner, _, list := structBehind(field.Type()); field.Embedded() && inner != nil && !list && anyField(inner, name) {
			return true
		}
	}
	return false
}

func nearestField(s *types.Struct, name string) string {
	var names []string
	for i := range s.NumFields() {
		if s.Field(i).Exported() {
			names = append(names, s.Field(i).Name())
		}
	}
	if near, distance := diag.Nearest(name, names); distance >= 0 && distance <= 3 {
		return "did you mean " + near + "?"
	}
	return "it has " + strings.Join(names, ", ")
}
