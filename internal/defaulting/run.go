package defaulting

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// run is one look at functions that set defaults: it executes them with what is known of the object. Where a condition
// is not known, it executes both branches, and what differs after them is not known.
type run struct {
	*sources
	// field is the place of the field that is not set; empty if nothing is known of the object. absent is the outermost
	// of its parents that is not there; empty if all are.
	field, absent string
	parents       []string
	calls         []call
	// types are the types of variables, by their places. owner is the place that leads to a variable.
	types map[string]types.Type
	owner map[string]string
	// set are the places that may have been set, in the object. sites are the statements that set the field, by function.
	set       map[string]bool
	sites     map[*function]map[ast.Stmt]bool
	order     []*function // of sites
	position  token.Pos   // of the first of them in the user's source
	frames    []*frame
	reads     []string // the places in the object that were read and are not known, in order
	computed  int      // how many values
	decisions int
	variables int
	work      int
}

// limits of the execution: functions with deeper calls, or more statements, do not set defaults.
const (
	deepest  = 24
	mostWork = 100_000
)

// frame is a call that is executed.
type frame struct {
	*run
	function *function
	results  []string // their places
	exits    []*state // in which the function ends
	at       ast.Stmt // the statement that is executed
	// loops are the loops around the statement, the innermost last.
	loops []*loop
}

// loop collects the states in which the body of a loop ends early.
type loop struct {
	ends   []*state
	breaks bool
}

// touches are the places of an object that the functions may set, seen from it.
func (r *run) touches(of types.Type) []string {
	r.begin(of)
	var places []string
	for at := range r.set {
		places = append(places, at)
	}
	slices.Sort(places)
	return places
}

// result is what the functions make of the field.
func (r *run) result(of types.Type) Default {
	r.sites = map[*function]map[ast.Stmt]bool{}
	end := r.begin(of)
	known, ok := r.text(end, r.load(end, r.field), r.typeAt(r.field))
	from := r.origins(end, r.load(end, r.field), deepest)
	for _, parent := range r.parents {
		r.absent = parent
		if end = r.begin(of); r.isZero(end, r.read(end, outside(r.field))) == yes && r.isPointer(outside(r.field)) {
			continue // it is not there
		}
		text, also := r.text(end, r.load(end, r.field), r.typeAt(r.field))
		ok = ok && also && text == known
		from = union(from, r.origins(end, r.load(end, r.field), deepest))
	}
	switch {
	case ok:
		return Default{Value: known}
	case len(r.order) == 0: // of a part of the object that the functions do not set
		return Default{}
	}
	found := Default{Code: r.code()}
	for _, at := range from {
		found.Depends = append(found.Depends, strings.TrimPrefix(at, object+"."))
	}
	return found
}

func (r *run) isPointer(at string) bool {
	_, is := orInvalid(r.typeAt(at)).Underlying().(*types.Pointer)
	return is
}

// begin executes the functions from the beginning.
func (r *run) begin(of types.Type) *state {
	r.types, r.owner, r.set = map[string]types.Type{object: of}, map[string]string{}, map[string]bool{}
	r.work, r.reads = 0, nil
	s := &state{at: map[string]*value{}}
	for _, c := range r.calls {
		if r.field != "" && r.isPointer(c.place) && r.isZero(s, r.read(s, c.place)) == yes {
			continue
		}
		r.call(s, c.function, nil, []value{{kind: pointer, to: c.place}})
	}
	return s
}

// note remembers that something is set at a place.
func (r *run) note(at string) {
	at = r.owned(at)
	if root(at) != object {
		return
	}
	r.set[at] = true
	if r.field == "" || !related(at, r.field) || r.sites == nil {
		return
	}
	for _, f := range r.frames {
		if f.at != nil && r.own(f.function.pkg) && len(r.order) == 0 {
			r.position = f.at.Pos()
		}
	}
	for _, f := range r.frames {
		if r.sites[f.function] == nil {
			r.sites[f.function] = map[ast.Stmt]bool{}
			r.order = append(r.order, f.function)
		}
		if f.at != nil {
			r.sites[f.function][f.at] = true
		}
	}
}

// variable makes a new variable.
func (r *run) variable(s *state, v value, of types.Type) string {
	r.variables++
	at := "v" + strconv.Itoa(r.variables)
	s.at[at] = &v
	if of == nil {
		of = v.of
	}
	r.types[at] = of
	return at
}

// call executes a function. The state becomes the one after it, and the results are returned.
func (r *run) call(s *state, fn *function, receiver *value, args []value) []value {
	f := &frame{run: r, function: fn}
	env := (*environment)(nil).inner()
	return f.execute(s, env, receiver, args)
}

func (f *frame) execute(s *state, env *environment, receiver *value, args []value) []value {
	f.frames = append(f.frames, f)
	defer func() { f.frames = f.frames[:len(f.frames)-1] }()
	if receiver != nil && f.function.receiver != "" {
		env.places[f.function.receiver] = f.variable(s, *receiver, nil)
	}
	at := 0
	for _, param := range f.function.params.List {
		of := f.typeOf(f.function.scope, param.Type)
		for _, name := range param.Names {
			v := value{}
			if _, variadic := param.Type.(*ast.Ellipsis); variadic {
				v = value{kind: list, items: slices.Clone(args[min(at, len(args)):])}
				if len(v.items) == 0 {
					v = value{kind: zero}
				}
			} else if at < len(args) {
				v = args[at]
			}
			env.places[name.Name] = f.variable(s, v, of)
			at++
		}
	}
	if f.function.results != nil {
		for _, result := range f.function.results.List {
			of := f.typeOf(f.function.scope, result.Type)
			for _, name := range result.Names {
				env.places[name.Name] = f.variable(s, value{kind: zero}, of)
				f.results = append(f.results, env.places[name.Name])
			}
			if result.Names == nil {
				f.results = append(f.results, f.variable(s, value{}, of))
			}
		}
	}
	if end := f.block(f.function.body.List, env, s.clone()); end != nil {
		f.exits = append(f.exits, end)
	}
	values := make([]value, len(f.results))
	if end := f.mergeAll(f.exits); end != nil {
		s.at = end.at
		for i, result := range f.results {
			values[i] = f.load(s, result)
		}
	}
	for i := range values {
		if values[i].from == nil {
			values[i].from = []string{}
		}
	}
	return values
}

// block executes statements, and returns the state after them; nil if they end the function or a loop.
func (f *frame) block(statements []ast.Stmt, env *environment, s *state) *state {
	for _, statement := range statements {
		if s == nil {
			return nil
		}
		before := f.at
		f.at = statement
		s = f.statement(statement, env, s)
		f.at = before
	}
	return s
}

func (f *frame) statement(statement ast.Stmt, env *environment, s *state) *state {
	if f.work++; f.work > mostWork {
		f.taintAll(statement, env, s)
		return s
	}
	switch n := statement.(type) {
	case *ast.AssignStmt:
		f.assign(n, env, s)
	case *ast.DeclStmt:
		f.declare(n, env, s)
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok {
			if ends(call) {
				return nil
			}
			f.callExpression(call, env, s)
		}
	case *ast.IncDecStmt:
		if at, weak, ok := f.placeOf(n.X, env, s); ok {
			f.write(s, at, value{}, weak)
		}
	case *ast.IfStmt:
		return f.ifStatement(n, env.inner(), s)
	case *ast.SwitchStmt:
		return f.switchStatement(n, env.inner(), s)
	case *ast.RangeStmt:
		return f.rangeStatement(n, env.inner(), s)
	case *ast.ForStmt:
		return f.forStatement(n, env.inner(), s)
	case *ast.BlockStmt:
		return f.block(n.List, env.inner(), s)
	case *ast.ReturnStmt:
		for i, v := range f.all(n.Results, env, s) {
			if i < len(f.results) {
				s.at[f.results[i]] = &v
			}
		}
		f.exits = append(f.exits, s)
		return nil
	case *ast.BranchStmt:
		if len(f.loops) == 0 || n.Label != nil || n.Tok != token.BREAK && n.Tok != token.CONTINUE {
			f.taintAll(f.function.body, env, s)
			return s
		}
		around := f.loops[len(f.loops)-1]
		around.ends, around.breaks = append(around.ends, s), around.breaks || n.Tok == token.BREAK
		return nil
	case *ast.EmptyStmt:
	default:
		f.taintAll(statement, env, s)
	}
	return s
}

// ends reports whether a call ends the program.
func ends(call *ast.CallExpr) bool {
	switch called := call.Fun.(type) {
	case *ast.Ident:
		return called.Name == "panic"
	case *ast.SelectorExpr:
		pkg, ok := called.X.(*ast.Ident)
		return ok && pkg.Name == "os" && called.Sel.Name == "Exit"
	}
	return false
}

// all evaluates expressions; a single call can have several values.
func (f *frame) all(expressions []ast.Expr, env *environment, s *state) []value {
	if len(expressions) == 1 {
		if call, ok := ast.Unparen(expressions[0]).(*ast.CallExpr); ok {
			return f.callExpression(call, env, s)
		}
	}
	var values []value
	for _, e := range expressions {
		values = append(values, f.eval(e, env, s))
	}
	return values
}

func (f *frame) assign(n *ast.AssignStmt, env *environment, s *state) {
	read := len(f.reads)
	values := f.all(n.Rhs, env, s)
	for i, left := range n.Lhs {
		v := value{from: f.since(read)}
		if i < len(values) {
			v = values[i]
		}
		name, isName := left.(*ast.Ident)
		switch {
		case isName && name.Name == "_":
		case n.Tok == token.DEFINE && isName && env.places[name.Name] == "":
			env.places[name.Name] = f.variable(s, v, nil)
		default:
			at, weak, ok := f.placeOf(left, env, s)
			if !ok {
				continue
			}
			if operator, is := operators[n.Tok]; is {
				v = f.operate(operator, f.load(s, at), v)
			}
			if star, ok := left.(*ast.StarExpr); ok && f.pointee(star, at, env, s) {
				target := v
				v = value{kind: pointer, elem: &target}
			}
			f.write(s, at, v, weak)
		}
	}
}

// operators are the operators of assignments such as +=.
var operators = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO,
	token.REM_ASSIGN: token.REM, token.OR_ASSIGN: token.OR, token.AND_ASSIGN: token.AND, token.XOR_ASSIGN: token.XOR,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR, token.AND_NOT_ASSIGN: token.AND_NOT,
}

// pointee reports whether what a star leads to has the place of the pointer itself.
func (f *frame) pointee(star *ast.StarExpr, at string, env *environment, s *state) bool {
	v := f.eval(star.X, env, s)
	return v.kind == reference && v.to == at
}

func (f *frame) declare(n *ast.DeclStmt, env *environment, s *state) {
	general, ok := n.Decl.(*ast.GenDecl)
	if !ok {
		return
	}
	for _, spec := range general.Specs {
		values, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		given := f.all(values.Values, env, s)
		for i, name := range values.Names {
			v := value{kind: zero}
			if i < len(given) {
				v = given[i]
			} else if general.Tok == token.CONST || len(values.Values) > 0 {
				v = value{}
			}
			of := types.Type(nil)
			if values.Type != nil {
				of = f.typeOf(f.function.scope, values.Type)
			}
			env.places[name.Name] = f.variable(s, v, of)
		}
	}
}

func (f *frame) ifStatement(n *ast.IfStmt, env *environment, s *state) *state {
	if n.Init != nil {
		s = f.statement(n.Init, env, s)
	}
	read := len(f.reads)
	is := f.truth(n.Cond, env, s)
	taken, otherwise := s, s
	if is == maybe {
		taken, otherwise = f.decide(s, read)
		f.assume(n.Cond, true, env, taken)
		f.assume(n.Cond, false, env, otherwise)
	}
	var then *state
	if is != no {
		then = f.block(n.Body.List, env.inner(), taken)
	}
	if is == yes {
		otherwise = nil
	} else {
		if n.Else != nil {
			otherwise = f.block([]ast.Stmt{n.Else}, env, otherwise)
		}
	}
	return f.merge(then, otherwise)
}

// decide returns the two states after a decision that depends on the places read since.
func (r *run) decide(s *state, since int) (met, not *state) {
	r.decisions++
	d := decision{id: r.decisions, from: r.since(since)}
	not = &state{s.at, append(slices.Clip(s.under), d)}
	d.met = true
	met = s.clone()
	met.under = append(met.under, d)
	return met, not
}

// since are the places that were read since some were.
func (r *run) since(read int) []string { return union(r.reads[read:], nil) }

func (f *frame) switchStatement(n *ast.SwitchStmt, env *environment, s *state) *state {
	if n.Init != nil {
		s = f.statement(n.Init, env, s)
	}
	around := &loop{}
	f.loops = append(f.loops, around)
	var ends []*state
	var fallback *ast.CaseClause
	for _, statement := range n.Body.List {
		clause := statement.(*ast.CaseClause)
		if falls(clause) {
			f.taintAll(n, env, s)
			ends, fallback = nil, nil
			break
		}
		if clause.List == nil {
			fallback = clause
			continue
		}
		is, read := no, len(f.reads)
		for _, e := range clause.List {
			one := f.truth(e, env, s)
			if n.Tag != nil {
				one = f.same(s, f.eval(n.Tag, env, s), f.eval(e, env, s), false)
			}
			if one == yes || is == no {
				is = one
			}
			if is == yes {
				break
			}
		}
		if is == no {
			continue
		}
		taken := s
		if is == maybe {
			taken, s = f.decide(s, read)
			if n.Tag == nil && len(clause.List) == 1 {
				f.assume(clause.List[0], true, env, taken)
				f.assume(clause.List[0], false, env, s)
			}
		}
		ends = append(ends, f.block(clause.Body, env.inner(), taken))
		if is == yes {
			s = nil
			break
		}
	}
	if s != nil && fallback != nil {
		s = f.block(fallback.Body, env.inner(), s)
	}
	f.loops = f.loops[:len(f.loops)-1]
	return f.mergeAll(append(append(ends, s), around.ends...))
}

// falls reports whether a clause goes on with the next one.
func falls(clause *ast.CaseClause) bool {
	if len(clause.Body) == 0 {
		return false
	}
	branch, ok := clause.Body[len(clause.Body)-1].(*ast.BranchStmt)
	return ok && branch.Tok == token.FALLTHROUGH
}

// rangeStatement executes the body once: for the item that the field is in, or for any.
func (f *frame) rangeStatement(n *ast.RangeStmt, env *environment, s *state) *state {
	read := len(f.reads)
	over := f.eval(n.X, env, s)
	if f.isZero(s, over) == yes {
		return s
	}
	at, item := over.to, ""
	if over.kind == reference || over.kind == pointer {
		item = at + "[*]"
	}
	f.forget(n.Body, env, s)
	if name, ok := n.Key.(*ast.Ident); ok && n.Tok == token.DEFINE {
		env.places[name.Name] = f.variable(s, value{kind: index, to: at}, nil)
	}
	if name, ok := n.Value.(*ast.Ident); ok && n.Tok == token.DEFINE {
		v := value{}
		if item != "" {
			v = f.valueAt(s, item)
		}
		env.places[name.Name] = f.variable(s, v, nil)
	}
	certain := item != "" && f.field != "" && below(f.field, f.owned(item))
	return f.loop(n.Body, env, s, read, certain)
}

func (f *frame) forStatement(n *ast.ForStmt, env *environment, s *state) *state {
	if n.Init != nil {
		s = f.statement(n.Init, env, s)
	}
	f.forget(n, env, s)
	return f.loop(n.Body, env, s, len(f.reads), false)
}

// loop executes the body of a loop, perhaps never. Whether it runs depends on the places read since.
func (f *frame) loop(body *ast.BlockStmt, env *environment, s *state, since int, certain bool) *state {
	around := &loop{}
	f.loops = append(f.loops, around)
	s, before := f.decide(s, since)
	end := f.block(body.List, env.inner(), s)
	f.loops = f.loops[:len(f.loops)-1]
	end = f.mergeAll(append(around.ends, end))
	if !certain || around.breaks || end == nil {
		return f.merge(end, before)
	}
	end.under = before.under[:len(before.under)-1]
	return end
}

// forget makes the variables unknown that a loop assigns: it executes several times.
func (f *frame) forget(body ast.Node, env *environment, s *state) {
	f.assigned(body, env, s, func(at string) {
		if root(at) != object {
			s.at[at] = &value{}
		}
	})
}

// assigned calls a function with each place that statements assign, without the places that called functions assign.
func (f *frame) assigned(node ast.Node, env *environment, s *state, visit func(at string)) {
	ast.Inspect(node, func(node ast.Node) bool {
		var targets []ast.Expr
		switch n := node.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				targets = n.Lhs
			}
		case *ast.IncDecStmt:
			targets = []ast.Expr{n.X}
		}
		for _, target := range targets {
			if at, _, ok := f.placeOf(target, env, s); ok {
				visit(at)
			}
		}
		return true
	})
}

// taintAll makes everything unknown that a statement may set.
func (f *frame) taintAll(node ast.Node, env *environment, s *state) {
	f.assigned(node, env, s, func(at string) { f.write(s, at, value{}, false) })
	ast.Inspect(node, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok {
			for _, argument := range call.Args {
				f.taint(f.quietly(argument, env, s), env, s)
			}
			if method, ok := call.Fun.(*ast.SelectorExpr); ok {
				f.taint(f.quietly(method.X, env, s), env, s)
			}
		}
		return true
	})
}

// quietly is the value of an expression that is a place or the address of one.
func (f *frame) quietly(e ast.Expr, env *environment, s *state) value {
	address, ok := ast.Unparen(e).(*ast.UnaryExpr)
	if ok && address.Op == token.AND {
		if at, _, ok := f.placeOf(address.X, env, s); ok {
			return value{kind: pointer, to: at}
		}
	}
	if at, _, ok := f.placeOf(e, env, s); ok {
		return f.valueAt(s, at)
	}
	return value{}
}

// taint makes everything unknown that somebody with a value can set.
func (f *frame) taint(v value, env *environment, s *state) {
	switch v.kind {
	case pointer:
		if v.to != "" {
			f.write(s, v.to, value{set: f.isZero(s, f.load(s, v.to)) == no}, false)
		}
	case reference:
		if f.isZero(s, v) != yes {
			target := f.read(s, v.to)
			if target.kind == pointer || target.kind == reference && target.to != v.to {
				f.taint(target, env, s)
				return
			}
			f.write(s, v.to, value{set: true}, false)
		}
	case closure:
		inner := &frame{run: f.run, function: v.code}
		changed := s.clone()
		inner.execute(changed, v.env.inner(), nil, nil)
		s.at = f.merge(s, changed).at
	case structure:
		for _, field := range v.fields {
			f.taint(field, env, s)
		}
	case list, mapping:
		for _, item := range v.items {
			f.taint(item, env, s)
		}
	}
}

// truth is whether a condition is met.
func (f *frame) truth(e ast.Expr, env *environment, s *state) truth {
	switch n := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			return f.truth(n.X, env, s).not()
		}
	case *ast.BinaryExpr:
		switch n.Op {
		case token.LAND, token.LOR:
			decides := no
			if n.Op == token.LOR {
				decides = yes
			}
			left := f.truth(n.X, env, s)
			if left == decides {
				return left
			}
			right := f.truth(n.Y, env, s)
			if right == decides || left != maybe {
				return right
			}
			return maybe
		case token.EQL, token.NEQ:
			is := f.same(s, f.eval(n.X, env, s), f.eval(n.Y, env, s), isNil(n.X) || isNil(n.Y))
			if n.Op == token.NEQ {
				is = is.not()
			}
			return is
		}
	}
	return f.isZero(s, f.eval(e, env, s)).not()
}

// same reports whether two values are equal.
func (f *frame) same(s *state, v, w value, compared bool) truth {
	if v.kind == zero {
		v, w = w, v
	}
	if w.kind == zero {
		if v.kind == list && len(v.items) == 0 && !compared {
			return yes
		}
		return f.isZero(s, v)
	}
	if v.kind == literal && w.kind == literal {
		if v.constant.Kind() == constant.String != (w.constant.Kind() == constant.String) ||
			v.constant.Kind() == constant.Bool != (w.constant.Kind() == constant.Bool) {
			return maybe
		}
		return truthOf(constant.Compare(v.constant, token.EQL, w.constant))
	}
	one, other := f.isZero(s, v), f.isZero(s, w)
	if one == yes && other == yes {
		return yes
	}
	if one != maybe && other != maybe && one != other {
		return no
	}
	return maybe
}

// assume notes what a condition that is met, or not, says of a place.
func (f *frame) assume(e ast.Expr, met bool, env *environment, s *state) {
	switch n := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			f.assume(n.X, !met, env, s)
		}
	case *ast.BinaryExpr:
		switch {
		case n.Op == token.LAND && met, n.Op == token.LOR && !met:
			f.assume(n.X, met, env, s)
			f.assume(n.Y, met, env, s)
		case n.Op == token.EQL, n.Op == token.NEQ:
			met = met == (n.Op == token.EQL)
			subject, with := n.X, n.Y
			if f.isZero(s, f.eval(with, env, s)) != yes {
				subject, with = with, subject
			}
			if f.isZero(s, f.eval(with, env, s)) != yes {
				return
			}
			f.assumeZero(subject, met, env, s)
		}
	default:
		f.assumeZero(e, !met, env, s)
	}
}

// assumeZero notes that the value of an expression is zero, or is not.
func (f *frame) assumeZero(e ast.Expr, is bool, env *environment, s *state) {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 1 {
		if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "len" {
			e = call.Args[0]
		}
	}
	at, weak, ok := f.placeOf(e, env, s)
	for v := f.read(s, at); ok && v.kind == reference && v.to != at; v = f.read(s, at) {
		at = v.to
	}
	if !ok || weak || f.field != "" && related(f.owned(at), f.field) {
		return
	}
	v := f.load(s, at)
	if f.isZero(s, v) != maybe {
		return
	}
	if is {
		s.at[at] = &value{kind: zero, was: &v}
	} else {
		s.at[at] = &value{set: true, from: v.from, was: &v}
	}
}
