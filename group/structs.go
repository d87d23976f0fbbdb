package group

import (
	"go/types"
	"strings"
)

// Struct is a struct as its package declares it, with the fields that no file can set: what generated code compares with the
// source when it is compiled.
type Struct struct {
	Package Package
	Name    string
	Fields  []StructField
}

// StructField is one field of a Struct.
type StructField struct {
	Name     string
	Embedded bool
	// Type is the type in Go, in pieces.
	Type []TypePiece
}

// TypePiece is a piece of a type: the name of a declaration in another package, or any text.
type TypePiece struct {
	// Package and PackageName are empty where Text stands for itself.
	Package, PackageName string
	Text                 string
}

// structsBelow lists the struct that start names and those that it leads to, as far as the same package declares them, each
// in front of those that it leads to.
func structsBelow(start *types.TypeName, pkg Package) []*Struct {
	var found []*Struct
	seen := map[*types.TypeName]bool{}
	var visit func(t types.Type)
	visit = func(t types.Type) {
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			if t.Obj().Pkg() != start.Pkg() || t.TypeArgs().Len() > 0 || seen[t.Obj()] {
				return
			}
			seen[t.Obj()] = true
			if s, ok := t.Underlying().(*types.Struct); ok {
				found = append(found, declaredStruct(t.Obj(), s, pkg))
			}
			visit(t.Underlying())
		case *types.Map:
			visit(t.Elem())
		case *types.Struct:
			for i := range t.NumFields() {
				visit(t.Field(i).Type())
			}
		case interface{ Elem() types.Type }:
			visit(t.Elem())
		}
	}
	visit(start.Type())
	return found
}

func declaredStruct(name *types.TypeName, s *types.Struct, pkg Package) *Struct {
	declared := &Struct{Package: pkg, Name: name.Name()}
	for i := range s.NumFields() {
		field := s.Field(i)
		declared.Fields = append(declared.Fields, StructField{field.Name(), field.Embedded(), pieces(field.Type(), name.Pkg())})
	}
	return declared
}

// pieces renders a type as the package home writes it.
func pieces(t types.Type, home *types.Package) []TypePiece {
	names := map[string]string{}
	text := types.TypeString(t, func(p *types.Package) string {
		if p == home {
			return ""
		}
		names[p.Path()] = p.Name()
		return "\x00" + p.Path() + "\x00"
	})
	var out []TypePiece
	parts := strings.Split(text, "\x00")
	for i, part := range parts {
		if i%2 == 1 {
			continue // a path, which the part behind it takes
		}
		if i > 0 {
			part = part[1:] // the dot
			end := strings.IndexFunc(part, func(r rune) bool { return strings.ContainsRune(" []{}(),;*", r) })
			if end < 0 {
				end = len(part)
			}
			out = append(out, TypePiece{parts[i-1], names[parts[i-1]], part[:end]})
			part = part[end:]
		}
		if part != "" {
			out = append(out, TypePiece{Text: part})
		}
	}
	return out
}
