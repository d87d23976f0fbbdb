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

// deletion is what goes from the code if all flags go that do not have to stay.
type deletion struct {
	*program
	// wanted are the flags that go, and stuck says of some of them why they cannot.
	wanted map[string]bool
	stuck  map[string]Note
	// gone are statements and declarations, and instead the texts that take the places of others.
	gone    map[ast.Node]bool
	instead map[ast.Node]string
	// plain are the statements that register or change flags, as far as they go or give way to a text.
	plain  []plain
	places []place
}

// plain is a statement of a function that has to do with flags and with nothing else.
type plain struct {
	in        *function
	statement ast.Stmt
	flags     []string
}

// deletion finds what goes, without the flags that stay.
func (p *program) deletion(kept map[string]Note) *deletion {
	d := &deletion{
		program: p, wanted: map[string]bool{}, stuck: map[string]Note{}, gone: map[ast.Node]bool{},
		instead: map[ast.Node]string{},
	}
	for _, g := range p.request.Generated {
		for _, flag := range g.Flags {
			if _, stays := kept[flag]; stays {
				continue
			}
			if d.wanted[flag] = true; !slices.Contains(p.request.Proven, flag) {
				d.stick(flag, Note{Why: "the generated flag is not proven to be equal"})
			}
		}
	}
	for _, f := range p.order {
		for _, g := range p.request.Generated {
			for _, flag := range g.Flags {
				if g.full() == f.name {
					d.stick(flag, Note{Position: p.position(f.decl.Name.Pos()), Why: "the generated function has the name " + g.Name +
						", as this one has", Do: "rename it, or write +flags(method: \"...\") above the type"})
				}
			}
		}
		d.list(f, f.decl.Body.List)
	}
	for flag := range d.wanted {
		if !slices.ContainsFunc(d.plain, func(s plain) bool { return d.registers(s.statement, flag) }) {
			d.stick(flag, notFound(p.request, flag))
		}
	}
	d.keepConditions()
	d.keepCalled()
	for _, g := range p.request.Generated {
		d.place(g)
	}
	return d
}

// stick says why a flag cannot go.
func (d *deletion) stick(flag string, note Note) {
	if _, known := d.stuck[flag]; !known && d.wanted[flag] {
		note.Flag = flag
		d.stuck[flag] = note
	}
}

// registers reports whether a node registers a flag.
func (d *deletion) registers(node ast.Node, flag string) bool {
	return slices.ContainsFunc(d.within(node), func(e entry) bool { return e.registers && e.flag == flag })
}

// list looks at statements.
func (d *deletion) list(f *function, list []ast.Stmt) {
	for i, statement := range list {
		if flags, _ := d.flags(statement); !slices.ContainsFunc(flags, func(flag string) bool { return d.wanted[flag] }) {
			continue
		}
		switch s := statement.(type) {
		case *ast.BlockStmt:
			d.list(f, s.List)
		case *ast.IfStmt:
			if init, ok := s.Init.(*ast.AssignStmt); ok && checks(s, init) {
				d.leaf(f, s, init.Rhs[0])
				continue
			}
			d.under(s)
			d.list(f, s.Body.List)
			if s.Else != nil {
				d.list(f, []ast.Stmt{s.Else})
			}
		case *ast.ForStmt:
			d.list(f, s.Body.List)
		case *ast.RangeStmt:
			d.list(f, s.Body.List)
		case *ast.SwitchStmt:
			d.under(s)
			for _, clause := range s.Body.List {
				d.list(f, clause.(*ast.CaseClause).Body)
			}
		case *ast.ExprStmt:
			d.leaf(f, s, s.X)
		case *ast.AssignStmt:
			name, isName := s.Lhs[0].(*ast.Ident)
			_, isField := s.Lhs[0].(*ast.SelectorExpr)
			switch {
			case i+1 < len(list) && checks(list[i+1], s):
				d.leaf(f, list[i+1], s.Rhs[0])
				d.leaf(f, s, s.Rhs[0])
			case isName && name.Name == "_" && len(s.Lhs) == 1:
				d.leaf(f, s, s.Rhs[0])
			case isField && len(d.within(s.Rhs[0])) == 0:
				d.leaf(f, s, nil) // a field of what Lookup returns
			default:
				d.leaf(f, s, &ast.BadExpr{})
			}
		default:
			d.leaf(f, s, &ast.BadExpr{})
		}
	}
}

// checks reports whether a statement looks at the error that an assignment of a call leads to, and at nothing else.
func checks(statement ast.Stmt, assign *ast.AssignStmt) bool {
	condition, ok := statement.(*ast.IfStmt)
	if !ok || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || condition.Else != nil ||
		condition.Init != nil && condition.Init != ast.Stmt(assign) {
		return false
	}
	err, ok := assign.Lhs[0].(*ast.Ident)
	test, also := condition.Cond.(*ast.BinaryExpr)
	if !ok || !also || test.Op != token.NEQ {
		return false
	}
	left, ok := test.X.(*ast.Ident)
	right, also := test.Y.(*ast.Ident)
	return ok && also && left.Name == err.Name && right.Name == "nil"
}

// under keeps flags that are registered under a condition other than the system: generated code always registers them.
func (d *deletion) under(statement ast.Stmt) {
	for _, r := range d.request.Facts.Registrations {
		for _, c := range r.Conditions {
			if !c.System && d.isIn(statement, r.Start) && d.isIn(statement, c.At) {
				d.stick(r.Flag, Note{Position: c.At, Why: "it is registered only if " + c.Text, Do: "register it always"})
			}
		}
	}
}

// leaf looks at a statement with an expression that registers or changes flags; nil if it does so itself.
func (d *deletion) leaf(f *function, statement ast.Stmt, e ast.Expr) {
	if call, ok := e.(*ast.CallExpr); ok && len(d.called(f.pkg, call)) > 0 {
		return // it is looked at by itself
	}
	at := d.position(statement.Pos())
	flags, known := d.flags(statement)
	if call, ok := e.(*ast.CallExpr); ok {
		flags, known = d.flags(call)
	}
	stays := slices.IndexFunc(flags, func(flag string) bool { return !d.wanted[flag] })
	note := Note{Position: at, Do: "register each in a statement of its own"}
	switch {
	case stays >= 0:
		note.Why = "the statement is also about --" + flags[stays] + ", which stays"
	case !known:
		note.Why = "the statement is also about a flag with a computed name"
	case e != nil && !d.isPlain(f, e):
		note.Why, note.Do = "this is not a plain statement that registers the flag", "register it in a statement of its own"
	default:
		d.plain = append(d.plain, plain{f, statement, flags})
		if text := d.help(f, e, flags); text != "" {
			d.instead[statement] = text
		} else if !d.setsHelp(statement, flags) {
			d.gone[statement] = true
		}
		return
	}
	for _, flag := range flags {
		d.stick(flag, note)
	}
}

// isPlain reports whether an expression is a call of a flag set, or of another module's function that registers flags,
// or one of a function such as must that gets the error of such a call.
func (d *deletion) isPlain(f *function, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	object := callee(f.pkg, call)
	if object == nil || slices.ContainsFunc(call.Args, func(argument ast.Expr) bool {
		_, literal := argument.(*ast.FuncLit)
		return literal && len(d.within(argument)) > 0 // nobody knows when it is called
	}) {
		return false
	}
	params := object.Signature().Params()
	if len(call.Args) == 1 && params.Len() == 1 && params.At(0).Type().String() == "error" {
		return d.isPlain(f, call.Args[0])
	}
	return len(d.within(call)) > 0 && len(d.called(f.pkg, call)) == 0
}

// help is the assignment that takes the place of a call that registers a flag with computed help; empty if there is
// none.
func (d *deletion) help(f *function, e ast.Expr, flags []string) string {
	computed := func(flag string) bool { return slices.Contains(d.request.Computed, flag) }
	if e == nil || !slices.ContainsFunc(flags, computed) {
		return ""
	}
	call, _ := ast.Unparen(e).(*ast.CallExpr)
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	object := callee(f.pkg, call)
	if !ok || object == nil {
		return ""
	}
	argument := func(name string) string {
		params := slices.Collect(object.Signature().Params().Variables())
		at := slices.IndexFunc(params, func(v *types.Var) bool { return v.Name() == name })
		if at < 0 || at >= len(call.Args) {
			return ""
		}
		return d.text(call.Args[at])
	}
	name, usage := argument("name"), argument("usage")
	if name == "" || usage == "" || typeName(f.pkg.Info.Types[selector.X].Type) != flagSetType {
		return ""
	}
	return fmt.Sprintf("%s.Lookup(%s).Usage = %s", d.text(selector.X), name, usage)
}

// setsHelp reports whether a statement assigns computed help, and stays.
func (d *deletion) setsHelp(statement ast.Stmt, flags []string) bool {
	return slices.ContainsFunc(d.request.Facts.Marks, func(m source.Mark) bool {
		return m.Method == "Lookup.Usage" && d.isIn(statement, m.Start) && slices.Contains(flags, m.Flag) &&
			slices.Contains(d.request.Computed, m.Flag)
	})
}

// assigned are the flags that go and whose help stays computed.
func (d *deletion) assigned() []string {
	var all []string
	for _, s := range d.plain {
		if !d.gone[s.statement] {
			all = append(all, s.flags...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// notes are about flags whose help is not computed any more, and functions that do not register flags any more.
func (d *deletion) notes() []Note {
	var all []Note
	for _, flag := range d.request.Computed {
		if d.wanted[flag] && !slices.Contains(d.assigned(), flag) {
			all = append(all, Note{Flag: flag, Why: "its help is not computed any more",
				Do: "to keep it computed, return it from a func() string, and name that by usageFrom:"})
		}
	}
	lost := map[*function][]string{}
	for _, s := range d.plain {
		isPlace := slices.ContainsFunc(d.places, func(at place) bool { return at.in == s.in })
		if s.in.decl.Name.IsExported() && !s.in.root && !isPlace {
			lost[s.in] = append(lost[s.in], s.flags...)
		}
	}
	for f, flags := range lost {
		slices.Sort(flags)
		all = append(all, Note{
			Position: d.position(f.decl.Name.Pos()), Do: "check other code that calls it",
			Why: fmt.Sprintf("%s does not register --%s any more", f.decl.Name.Name,
				strings.Join(slices.Compact(flags), ", --")),
		})
	}
	slices.SortFunc(all, compareNotes)
	return all
}

// keepConditions keeps the registrations of flags that something else changes under a condition: the marker says what
// holds here and now.
func (d *deletion) keepConditions() {
	for _, m := range d.request.Facts.Marks {
		if !isMark(m) || isGenerated(m.Start.Filename) ||
			m.Method == "Lookup.Usage" && slices.Contains(d.request.Computed, m.Flag) {
			continue
		}
		for _, c := range m.Conditions {
			if !c.Nil && !slices.ContainsFunc(d.request.Facts.Registrations, func(r source.Registration) bool {
				return r.Registers(m.Flag) && slices.Contains(r.Conditions, c)
			}) {
				d.stick(m.Flag, Note{Position: m.Start, Why: "this changes the flag only if " + c.Text,
					Do: "change it always, or keep the registration"})
			}
		}
	}
}

// notFound says that no statement of the source is known to register a flag.
func notFound(request Request, flag string) Note {
	note := Note{
		Why: "the source does not tell which statement registers the flag",
		Do:  "register it in a statement of its own, with its name as a constant, and run the command again",
	}
	if at, known := request.Calls[flag]; known {
		note.Position = at
		note.Why = "this call registers the flag, but the source does not tell which flag it is"
	}
	return note
}
