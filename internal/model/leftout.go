package model

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/load"
)

// leftOut finds conversions written by hand, between a type of the version and an internal one, that touch fields one
// by one and leave some out that both types have.
func (d *dropped) leftOut(external, internal *types.Named) {
	forward, back := conversionName(external, internal), conversionName(internal, external)
	for _, pkg := range d.converting(external.Obj()) {
		for _, file := range pkg.Files {
			for _, decl := range file.Decls {
				function, ok := decl.(*ast.FuncDecl)
				if !ok || function.Recv != nil || function.Name.Name != forward && function.Name.Name != back {
					continue
				}
				lost := "what a file sets there is lost"
				if function.Name.Name == back {
					lost = "what the component has there is lost"
				}
				if fields := d.untouched(pkg, function, external, internal); len(fields) > 0 {
					name := function.Name.Name
					d.reportSpan(load.Span{Pos: function.Name.Pos(), End: function.Name.End()}, "dropped-field",
						fmt.Sprintf("%s leaves out %s: %s", name, strings.Join(fields, ", "), lost),
						fmt.Sprintf("call auto%s in it, or write _ = in.%s where a field is left out on purpose", name, fields[0]))
				}
			}
		}
	}
}

// conversionName is the name of the function that converts one type to another.
func conversionName(from, to *types.Named) string {
	public := func(t *types.Named) string { return path.Base(t.Obj().Pkg().Path()) + "_" + t.Obj().Name() }
	return load.ConverterPrefix + public(from) + "_To_" + public(to)
}

// untouched are the fields that two types have in common and that a conversion from one to the other does not touch. It
// is empty for a conversion that treats a value as a whole, such as by a call of the generated function.
func (d *dropped) untouched(
	pkg *load.Package, function *ast.FuncDecl, external, internal *types.Named,
) []string {
	var params []string
	for _, list := range function.Type.Params.List {
		for _, name := range list.Names {
			params = append(params, name.Name)
		}
	}
	if len(params) != 3 || function.Body == nil {
		return nil
	}
	touched, whole := pkg.TouchedFields(function.Body, params[0], params[1])
	if whole {
		return nil
	}
	outer, _, _ := structBehind(external)
	inner, _, _ := structBehind(internal)
	var left []string
	for field := range outer.Fields() {
		counterpart := fieldOf(inner, field.Name())
		if !field.Exported() || counterpart == nil || isTypeMeta(field.Type()) || d.skipped(external.Obj(), field.Name()) ||
			d.skipped(internal.Obj(), field.Name()) || touched[field.Name()] {
			continue
		}
		promoted, _, _ := structBehind(field.Type())
		if field.Embedded() && promoted != nil && slices.ContainsFunc(slices.Collect(promoted.Fields()),
			func(below *types.Var) bool { return touched[below.Name()] }) {
			continue
		}
		left = append(left, field.Name())
	}
	return left
}
