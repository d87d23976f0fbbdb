package defaulting

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"net"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/configgen/configgen/internal/gosource"
)

// placeOf is the place that an expression means, and whether it is one of several; false for what is not a place.
func (f *frame) placeOf(e ast.Expr, env *environment, s *state) (at string, weak, ok bool) {
	switch n := ast.Unparen(e).(type) {
	case *ast.Ident:
		at = env.lookup(n.Name)
		return at, false, at != ""
	case *ast.StarExpr:
		return f.target(s, f.eval(n.X, env, s))
	case *ast.SelectorExpr:
		if name, ok := n.X.(*ast.Ident); ok && env.lookup(name.Name) == "" {
			return "", false, false
		}
		at, weak, ok = f.placeOf(n.X, env, s)
		if ok {
			if v := f.read(s, at); v.kind == pointer || v.kind == reference && v.to != at {
				at, weak, ok = f.target(s, v)
			}
		} else {
			at, weak, ok = f.target(s, f.eval(n.X, env, s))
		}
		return join(at, f.promoted(at, n.Sel.Name)), weak, ok
	case *ast.IndexExpr:
		at, weak, ok = f.placeOf(n.X, env, s)
		if !ok {
			return "", false, false
		}
		if v := f.read(s, at); v.kind == pointer || v.kind == reference && v.to != at {
			at, weak, ok = f.target(s, v)
		}
		key := f.eval(n.Index, env, s)
		return at + "[*]", weak || key.kind != index || key.to != at, ok
	case *ast.TypeAssertExpr:
		return f.placeOf(n.X, env, s)
	}
	return "", false, false
}

// target is the place that a pointer leads to.
func (f *frame) target(s *state, v value) (at string, weak, ok bool) {
	for range 8 {
		switch v.kind {
		case pointer:
			if v.to == "" && v.elem != nil {
				return "", false, false
			}
			return v.to, v.weak, v.to != ""
		case reference:
			inner := f.read(s, v.to)
			if inner.kind != pointer && inner.kind != reference || inner.to == v.to {
				return v.to, v.weak, true
			}
			v = inner
		default:
			return "", false, false
		}
	}
	return "", false, false
}

// promoted returns the steps from a place to a field with a name, including steps through embedded structs.
func (r *run) promoted(at, name string) []string {
	of := r.typeAt(at)
	if of == nil {
		return []string{name}
	}
	object, path, _ := types.LookupFieldOrMethod(of, true, packageOf(of), name)
	if _, field := object.(*types.Var); !field {
		return []string{name}
	}
	var names []string
	for _, i := range path {
		if p, ok := of.Underlying().(*types.Pointer); ok {
			of = p.Elem()
		}
		inner, ok := of.Underlying().(*types.Struct)
		if !ok {
			return []string{name}
		}
		names, of = append(names, inner.Field(i).Name()), inner.Field(i).Type()
	}
	return names
}

// packageOf returns the package of a named type, or of a pointer's target; nil for others.
func packageOf(t types.Type) *types.Package {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Pkg()
	}
	return nil
}

// typeAt is the type of a place; nil if it is not known.
func (r *run) typeAt(at string) types.Type {
	outer := root(at)
	of := r.types[outer]
	for _, step := range steps(at[len(outer):]) {
		of = elementOf(of, step)
	}
	return of
}

// elementOf is the type of a field, or of an item; nil if it is not known.
func elementOf(of types.Type, step string) types.Type {
	if of == nil {
		return nil
	}
	if p, ok := of.Underlying().(*types.Pointer); ok {
		of = p.Elem()
	}
	switch u := of.Underlying().(type) {
	case *types.Struct:
		for field := range u.Fields() {
			if field.Name() == step {
				return field.Type()
			}
		}
	case interface{ Elem() types.Type }:
		if step == "[*]" {
			return u.Elem()
		}
	}
	return nil
}

// valueAt is the value of an expression that means a place: a reference to what the place leads to if its type is a
// pointer, list or map.
func (f *frame) valueAt(s *state, at string) value {
	v := f.load(s, at)
	if v.kind == unknown || v.kind == zero && root(at) == object {
		switch orInvalid(f.typeAt(at)).Underlying().(type) {
		case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
			if v.kind == unknown || f.field != "" && related(f.owned(at), f.field) {
				return value{kind: reference, to: at}
			}
		case *types.Basic:
			if f.typeAt(at) == nil && v.kind == unknown {
				return value{kind: reference, to: at}
			}
		}
	}
	return v
}

// eval is the value of an expression.
func (f *frame) eval(e ast.Expr, env *environment, s *state) value {
	read := len(f.reads)
	return f.sourced(f.evaluate(e, env, s), read)
}

// sourced returns a value; if it is unknown and has no origin yet, its origins are the places read since.
func (r *run) sourced(v value, since int) value {
	if v.kind == unknown && v.from == nil {
		r.computed++
		v.from, v.number = r.since(since), r.computed
	}
	return v
}

func (f *frame) evaluate(e ast.Expr, env *environment, s *state) value {
	in := f.function.scope
	switch n := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return literalOf(constant.MakeFromLiteral(n.Value, n.Kind, 0))
	case *ast.Ident:
		if at := env.lookup(n.Name); at != "" {
			return f.valueAt(s, at)
		}
		switch n.Name {
		case "nil":
			return value{kind: zero}
		case "true", "false":
			return literalOf(constant.MakeBool(n.Name == "true"))
		}
		return f.declaredValue(in.pkg, n.Name, s)
	case *ast.SelectorExpr:
		if name, ok := n.X.(*ast.Ident); ok && env.lookup(name.Name) == "" {
			if imported := f.imported(in, name); imported != "" {
				return f.declaredValue(imported, n.Sel.Name, s)
			}
		}
		if at, weak, ok := f.placeOf(n, env, s); ok {
			v := f.valueAt(s, at)
			v.weak = v.weak || weak
			if weak && f.field != "" && related(f.owned(at), f.field) {
				return value{} // of another item, perhaps
			}
			return v
		}
		inner := f.eval(n.X, env, s)
		if inner.elem != nil {
			inner = *inner.elem
		}
		if inner.kind == structure || inner.kind == zero {
			return f.inside(s, inner, []string{n.Sel.Name})
		}
	case *ast.IndexExpr:
		if at, weak, ok := f.placeOf(n, env, s); ok && !weak {
			return f.valueAt(s, at)
		}
		f.eval(n.X, env, s)
		f.eval(n.Index, env, s)
	case *ast.StarExpr:
		return f.pointed(s, f.eval(n.X, env, s))
	case *ast.TypeAssertExpr:
		return f.eval(n.X, env, s)
	case *ast.UnaryExpr:
		return f.unary(n, env, s)
	case *ast.BinaryExpr:
		switch n.Op {
		case token.LAND, token.LOR, token.EQL, token.NEQ:
			return truthValue(f.truth(n, env, s))
		}
		return f.operate(n.Op, f.eval(n.X, env, s), f.eval(n.Y, env, s))
	case *ast.CompositeLit:
		return f.composite(n, f.typeOf(in, n.Type), env, s)
	case *ast.CallExpr:
		if values := f.callExpression(n, env, s); len(values) > 0 {
			return values[0]
		}
	case *ast.FuncLit:
		return value{kind: closure, env: env, code: f.closure(n)}
	}
	return value{}
}

// closure is the function of a literal, the same one each time.
func (f *frame) closure(n *ast.FuncLit) *function {
	d := f.declared(f.function.pkg)
	name := f.function.name + "@" + strconv.Itoa(int(n.Pos()))
	if d.functions[name] == nil {
		d.functions[name] = &function{
			scope: f.function.scope, name: f.function.name, params: n.Type.Params, results: n.Type.Results, body: n.Body,
		}
	}
	return d.functions[name]
}

// pointed is what a pointer points to.
func (f *frame) pointed(s *state, v value) value {
	switch {
	case v.kind == pointer && v.elem != nil:
		return *v.elem
	case v.kind == pointer:
		return f.valueAt(s, v.to)
	case v.kind == reference:
		inner := f.read(s, v.to)
		if inner.kind == pointer || inner.kind == reference && inner.to != v.to {
			return f.pointed(s, inner)
		}
		if inner.kind == unknown && f.field != "" && !related(f.owned(v.to), f.field) {
			return value{}
		}
		if _, is := orInvalid(f.typeAt(v.to)).Underlying().(*types.Pointer); is {
			if _, ofStruct := f.typeAt(v.to).Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); ofStruct {
				return f.load(s, v.to)
			}
		}
	}
	return value{}
}

func (f *frame) unary(n *ast.UnaryExpr, env *environment, s *state) value {
	switch n.Op {
	case token.AND:
		if at, weak, ok := f.placeOf(n.X, env, s); ok {
			return value{kind: pointer, to: at, weak: weak}
		}
		v := f.eval(n.X, env, s)
		return value{kind: pointer, to: f.variable(s, v, v.of)}
	case token.NOT:
		return truthValue(f.truth(n, env, s))
	case token.SUB, token.ADD, token.XOR:
		if v := f.eval(n.X, env, s); v.kind == literal && v.constant.Kind() != constant.String {
			return literalOf(constant.UnaryOp(n.Op, v.constant, 0))
		}
	}
	return value{}
}

// operate is the result of an operation on constants.
func (f *frame) operate(op token.Token, v, w value) value {
	for _, one := range []*value{&v, &w} {
		other := &w
		if one == &w {
			other = &v
		}
		if one.kind == zero && other.kind == literal {
			switch other.constant.Kind() {
			case constant.String:
				*one = literalOf(constant.MakeString(""))
			case constant.Int, constant.Float:
				*one = literalOf(constant.MakeInt64(0))
			}
		}
	}
	if v.kind != literal || w.kind != literal {
		return value{}
	}
	text := v.constant.Kind() == constant.String
	number := func(c constant.Value) bool { return c.Kind() == constant.Int || c.Kind() == constant.Float }
	switch {
	case text != (w.constant.Kind() == constant.String):
		return value{}
	case op == token.LSS || op == token.LEQ || op == token.GTR || op == token.GEQ:
		if text || number(v.constant) && number(w.constant) {
			return literalOf(constant.MakeBool(constant.Compare(v.constant, op, w.constant)))
		}
		return value{}
	case text:
		if op == token.ADD {
			return literalOf(constant.BinaryOp(v.constant, op, w.constant))
		}
		return value{}
	case !number(v.constant) || !number(w.constant):
		return value{}
	case op == token.SHL || op == token.SHR:
		if by, ok := constant.Uint64Val(w.constant); ok && by < 64 {
			return literalOf(constant.Shift(constant.ToInt(v.constant), op, uint(by)))
		}
		return value{}
	case (op == token.QUO || op == token.REM) && constant.Sign(w.constant) == 0:
		return value{}
	case op == token.QUO && v.constant.Kind() == constant.Int && w.constant.Kind() == constant.Int:
		op = token.QUO_ASSIGN // of integers
	}
	return literalOf(constant.BinaryOp(v.constant, op, w.constant))
}

// units are the constants of package time, whose types need not be known.
var units = map[string]time.Duration{
	"Nanosecond": time.Nanosecond, "Microsecond": time.Microsecond, "Millisecond": time.Millisecond,
	"Second": time.Second, "Minute": time.Minute, "Hour": time.Hour,
}

// declaredValue returns the value of a constant, or of a variable that does not vary.
func (f *frame) declaredValue(path, name string, s *state) value {
	if unit, ok := units[name]; ok && path == "time" {
		return literalOf(constant.MakeInt64(int64(unit)))
	}
	if c := f.constant(path, name); c.Kind() != constant.Unknown {
		return literalOf(c)
	}
	declared := f.sources.variable(path, name)
	if declared == nil || declared.varies || len(f.frames) > deepest {
		return value{}
	}
	inner := &frame{run: f.run, function: &function{scope: declared.scope, name: name}}
	f.frames = append(f.frames, inner)
	defer func() { f.frames = f.frames[:len(f.frames)-1] }()
	return inner.eval(declared.value, (*environment)(nil).inner(), s)
}

// composite is the value of a literal of a type that is nil if it is not known.
func (f *frame) composite(n *ast.CompositeLit, of types.Type, env *environment, s *state) value {
	v := value{kind: structure, fields: map[string]value{}, of: of}
	var elem, key types.Type
	switch u := orInvalid(of).Underlying().(type) {
	case *types.Slice:
		v.kind, elem = list, u.Elem()
	case *types.Array:
		v.kind, elem = list, u.Elem()
	case *types.Map:
		v.kind, elem, key = mapping, u.Elem(), u.Key()
	case *types.Pointer: // in a literal that leaves out the type of its items
		inner := f.composite(n, u.Elem(), env, s)
		return value{kind: pointer, to: f.variable(s, inner, u.Elem())}
	}
	switch n.Type.(type) {
	case *ast.ArrayType:
		v.kind = list
	case *ast.MapType:
		v.kind = mapping
	case *ast.Ident, *ast.SelectorExpr:
		if of == nil && !f.isStruct(f.function.scope, n.Type) {
			return value{set: true}
		}
	}
	evaluate := func(e ast.Expr, of types.Type) value {
		if inner, ok := e.(*ast.CompositeLit); ok && inner.Type == nil {
			return f.composite(inner, of, env, s)
		}
		return f.eval(e, env, s)
	}
	for i, element := range n.Elts {
		pair, keyed := element.(*ast.KeyValueExpr)
		switch {
		case v.kind == mapping && keyed:
			v.keys = append(v.keys, evaluate(pair.Key, key))
			v.items = append(v.items, evaluate(pair.Value, elem))
		case v.kind == list && !keyed:
			v.items = append(v.items, evaluate(element, elem))
		case v.kind == structure && keyed:
			name, ok := pair.Key.(*ast.Ident)
			if !ok {
				return value{set: true}
			}
			v.fields[name.Name] = evaluate(pair.Value, elementOf(of, name.Name))
		case v.kind == structure:
			declared, ok := orInvalid(of).Underlying().(*types.Struct)
			if !ok || i >= declared.NumFields() {
				return value{set: len(n.Elts) == 0}
			}
			v.fields[declared.Field(i).Name()] = evaluate(element, declared.Field(i).Type())
		default:
			return value{set: true}
		}
	}
	return v
}

// callExpression is what a call returns.
func (f *frame) callExpression(n *ast.CallExpr, env *environment, s *state) []value {
	read := len(f.reads)
	values := f.called(n, env, s)
	if len(values) == 0 {
		values = []value{{}}
	}
	for i, v := range values {
		values[i] = f.sourced(v, read)
	}
	return values
}

func (f *frame) called(n *ast.CallExpr, env *environment, s *state) []value {
	in := f.function.scope
	fun := ast.Unparen(n.Fun)
	if generic, ok := fun.(*ast.IndexExpr); ok {
		fun = generic.X
	}
	if generic, ok := fun.(*ast.IndexListExpr); ok {
		fun = generic.X
	}
	name, isName := fun.(*ast.Ident)
	local := isName && env.lookup(name.Name) != ""
	if !local && f.isType(in, fun) && len(n.Args) == 1 {
		v := f.eval(n.Args[0], env, s)
		if v.kind == literal {
			v.constant = converted(v.constant, f.typeOf(in, fun))
		}
		return []value{v}
	}
	if isName && !local && types.Universe.Lookup(name.Name) != nil && f.sources.function(in.pkg, name.Name) == nil {
		return []value{f.builtin(name.Name, n, env, s)}
	}
	var receiver *value
	pkg, called := in.pkg, ""
	if isName {
		called = name.Name
	}
	if selector, ok := fun.(*ast.SelectorExpr); ok {
		called = selector.Sel.Name
		pkg = ""
		if of, ok := selector.X.(*ast.Ident); ok && env.lookup(of.Name) == "" {
			pkg = f.imported(in, of)
		}
		if pkg == "" {
			v := f.eval(selector.X, env, s)
			if at, weak, ok := f.placeOf(selector.X, env, s); ok && v.kind != pointer && v.kind != reference {
				v = value{kind: pointer, to: at, weak: weak}
			}
			receiver = &v
			pkg, called = f.method(v, called)
		}
	}
	args := f.all(n.Args, env, s)
	if receiver == nil {
		if results, ok := f.known(pkg, called, args, s); ok {
			return results
		}
	}
	var code *function
	inner := (*environment)(nil).inner()
	if local {
		if v := f.eval(name, env, s); v.kind == closure {
			code, inner = v.code, v.env.inner()
		}
	} else if literal, ok := fun.(*ast.FuncLit); ok {
		code, inner = f.closure(literal), env.inner()
	} else {
		code = f.sources.function(pkg, called)
	}
	recursive := slices.ContainsFunc(f.frames, func(outer *frame) bool { return outer.function == code })
	if code != nil && !recursive && len(f.frames) < deepest && !n.Ellipsis.IsValid() {
		return (&frame{run: f.run, function: code}).execute(s, inner, receiver, args)
	}
	if !slices.Contains(harmless, pkg) {
		if receiver != nil {
			f.taint(*receiver, env, s)
		}
		for _, v := range args {
			f.taint(v, env, s)
		}
	}
	return nil
}

// harmless are packages with functions that change nothing that they get.
var harmless = []string{
	"cmp", "errors", "fmt", "net", "net/url", "os", "path", "path/filepath", "reflect", "regexp", "strconv", "strings",
	"time", "k8s.io/klog/v2", "k8s.io/apimachinery/pkg/api/equality",
}

// method is the import path and the name of a method of a value.
func (f *frame) method(v value, name string) (pkg, method string) {
	of := v.of
	if v.kind == pointer || v.kind == reference {
		of = f.typeAt(v.to)
	}
	if of == nil {
		return "", ""
	}
	object, _, _ := types.LookupFieldOrMethod(of, true, packageOf(of), name)
	m, ok := object.(*types.Func)
	if !ok || m.Pkg() == nil {
		return "", ""
	}
	received := m.Signature().Recv().Type()
	if p, ok := received.(*types.Pointer); ok {
		received = p.Elem()
	}
	if named, ok := types.Unalias(received).(*types.Named); ok {
		return m.Pkg().Path(), named.Obj().Name() + "." + name
	}
	return "", ""
}

// converted is a constant that is converted to a type.
func converted(c constant.Value, to types.Type) constant.Value {
	basic, ok := orInvalid(to).Underlying().(*types.Basic)
	switch {
	case !ok:
	case basic.Info()&types.IsString != 0 && c.Kind() != constant.String:
		return constant.MakeUnknown()
	case basic.Info()&types.IsInteger != 0 && c.Kind() == constant.Float:
		if whole := constant.ToInt(c); whole.Kind() == constant.Int {
			return whole
		}
		return constant.MakeUnknown()
	}
	return c
}

func (f *frame) builtin(name string, n *ast.CallExpr, env *environment, s *state) value {
	if len(n.Args) == 0 {
		return value{}
	}
	switch name {
	case "new":
		if id, isName := n.Args[0].(*ast.Ident); isName && env.lookup(id.Name) == "" || !isName {
			if of := f.typeOf(f.function.scope, n.Args[0]); of != nil {
				return value{kind: pointer, to: f.variable(s, value{kind: zero}, of)}
			}
		}
		return f.pointerTo(f.eval(n.Args[0], env, s), s)
	case "make":
		v := value{kind: list}
		switch t := n.Args[0].(type) {
		case *ast.MapType:
			v.kind = mapping
		case *ast.ArrayType:
			if len(n.Args) > 1 && f.isZero(s, f.eval(n.Args[1], env, s)) != yes {
				v = value{set: true}
			}
		default:
			if _, is := orInvalid(f.typeOf(f.function.scope, t)).Underlying().(*types.Map); !is {
				return value{set: true}
			}
			v.kind = mapping
		}
		return v
	case "len":
		v := f.eval(n.Args[0], env, s)
		if v.kind == reference {
			v = f.load(s, v.to)
		}
		switch {
		case v.kind == zero:
			return literalOf(constant.MakeInt64(0))
		case v.kind == list, v.kind == mapping:
			return literalOf(constant.MakeInt64(int64(len(v.items))))
		case v.kind == literal && v.constant.Kind() == constant.String:
			return literalOf(constant.MakeInt64(int64(len(constant.StringVal(v.constant)))))
		}
		return value{}
	case "append":
		args := f.all(n.Args, env, s)
		first := args[0]
		if first.kind == reference {
			first = f.load(s, first.to)
		}
		if first.kind != zero && first.kind != list || n.Ellipsis.IsValid() && len(args) != 2 {
			return value{set: len(args) > 1}
		}
		more := args[1:]
		if n.Ellipsis.IsValid() {
			last := args[1]
			if last.kind == reference {
				last = f.load(s, last.to)
			}
			if last.kind != zero && last.kind != list {
				return value{}
			}
			more = last.items
		}
		if len(more) == 0 {
			return first
		}
		return value{kind: list, items: slices.Concat(first.items, more), of: first.of}
	case "min", "max":
		args := f.all(n.Args, env, s)
		best := args[0]
		for _, v := range args[1:] {
			less := f.operate(token.LSS, v, best)
			if less.kind != literal || best.kind != literal {
				return value{}
			}
			if constant.BoolVal(less.constant) == (name == "min") {
				best = v
			}
		}
		return best
	}
	for _, v := range f.all(n.Args, env, s) {
		f.taint(v, env, s)
	}
	return value{}
}

// pointerTo is a pointer to a value of its own.
func (f *frame) pointerTo(v value, s *state) value {
	if v.kind == literal || v.kind == zero {
		return value{kind: pointer, elem: &v}
	}
	return value{kind: pointer, to: f.variable(s, v, v.of)}
}

// known is the result of a function of a library that is known by its name.
func (f *frame) known(pkg, name string, args []value, s *state) ([]value, bool) {
	one := func(v value) ([]value, bool) { return []value{v}, true }
	switch pkg + "." + name {
	case "cmp.Or":
		return one(f.first(args, s))
	case "reflect.DeepEqual":
		if len(args) == 2 {
			return one(truthValue(f.same(s, args[0], args[1], true)))
		}
	case "k8s.io/apimachinery/pkg/api/resource.MustParse", "k8s.io/apimachinery/pkg/util/intstr.FromInt",
		"k8s.io/apimachinery/pkg/util/intstr.FromInt32", "k8s.io/apimachinery/pkg/util/intstr.FromString":
		if len(args) == 1 {
			return one(args[0])
		}
	}
	switch {
	case pkg == "k8s.io/utils/ptr" && name == "Deref", pkg == "k8s.io/utils/pointer" && strings.HasSuffix(name, "Deref"):
		if len(args) == 2 {
			switch f.isZero(s, args[0]) {
			case yes:
				return one(args[1])
			case no:
				return one(f.pointed(s, args[0]))
			}
			return one(value{})
		}
	case isPointerTo(pkg, name) && len(args) == 1:
		return one(f.pointerTo(args[0], s))
	}
	if compute := computed[pkg+"."+name]; compute != nil {
		var given []any
		for _, v := range args {
			if v.kind != literal {
				return one(value{})
			}
			given = append(given, constant.Val(v.constant))
		}
		return one(literalOf(compute(given)))
	}
	return nil, false
}

// isPointerTo reports whether a function of a library returns a pointer to its argument.
func isPointerTo(pkg, name string) bool {
	return pkg == "k8s.io/utils/ptr" && name == "To" ||
		pkg == "k8s.io/utils/pointer" && !strings.HasSuffix(name, "Deref") && name != "Equal" && name != "AllPtrFieldsNil" ||
		pkg == "github.com/samber/lo" && name == "ToPtr" ||
		strings.HasPrefix(pkg, "github.com/aws/aws-sdk-go") && token.IsExported(name)
}

// computed are functions of constants.
var computed = map[string]func(args []any) constant.Value{
	"fmt.Sprintf":        formatted,
	"strconv.Itoa":       func(args []any) constant.Value { return constant.MakeString(fmt.Sprint(args...)) },
	"net.JoinHostPort":   ofTexts(func(texts ...string) string { return net.JoinHostPort(texts[0], texts[1]) }),
	"path.Join":          ofTexts(path.Join),
	"path/filepath.Join": ofTexts(path.Join),
	"strings.ToLower":    ofTexts(func(texts ...string) string { return strings.ToLower(texts[0]) }),
}

// verbs matches the verbs of a format.
var verbs = regexp.MustCompile(`%[^a-zA-Z%]*[a-zA-Z%]?`)

// formatted returns the result of fmt.Sprintf for texts and for integers in %d. Other values are not known: the type of
// a constant, such as time.Duration, may have a method String, and the constant does not tell its type.
func formatted(args []any) constant.Value {
	format, ok := args[0].(string)
	used := 1
	for _, verb := range verbs.FindAllString(format, -1) {
		if verb == "%%" {
			continue
		}
		if used == len(args) {
			return constant.MakeUnknown()
		}
		_, text := args[used].(string)
		_, integer := args[used].(int64)
		ok = ok && (text && (verb == "%s" || verb == "%v" || verb == "%q") || integer && verb == "%d")
		used++
	}
	if !ok || used < len(args) {
		return constant.MakeUnknown()
	}
	return constant.MakeString(fmt.Sprintf(format, args[1:]...))
}

func ofTexts(of func(texts ...string) string) func([]any) constant.Value {
	return func(args []any) constant.Value {
		var texts []string
		for _, arg := range args {
			text, ok := arg.(string)
			if !ok {
				return constant.MakeUnknown()
			}
			texts = append(texts, text)
		}
		return constant.MakeString(of(texts...))
	}
}

// first is the first value that is not zero.
func (f *frame) first(args []value, s *state) value {
	var found []value
	for _, v := range args {
		is := f.isZero(s, v)
		if is == yes {
			continue
		}
		if is == maybe {
			found = append(found, v)
			continue
		}
		if len(found) == 0 {
			return v
		}
		return value{set: true}
	}
	switch len(found) {
	case 0:
		return value{kind: zero}
	case 1:
		return found[0]
	}
	return value{}
}

// text is a value of a type in JSON; empty for none. It returns false if it is not known.
func (r *run) text(s *state, v value, of types.Type) (string, bool) {
	if v.kind == reference || v.kind == pointer {
		target := value{}
		switch {
		case v.elem != nil:
			target = *v.elem
		case v.kind == reference:
			target = r.load(s, v.to)
			if target.kind == reference && target.to == v.to {
				return "", false
			}
			return r.text(s, target, of)
		default:
			target = r.load(s, v.to)
		}
		elem := of
		if p, ok := orInvalid(of).Underlying().(*types.Pointer); ok {
			elem = p.Elem()
		}
		if target.kind == zero {
			text := zeroText(elem)
			return text, text != ""
		}
		return r.text(s, target, elem)
	}
	if p, ok := orInvalid(of).Underlying().(*types.Pointer); ok {
		of = p.Elem()
	}
	switch v.kind {
	case zero:
		return "", true
	case literal:
		return r.literalText(v.constant, of)
	case structure:
		return r.structText(s, v, of)
	case list:
		var items []string
		for _, item := range v.items {
			text, ok := r.itemText(s, item, elementOf(of, "[*]"))
			if !ok {
				return "", false
			}
			items = append(items, text)
		}
		return "[" + strings.Join(items, ",") + "]", true
	case mapping:
		var pairs []string
		for i, item := range v.items {
			key, ok := r.itemText(s, v.keys[i], nil)
			text, also := r.itemText(s, item, elementOf(of, "[*]"))
			if !ok || !also || !strings.HasPrefix(key, `"`) {
				return "", false
			}
			pairs = append(pairs, key+":"+text)
		}
		return "{" + strings.Join(pairs, ",") + "}", true
	}
	return "", false
}

// itemText is the text of something that is written even if it is zero.
func (r *run) itemText(s *state, v value, of types.Type) (string, bool) {
	if v.kind == zero {
		text := zeroText(of)
		return text, text != ""
	}
	return r.text(s, v, of)
}

// zeroText is the zero of a type in JSON; empty if it is not known.
func zeroText(of types.Type) string {
	if of == nil {
		return ""
	}
	if isDuration(of) {
		return `"0s"`
	}
	switch u := of.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsNumeric != 0:
			return "0"
		}
	}
	return ""
}

// isDuration reports whether a type is a struct that holds a duration and writes itself: metav1.Duration, and types
// like it.
func isDuration(of types.Type) bool {
	inner, ok := of.Underlying().(*types.Struct)
	if !ok || inner.NumFields() != 1 || inner.Field(0).Type().String() != "time.Duration" {
		return false
	}
	return types.TypeString(of, nil) == "k8s.io/apimachinery/pkg/apis/meta/v1.Duration" || writesItself(of)
}

// writesItself reports whether a type has a form of its own in JSON.
func writesItself(of types.Type) bool {
	for _, name := range []string{"MarshalJSON", "MarshalText"} {
		if object, _, _ := types.LookupFieldOrMethod(of, true, packageOf(of), name); object != nil {
			if _, method := object.(*types.Func); method {
				return true
			}
		}
	}
	return false
}

func (r *run) literalText(c constant.Value, of types.Type) (string, bool) {
	basic, isBasic := orInvalid(of).Underlying().(*types.Basic)
	switch {
	case of == nil:
	case !isBasic && c.Kind() != constant.String && c.Kind() != constant.Int,
		isBasic && basic.Info()&types.IsString != 0 && c.Kind() != constant.String:
		return "", false
	case isBasic && basic.Info()&types.IsInteger != 0 && c.Kind() == constant.Float:
		c = constant.ToInt(c)
	case isBasic && basic.Kind() == types.Float32 && c.Kind() != constant.String:
		number, _ := constant.Float32Val(c)
		return strconv.FormatFloat(float64(number), 'g', -1, 32), true
	}
	text := gosource.JSON(c)
	return text, text != ""
}

// structText is a structure of a type in JSON.
func (r *run) structText(s *state, v value, of types.Type) (string, bool) {
	if of == nil {
		of = v.of
	}
	declared, ok := orInvalid(of).Underlying().(*types.Struct)
	if !ok {
		return "", false
	}
	if isDuration(of) {
		inner := v.fields[declared.Field(0).Name()]
		if inner.kind == zero || inner.kind == unknown && !inner.set && len(v.fields) == 0 {
			return "", true
		}
		if inner.kind != literal {
			return "", false
		}
		nanoseconds, exact := constant.Int64Val(constant.ToInt(inner.constant))
		return strconv.Quote(gosource.Duration(time.Duration(nanoseconds))), exact
	}
	if writesItself(of) {
		return "", false
	}
	var parts []string
	for i := range declared.NumFields() {
		field := declared.Field(i)
		name, options := jsonName(declared.Tag(i), field)
		inner, ok := v.fields[field.Name()]
		if !ok {
			inner = value{kind: zero}
		}
		if name == "" || field.Embedded() {
			if inner.kind != zero {
				return "", false
			}
			continue
		}
		if inner.kind == zero && (strings.Contains(options, "omitempty") || zeroText(field.Type()) == "") {
			continue
		}
		text, ok := r.itemText(s, inner, field.Type())
		if !ok {
			return "", false
		}
		parts = append(parts, strconv.Quote(name)+":"+text)
	}
	return "{" + strings.Join(parts, ",") + "}", true
}

// jsonName is the name of a field in JSON with the options of its tag. The name is empty for an inlined struct.
func jsonName(tag string, field *types.Var) (name, options string) {
	name, options, _ = strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	if name == "" && !field.Embedded() && !strings.Contains(options, "inline") {
		name = field.Name()
	}
	return name, options
}
