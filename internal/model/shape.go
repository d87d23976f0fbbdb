package model

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// limitedDepth is the advice about types that hold themselves.
const limitedDepth = "a configuration is a tree of limited depth: use a type of its own for each level"

// fieldShape reports whether a field can be part of a configuration at all, with a finding if it cannot. In types of
// other modules, which the user cannot change, it is silent.
func fieldShape(at place, field *group.Field, variable *types.Var, tag string) bool {
	if name, _ := jsonName(tag); name == "-" {
		if len(field.Markers) > 0 {
			at.report(field.Position, field.End, "no-json",
				fmt.Sprintf("%s has markers and is excluded from files by json:\"-\"", field.Path),
				"remove the markers, or give the field a JSON name")
		}
		return false
	}
	if skipped(at, field) {
		return false
	}
	if !variable.Exported() && at.flagStruct() && len(field.Markers) == 0 && !holdsFlags(at, field) {
		return false // no flag is asked for, and no file sets it
	}
	if !variable.Exported() && !(at.flagStruct() && isOwn(at, variable)) {
		return refuse(at, field, "unexported-field",
			fmt.Sprintf("the field %s is not exported and cannot be set by files and flags", field.Path),
			"export it, or keep it outside of the configuration")
	}
	if field.Type.Base().Kind == "invalid" || field.Type.Kind == "invalid" {
		if ofMissingPackage(at, field) {
			return false // the import is a finding already
		}
		cause, from := typeErrorIn(at.builder, at.home, field.Position, field.End)
		if at.newCause(at.home, cause, field.Position) {
			at.findings = append(at.findings, diag.At(field.Position, field.End, "type-error",
				fmt.Sprintf("the type of %s is unknown: %s", field.Path, cause), "").See("at", from))
		}
		return false
	}
	source := "be read from a file"
	if at.flagStruct() {
		source = "be set by a flag"
	}
	switch code, what, fix := unfit(field, source); {
	case code == "":
	case at.flagStruct() && field.Type.Kind == "interface" && field.Markers.Has("flagsFrom"):
		return true
	case at.flagStruct() && len(field.Markers) == 0:
		return false // no flag is asked for, and no file sets it
	default:
		return refuse(at, field, code, field.Path+" "+what, fix)
	}
	if field.Embedded {
		return embedded(at, field)
	}
	return true
}

// isOwn reports whether generated code can use a field that is not exported: it is in the package of the flags struct.
func isOwn(at place, variable *types.Var) bool { return variable.Pkg().Path() == at.root.Package.Path }

// holdsFlags reports whether a field that is not exported is a struct of the package of the flags struct, so that the
// fields below it can have flags.
func holdsFlags(at place, field *group.Field) bool {
	base := field.Type.Base()
	return base.Kind == "struct" && base.Package == at.root.Package.Path
}

// skipped reports whether a field is not part of the configuration: it is marked so, or no file can hold it and no
// marker asks for anything.
func skipped(at place, field *group.Field) bool {
	var asking []markers.Marker
	for _, m := range field.Markers {
		if at.own[m.Name] && m.Name != "configgen:skip" {
			asking = append(asking, m)
		}
	}
	if field.Markers.Has("configgen:skip") {
		for _, m := range asking {
			at.reportMarker(m, "skipped-field", fmt.Sprintf("+%s has no effect on %s, which +configgen:skip leaves out",
				m.Name, field.Path), "remove one of the two", m.Remove(),
				field.Markers.Named("configgen:skip")[0].Remove())
		}
		return true
	}
	if len(asking) > 0 || at.flagStruct() {
		return false
	}
	base := field.Type.Base()
	return base.Kind == "interface" && !base.Leaf || notConverted(at, field)
}

// notConverted reports whether a field of an internal type is left out of conversions, and the version lacks it.
func notConverted(at place, field *group.Field) bool {
	conversion, ok := markers.Get[markers.ConversionGen](field.Markers)
	if !ok || conversion.Package != "false" || at.external == nil || at.external == at.goType {
		return false
	}
	for variable := range at.external.Fields() {
		if variable.Name() == field.Name {
			return false
		}
	}
	return true
}

// ofMissingPackage reports whether the type of a field comes from a package that cannot be loaded.
func ofMissingPackage(at place, field *group.Field) bool {
	source, pkg := at.declared.Field(field.Name), at.source(at.home)
	if source == nil || pkg == nil {
		return false
	}
	missing := false
	ast.Inspect(source.Syntax.Type, func(node ast.Node) bool {
		selector, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		name, _ := selector.X.(*ast.Ident)
		for _, file := range pkg.Files {
			if name == nil || source.Syntax.Pos() < file.FileStart || file.FileEnd <= source.Syntax.Pos() {
				continue
			}
			for _, spec := range file.Imports {
				path := strings.Trim(spec.Path.Value, `"`)
				own := path[strings.LastIndexByte(path, '/')+1:]
				if spec.Name != nil {
					own = spec.Name.Name
				}
				if own == name.Name {
					_, _, err := at.session.Types(path)
					missing = missing || err != nil
				}
			}
		}
		return false
	})
	return missing
}

// refuse reports a field if the user can do something about it, and returns false.
func refuse(at place, field *group.Field, code, what, fix string) bool {
	if at.declared != nil || len(field.Markers) > 0 {
		at.report(field.Position, field.End, code, what, fix)
	}
	return false
}

// unfit says why the type of a field cannot be part of a configuration, in which a value can be set from a source; the
// code is empty if it can.
func unfit(field *group.Field, source string) (code, what, fix string) {
	const unsupported, ownType = "unsupported-type", "declare a type for it: type Name struct { ... }"
	base, unknown := field.Type.Base(), field.Type.Unknown()
	switch {
	case unknown != nil && unknown.Kind == "pointer":
		return unsupported, fmt.Sprintf("has the type %s, a named pointer type", unknown),
			"declare the type that it points to, and write * before it here"
	case unknown != nil:
		return "recursive-type", fmt.Sprintf("has the type %s, which holds itself", unknown), limitedDepth
	case base.Generic:
		return "generic-type", fmt.Sprintf("has the generic type %s", base), ownType
	case base.Kind == "interface" && !base.Leaf:
		return unsupported, "is an interface, which cannot " + source, "use a concrete type"
	case slices.Contains([]string{"func", "chan", "unsafe.Pointer", "uintptr"}, base.Kind),
		strings.HasPrefix(base.Kind, "complex"):
		return unsupported, fmt.Sprintf("is a %s, which cannot %s", base.Kind, source),
			"keep it outside of the configuration"
	case base.Kind == "array" || strings.Contains(field.Type.Shape(), "array"):
		return unsupported, "is an array of fixed length, in which an unset element looks like a zero one", "use a slice"
	case base.Kind == "struct" && base.Name == "":
		return unsupported, "is a struct without a name of its own", ownType
	case field.Type.Kind == "map" && !field.Type.Leaf && field.Type.Key.Kind != "string":
		return unsupported, fmt.Sprintf("is a map with keys of type %s, and keys in a file are strings", field.Type.Key),
			"use string keys"
	}
	return "", "", ""
}

// embedded checks an embedded field: the fields of a plain struct are inlined, anything else cannot be in a file. What
// is not in a file can hold a pointer to a struct, too.
func embedded(at place, field *group.Field) bool {
	if field.Type.Kind != "struct" && !(at.flagStruct() && field.Type.Deref().Kind == "struct") {
		where, fix := field, "give the field a name"
		for where.Package == "" && where.Parent != nil { // up to the user's field of a type of another module
			where, fix = where.Parent, "give the field a type without it"
		}
		at.report(where.Position, where.End, "embedded-field",
			fmt.Sprintf("%s is embedded and is a %s", field.Path, field.Type.Kind), fix)
		return false
	}
	if at.declared == nil || field.JSONName != "" || len(field.Markers.Named("subfield")) == len(field.Markers) {
		return true // with a name of its own in a file, it is a field as any other
	}
	if declared := at.typeSource(field.Type.Package, field.Type.Name); declared != nil {
		at.reached[declared] = true // though nothing below it is built
	}
	return refuse(at, field, "embedded-field",
		fmt.Sprintf("+%s is on the embedded %s, which has no value of its own", field.Markers[0].Name, field.Path),
		"put it on the fields inside, or give the field a name")
}

// jsonTags checks that the fields of every version have JSON names: without a struct tag, the key in a file is the name
// in Go.
func jsonTags(b *builder, g *group.Group) {
	seen := map[*types.Named]bool{}
	var visit func(t types.Type)
	visit = func(t types.Type) {
		inner, named, _ := structBehind(t)
		if named == nil || seen[named] || named.Obj().Pkg() == nil {
			return
		}
		seen[named] = true
		declared := b.typeSource(named.Obj().Pkg().Path(), named.Obj().Name())
		if declared == nil || typeOf(named).Unmarshals != "" {
			return // another module's, which the user cannot change, or one that reads itself
		}
		for i := range inner.NumFields() {
			variable := inner.Field(i)
			name, _ := jsonName(inner.Tag(i))
			source := declared.Field(variable.Name())
			if name == "" && variable.Exported() && !variable.Embedded() && source != nil {
				withoutJSON(b, declared.Name, source)
			}
			visit(variable.Type())
		}
	}
	for _, version := range g.Versions {
		checked, _, err := b.session.Types(version.Types.Path)
		if err != nil {
			continue
		}
		for _, root := range g.Roots {
			if object, ok := checked.Scope().Lookup(root.Name).(*types.TypeName); ok {
				visit(object.Type())
			}
		}
	}
}

// withoutJSON reports a field without a JSON name, and adds the tag.
func withoutJSON(b *builder, of string, field *load.Field) {
	position, end := b.session.Position(field.Span)
	tag := fmt.Sprintf("json:%q", flagtext.JSON(field.Name))
	found := diag.At(position, end, "no-json", fmt.Sprintf("%s.%s has no JSON name", of, field.Name),
		"add the tag `"+tag+"`")
	at, text := b.position(field.Syntax.Type.End()).Offset, " `"+tag+"`"
	if literal := field.Syntax.Tag; literal != nil {
		at, text = b.position(literal.Pos()).Offset+1, tag+" "
	}
	if len(field.Syntax.Names) == 1 && (field.Syntax.Tag == nil || field.Syntax.Tag.Value[0] == '`') {
		found = found.With(diag.Advice{Safe: true, Edits: []diag.Edit{
			{Filename: position.Filename, Start: at, End: at, New: text},
		}})
	}
	b.findings = append(b.findings, found)
}
