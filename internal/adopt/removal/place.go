package removal

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// place is where the call of a generated function goes: before a statement of a function.
type place struct {
	generated Generated
	in        *function
	before    ast.Stmt
	// name is that of the function, set the expression of the flag set, and object that of the object.
	name, set, object string
	// defaults are the assignments ahead of the call.
	defaults []string
}

// place finds the place of a generated function: the first statement that leads to a flag of it, in the first function
// that has the object at hand.
func (d *deletion) place(g Generated) {
	if g.Called { // where no assignment goes ahead of it
		for _, flag := range g.Written {
			d.stick(flag, notAssigned(d.registration(flag)))
		}
		return
	}
	flags := slices.DeleteFunc(slices.Clone(g.Flags), func(flag string) bool { return !d.wanted[flag] })
	leads := func(s ast.Stmt) bool {
		return slices.ContainsFunc(flags, func(flag string) bool { return d.registers(s, flag) })
	}
	for _, f := range d.order {
		at := slices.IndexFunc(f.decl.Body.List, leads)
		if at < 0 || d.module.Package(f.pkg.Path) != f.pkg {
			continue
		}
		found := place{generated: g, in: f, before: f.decl.Body.List[at]}
		found.object, _ = d.object(f, g.Type, found.before.Pos())
		if found.name, found.set = d.setFor(g, f, found.before); found.object == "" || found.set == "" {
			continue
		}
		for _, flag := range g.Written {
			if slices.Contains(flags, flag) {
				d.keepDefault(&found, flag)
			}
		}
		d.keepSets(found, flags)
		for _, s := range d.plain {
			if _, assigned := d.instead[s.statement]; assigned && s.in.root && s.in != f {
				delete(d.instead, s.statement) // the flag may not be there
				d.gone[s.statement] = true
			}
		}
		d.places = append(d.places, found)
		return
	}
	for _, flag := range flags {
		d.stick(flag, Note{Why: "no function that registers flags has a value of type " + g.Type + " to call " + g.Name +
			" with"})
	}
}

// keepDefault assigns the default that a registration writes ahead of the call, if it is a constant.
func (d *deletion) keepDefault(at *place, flag string) {
	for _, r := range d.request.Facts.Registrations {
		own := r.Default.Kind == source.Field && r.Default.Path == r.Value.Path
		if own || r.Flag != flag || isGenerated(r.Start.Filename) {
			continue
		}
		path, below := at.generated.below(r)
		field := d.fieldType(at.generated.Type, path)
		isNil := slices.Contains(at.generated.Nil, flag)
		if !below || field == nil || isNil || r.Default.Kind != source.Constant || r.OS != "" {
			d.stick(flag, notAssigned(r.Start))
			continue
		}
		to := strings.TrimPrefix(at.object, "&") + "." + path
		if pointer, ok := field.Underlying().(*types.Pointer); ok {
			to, field = "*"+to, pointer.Elem()
		}
		value := r.Default.Text
		if r.Start.Filename != d.position(at.before.Pos()).Filename || types.TypeString(field, nil) != r.Default.Type ||
			!d.isGlobal(at.in, value) {
			value = r.Default.Value
			if basic, ok := field.Underlying().(*types.Basic); ok && basic.Info()&types.IsString != 0 {
				value = strconv.Quote(value)
			}
		}
		if text := to + " = " + value; !slices.Contains(at.defaults, text) {
			at.defaults = append(at.defaults, text)
		}
	}
}

// notAssigned says that a default cannot be kept.
func notAssigned(at token.Position) Note {
	return Note{
		Position: at, Why: "no assignment can take the place of the default that its registration writes",
		Do: "set the default in the function of --flags, and register the flag with the value of the field",
	}
}

// registration is where a flag is registered by hand; not valid if the source does not tell.
func (d *deletion) registration(flag string) token.Position {
	for _, r := range d.request.Facts.Registrations {
		if r.Flag == flag && !isGenerated(r.Start.Filename) {
			return r.Start
		}
	}
	return token.Position{}
}

// isGlobal reports whether an expression is made of literals, and of names that the package of a function has.
func (d *deletion) isGlobal(f *function, text string) bool {
	e, err := parser.ParseExpr(text)
	global := err == nil
	ast.Inspect(e, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		if ok && f.pkg.Types.Scope().Lookup(name.Name) == nil && types.Universe.Lookup(name.Name) == nil {
			global = false
		}
		selector, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		of, ok := selector.X.(*ast.Ident)
		global = global && ok && f.pkg.Types.Scope().Lookup(of.Name) == nil
		return false
	})
	return global
}

// below is the path of the field of a registration below the object of a generated function.
func (g Generated) below(r source.Registration) (string, bool) {
	if strings.TrimPrefix(r.Value.RootType, "*") == g.Type {
		return r.Value.Path, r.Value.Path != ""
	}
	path, ok := strings.CutPrefix(r.Value.Path, g.At+".")
	return path, ok && g.At != ""
}

// fieldType is the type of the field at a path below import/path.Type; nil if there is none.
func (d *deletion) fieldType(of, path string) types.Type {
	imported, local := splitName(of)
	pkg, err := d.module.Import(imported)
	if err != nil || pkg.Scope().Lookup(local) == nil {
		return nil
	}
	t := pkg.Scope().Lookup(local).Type()
	for name := range strings.SplitSeq(path, ".") {
		field, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
		if field == nil {
			return nil
		}
		t, pkg = field.Type(), field.Pkg()
	}
	return t
}

// keepSets keeps the flags that are registered on another flag set than that of the call: code may look them up there.
func (d *deletion) keepSets(at place, flags []string) {
	if at.name == at.generated.Sets {
		return
	}
	for _, s := range d.plain {
		for _, set := range d.sets(s.in, s.statement) {
			if s.in == at.in && set.text == at.set || s.in != at.in && set.given {
				continue
			}
			for _, flag := range s.flags {
				if slices.Contains(flags, flag) {
					d.stick(flag, Note{Position: d.position(s.statement.Pos()), Why: "it is registered on " + set.text + ", and " +
						at.generated.Name + " registers flags on " + at.set, Do: "register it there, too"})
				}
			}
		}
	}
}

// flagSet is an expression for a flag set, which is given if it is a parameter.
type flagSet struct {
	text  string
	given bool
}

// sets are the flag sets in a statement.
func (d *deletion) sets(f *function, statement ast.Stmt) []flagSet {
	var found []flagSet
	ast.Inspect(statement, func(node ast.Node) bool {
		e, ok := node.(ast.Expr)
		if !ok || !f.pkg.Info.Types[e].IsValue() || typeName(f.pkg.Info.Types[e].Type) != flagSetType {
			return true
		}
		name, ok := e.(*ast.Ident)
		v, isVar := f.pkg.Info.Uses[name].(*types.Var)
		found = append(found, flagSet{types.ExprString(e), ok && isVar && v.Pos() < f.decl.Body.Pos()})
		return false
	})
	return found
}

// setFor is the generated function to call before a statement, and the expression for the flag set.
func (d *deletion) setFor(g Generated, f *function, at ast.Stmt) (name, set string) {
	if g.Sets != "" {
		if sections, ok := d.object(f, sectionsType, at.Pos()); ok {
			return g.Sets, sections
		}
	}
	for _, set := range d.sets(f, at) {
		name, _, _ := strings.Cut(set.text, ".")
		if scope := f.pkg.Types.Scope().Innermost(at.Pos()); scope != nil {
			if _, object := scope.LookupParent(name, at.Pos()); object != nil {
				return g.Name, set.text
			}
		}
	}
	set, _ = d.object(f, flagSetType, at.Pos())
	return g.Name, set
}

// deepest is how many fields the object is looked for below a variable.
const deepest = 3

// object finds an expression of the type *T in a function before a position: a parameter, a variable, or a field of
// one.
func (p *program) object(f *function, name string, at token.Pos) (string, bool) {
	type candidate struct {
		expr string
		t    types.Type
	}
	var level []candidate
	for scope := f.pkg.Types.Scope().Innermost(at); scope != nil && scope != f.pkg.Types.Scope(); scope = scope.Parent() {
		var own []candidate
		for _, local := range scope.Names() {
			if v, ok := scope.Lookup(local).(*types.Var); ok && v.Pos() < at {
				own = append(own, candidate{local, v.Type()})
			}
		}
		slices.SortFunc(own, func(a, b candidate) int {
			return int(scope.Lookup(a.expr).Pos() - scope.Lookup(b.expr).Pos())
		})
		level = append(level, own...)
	}
	for range deepest {
		var next []candidate
		for _, c := range level {
			if typeName(c.t) == name {
				if _, isPointer := types.Unalias(c.t).(*types.Pointer); isPointer {
					return c.expr, true
				}
				return "&" + c.expr, true
			}
			structure, ok := source.Deref(c.t).Underlying().(*types.Struct)
			if !ok {
				continue
			}
			for field := range structure.Fields() {
				if field.Exported() || field.Pkg() == f.pkg.Types {
					next = append(next, candidate{c.expr + "." + field.Name(), field.Type()})
				}
			}
		}
		level = next
	}
	return "", false
}

// lines are the statements that go to a place, with the name that its file has for the package of the function.
func (at place) lines(qualifier string) []string {
	if at.generated.Method {
		return append(slices.Clone(at.defaults),
			fmt.Sprintf("%s.%s(%s)", strings.TrimPrefix(at.object, "&"), at.name, at.set))
	}
	return append(slices.Clone(at.defaults), fmt.Sprintf("%s%s(%s, %s)", qualifier, at.name, at.set, at.object))
}
