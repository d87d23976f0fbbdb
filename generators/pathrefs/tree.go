package pathrefs

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// paths is what is generated for one root.
type paths struct {
	root *group.Root
	// nodes are the strings that can be pointed at, in the order of the types.
	nodes []*node
	// unreached are the Go paths of fields that cannot be pointed to, and assignments the statements that replace their
	// values.
	unreached   []string
	assignments []jen.Code
}

// node is a step on the way to the strings: one string, the value of a pointer, or the elements of a list or map.
type node struct {
	ref     *jen.Statement // a *string
	pointer *jen.Statement // must not be nil
	list    *jen.Statement // is ranged over
	vars    *jen.Statement // the variables of the loop
	inner   []*node
}

func pathsOf(root *group.Root) *paths {
	p := &paths{root: root}
	for _, field := range root.Fields {
		at := spot{field: field, of: field.Type, expr: jen.Id("c").Dot(field.Name), addressable: true}
		p.nodes = append(p.nodes, p.point(at)...)
		assignments, _ := p.assign(at)
		p.assignments = append(p.assignments, assignments...)
	}
	return p
}

// spot is a value somewhere below a field: the field's own, or one inside its pointers, lists and maps.
type spot struct {
	field *group.Field
	of    *group.Type
	expr  *jen.Statement
	// indexes and values count the loops around the spot, over lists and over maps.
	indexes, values int
	// addressable says that Go can point at the value.
	addressable bool
}

func (s spot) isPath() bool { return s.of.Kind == "string" && s.field.Facts.File != nil }

// below is a field of the struct in the spot.
func (s spot) below(field *group.Field) spot {
	return spot{field, field.Type, s.expr.Clone().Dot(field.Name), s.indexes, s.values, s.addressable}
}

// behind is what the pointer in the spot points to. Only a field's selector follows a pointer by itself.
func (s spot) behind() spot {
	next := s
	next.of, next.addressable = s.of.Elem, true
	if s.of.Elem.Kind != "struct" {
		next.expr = jen.Parens(jen.Op("*").Add(s.expr.Clone()))
	}
	return next
}

// element is each element of the list in the spot.
func (s spot) element() spot {
	next := s
	next.of, next.addressable, next.indexes = s.of.Elem, true, s.indexes+1
	next.expr = s.expr.Clone().Index(jen.Id(s.index()))
	return next
}

// value is each value of the map in the spot.
func (s spot) value() spot {
	next := s
	next.of, next.addressable, next.values = s.of.Elem, false, s.values+1
	next.expr = jen.Id(emit.Numbered("value", s.values))
	return next
}

// index is the variable of a loop over the list in the spot.
func (s spot) index() string { return emit.Index(s.indexes) }

// point finds the strings in a spot that Go can point at.
func (p *paths) point(at spot) []*node {
	next := &node{}
	switch {
	case at.isPath():
		if !at.addressable {
			p.unreached = append(p.unreached, at.field.Path)
			return nil
		}
		return []*node{{ref: stringPointer(at.of, jen.Op("&").Add(at.expr.Clone()))}}
	case at.of.Kind == "pointer":
		next.pointer = at.expr
		if at.of.Elem.Kind == "string" && at.field.Facts.File != nil {
			next.inner = []*node{{ref: stringPointer(at.of.Elem, at.expr.Clone())}}
		} else {
			next.inner = p.point(at.behind())
		}
	case at.of.Kind == "slice":
		next.list, next.vars = at.expr, jen.Id(at.index())
		next.inner = p.point(at.element())
	case at.of.Kind == "map":
		next.list, next.vars = at.expr, jen.List(jen.Id("_"), at.value().expr)
		next.inner = p.point(at.value())
	case at.of.Kind == "struct":
		var nodes []*node
		for _, field := range at.field.Fields {
			nodes = append(nodes, p.point(at.below(field))...)
		}
		return nodes
	}
	if len(next.inner) == 0 {
		return nil
	}
	return []*node{next}
}

// stringPointer makes a pointer to a type that is named after string one to string.
func stringPointer(t *group.Type, pointer *jen.Statement) *jen.Statement {
	if t.Package == "" {
		return pointer
	}
	return jen.Parens(jen.Op("*").String()).Parens(pointer)
}
