package removal

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// help is an assignment of the help that a registration computes, after the call of the generated function.
type help struct {
	// flags are those that the statement registers, in several calls of its function if there are several, and at is
	// where each is registered.
	flags     []string
	at        []source.Place
	text      string
	in        *function
	statement ast.Stmt // that it takes the place of
}

// computedHelp finds the assignment for a flag. It returns the reason if none can take the place of the registration.
func computedHelp(p *program, g Generated, flag string) (*help, string) {
	at := onlyRegistration(p, flag)
	if at == nil {
		return nil, "it is not registered in one place"
	}
	h := &help{flags: []string{flag}, at: []source.Place{at.Place}}
	text := at.Usage
	if assigned, is := p.request.Facts.AssignedHelp(flag); is {
		text = assigned
		for _, m := range p.request.Facts.Marked(flag) {
			if m.Text.Start == text.Start {
				h.at[0] = m.Place
			}
		}
	}
	for _, f := range p.order {
		if p.isIn(f.decl.Body, text.Start) {
			h.in, h.statement = f, simple(p, f.decl.Body.List, text.Start)
		}
	}
	if h.statement == nil {
		return nil, "it is computed in a list or in a function literal"
	}
	if flags, known := p.flags(h.statement); !known || !sharedHelp(p, g, h, flags) {
		return nil, "the statement is about other flags, too"
	}
	if h.text = p.text(h.statement); text.Start == at.Usage.Start {
		set, name := setOf(p, h, at)
		if set == "" {
			return nil, "its flag set is not known there"
		}
		h.text = fmt.Sprintf("%s.Lookup(%s).Usage = %s", set, name, between(p, text.Start, text.End))
	}
	return h, ""
}

// onlyRegistration is the registration of a flag; nil if there is not exactly one.
func onlyRegistration(p *program, flag string) *source.Registration {
	var only *source.Registration
	for i := range p.request.Facts.Registrations {
		if r := &p.request.Facts.Registrations[i]; r.Flag == flag && !isGenerated(r.Start.Filename) {
			if only != nil {
				return nil
			}
			only = r
		}
	}
	return only
}

// sharedHelp adds the other flags of a statement to an assignment, and reports whether it is one for all of them: they
// are registered by the same call, with names that depend on the call of its function, and computed help.
func sharedHelp(p *program, g Generated, h *help, flags []string) bool {
	start := onlyRegistration(p, h.flags[0]).Start
	for _, flag := range flags {
		if flag == h.flags[0] {
			continue
		}
		r := onlyRegistration(p, flag)
		_, assigned := p.request.Facts.AssignedHelp(flag)
		if r == nil || assigned || r.Start != start || !p.isIn(h.statement, start) || !slices.Contains(g.Flags, flag) ||
			!slices.Contains(p.request.Computed, flag) {
			return false
		}
		h.flags, h.at = append(h.flags, flag), append(h.at, r.Place)
	}
	return true
}

// simple is the statement with a position, in a list, in blocks, in loops and under conditions; nil if it is in another
// one.
func simple(p *program, list []ast.Stmt, at token.Position) ast.Stmt {
	i := slices.IndexFunc(list, func(s ast.Stmt) bool { return p.isIn(s, at) })
	if i < 0 {
		return nil
	}
	switch s := list[i].(type) {
	case *ast.BlockStmt:
		return simple(p, s.List, at)
	case *ast.IfStmt:
		inner := []ast.Stmt{s.Body}
		if s.Else != nil {
			inner = append(inner, s.Else)
		}
		return simple(p, inner, at)
	case *ast.RangeStmt:
		return simple(p, s.Body.List, at)
	case *ast.SwitchStmt:
		return simple(p, s.Body.List, at)
	case *ast.CaseClause:
		return simple(p, s.Body, at)
	case *ast.ExprStmt, *ast.AssignStmt:
		if inLiteral(p, s, at) {
			return nil
		}
		return s
	}
	return nil
}

// inLiteral reports whether a position is in a function literal of a node.
func inLiteral(p *program, node ast.Node, at token.Position) bool {
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		_, literal := n.(*ast.FuncLit)
		found = found || literal && p.isIn(n, at)
		return !found
	})
	return found
}

// setOf are the expressions for the flag set and for the name of the flag in the place of a statement; empty if the
// flag set is not known there.
func setOf(p *program, h *help, r *source.Registration) (set, name string) {
	name = strconv.Quote(h.flags[0])
	scope := h.in.pkg.Types.Scope().Innermost(h.statement.Pos())
	known := func(e ast.Expr) bool {
		return reader{p: p, in: h.in}.isPure(e) && visible(h.in, scope, e, h.statement.Pos())
	}
	if call := callAt(p, h.in, r); call != nil {
		selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || !known(selector.X) {
			return "", ""
		}
		if p.isIn(h.statement, r.Start) {
			name = nameIn(p, h.in, call, name)
		}
		return p.text(selector.X), name
	}
	ast.Inspect(h.statement, func(node ast.Node) bool { // a function that registers the flag gets the flag set
		call, ok := node.(*ast.CallExpr)
		if !ok || !slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return p.isIn(e, r.Usage.Start) }) {
			return true
		}
		for _, argument := range call.Args {
			if tv := h.in.pkg.Info.Types[argument]; typeName(tv.Type) == flagSetType && known(argument) {
				set = p.text(argument)
			}
		}
		return true
	})
	return set, name
}

// callAt is the call of a registration in a function; nil if it is in another one.
func callAt(p *program, f *function, r *source.Registration) *ast.CallExpr {
	var found *ast.CallExpr
	ast.Inspect(f.decl.Body, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if ok && p.position(call.Pos()) == r.Start && p.position(call.End()) == r.End {
			found = call
		}
		return found == nil
	})
	return found
}

// nameIn is the argument of a registration that is the name of the flag.
func nameIn(p *program, f *function, call *ast.CallExpr, usual string) string {
	object := callee(f.pkg, call)
	if object == nil {
		return usual
	}
	params := object.Signature().Params()
	i := slices.IndexFunc(slices.Collect(params.Variables()), func(v *types.Var) bool { return v.Name() == "name" })
	if i < 0 || i >= len(call.Args) {
		return usual
	}
	return p.text(call.Args[i])
}

// keepHelp looks for the assignments of help that is computed.
func keepHelp(w *walk) {
	for _, g := range w.generated {
		for _, flag := range w.p.request.Computed {
			if !slices.Contains(g.Flags, flag) || w.p.frozen[flag] != "" ||
				slices.ContainsFunc(w.helps[g.full()], func(h *help) bool { return slices.Contains(h.flags, flag) }) {
				continue
			}
			h, why := computedHelp(w.p, g, flag)
			if h == nil {
				w.p.frozen[flag] = why
				continue
			}
			w.helps[g.full()] = append(w.helps[g.full()], h)
			if w.kept[h.statement].text == "" && !w.p.behind[flag] {
				w.kept[h.statement] = kept{of: g.full(), flag: flag, text: h.text, help: true}
			}
		}
	}
}

// settle looks whether each assignment of help follows the call of its generated function, and nothing else leads to
// it. One that does not goes behind the call, if it can, or the help is frozen. It reports whether another walk is
// needed.
func settle(w *walk) bool {
	again := false
	for _, g := range w.generated {
		at := slices.IndexFunc(w.places, func(at place) bool { return at.generated.full() == g.full() })
		for _, h := range w.helps[g.full()] {
			why := "the generated function is called elsewhere"
			if at >= 0 {
				why = misplaced(w, w.places[at], h)
			}
			if why == "" {
				continue
			}
			again = true
			if at >= 0 && len(h.flags) == 1 && !w.p.behind[h.flags[0]] && h.in == w.places[at].in &&
				slices.Contains(h.in.decl.Body.List, h.statement) {
				w.p.behind[h.flags[0]] = true
				continue
			}
			for _, flag := range h.flags {
				w.p.frozen[flag] = why
			}
		}
	}
	return again
}

// misplaced says why an assignment of help cannot be where it is; empty if it can.
func misplaced(w *walk, at place, h *help) string {
	switch {
	case w.p.behind[h.flags[0]]:
		if h.in == at.in && h.statement.Pos() <= at.pos() {
			return ""
		}
		return "it is computed in another function"
	case w.kept[h.statement].text != h.text: // a default takes the place of the statement
		return "its default is written there, too"
	case !slices.ContainsFunc(w.deletions, func(d deletion) bool { return d.from == h.statement }):
		return h.in.decl.Name.Name + ", which computes it, is not called any more"
	case h.in != at.in && (h.in.root || h.in.decl.Name.IsExported() || !w.p.onlyCalled(w.p.functions[h.in.name])):
		return h.in.decl.Name.Name + " can be called without " + at.generated.Name
	case slices.ContainsFunc(h.at, func(of source.Place) bool { return !follows(w, at, of) }):
		return "it is computed ahead of the call of " + at.generated.Name
	}
	return ""
}

// follows reports whether what is at a place of the source runs after the call of a generated function.
func follows(w *walk, at place, of source.Place) bool {
	start := w.p.position(at.pos())
	through := func(of source.Place) (through, after bool) {
		for _, position := range append(slices.Clone(of.Calls), of.Start) {
			if w.p.isIn(at.in.decl, position) {
				through, after = true, position.Offset >= start.Offset
			}
		}
		return through, after
	}
	if through, after := through(of); through {
		return after
	}
	reached := false // in the order in which a run reaches them
	for _, r := range w.p.request.Facts.Registrations {
		if _, after := through(r.Place); after && rootOf(w.p, r.Place) == rootOf(w.p, of) {
			reached = true
		}
		if r.Start == of.Start && slices.Equal(r.Calls, of.Calls) {
			return reached
		}
	}
	return false
}

// rootOf is the function that the component calls and that leads to a place; nil if it is not known.
func rootOf(p *program, at source.Place) *function {
	first := append(slices.Clone(at.Calls), at.Start)[0]
	for _, f := range p.order {
		if f.root && p.isIn(f.decl, first) {
			return f
		}
	}
	return nil
}

// freeze gives the assignments of help up for flags that the given notes are about, and reports whether there are any:
// perhaps they are in the way.
func freeze(w *walk, blocked []Note) bool {
	frozen := false
	for _, g := range w.generated {
		for _, h := range w.helps[g.full()] {
			if !slices.ContainsFunc(h.flags, func(flag string) bool { return noteOf(blocked, flag) >= 0 }) {
				continue
			}
			for _, flag := range h.flags {
				w.p.frozen[flag] = "no assignment can take the place of its registration"
			}
			frozen = true
		}
	}
	return frozen
}

// noteHelp notes what became of the help that registrations computed, and returns the flags whose help still is.
func noteHelp(w *walk) []string {
	var assigned []string
	for _, g := range w.generated {
		for _, h := range w.helps[g.full()] {
			assigned = append(assigned, h.flags...)
		}
		for _, flag := range g.Flags {
			if why := w.p.frozen[flag]; why != "" {
				w.notes[Note{computedAt(w.p, flag), flag, "its help is not computed any more, because " + why +
					"; to keep it computed, return it from a func() string, and name that by usageFrom:"}] = true
			}
		}
	}
	slices.Sort(assigned)
	return assigned
}

// computedAt is where a registration computes the help of a flag.
func computedAt(p *program, flag string) token.Position {
	if help, assigned := p.request.Facts.AssignedHelp(flag); assigned {
		return help.Start
	}
	for _, r := range p.request.Facts.Registrations {
		if r.Flag == flag && !isGenerated(r.Start.Filename) {
			return r.Usage.Start
		}
	}
	return token.Position{}
}

// between is a part of a file.
func between(p *program, start, end token.Position) string {
	return strings.TrimSpace(string(p.module.Content(start.Filename)[start.Offset:end.Offset]))
}
