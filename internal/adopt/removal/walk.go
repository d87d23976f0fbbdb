package removal

import (
	"fmt"
	"go/ast"
	"go/constant"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// walk is what can be deleted for some generated functions.
type walk struct {
	p         *program
	generated []Generated
	// wanted are the flags of the generated functions, and found those whose registration is deleted.
	wanted, found map[string]bool
	// absorbed are the functions that go with the calls of them, orphaned those whose calls go, and that stay because
	// others may call them, and replaced the methods that go because there is a generated one of their name.
	absorbed, orphaned, replaced map[string]bool
	// moved are the assignments ahead of the calls of generated functions, by the names of these, and kept those that
	// take the place of a registration.
	moved map[string][]moved
	kept  map[ast.Stmt]kept
	// helps are the assignments of help, by the names of the generated functions.
	helps        map[string][]*help
	deletions    []deletion
	places       []place
	stuck, notes map[Note]bool
}

// deletion is a run of statements of a function that goes.
type deletion struct {
	in *function
	// outer is the statement of the function's own list that the run is in.
	outer    ast.Stmt
	from, to ast.Stmt
	flags    []string
	text     string // what takes its place
}

// walk follows the functions in the order of a run.
func (p *program) walk(generated []Generated) *walk {
	w := &walk{
		p: p, generated: generated, wanted: map[string]bool{}, found: map[string]bool{}, absorbed: map[string]bool{},
		orphaned: map[string]bool{}, replaced: map[string]bool{}, stuck: map[Note]bool{}, notes: map[Note]bool{},
		moved: map[string][]moved{}, kept: map[ast.Stmt]kept{}, helps: map[string][]*help{},
	}
	for _, g := range generated {
		for _, flag := range g.Flags {
			w.wanted[flag] = true
		}
	}
	keepDefaults(w)
	keepHelp(w)
	keepConditions(w)
	keepValues(w)
	for name := range p.functions {
		w.judge(name)
	}
	for _, f := range p.order {
		if w.absorbed[f.name] || w.orphaned[f.name] || w.replaced[f.name] {
			w.foundIn(f.decl)
			continue
		}
		for i := 0; i < len(f.decl.Body.List); {
			i += w.statement(f, f.decl.Body.List, i, f.decl.Body.List[i])
		}
	}
	for _, g := range generated {
		w.place(g)
	}
	w.noteConditions()
	w.noteExported()
	otherCallers(w)
	return w
}

// only reports whether a node is about wanted flags alone, and about one at least.
func (w *walk) only(node ast.Node) bool {
	flags, known := w.p.flags(node)
	return known && len(flags) > 0 && !slices.ContainsFunc(flags, func(name string) bool { return !w.wanted[name] })
}

// judge decides what becomes of a function that does nothing but register flags that are wanted.
func (w *walk) judge(name string) {
	functions := w.p.functions[name]
	for _, g := range w.generated {
		if g.full() == name {
			w.clash(g, functions)
			return
		}
	}
	wanted := false
	for _, f := range functions {
		empty := len(f.decl.Body.List) == 0
		if f.root || !empty && !w.only(f.decl.Body) || w.impure(f) != nil || w.reaches(f, f.decl.Body, w.isKept, nil) {
			return
		}
		wanted = wanted || !empty
	}
	if !wanted || w.hosts(functions[0]) {
		return
	}
	if functions[0].decl.Name.IsExported() {
		w.orphaned[name] = true
		w.notes[Note{w.p.position(functions[0].decl.Name.Pos()), "",
			functions[0].decl.Name.Name + " is not called any more, and stays because other code may call it"}] = true
	} else if w.p.onlyCalled(functions) {
		w.absorbed[name] = true
	}
}

// impure is what a function does beside registering flags; nil if nothing.
func (w *walk) impure(f *function) *impurity {
	return reader{p: w.p, in: f, path: []string{f.name}}.list(f.decl.Body.List)
}

// clash decides what becomes of a method that has the name of a generated one: it goes, or nothing does.
func (w *walk) clash(g Generated, functions []*function) {
	for _, f := range functions {
		flags, known := w.p.flags(f.decl.Body)
		why := ""
		if i := slices.IndexFunc(flags, func(name string) bool { return !slices.Contains(g.Flags, name) }); i >= 0 {
			why = "registers --" + flags[i]
		} else if impure := w.impure(f); impure != nil || !known {
			why = "does something else"
		}
		if why != "" {
			for _, flag := range g.Flags {
				w.stuck[Note{w.p.position(f.decl.Name.Pos()), flag, fmt.Sprintf(
					"the generated method has the name %s, and this one also %s; write +flags(method: \"...\") above the type",
					f.decl.Name.Name, why)}] = true
			}
			return
		}
	}
	w.replaced[functions[0].name] = true
}

// hosts reports whether a function is the place for the call of a generated one: it is exported, or not only called,
// and the object is at hand there.
func (w *walk) hosts(f *function) bool {
	if !f.decl.Name.IsExported() {
		return false
	}
	flags, _ := w.p.flags(f.decl.Body)
	for _, g := range w.generated {
		touched := slices.ContainsFunc(flags, func(name string) bool { return slices.Contains(g.Flags, name) })
		if _, ok := w.p.object(f, g.Type, f.decl.Body.Rbrace); touched && !ok {
			return false
		}
	}
	return true
}

// statement deletes a statement of a list, looks into it, or leaves it. It returns how many of the list it looked at.
func (w *walk) statement(f *function, list []ast.Stmt, i int, outer ast.Stmt) int {
	flags, _ := w.p.flags(list[i])
	if !slices.ContainsFunc(flags, func(name string) bool { return w.wanted[name] }) {
		return 1
	}
	if text := w.kept[list[i]].text; text != "" {
		w.deletions = append(w.deletions, deletion{f, outer, list[i], list[i], flags, text})
		w.foundIn(list[i])
		return 1
	}
	r := reader{p: w.p, in: f}
	last := i
	if i+1 < len(list) && r.checked(list[i], list[i+1]) {
		last++
	}
	impure := r.list(list[i : last+1])
	if w.only(list[i]) && impure == nil && !w.callsOthers(f, list[i]) {
		w.deletions = append(w.deletions, deletion{f, outer, list[i], list[last], flags, ""})
		w.foundIn(list[i])
		return last + 1 - i
	}
	if !w.inside(f, list[i], outer) {
		w.stick(list[i], flags, impure)
	}
	return last + 1 - i
}

// callsOthers reports whether a statement has something in it that has to be looked at by itself: a call of a function
// that stays, or an assignment that does.
func (w *walk) callsOthers(f *function, statement ast.Stmt) bool {
	found := false
	ast.Inspect(statement, func(node ast.Node) bool {
		found = found || w.isKept(node)
		if call, ok := node.(*ast.CallExpr); ok {
			for _, called := range w.p.called(f.pkg, call) {
				found = found || !w.absorbed[called.name] && !w.orphaned[called.name]
			}
		}
		return !found
	})
	return found
}

// foundIn notes the registrations in a node that goes.
func (w *walk) foundIn(node ast.Node) {
	for _, e := range w.p.within(node) {
		if e.registers {
			w.found[e.flag] = true
		}
	}
}

// keepConditions keeps the registrations of flags that something else changes under a condition: the marker says what
// holds here and now.
func keepConditions(w *walk) {
	for _, m := range w.p.request.Facts.Marks {
		if !w.wanted[m.Flag] || !isMark(m) || isGenerated(m.Start.Filename) ||
			m.Method == "Lookup.Usage" && slices.Contains(w.p.request.Computed, m.Flag) {
			continue
		}
		for _, c := range m.Conditions {
			if !c.Nil && !slices.ContainsFunc(w.p.request.Facts.Registrations, func(r source.Registration) bool {
				return r.Registers(m.Flag) && slices.Contains(r.Conditions, c)
			}) {
				w.stuck[Note{m.Start, m.Flag, "this changes the flag only if " + c.Text + "; change it always, or keep the " +
					"registration"}] = true
			}
		}
	}
}

// keepValues keeps the registrations of flags whose values others get, as fs.Lookup("address").Value, in statements
// that stay: the flag may not exist there any more.
func keepValues(w *walk) {
	for _, f := range w.p.order {
		for _, statement := range f.decl.Body.List {
			if w.only(statement) {
				continue
			}
			ast.Inspect(statement, func(node ast.Node) bool {
				value, ok := node.(*ast.SelectorExpr)
				if !ok || value.Sel.Name != "Value" {
					return true
				}
				call, ok := ast.Unparen(value.X).(*ast.CallExpr)
				if !ok || len(call.Args) != 1 {
					return true
				}
				made := callee(f.pkg, call)
				name := f.pkg.Info.Types[call.Args[0]].Value
				if made != nil && made.Name() == "Lookup" && name != nil && name.Kind() == constant.String &&
					w.wanted[constant.StringVal(name)] {
					w.stuck[Note{w.p.position(call.Pos()), constant.StringVal(name), "its value is read here; give the statement " +
						"the field, or keep the registration"}] = true
				}
				return true
			})
		}
	}
}

// noteConditions notes that flags exist always that existed under a condition.
func (w *walk) noteConditions() {
	conditional := map[source.Condition][]string{}
	for _, r := range w.p.request.Facts.Registrations {
		for _, c := range r.Conditions {
			if w.wanted[r.Flag] && !c.System && !slices.Contains(conditional[c], r.Flag) {
				conditional[c] = append(conditional[c], r.Flag)
			}
		}
	}
	for c, flags := range conditional {
		w.notes[Note{c.At, "", fmt.Sprintf("--%s existed only if %s; generated code always registers it",
			strings.Join(flags, ", --"), c.Text)}] = true
	}
}

// noteExported notes the exported functions that stay for what else they do, and do not register flags any more.
func (w *walk) noteExported() {
	lost := map[*function][]string{}
	for _, d := range w.deletions {
		if d.in.decl.Name.IsExported() && !d.in.root &&
			!slices.ContainsFunc(w.places, func(at place) bool { return at.in == d.in }) {
			lost[d.in] = append(lost[d.in], d.flags...)
		}
	}
	for f, flags := range lost {
		w.notes[Note{w.p.position(f.decl.Name.Pos()), "", fmt.Sprintf(
			"%s does not register --%s any more; check other code that calls it", f.decl.Name.Name,
			strings.Join(flags, ", --"))}] = true
	}
}

// otherCallers notes the registrations that do not go because of other callers of their functions.
func otherCallers(w *walk) {
	for _, g := range w.generated {
		var host *function
		if at := slices.IndexFunc(w.places, func(at place) bool { return at.generated.full() == g.full() }); at >= 0 {
			host = w.places[at].in
		}
		for _, note := range strayed(w, g, host) {
			w.stuck[note] = true
		}
	}
}

// inside looks into a statement that cannot be deleted as a whole. It reports false if that is not possible.
func (w *walk) inside(f *function, statement ast.Stmt, outer ast.Stmt) bool {
	each := func(list []ast.Stmt) {
		for i := 0; i < len(list); {
			i += w.statement(f, list, i, outer)
		}
	}
	switch s := statement.(type) {
	case *ast.BlockStmt:
		each(s.List)
	case *ast.IfStmt:
		if s.Init != nil && len(w.p.within(s.Init)) > 0 {
			return w.callsOthers(f, s)
		}
		each(s.Body.List)
		return s.Else == nil || w.inside(f, s.Else, outer)
	case *ast.SwitchStmt:
		for _, clause := range s.Body.List {
			each(clause.(*ast.CaseClause).Body)
		}
	case *ast.RangeStmt:
		stays := false
		ast.Inspect(s.Body, func(node ast.Node) bool {
			stays = stays || w.isKept(node)
			return !stays
		})
		if !stays {
			return w.callsOthers(f, statement)
		}
		each(s.Body.List)
	default:
		return w.callsOthers(f, statement) // which are looked at by themselves
	}
	return true
}

// stick notes why flags cannot be removed.
func (w *walk) stick(statement ast.Stmt, flags []string, impure *impurity) {
	at, why := statement.Pos(), "the statement is also about a flag with a computed name"
	for _, other := range flags {
		if !w.wanted[other] {
			why = fmt.Sprintf("the statement is also about --%s, which stays", other)
		}
	}
	if impure != nil {
		at, why = impure.at, impure.why
	}
	for _, name := range flags {
		if w.wanted[name] {
			w.stuck[Note{w.p.position(at), name, why}] = true
		}
	}
}

// blocked says which of the wanted flags cannot be removed, and why.
func (w *walk) blocked() []Note {
	notes := sortedNotes(w.stuck)
	for _, g := range w.generated {
		for _, name := range g.Flags {
			if !slices.Contains(w.p.request.Proven, name) {
				notes = append(notes, Note{Flag: name, Text: "the generated flag is not proven to be equal"})
			} else if !w.found[name] && !slices.ContainsFunc(notes, func(n Note) bool { return n.Flag == name }) {
				notes = append(notes, notFound(w.p.request, name))
			}
		}
	}
	return notes
}

// notFound says that no statement of the source is known to register a flag.
func notFound(request Request, flag string) Note {
	const do = "; register it in a statement of its own, with its name as a constant, and run the command again"
	at, known := request.Calls[flag]
	if !known {
		return Note{Flag: flag, Text: "the source does not tell which statement registers the flag" + do}
	}
	return Note{at, flag, "this call registers the flag, but the source does not tell which flag it is" + do}
}
