package gate

import (
	"fmt"
	"go/ast"
	"go/token"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// route is what a conversion has done before a statement.
type route struct {
	converted bool                // the generated function has been called, or another one with in and out
	seen      map[string]bool     // fields of in or out that a statement uses
	set       map[string]*setting // fields of out with the statements that set them
	ended     bool                // by a return
}

// setting is an assignment to a field, or to one in it; constant reports that its value does not depend on in.
type setting struct {
	statement ast.Stmt
	path      []string
	constant  bool
}

// condition is an expression that decides whether, or in a loop how often, a statement runs.
type condition struct {
	expr ast.Node
	loop bool
}

func (r *route) clone() *route {
	return &route{r.converted, maps.Clone(r.seen), maps.Clone(r.set), r.ended}
}

// join is the route where others meet: all have to have called the generated function, one may have set a field.
func join(routes ...*route) *route {
	joined := &route{true, map[string]bool{}, map[string]*setting{}, true}
	for _, r := range routes {
		if !r.ended {
			joined.converted, joined.ended = joined.converted && r.converted, false
			maps.Copy(joined.seen, r.seen)
			maps.Copy(joined.set, r.set)
		}
	}
	return joined
}

// routes follows the statements of the function and reports the values that are lost: set before the generated
// function sets them again, overwritten afterwards, or passed over by a return.
func (n *conversion) routes() []diag.Diagnostic {
	n.sets, n.locals, n.purpose = map[string]bool{}, map[string]bool{}, map[string]bool{}
	ast.Inspect(n.generated.Body, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok && load.TypeName(selector.X) == "out" {
			n.sets[selector.Sel.Name] = true
		}
		return true
	})
	ast.Inspect(n.byHand.Body, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.AssignStmt:
			for i, left := range x.Lhs {
				name, ok := left.(*ast.Ident)
				switch {
				case ok && x.Tok == token.DEFINE:
					n.locals[name.Name] = true
				case ok && name.Name == "_" && i < len(x.Rhs):
					n.purpose[n.fieldOf(x.Rhs[i], n.in)] = true
				}
			}
		case *ast.RangeStmt:
			for _, variable := range []ast.Expr{x.Key, x.Value} {
				if name, ok := variable.(*ast.Ident); ok {
					n.locals[name.Name] = true
				}
			}
		case *ast.ValueSpec:
			for _, name := range x.Names {
				n.locals[name.Name] = true
			}
		case *ast.CallExpr:
			n.calls = n.calls || n.converts(x)
		}
		return true
	})
	delete(n.locals, "err") // of a call: that there is none says nothing about a value
	n.block(n.byHand.Body.List, join(&route{}), nil, nil)
	return n.findings
}

// report adds a finding about the fields that are not left out on purpose.
func (n *conversion) report(node ast.Node, fields []string, format, fix string) {
	fields = slices.DeleteFunc(fields, func(field string) bool { return n.purpose[field] })
	if slices.Sort(fields); len(fields) == 0 {
		return
	}
	fields = slices.Compact(fields)
	fix = strings.ReplaceAll(fix, "FIELD", fields[0])
	if more := len(fields) - 3; more > 0 {
		fields = append(fields[:3], fmt.Sprintf("%d more", more))
	}
	at := n.at(load.Span{Pos: node.Pos(), End: node.End()})
	n.findings = append(n.findings, diag.At(at.pos, at.end, "dropped-field",
		fmt.Sprintf(format, n.byHand.Name.Name, strings.Join(fields, ", ")), fix))
}

// block follows a list of statements. Later are the statements behind it, and conditions are those around it.
func (n *conversion) block(list []ast.Stmt, r *route, later []ast.Stmt, around []condition) *route {
	for i, statement := range list {
		if r = n.step(statement, r, slices.Concat(list[i+1:], later), around); r.ended {
			break
		}
	}
	return r
}

// step follows one statement. A break or continue is not followed, so that the skipped statements may seem to be
// executed.
func (n *conversion) step(statement ast.Stmt, r *route, later []ast.Stmt, around []condition) *route {
	around = slices.Clip(around)
	switch x := statement.(type) {
	case nil:
	case *ast.BlockStmt:
		return n.block(x.List, r, later, around)
	case *ast.LabeledStmt:
		return n.step(x.Stmt, r, later, around)
	case *ast.IfStmt:
		r = n.step(x.Init, r, later, around)
		n.visit(x.Cond, r)
		around = append(around, condition{expr: x.Cond})
		return join(n.block(x.Body.List, r.clone(), later, around), n.step(x.Else, r.clone(), later, around))
	case *ast.SwitchStmt:
		r = n.step(x.Init, r, later, around)
		if x.Tag != nil {
			n.visit(x.Tag, r)
			around = append(around, condition{expr: x.Tag})
		}
		return n.clauses(x.Body, r, later, around)
	case *ast.TypeSwitchStmt:
		r = n.step(x.Init, r, later, around)
		return n.clauses(x.Body, n.step(x.Assign, r, later, around), later, append(around, condition{expr: x.Assign}))
	case *ast.SelectStmt:
		return n.clauses(x.Body, r, later, around)
	case *ast.ForStmt:
		r = n.step(x.Init, r, later, around)
		if x.Cond == nil {
			r = n.block(x.Body.List, r, later, around)
			r.ended = false
			return r
		}
		n.visit(x.Cond, r)
		return join(r, n.block(x.Body.List, r.clone(), later, append(around, condition{x.Cond, true})))
	case *ast.RangeStmt:
		n.visit(x.X, r)
		return join(r, n.block(x.Body.List, r.clone(), later, append(around, condition{x.X, true})))
	case *ast.ReturnStmt:
		n.visit(x, r)
		n.returns(x, r, later, around)
		r.ended = true
	case *ast.AssignStmt:
		n.visit(x, r)
		n.assign(x, r, around)
	default:
		n.visit(x, r)
	}
	return r
}

// clauses follows the cases of a switch or select statement.
func (n *conversion) clauses(body *ast.BlockStmt, r *route, later []ast.Stmt, around []condition) *route {
	var ways []*route
	complete := false
	for _, clause := range body.List {
		switch x := clause.(type) {
		case *ast.CaseClause:
			complete = complete || x.List == nil
			within := around
			for _, expr := range x.List {
				n.visit(expr, r)
				within = append(slices.Clip(within), condition{expr: expr})
			}
			ways = append(ways, n.block(x.Body, r.clone(), later, within))
		case *ast.CommClause:
			complete = true
			ways = append(ways, n.block(x.Body, n.step(x.Comm, r.clone(), later, around), later, around))
		}
	}
	if !complete {
		ways = append(ways, r)
	}
	return join(ways...)
}

// visit notes the fields that a node without statements of its own uses, and the calls that convert.
func (n *conversion) visit(node ast.Node, r *route) {
	ast.Inspect(node, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.BinaryExpr:
			if x.Op != token.LAND && x.Op != token.LOR {
				return true
			}
			n.visit(x.X, r)
			right := r.clone()
			n.visit(x.Y, right)
			*r = *join(r, right)
			return false
		case *ast.CallExpr:
			n.called(x, r)
		case *ast.SelectorExpr:
			r.seen[n.fieldOf(x, n.in)], r.seen[n.fieldOf(x, n.out)] = true, true
		}
		return true
	})
}

// converts reports whether a call may convert all fields.
func (n *conversion) converts(call *ast.CallExpr) bool {
	passes := func(name string) bool {
		return slices.ContainsFunc(call.Args, func(argument ast.Expr) bool { return isNamed(argument, name) })
	}
	return load.TypeName(call.Fun) == n.generated.Name.Name || passes(n.in) && passes(n.out)
}

func isNamed(expr ast.Expr, name string) bool {
	identifier, ok := expr.(*ast.Ident)
	return ok && identifier.Name == name
}

func (n *conversion) called(call *ast.CallExpr, r *route) {
	switch name := load.TypeName(call.Fun); {
	case name == n.generated.Name.Name:
		for _, field := range slices.Sorted(maps.Keys(r.set)) {
			if n.setsPath(n.generated, r.set[field].path) {
				n.report(r.set[field].statement, []string{field}, "%s overwrites the value of %s that is set here",
					"set it after the call of "+name)
			}
		}
		clear(r.set)
		r.converted = true
	case n.converts(call):
		r.converted = true
	case name == "clear" && len(call.Args) == 1:
		if path := pathOf(call.Args[0], n.out); len(path) > 0 {
			n.discard(call, r, path)
		}
	}
}

// assign notes the fields that an assignment sets, and reports the converted values that it overwrites by others that
// do not depend on in.
func (n *conversion) assign(x *ast.AssignStmt, r *route, around []condition) {
	always := !slices.ContainsFunc(around, func(c condition) bool { return !c.loop && n.depends(c.expr) })
	for i, left := range x.Lhs {
		value := x.Rhs[min(i, len(x.Rhs)-1)]
		constant := x.Tok == token.ASSIGN && !n.depends(value)
		if star, ok := left.(*ast.StarExpr); ok && isNamed(star.X, n.out) {
			n.assignWhole(x, value, r, always)
		} else if path := pathOf(left, n.out); len(path) > 0 {
			if constant && always && !n.ofItem(left, around) {
				n.discard(x, r, path)
			}
			r.set[path[0]] = &setting{x, path, constant}
		}
	}
}

// assignWhole notes the fields that an assignment to *out keeps: the ones that a literal, or a function of the package,
// uses.
func (n *conversion) assignWhole(x *ast.AssignStmt, value ast.Expr, r *route, always bool) {
	kept, whole := map[string]bool{}, true
	switch v := value.(type) {
	case *ast.CompositeLit:
		whole = len(v.Elts) > 0
		for _, element := range v.Elts {
			pair, named := element.(*ast.KeyValueExpr)
			if whole = whole && !named; named && n.depends(pair.Value) {
				kept[load.TypeName(pair.Key)] = true
			}
		}
	case *ast.CallExpr:
		if !slices.ContainsFunc(v.Args, func(argument ast.Expr) bool { return n.depends(argument) && !n.isWhole(argument) }) {
			kept, whole = n.pkg.TouchedFields(v, n.in, n.out)
		}
	}
	if whole {
		r.converted = r.converted || n.depends(value)
		return
	}
	if always {
		var lost [][]string
		for _, fields := range []iter.Seq[string]{maps.Keys(n.sets), maps.Keys(r.set)} {
			for field := range fields {
				if !kept[field] {
					lost = append(lost, []string{field})
				}
			}
		}
		n.discard(x, r, lost...)
	}
	maps.Copy(r.seen, kept)
	clear(r.set)
}

// ofItem reports whether an expression selects an item that is not the item of a loop.
func (n *conversion) ofItem(expr ast.Expr, around []condition) bool {
	item := false
	ast.Inspect(expr, func(node ast.Node) bool {
		item = item || is[*ast.IndexExpr](node)
		return true
	})
	return item && !slices.ContainsFunc(around, func(c condition) bool { return c.loop })
}

func is[T ast.Node](node ast.Node) bool {
	_, ok := node.(T)
	return ok
}

// discard reports the fields with converted values that a node overwrites, if no later statement sets them.
func (n *conversion) discard(node ast.Node, r *route, paths ...[]string) {
	var lost []string
	for _, path := range paths {
		before := r.set[path[0]]
		converted := r.converted && n.setsPath(n.generated, path) || before != nil && !before.constant && len(path) == 1
		if converted && !n.restored(node.End(), path[0]) {
			lost = append(lost, path[0])
		}
	}
	n.report(node, lost, "%s overwrites the converted value of %s here",
		"remove it, or write _ = in.FIELD if it is left out on purpose")
}

// restored reports whether something behind a position sets a field, or may do so, by a value that depends on in.
func (n *conversion) restored(after token.Pos, field string) (found bool) {
	ast.Inspect(n.byHand.Body, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.AssignStmt:
			for i, left := range x.Lhs {
				value := x.Rhs[min(i, len(x.Rhs)-1)]
				found = found || after <= x.Pos() && n.fieldOf(left, n.out) == field && n.depends(value)
			}
		case *ast.CallExpr:
			found = found || after <= x.Pos() && slices.ContainsFunc(x.Args, func(argument ast.Expr) bool {
				return isNamed(argument, n.out) || n.fieldOf(argument, n.out) == field
			}) && load.TypeName(x.Fun) != "clear"
		}
		return !found
	})
	return found
}

// depends reports whether a value may depend on in: it uses a parameter or another variable of the function.
func (n *conversion) depends(node ast.Node) (found bool) {
	ast.Inspect(node, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		found = found || ok && (name.Name == n.in || name.Name == n.out || n.locals[name.Name])
		return !found
	})
	return found
}

// returns reports the fields that are still to be converted when the function returns without an error, and that the
// conditions of the return have nothing to do with.
func (n *conversion) returns(x *ast.ReturnStmt, r *route, later []ast.Stmt, around []condition) {
	if len(x.Results) != 1 || !n.succeeds(x.Results[0], around) {
		return
	}
	about, whole := map[string]bool{}, false // names in the conditions, and of the values that they decide about
	for _, c := range around {
		ast.Inspect(c.expr, func(node ast.Node) bool {
			switch y := node.(type) {
			case *ast.SelectorExpr:
				about[y.Sel.Name] = true
				return !n.isWhole(y.X)
			case *ast.Ident:
				whole = whole || n.isWhole(y)
				about[y.Name] = n.locals[y.Name]
			}
			return true
		})
	}
	if whole {
		return
	}
	var fields []string
	for range 2 { // a statement may make room for what a later one sets
		fields = nil
		for _, statement := range later {
			fields = append(fields, n.unrelated(statement, about)...)
		}
	}
	if n.calls && !r.converted {
		fields = slices.AppendSeq(fields, maps.Keys(n.sets))
	}
	n.report(x, slices.DeleteFunc(fields, func(field string) bool { return about[field] || r.seen[field] }),
		"%s returns here before it converts %s",
		"return after all fields are converted, or write _ = in.FIELD if it is left out on purpose")
}

// unrelated returns the fields that a statement sets. If the statement uses one of the names, it adds the fields and
// variables to the names instead.
func (n *conversion) unrelated(statement ast.Stmt, about map[string]bool) []string {
	related := false
	var fields, others []string
	ast.Inspect(statement, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.Ident:
			related = related || about[x.Name]
		case *ast.CallExpr:
			for _, argument := range x.Args {
				others = append(others, n.fieldOf(argument, n.out))
			}
		case *ast.AssignStmt:
			for _, left := range x.Lhs {
				if field := n.fieldOf(left, n.out); field != "" {
					fields = append(fields, field)
				} else if name := load.TypeName(left); n.locals[name] {
					others = append(others, name)
				}
			}
		}
		return true
	})
	if !related {
		return fields
	}
	for _, name := range slices.Concat(fields, others) {
		about[name] = true
	}
	return nil
}

// succeeds reports whether a function that returns a value may have succeeded: nil, a variable that no condition is
// about, or what a call for a field returns.
func (n *conversion) succeeds(result ast.Expr, around []condition) bool {
	switch x := result.(type) {
	case *ast.Ident:
		return x.Name == "nil" || len(around) == 0
	case *ast.CallExpr:
		return slices.ContainsFunc(x.Args, func(argument ast.Expr) bool {
			return n.fieldOf(argument, n.out) != "" && is[*ast.UnaryExpr](argument)
		})
	}
	return false
}

// fieldOf is the field of a variable that an expression selects first; "" if it selects none.
func (n *conversion) fieldOf(expr ast.Expr, variable string) string {
	if path := pathOf(expr, variable); len(path) > 0 {
		return path[0]
	}
	return ""
}

// pathOf are the fields that an expression selects of a variable, of items too.
func pathOf(expr ast.Expr, variable string) []string {
	var path []string
	for {
		switch x := expr.(type) {
		case *ast.SelectorExpr:
			path = append(path, x.Sel.Name)
			expr = x.X
		case *ast.StarExpr:
			expr = x.X
		case *ast.ParenExpr:
			expr = x.X
		case *ast.IndexExpr:
			expr = x.X
		case *ast.SliceExpr:
			expr = x.X
		case *ast.UnaryExpr:
			expr = x.X
		case *ast.Ident:
			if x.Name != variable {
				return nil
			}
			slices.Reverse(path)
			return path
		default:
			return nil
		}
	}
}

// setsPath reports whether a generated function sets the field at a path, itself or by calls of others in its file.
func (n *conversion) setsPath(function *ast.FuncDecl, path []string) bool {
	for _, statement := range function.Body.List {
		mentioned, by := false, []string{}
		ast.Inspect(statement, func(node ast.Node) bool {
			switch x := node.(type) {
			case *ast.SelectorExpr:
				mentioned = mentioned || x.Sel.Name == path[0] && load.TypeName(x.X) == "out"
			case *ast.CallExpr:
				if name := load.TypeName(x.Fun); strings.HasPrefix(name, load.ConverterPrefix) {
					by = append(by, name)
				}
			}
			return true
		})
		if !mentioned {
			continue
		}
		return len(path) == 1 || len(by) == 0 || slices.ContainsFunc(n.file.syntax.Decls, func(decl ast.Decl) bool {
			inner, ok := decl.(*ast.FuncDecl)
			return ok && slices.Contains(by, strings.TrimPrefix(inner.Name.Name, "auto")) &&
				strings.HasPrefix(inner.Name.Name, "auto") && n.setsPath(inner, path[1:])
		})
	}
	return false
}
