package model

import (
	"encoding/json"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/defaulting"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// docsPackage describes the package of the documentation of a group, if the group asks for one.
func docsPackage(b *builder, pkg *load.Package) group.Package {
	dir, importPath := load.Docs(b.session, pkg)
	if dir == "" {
		return group.Package{}
	}
	if !filepath.IsLocal(filepath.FromSlash(dir)) || b.session.Directory(importPath) == "" {
		m := pkg.Markers.Named("configgen:output")[0]
		b.reportMarker(m, "output-package", fmt.Sprintf("documentation cannot go into %q", dir),
			"name a directory of the module of the types, relative to that of go.mod, such as docs/config")
		return group.Package{}
	}
	if existing := b.source(importPath); existing != nil {
		return b.describe(existing)
	}
	return group.Package{ // not a package of Go: the directory may have any name
		Path: importPath, Name: path.Base(importPath), Dir: b.session.Directory(importPath),
		Declared: map[string]group.Declaration{},
	}
}

// externals describes the roots of a group as the versions declare them.
func externals(b *builder, g *group.Group) {
	for _, version := range g.Versions {
		checked, _, err := b.session.Types(version.Types.Path)
		if err != nil {
			continue // which is a finding already
		}
		defaults := readDefaults(b, version.Package.Path)
		headers := map[string]group.Header{}
		if source := b.source(version.Types.Path); source != nil {
			headers = b.session.Registrations(source)
		}
		for _, root := range g.Roots {
			object, ok := checked.Scope().Lookup(root.Name).(*types.TypeName)
			if !ok {
				continue
			}
			goType, ok := object.Type().Underlying().(*types.Struct)
			if !ok {
				continue
			}
			at := declaredPlace{
				place:    place{builder: b, group: g, scope: scopeOf(b, g), root: root},
				defaults: defaults, typesPath: version.Types.Path,
				goType: goType, outer: []types.Type{types.Unalias(object.Type())},
			}
			external := &group.External{Version: version.Package.Path, Header: headers[root.Name]}
			if declared := b.typeSource(version.Types.Path, root.Name); declared != nil {
				external.Doc = declared.Doc
			}
			at.source, at.home = structSource(b, types.Unalias(object.Type()))
			external.Fields = at.fields()
			root.External = append(root.External, external)
		}
	}
}

// readDefaults reads the functions that set the defaults of a version, in its package and in the peers that the package
// names for defaults.
func readDefaults(b *builder, path string) *defaulting.Defaults {
	source := b.source(path)
	var peers []string
	if source != nil {
		for _, peer := range source.Peers() {
			if peer.Defaults && peer.Path != path {
				peers = append(peers, peer.Path)
			}
		}
	}
	return defaulting.Read(source, peers, b.session)
}

// declaredPlace is a struct in its place below a root of a version.
type declaredPlace struct {
	place
	defaults *defaulting.Defaults
	// typesPath is the package that declares the root.
	typesPath string
	goType    *types.Struct
	source    *load.Type // its declaration; nil if it is not the user's
	home      string     // the package of source
	parent    *group.Field
	outer     []types.Type
}

// structSource is the declaration of a struct type of the user's with its package; nil for others.
func structSource(b *builder, t types.Type) (*load.Type, string) {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil, ""
	}
	path := named.Obj().Pkg().Path()
	declared := b.typeSource(path, named.Obj().Name())
	if declared == nil {
		return nil, ""
	}
	return fieldsOf(b, path, declared), path
}

// fields describes the fields that a file can have.
func (at declaredPlace) fields() []*group.Field {
	var found []*group.Field
	for i := range at.goType.NumFields() {
		variable := at.goType.Field(i)
		name, options, _ := strings.Cut(reflect.StructTag(at.goType.Tag(i)).Get("json"), ",")
		if isTypeMeta(variable.Type()) || !variable.Exported() || name == "-" && options == "" {
			continue
		}
		field := &group.Field{
			Name: variable.Name(), Type: typeOf(variable.Type()), Embedded: variable.Embedded(), Parent: at.parent,
			JSONName: name, Tag: at.goType.Tag(i),
		}
		_, field.Doc = at.session.Published(variable)
		if inlined := variable.Embedded() || strings.Contains(options, "inline"); name == "" && !inlined {
			field.JSONName = variable.Name()
		}
		_, field.Facts.Secret = reflect.StructTag(at.goType.Tag(i)).Lookup(policy)
		field.Facts.Secret = field.Facts.Secret || at.parent != nil && at.parent.Facts.Secret
		field.Path, field.JSONPath = joinPath(at.parent, field.Name), joinJSON(at.parent, field.JSONName)
		if source := at.source.Field(field.Name); source != nil {
			field.Doc, field.Markers, field.Package = source.Doc(), source.Markers, at.home
			field.Position, field.End = at.session.Position(source.Span)
			field.TagPosition, field.TypePosition = tagPosition(at.builder, source), at.position(source.Syntax.Type.Pos())
		}
		if secret, ok := markers.Get[markers.Secret](field.Markers); ok && secret.Is {
			field.Facts.Secret = true
		}
		declarations(at.place, field, field.Type)
		at.descend(field, variable)
		at.setDefault(field)
		found = append(found, field)
	}
	return found
}

// tagPosition is where the tag of a field begins, if it is in back quotes and the field is declared alone, on a line of
// its own.
func tagPosition(b *builder, source *load.Field) token.Position {
	literal := source.Syntax.Tag
	if literal == nil || literal.Value[0] != '`' || len(source.Syntax.Names) > 1 || source.Beside {
		return token.Position{}
	}
	return b.position(literal.Pos())
}

// setDefault notes the default of a field.
func (at declaredPlace) setDefault(field *group.Field) {
	set := at.defaults.Of(field, at.typesPath, at.root.Name)
	if set.Value != "" {
		field.Default = &group.Default{Value: set.Value}
	}
	if code := set.Code; code != nil {
		field.Default = &group.Default{Code: &group.Code{
			Digest: code.Digest, Functions: code.Functions, Depends: set.Depends,
			Position: at.session.Fset.Position(code.Position),
		}}
	}
	declared, home := field.Markers.Named("default"), field.Package
	if len(declared) == 0 {
		declared, home = field.Type.Markers.Named("default"), field.Type.Package
	}
	if len(declared) == 0 {
		return
	}
	field.Default = &group.Default{Marker: &declared[0], Before: set.Value}
	field.Default.Value = declared[0].Value.(*markers.Default).Value
	if strings.HasPrefix(field.Default.Value, "ref(") {
		field.Default.Value = at.constant(field.Default.Value, home)
	}
}

// constant is the value in JSON of the constant that a default in a package names; empty if it is not known.
func (at declaredPlace) constant(text, home string) string {
	ref, ok := markers.ParseRefValue(text)
	if at.place.home = home; !ok || ref.Package == "" && home == "" {
		return ""
	}
	object, _ := lookup(at.place, ref) // the generator of Kubernetes reports what does not exist
	declared, ok := object.(*types.Const)
	if !ok {
		return ""
	}
	switch value := declared.Val(); value.Kind() {
	case constant.String:
		quoted, _ := json.Marshal(constant.StringVal(value))
		return string(quoted)
	case constant.Float:
		number, _ := constant.Float64Val(value)
		return strconv.FormatFloat(number, 'g', -1, 64)
	case constant.Bool, constant.Int:
		return value.ExactString()
	}
	return ""
}

// descend describes the fields of the struct that a field holds, points to, or lists. A type that contains itself is
// described once.
func (at declaredPlace) descend(field *group.Field, variable *types.Var) {
	inner, named, _ := structBehind(variable.Type())
	if inner == nil || field.Type.Base().Leaf || isOpaque(field.Type.Base()) ||
		named != nil && slices.Contains(at.outer, types.Type(named)) {
		return
	}
	next := at
	next.parent, next.goType, next.source, next.home = field, inner, nil, ""
	if named != nil {
		next.outer = append(slices.Clone(at.outer), named)
		next.source, next.home = structSource(at.builder, named)
	}
	field.Fields = next.fields()
}
