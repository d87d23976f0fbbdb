package pathrefs

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
)

// refs writes RPathRefs.
func (p *paths) refs(f *emit.File) {
	name := refsFunc(p.root)
	result := jen.Index().Op("*").String()
	if len(p.nodes) == 0 {
		f.Doc("%s returns nil: %s.", name, p.why())
		f.Func().Id(name).Params(jen.Op("*").Add(f.Type(p.root.Type))).Add(result).Block(jen.Return(jen.Nil()))
		return
	}
	f.Doc("%s returns pointers to all file paths in c, including empty ones.", name)
	if len(p.unreached) > 0 {
		f.Doc("It does not return pointers to values of maps: use %s for %s.", resolveFunc(p.root),
			strings.Join(p.unreached, ", "))
	}
	f.Func().Id(name).Params(jen.Id("c").Op("*").Add(f.Type(p.root.Type))).Add(result).BlockFunc(func(body *jen.Group) {
		if flat(p.nodes) {
			body.Return(result.Clone().ValuesFunc(func(values *jen.Group) { lines(values, p.nodes) }))
			return
		}
		p.allocate(body)
		appendTo(body, p.nodes)
		body.Return(jen.Id("refs"))
	})
}

func (p *paths) why() string {
	if len(p.unreached) > 0 {
		return "values of maps have no pointers; use " + resolveFunc(p.root) + " for " + strings.Join(p.unreached, ", ")
	}
	return p.root.Name + " has no file paths"
}

// flat reports whether there is nothing but strings.
func flat(nodes []*node) bool {
	return !slices.ContainsFunc(nodes, func(n *node) bool { return n.ref == nil })
}

// lines lists strings, each in a line.
func lines(values *jen.Group, nodes []*node) {
	for _, n := range nodes {
		values.Line().Add(n.ref.Clone())
	}
	values.Line()
}

// allocate declares refs with room for all, so that it is allocated once.
func (p *paths) allocate(body *jen.Group) {
	size := sizeOf(p.nodes)
	capacity := size.sum()
	if len(size.statements) > 0 {
		body.Id("n").Op(":=").Add(capacity)
		for _, statement := range size.statements {
			body.Add(statement)
		}
		capacity = jen.Id("n")
	}
	body.Id("refs").Op(":=").Make(jen.Index().Op("*").String(), jen.Lit(0), capacity)
}

// size is how many strings there are at most: a number, terms that are added to it, and statements that count the rest.
type size struct {
	fixed      int
	terms      []jen.Code
	statements []jen.Code
}

func sizeOf(nodes []*node) size {
	var s size
	for _, n := range nodes {
		if n.ref != nil {
			s.fixed++
			continue
		}
		inner := sizeOf(n.inner)
		if n.pointer != nil {
			s.fixed += inner.fixed
		} else if inner.fixed > 0 {
			s.terms = append(s.terms, times(inner.fixed, jen.Len(n.list.Clone())))
		}
		if len(inner.terms)+len(inner.statements) > 0 {
			inner.fixed = 0
			s.statements = append(s.statements, n.around(inner.counting()...))
		}
	}
	return s
}

func times(count int, length *jen.Statement) *jen.Statement {
	if count == 1 {
		return length
	}
	return jen.Lit(count).Op("*").Add(length)
}

// sum is the number with the terms; statements are not in it.
func (s size) sum() *jen.Statement {
	var terms []jen.Code
	if s.fixed > 0 || len(s.terms) == 0 {
		terms = append(terms, jen.Lit(s.fixed))
	}
	out := &jen.Statement{}
	for i, term := range append(terms, s.terms...) {
		if i > 0 {
			out.Op("+")
		}
		out.Add(term)
	}
	return out
}

// counting adds the size to n.
func (s size) counting() []jen.Code {
	if len(s.terms) == 0 {
		return s.statements
	}
	return append([]jen.Code{jen.Id("n").Op("+=").Add(s.sum())}, s.statements...)
}

// around puts statements behind the check or into the loop that the node stands for.
func (n *node) around(statements ...jen.Code) *jen.Statement {
	if n.pointer != nil {
		return jen.If(n.pointer.Clone().Op("!=").Nil()).Block(statements...)
	}
	return jen.For(n.vars.Clone().Op(":=").Range().Add(n.list.Clone())).Block(statements...)
}

// appendTo appends what the nodes lead to to refs, neighbouring strings together.
func appendTo(body *jen.Group, nodes []*node) {
	for len(nodes) > 0 {
		run := 0
		for run < len(nodes) && nodes[run].ref != nil {
			run++
		}
		switch {
		case run == 0:
			body.Add(
				nodes[0].around(
					jen.CustomFunc(jen.Options{Separator: "\n"}, func(inner *jen.Group) { appendTo(inner, nodes[0].inner) }),
				),
			)
			run = 1
		case run == 1:
			body.Id("refs").Op("=").Append(jen.Id("refs"), nodes[0].ref.Clone())
		default:
			here := nodes[:run]
			body.Id("refs").Op("=").AppendFunc(func(values *jen.Group) {
				values.Id("refs")
				lines(values, here)
			})
		}
		nodes = nodes[run:]
	}
}
