package removal

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// call is a call of a generated function, ahead of a statement of a function that the component calls.
type call struct {
	generated Generated
	in        source.Function
	before    ast.Stmt
	// name is the name of the function, set the expression of the flag set, and object the expression of the object.
	name, set, object string
	// needs are the variables in these expressions.
	needs []types.Object
}

// place finds the place of the call of a generated function: ahead of the first statement that leads to a flag of it.
// Flags that are registered on another flag set than the flag set of the call stay, since code can look them up there.
func (d *deletion) place(g Generated) {
	wanted := slices.DeleteFunc(slices.Clone(g.Flags), func(flag string) bool { return !d.wanted[flag] })
	var set *source.Set
	var found call
	for _, e := range d.entries {
		switch {
		case g.Called && g.is(e.own):
			set = &e.set // the call is there
		case set == nil && !g.Called && e.own == "" && !e.mark && !e.elsewhere && slices.Contains(wanted, e.flag):
			if c, ok := d.before(g, e); ok {
				found, set = c, &e.set
			}
		}
	}
	for _, flag := range wanted {
		for _, e := range d.registrations(flag) {
			switch {
			case set == nil && !g.Called:
				d.stick(flag, Note{Why: "no function of --add-flags has the flag set and the " + g.Type + " at hand to call " +
					g.Name + " with", Do: "pass both to the function, and run the command again"})
			case set != nil && !set.Same(e.set):
				d.stick(flag, Note{Position: e.at, Why: fmt.Sprintf("it is registered on %s, and %s registers flags on %s, so "+
					"code that looks the flag up in the former would not find it", e.set.Name(), g.Name, set.Name()),
					Do: "register it on the same flag set, and run the command again, or keep the registration"})
			}
		}
	}
	if set != nil && !g.Called && len(wanted) > 0 {
		d.calls = append(d.calls, found)
	}
}

// before returns the call ahead of the statement that leads to an entry; false if it cannot have its arguments there.
func (d *deletion) before(g Generated, e entry) (call, bool) {
	for _, f := range d.functions {
		if !d.isRoot(f) || !f.Has(e.outer) {
			continue
		}
		at := slices.IndexFunc(f.Decl.Body.List, func(s ast.Stmt) bool { return d.position(s.End()).Offset > e.outer.Offset })
		c := call{generated: g, in: f, before: f.Decl.Body.List[at], name: g.Name, set: e.set.Text}
		if e.set.Sections {
			if c.name = g.Sets; !source.IsPointer(e.set.Type) {
				c.set = "&" + c.set
			}
		}
		c.object = d.object(g, f, e.value)
		c.needs = []types.Object{e.set.Root, e.value.Variable}
		ok := c.object != "" && c.name != "" && isKnown(f, e.set.Root, c.before.Pos()) &&
			isKnown(f, e.value.Variable, c.before.Pos())
		return c, ok
	}
	return call{}, false
}

// isKnown reports whether a function knows a variable, or a package, at a position.
func isKnown(f source.Function, object types.Object, at token.Pos) bool {
	scope := f.Package.Types.Scope().Innermost(at)
	if scope == nil || object == nil {
		return false
	}
	_, found := scope.LookupParent(object.Name(), at)
	return found != nil && found.Pos() == object.Pos()
}

// object returns the expression of the object of a generated function, on the way to a field; empty if it is not there.
func (d *deletion) object(g Generated, f source.Function, field source.Expression) string {
	if field.Variable == nil {
		return ""
	}
	t, text := field.Variable.Type(), field.Variable.Name()
	for name := range strings.SplitSeq(field.Path, ".") {
		if named := source.Named(t); named != nil && named.Obj().Pkg() != nil &&
			named.Obj().Pkg().Path()+"."+named.Obj().Name() == g.Type {
			if !source.IsPointer(t) {
				text = "&" + text
			}
			return text
		}
		below, _, _ := types.LookupFieldOrMethod(t, true, f.Package.Types, name)
		if below == nil {
			return ""
		}
		t, text = below.Type(), text+"."+name
	}
	return ""
}

// text returns the call, with the name that its file has for the package of the function.
func (c call) text(qualifier string) string {
	if c.generated.Method {
		return fmt.Sprintf("%s.%s(%s)", strings.TrimPrefix(c.object, "&"), c.name, c.set)
	}
	return fmt.Sprintf("%s%s(%s, %s)", qualifier, c.name, c.set, c.object)
}
