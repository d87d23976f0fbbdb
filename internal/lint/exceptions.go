package lint

import (
	"fmt"
	"go/token"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
)

// UnusedException is the code of the finding about an exception that has no effect.
const UnusedException = "exception"

// exceptions are those of a group.
type exceptions struct {
	group *group.Group
	all   []group.Exception
	used  map[token.Position]bool
}

func newExceptions(g *group.Group) *exceptions {
	e := &exceptions{g, g.Exceptions, map[token.Position]bool{}}
	for _, root := range g.AllRoots() {
		e.all = append(e.all, root.Exceptions...)
		root.Walk(func(field *group.Field) { e.all = append(e.all, field.Exceptions...) })
	}
	return e
}

// take reports whether a finding of a rule has an exception.
func (e *exceptions) take(f Finding, rule string) bool {
	var found *group.Exception
	if f.Root != nil {
		found = setting(f.Root, f.Field).Exception(f.Root, rule)
	}
	for i := range e.group.Exceptions {
		if found == nil && e.group.Exceptions[i].Rule == rule {
			found = &e.group.Exceptions[i]
		}
	}
	if found != nil {
		e.used[found.Position] = true
	}
	return found != nil
}

// setting is a field in the marked types, or the nearest one that it is in; nil if these do not have one.
func setting(root *group.Root, field *group.Field) *group.Field {
	for ; field != nil; field = field.Parent {
		var found *group.Field
		root.Walk(func(candidate *group.Field) {
			if candidate.Path == field.Path {
				found = candidate
			}
		})
		if found != nil {
			return found
		}
	}
	return nil
}

// unused are the exceptions from a rule that no finding has taken.
func (e *exceptions) unused(rule string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, x := range e.all {
		if x.Rule == rule && !e.used[x.Position] {
			findings = append(findings, diag.At(x.Position, x.End, UnusedException,
				fmt.Sprintf("the exception has no effect: there is nothing that %s would report", rule), "remove it"))
		}
	}
	return findings
}
