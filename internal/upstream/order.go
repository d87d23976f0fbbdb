package upstream

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
)

// exchanged finds structs whose conversion would exchange the values of fields: conversion-gen compares the types of
// fields, not their names, before it takes the memory of one value for another, so that fields of one type may not
// change places. Every minor does so with lists, maps and pointers, and newer ones do so with structs, too.
func (r *run) exchanged(inputs []string, files []writtenFile) []diag.Diagnostic {
	if !r.rearranged(inputs) {
		return nil
	}
	var findings []diag.Diagnostic
	for _, file := range files {
		if file.Name != "zz_generated.conversion.go" || !bytes.Contains(file.Content, []byte("unsafe.Pointer(")) {
			continue
		}
		at := slices.IndexFunc(inputs, func(path string) bool { return r.session.Source(path).Dir == file.Dir })
		if at < 0 {
			continue
		}
		c := casts{run: r, path: inputs[at], file: file.syntax, seen: map[[2]types.Type]bool{}, told: map[string]bool{}}
		for _, decl := range file.syntax.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "autoConvert_") {
				c.function(f)
			}
		}
		findings = append(findings, c.findings...)
	}
	return findings
}

// rearranged reports whether two types of one name have the same fields in another order, which is rare.
func (r *run) rearranged(inputs []string) bool {
	orders := map[string]string{}
	for _, path := range inputs {
		for name, t := range r.session.Source(path).Types {
			var fields []string
			for _, field := range t.Fields {
				fields = append(fields, field.Name)
			}
			order := strings.Join(fields, " ")
			slices.Sort(fields)
			key := name + " " + strings.Join(fields, " ")
			if known, found := orders[key]; found && known != order {
				return true
			}
			orders[key] = order
		}
	}
	return false
}

// casts are the type pairs that the conversions of a package convert by a cast.
type casts struct {
	*run
	path string
	file *ast.File
	seen map[[2]types.Type]bool
	// told are the names of the structs that have a finding: there are conversions in both directions.
	told     map[string]bool
	findings []diag.Diagnostic
}

// function looks at the conversion of one struct into another.
func (c *casts) function(f *ast.FuncDecl) {
	params := f.Type.Params.List
	if len(params) < 2 {
		return
	}
	from, to := c.resolve(params[0].Type), c.resolve(params[1].Type)
	if from == nil || to == nil {
		return
	}
	ast.Inspect(f.Body, func(node ast.Node) bool {
		assign, ok := node.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != 1 || !takesMemory(assign.Rhs[0]) {
			return true
		}
		if field, ok := assign.Lhs[0].(*ast.SelectorExpr); ok {
			c.compare(memberOf(from, field.Sel.Name), memberOf(to, field.Sel.Name))
		} else {
			c.compare(from, to)
		}
		return true
	})
}

// resolve is the type that a parameter of a conversion points to; nil if it is not known.
func (c *casts) resolve(param ast.Expr) types.Type {
	pointer, ok := param.(*ast.StarExpr)
	if !ok {
		return nil
	}
	path, name := c.path, ""
	switch t := pointer.X.(type) {
	case *ast.Ident:
		name = t.Name
	case *ast.SelectorExpr:
		path, name = importOf(c.file, types.ExprString(t.X)), t.Sel.Name
	}
	pkg, _, err := c.session.Types(path)
	if err != nil || pkg == nil || pkg.Scope().Lookup(name) == nil {
		return nil
	}
	return pkg.Scope().Lookup(name).Type()
}

func takesMemory(value ast.Expr) bool {
	found := false
	ast.Inspect(value, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		found = found || ok && types.ExprString(call.Fun) == "unsafe.Pointer"
		return !found
	})
	return found
}

// memberOf is the type of a field, or nil.
func memberOf(t types.Type, name string) types.Type {
	if s, ok := t.Underlying().(*types.Struct); ok {
		for field := range s.Fields() {
			if field.Name() == name {
				return field.Type()
			}
		}
	}
	return nil
}

// compare reports the structs in a value whose fields are in another order in the value that its memory is taken for.
func (c *casts) compare(from, to types.Type) {
	if from == nil || to == nil || c.seen[[2]types.Type{from, to}] {
		return
	}
	c.seen[[2]types.Type{from, to}] = true
	switch a := from.Underlying().(type) {
	case *types.Struct:
		b, ok := to.Underlying().(*types.Struct)
		if !ok || a.NumFields() != b.NumFields() {
			return
		}
		for i := range a.NumFields() {
			own, other := a.Field(i), b.Field(i)
			if own.Name() != other.Name() {
				c.report(from, own, other)
				return
			}
			c.compare(own.Type(), other.Type())
		}
	case *types.Map:
		if b, ok := to.Underlying().(*types.Map); ok {
			c.compare(a.Key(), b.Key())
			c.compare(a.Elem(), b.Elem())
		}
	case interface{ Elem() types.Type }:
		if b, ok := to.Underlying().(interface{ Elem() types.Type }); ok {
			c.compare(a.Elem(), b.Elem())
		}
	}
}

// withoutUnsafe is the advice to convert without package unsafe, which the package of the marked types asks for: the
// internal one of a version.
func (c *casts) withoutUnsafe(field *types.Var) (fix string, advice diag.Advice) {
	const marker = "+configgen:output(skipUnsafe: true)"
	pkg := c.session.Source(field.Pkg().Path())
	if pkg == nil {
		return marker, advice
	}
	if internal := c.session.Source(pkg.VersionOf()); internal != nil {
		pkg = internal
	}
	fix = marker + " on package " + pkg.Path
	if outputs := pkg.Markers.Named("configgen:output"); len(outputs) > 0 {
		return fix, outputs[0].Argument("skipUnsafe", "true")
	}
	position, _ := c.session.Position(pkg.Clause)
	return fix, diag.Mark(position, marker)
}

func (c *casts) report(of types.Type, own, other *types.Var) {
	name := of.String()
	if named, ok := types.Unalias(of).(*types.Named); ok {
		name = named.Obj().Name()
	}
	if c.told[name] {
		return
	}
	c.told[name] = true
	pos, end := c.session.Fset.Position(own.Pos()), token.Position{}
	if pkg := c.session.Source(own.Pkg().Path()); pkg != nil && pkg.Types[name].Field(own.Name()) != nil {
		pos, end = c.session.Position(pkg.Types[name].Field(own.Name()).Span)
	}
	safely, advice := c.withoutUnsafe(own)
	c.findings = append(c.findings, diag.At(pos, end, "field-order",
		fmt.Sprintf(
			"conversions of %s take the memory of one struct for the other, and in its peer the field in the place of %s is %s",
			name, own.Name(), other.Name()),
		"give both structs their fields in one order, or write "+safely).With(advice))
}
