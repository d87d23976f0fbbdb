package emit

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
)

// FieldPath is the expression for a *field.Path in generated code. The zero value is the path of a root.
type FieldPath struct {
	base  jen.Code // a *field.Path; nil at the root
	names []string
}

// PathFrom returns the path that an expression of type *field.Path holds.
func PathFrom(base jen.Code) FieldPath { return FieldPath{base: base} }

// PathOf returns the path of a name right below a root.
func PathOf(name string) FieldPath { return FieldPath{names: []string{name}} }

// Child returns the path of a field; of an embedded struct, which has no name, it is the struct's own.
func (p FieldPath) Child(name string) FieldPath {
	if name == "" {
		return p
	}
	return FieldPath{p.base, append(slices.Clone(p.names), name)}
}

// Index returns the path of an element of a list.
func (p FieldPath) Index(index jen.Code) FieldPath {
	return FieldPath{base: p.receiver().Dot("Index").Call(index)}
}

// Key returns the path of a value in a map.
func (p FieldPath) Key(key jen.Code) FieldPath {
	return FieldPath{base: p.receiver().Dot("Key").Call(key)}
}

// ChildOf returns the path of a field whose name is an expression.
func (p FieldPath) ChildOf(name jen.Code) *jen.Statement {
	if p.IsRoot() {
		return jen.Qual(Field, "NewPath").Call(name)
	}
	return p.Code().Dot("Child").Call(name)
}

// IsRoot reports whether it is the path of a root, which has no name.
func (p FieldPath) IsRoot() bool { return p.base == nil && len(p.names) == 0 }

// Last is the last name of the path.
func (p FieldPath) Last() string { return p.names[len(p.names)-1] }

// receiver is the path as an expression that has methods.
func (p FieldPath) receiver() *jen.Statement {
	if p.IsRoot() {
		return jen.Parens(jen.Op("*").Qual(Field, "Path")).Call(jen.Nil())
	}
	return p.Code()
}

// Code returns the expression of type *field.Path.
func (p FieldPath) Code() *jen.Statement {
	var names []jen.Code
	for _, name := range p.names {
		names = append(names, jen.Lit(name))
	}
	switch {
	case p.IsRoot():
		return jen.Nil()
	case p.base == nil:
		return jen.Qual(Field, "NewPath").Call(names...)
	case len(names) == 0:
		return jen.Add(p.base)
	}
	return jen.Add(p.base).Dot("Child").Call(names...)
}

// Text returns the expression for the path as a string.
func (p FieldPath) Text() *jen.Statement {
	if p.base == nil {
		return jen.Lit(strings.Join(p.names, "."))
	}
	return p.Code().Dot("String").Call()
}
