package removal

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// deletion is the code that is deleted with all flags that need not stay.
type deletion struct {
	Request
	entries []entry
	// functions are the functions written by hand that register flags.
	functions []source.Function
	// wanted are the flags to remove, and stuck the reasons why some of them cannot be removed.
	wanted map[string]bool
	stuck  map[string]Note
	// gone are the deleted statements, and lost the flags that functions no longer register, by the names of the
	// functions.
	gone  map[ast.Node]bool
	lost  map[string][]string
	calls []call
	// blank are the names of variables that are no longer used.
	blank map[*ast.Ident]bool
}

// find finds the code to delete, without the kept flags.
func find(request Request, kept map[string]Note) *deletion {
	d := &deletion{
		Request: request, entries: entries(request), wanted: map[string]bool{}, stuck: map[string]Note{},
		gone: map[ast.Node]bool{}, lost: map[string][]string{}, blank: map[*ast.Ident]bool{},
	}
	for _, f := range request.Facts.Functions {
		if !isGenerated(f.Start.Filename) && !f.Package.Published {
			d.functions = append(d.functions, f)
		}
	}
	for _, g := range request.Generated {
		for _, flag := range g.Flags {
			if _, stays := kept[flag]; !stays {
				d.wanted[flag] = true
			}
			if note, stays := request.Staying[flag]; stays {
				d.stick(flag, note)
			}
		}
	}
	for _, f := range d.functions {
		d.list(f, f.Decl.Body.List)
	}
	for flag := range d.wanted {
		if !slices.ContainsFunc(d.functions, func(f source.Function) bool { return slices.Contains(d.lost[f.Name], flag) }) {
			d.stick(flag, Note{Why: "the source does not tell which statement registers the flag",
				Do: "register it in a statement of its own, with its name as a constant, and run the command again"})
		}
	}
	d.keepConditions()
	d.keepCalled()
	for _, g := range request.Generated {
		d.place(g)
	}
	return d
}

// stick records the reason why a flag cannot be removed. A note without a position gets the position of a registration.
func (d *deletion) stick(flag string, note Note) {
	if _, known := d.stuck[flag]; known || !d.wanted[flag] {
		return
	}
	if at := d.registrations(flag); !note.Position.IsValid() && len(at) > 0 {
		note.Position = at[0].at
	}
	note.Flag = flag
	d.stuck[flag] = note
}

// list deletes the plain statements of a list. A change of a flag that is not a plain statement does no harm: the
// marker says the same.
func (d *deletion) list(f source.Function, list []ast.Stmt) {
	for _, s := range list {
		inside := d.within(s)
		if !slices.ContainsFunc(inside, func(e entry) bool { return d.wanted[e.flag] }) {
			continue
		}
		if d.isPlain(f, s) {
			d.gone[s] = true
			for _, e := range inside {
				if !e.mark && !slices.Contains(d.lost[f.Name], e.flag) {
					d.lost[f.Name] = append(d.lost[f.Name], e.flag)
				}
			}
			continue
		}
		if block, ok := s.(*ast.BlockStmt); ok {
			d.list(f, block.List)
			continue
		}
		note := Note{Position: d.position(s.Pos()), Why: "this statement does not only register the flag",
			Do: "register it in a statement of its own, and run the command again"}
		other := slices.IndexFunc(inside, func(e entry) bool { return e.flag != "" && !d.wanted[e.flag] })
		if other >= 0 {
			note.Why = "this statement is also about --" + inside[other].flag + ", which stays"
		}
		for _, e := range inside {
			if !e.mark {
				d.stick(e.flag, note)
			}
		}
	}
}

// isPlain reports whether a statement only registers or changes flags that go, by a call of a flag set or of a library,
// or is a block, loop or if statement with such statements alone, whose condition has no effect.
func (d *deletion) isPlain(f source.Function, statement ast.Stmt) bool {
	switch s := statement.(type) {
	case *ast.BlockStmt:
		return len(s.List) > 0 && !slices.ContainsFunc(s.List, func(s ast.Stmt) bool { return !d.isPlain(f, s) })
	case *ast.RangeStmt:
		return !mayAct(f, s.X) && d.isPlain(f, s.Body)
	case *ast.IfStmt:
		return s.Init == nil && s.Else == nil && !mayAct(f, s.Cond) && d.isPlain(f, s.Body)
	case *ast.AssignStmt: // _ = fs.MarkHidden("a")
		name, ok := s.Lhs[0].(*ast.Ident)
		return ok && name.Name == "_" && len(s.Lhs) == 1 && d.isCall(f, s.Rhs[0])
	case *ast.ExprStmt:
		return d.isCall(f, s.X)
	}
	return false
}

// isCall reports whether an expression is one call about flags that go, or a call of a function such as must that gets
// the error of one.
func (d *deletion) isCall(f source.Function, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	called, ok := f.Package.Info.Types[call.Fun].Type.(*types.Signature)
	if ok && len(call.Args) == 1 && called.Params().Len() == 1 && called.Params().At(0).Type().String() == "error" {
		return d.isCall(f, call.Args[0])
	}
	inside, at := d.within(call), d.position(call.Pos())
	return len(inside) > 0 && !slices.ContainsFunc(inside, func(e entry) bool {
		return !d.wanted[e.flag] || e.at.Offset != at.Offset
	})
}

// keepConditions keeps the registrations of flags with conditional changes: the marker only expresses the observed
// case.
func (d *deletion) keepConditions() {
	for _, m := range d.Facts.Marks {
		if !isMark(m) || isGenerated(m.Start.Filename) {
			continue
		}
		for _, c := range m.Conditions {
			if !c.Nil && !slices.ContainsFunc(d.Facts.Registrations, func(r source.Registration) bool {
				return r.Registers(m.Flag) && slices.Contains(r.Conditions, c)
			}) {
				d.stick(m.Flag, Note{Position: m.Start, Why: "this changes the flag only if " + c.Text,
					Do: "change it always, or keep the registration"})
			}
		}
	}
}

// isRoot reports whether the component calls a function to register flags.
func (d *deletion) isRoot(f source.Function) bool { return slices.Contains(d.Roots, f.Name) }

// notes returns notes about functions that no longer register flags: functions without statements, and exported
// functions, which other code can call.
func (d *deletion) notes() []Note {
	var all []Note
	for _, f := range d.functions {
		left := slices.ContainsFunc(f.Decl.Body.List, func(s ast.Stmt) bool { return !d.gone[s] })
		placed := slices.ContainsFunc(d.calls, func(c call) bool { return c.in.Decl == f.Decl })
		if len(d.lost[f.Name]) == 0 || d.isRoot(f) || placed || left && !f.Decl.Name.IsExported() {
			continue
		}
		do := "check other code that calls it"
		if !left {
			do = "delete it, and the calls of it"
		}
		slices.Sort(d.lost[f.Name])
		all = append(all, Note{Position: d.position(f.Decl.Name.Pos()), Do: do,
			Why: fmt.Sprintf("%s does not register --%s any more", f.Decl.Name.Name, strings.Join(d.lost[f.Name], ", --"))})
	}
	slices.SortFunc(all, compareNotes)
	return all
}
