package precedence

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// list is a list with +precedence=prepend. It is removed while the command line is parsed, so that a flag starts with
// an empty list, and put behind what the flag has set.
type list struct {
	field *group.Field
	// kept is the variable with the items of the files.
	kept string
}

// prepended returns the lists of a root.
func prepended(root *group.Root) []list {
	var lists []list
	root.Walk(func(field *group.Field) {
		if field.Facts.Precedence == descriptor.Prepend && !field.InList() {
			lists = append(lists, list{field, "kept" + strings.ReplaceAll(field.Path, ".", "")})
		}
	})
	return lists
}

// remove writes the statements before the command line is parsed.
func (l list) remove(f *emit.File) *jen.Statement {
	target := func() *jen.Statement { return emit.Select("c", l.field) }
	if l.reachable() == nil {
		return jen.Id(l.kept).Op(":=").Add(target()).Line().Add(target()).Op("=").Nil()
	}
	return jen.Var().Id(l.kept).Add(f.Type(l.field.Type)).Line().
		If(l.reachable()).Block(jen.List(jen.Id(l.kept), target()).Op("=").List(target(), jen.Nil()))
}

// putBack writes the statement after that.
func (l list) putBack() *jen.Statement {
	target := func() *jen.Statement { return emit.Select("c", l.field) }
	put := jen.If(target().Op("==").Nil()).Block(target().Op("=").Id(l.kept)).Else().Block(
		target().Op("=").Append(target(), jen.Id(l.kept).Op("...")))
	if reachable := l.reachable(); reachable != nil {
		return jen.If(reachable).Block(put)
	}
	return put
}

// reachable is the condition that no pointer on the way is nil; nil if there is none.
func (l list) reachable() *jen.Statement {
	var condition *jen.Statement
	for _, parent := range emit.PointerParents(l.field) {
		set := emit.Select("c", parent).Op("!=").Nil()
		if condition == nil {
			condition = set
		} else {
			condition = condition.Op("&&").Add(set)
		}
	}
	return condition
}
