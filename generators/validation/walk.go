package validation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// walker writes the code for one root: it visits the fields in the order of the types, and writes the checks of their
// constraints.
type walker struct {
	*scope
	constraints
	checker checker
}

func newWalker(s *scope, found constraints) *walker {
	return &walker{scope: s, constraints: found, checker: checker{file: s.file, needs: s.needs}}
}

// structFunction is a function that validates a nested struct. A struct has several if its fields have other markers in
// other places.
type structFunction struct{ name, code string }

// frame is a struct in the function that validates it.
type frame struct {
	// in is the struct or a pointer to it, and at its path.
	in jen.Code
	at emit.FieldPath
	// systems are those on which the struct exists.
	systems group.Systems
	// origin limits the rules to those from that field. Everything below is then validated in place.
	origin *group.Field
	// depth is how many lists and maps are around the struct in the function. Each has variables of its own.
	depth int
}

// structBody validates the fields of a struct. Adjacent fields that exist on the same other systems share one
// condition.
func (w *walker) structBody(fields []*group.Field, of frame) []check {
	var runs [][]check
	var runSystems []group.Systems
	add := func(on group.Systems, checks []check) {
		switch last := len(runs) - 1; {
		case len(checks) == 0:
		case last >= 0 && slices.Equal(runSystems[last], on):
			runs[last] = append(runs[last], checks...)
		default:
			runs, runSystems = append(runs, checks), append(runSystems, on)
		}
	}
	for _, field := range fields {
		add(field.OS, w.field(field, of))
	}
	if len(fields) > 0 {
		for i, u := range w.unions[fields[0].Parent] {
			if u.origin == of.origin {
				add(of.systems, w.union(u, i, of.in, of.at))
			}
		}
	}
	var checks []check
	for i, run := range runs {
		if !slices.Equal(runSystems[i], of.systems) {
			run = onlyOn(runSystems[i], run)
		}
		checks = append(checks, run...)
	}
	return checks
}

// onlyOn makes checks depend on the system.
func onlyOn(systems group.Systems, checks []check) []check {
	if len(systems) > 1 && !strings.HasPrefix(systems[0], "!") {
		return []check{{condition: onSystems(systems), or: true, then: statements(checks)}}
	}
	return when(onSystems(systems), checks)
}

// onSystems is the condition that the program runs on one of the systems.
func onSystems(systems group.Systems) *jen.Statement {
	condition := jen.Null()
	for i, system := range systems {
		name, not := strings.CutPrefix(system, "!")
		operator, join := "==", "||"
		if not {
			operator, join = "!=", "&&"
		}
		if i > 0 {
			condition.Op(join)
		}
		condition.Qual("runtime", "GOOS").Op(operator).Lit(name)
	}
	return condition
}

// field validates one field of a struct.
func (w *walker) field(field *group.Field, of frame) []check {
	v := value{
		Operand: emit.Operand{Expr: jen.Add(of.in).Dot(field.Name)},
		path:    w.pathOf(field, of.at),
		typ:     field.Type,
		secret:  field.Facts.Secret,
	}
	checks := w.value(place{field, of.origin, of.depth}, v, w.rules[field].only(of.origin))
	return append(checks, w.conditional(field, v, of)...)
}

// place is where a value stands: the field that it is a part of, the origin whose rules are applied, and how many
// lists and maps are around it in the function.
type place struct {
	field  *group.Field
	origin *group.Field
	depth  int
}

func (p place) deeper() place { p.depth++; return p }

// value validates a value inside a field.
func (w *walker) value(at place, v value, r *rules) []check {
	if r == nil {
		r = &rules{}
	}
	if _, is := r.of("forbidden"); is {
		return []check{forbidden(v)}
	}
	if v.typ.Kind == "pointer" {
		inner := v
		inner.typ, inner.Pointer = v.typ.Elem, true
		if v.Pointer {
			inner.Expr = jen.Parens(v.Value())
		}
		return present(v, r, w.value(at, inner, r.behindPointer()))
	}
	checks := present(v, r, w.checker.own(v, r))
	switch {
	case v.typ.Leaf:
	case v.typ.Kind == "slice":
		checks = append(checks, w.uniqueElements(at, v, r)...)
		checks = append(checks, w.list(at, v, r)...)
	case v.typ.Kind == "map":
		checks = append(checks, w.mapping(at, v, r)...)
	case v.typ.Kind == "struct":
		checks = append(checks, w.nested(at, v)...)
	}
	return checks
}

// list validates the elements of a list.
func (w *walker) list(at place, v value, r *rules) []check {
	index := jen.Id(emit.Index(at.depth))
	element := value{path: v.path.Index(index), typ: v.typ.Elem, secret: v.secret}
	list := v.Value()
	if v.Pointer {
		list = jen.Parens(list)
	}
	if v.typ.Elem.Kind == "struct" {
		element.Expr = jen.Add(list).Index(index)
		inner := w.value(at.deeper(), element, r.each)
		if len(inner) == 0 {
			return nil
		}
		return []check{
			{then: []jen.Code{jen.For(jen.Add(index).Op(":=").Range().Add(v.Value())).Block(statements(inner)...)}},
		}
	}
	element.Expr = jen.Id(emit.Numbered("value", at.depth))
	inner := w.value(at.deeper(), element, r.each)
	if len(inner) == 0 {
		return nil
	}
	return []check{
		{
			then: []jen.Code{jen.For(jen.List(index, element.Expr).Op(":=").Range().Add(v.Value())).Block(statements(inner)...)},
		},
	}
}

// mapping validates the keys and values of a map, in the order of the keys.
func (w *walker) mapping(at place, v value, r *rules) []check {
	id := jen.Id(emit.Numbered("key", at.depth))
	key := value{Operand: emit.Operand{Expr: id}, path: v.path, typ: v.typ.Key, secret: v.secret, isKey: true}
	inner := w.value(at.deeper(), key, r.keys)
	element := value{
		Operand: emit.Operand{Expr: jen.Id(emit.Numbered("value", at.depth))},
		path:    v.path.Key(key.text()),
		typ:     v.typ.Elem,
		secret:  v.secret,
	}
	list := v.Value()
	if v.Pointer {
		list = jen.Parens(list)
	}
	if of := w.value(at.deeper(), element, r.each); len(of) > 0 {
		inner = append(inner, check{then: []jen.Code{jen.Add(element.Expr).Op(":=").Add(list).Index(id)}})
		inner = append(inner, of...)
	}
	if len(inner) == 0 {
		return nil
	}
	keys := jen.Qual("slices", "Sorted").Call(jen.Qual("maps", "Keys").Call(v.Value()))
	return []check{
		{then: []jen.Code{jen.For(jen.List(jen.Id("_"), id).Op(":=").Range().Add(keys)).Block(statements(inner)...)}},
	}
}

// nested validates a struct: the user's own by a function, others in place. What +subfield adds to it here is checked
// here.
func (w *walker) nested(at place, v value) []check {
	field := at.field
	here := frame{in: v.Expr, at: v.path, systems: field.OS, origin: at.origin, depth: at.depth}
	if at.origin != nil {
		return w.structBody(field.Fields, here)
	}
	var checks []check
	switch {
	case w.opaque[field]:
	case !w.hasHook(v.typ):
		checks = w.structBody(field.Fields, here)
	default:
		for _, call := range w.callStruct(field, v) {
			checks = append(checks, check{then: []jen.Code{appendAll(call)}})
		}
	}
	here.origin = field
	return append(checks, w.structBody(field.Fields, here)...)
}

// callStruct generates the function of a struct, unless there is one that does the same, and returns what validates
// the struct at v: a call of the function, or calls of the user's own functions where there is nothing else to
// validate.
func (w *walker) callStruct(field *group.Field, v value) []jen.Code {
	t, position, before := v.typ, w.place(), w.needs.clone()
	named := w.goName(t)
	h := hook{suffix: named, subject: w.subject(t), typ: t, position: field.Position, end: field.End}
	here := subject{pointer: v.Address(), value: v.Value(), path: v.path.Code()}
	checks := w.checksOf(field.Fields, field.OS)
	if len(checks) == 0 {
		return w.callHook(h, here)
	}
	call := func(function jen.Code) jen.Code { return jen.Add(function).Call(v.Address(), v.path.Code()) }
	if once := w.once.function(t); once != nil {
		hooks, ruled := w.sharedHooks(h, inside())
		if sourceOf(w.function(t, checks, hooks)) == once.code {
			*w.needs = before
			w.file.Import(once.pkg.Path, once.pkg.Name)
			return append([]jen.Code{call(jen.Qual(once.pkg.Path, once.name))}, w.ownHooks(h, here, ruled)...)
		}
	}
	rest := w.function(t, checks, w.callHook(h, inside()))
	code := sourceOf(rest)
	key := typeKey(t)
	for _, known := range w.structs[key] {
		if known.code == code {
			return []jen.Code{call(jen.Id(known.name))}
		}
	}
	name, where := "validate_"+named, ""
	if len(w.structs[key]) > 0 {
		name += "In" + strings.NewReplacer(".", "", "[*]", "").Replace(w.root.Name+field.Path)
		where = " at " + field.JSONPath + ", where systems or secrets differ"
	}
	w.claim(name, "the generated validation of "+t.String(), field.Position, field.End)
	w.structs[key] = append(w.structs[key], structFunction{name, code})
	w.functions[position] = jen.Commentf("%s validates %s%s.", name, emit.A(t.String()), where).
		Line().Func().Id(name).Add(rest)
	return []jen.Code{call(jen.Id(name))}
}

// inside is the struct in its own function.
func inside() subject {
	return subject{pointer: jen.Id("in"), value: jen.Op("*").Id("in"), path: jen.Id("fldPath")}
}

// checksOf validates the fields of a struct in its own function.
func (w *walker) checksOf(fields []*group.Field, systems group.Systems) []check {
	return w.structBody(fields, frame{in: jen.Id("in"), at: emit.PathFrom(jen.Id("fldPath")), systems: systems})
}

// function is the function of a struct, from its parameters on.
func (w *walker) function(t *group.Type, checks []check, hooks []jen.Code) *jen.Statement {
	return jen.Params(jen.Id("in").Op("*").Add(w.file.Type(t)), jen.Id("fldPath").Op("*").Qual(emit.Field, "Path")).
		Qual(emit.Field, "ErrorList").
		Block(body(checks, hooks, func(list jen.Code) jen.Code { return list })...)
}

// sourceOf is the source of a function from its parameters on.
func sourceOf(function *jen.Statement) string {
	return fmt.Sprintf("%#v", jen.Func().Id("_").Add(function))
}
