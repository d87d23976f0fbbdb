package gate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// gap is what conversion-gen writes in the place of a field that it cannot convert.
var gap = regexp.MustCompile(`^// WARNING: in\.(\w+) requires manual conversion: (does not exist|inconvertible types)`)

// conversions looks at the conversions that people wrote around generated ones: a function may leave out what
// conversion-gen leaves to it, and may do work in vain.
func (c *checker) conversions() []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, file := range c.sorted() {
		for _, decl := range file.syntax.Decls {
			function, ok := decl.(*ast.FuncDecl)
			if !ok || function.Body == nil || !strings.HasPrefix(function.Name.Name, "auto"+load.ConverterPrefix) {
				continue
			}
			name := strings.TrimPrefix(function.Name.Name, "auto")
			byHand, pkg := c.byHand(file.path, name)
			if byHand == nil {
				continue
			}
			around := &conversion{checker: c, file: file, generated: function, byHand: byHand, pkg: pkg}
			around.from, around.to = paramType(function, 0), paramType(function, 1)
			if around.named() {
				findings = append(findings, around.gaps()...)
				findings = append(findings, around.vain()...)
			}
		}
	}
	return findings
}

func paramType(function *ast.FuncDecl, at int) ast.Expr {
	if list := function.Type.Params.List; len(list) == 3 { // as conversion-gen writes them
		return list[at].Type
	}
	return nil
}

// byHand is the conversion of the given name in a package, or in one that it names, with a body.
func (c *checker) byHand(path, name string) (*ast.FuncDecl, *load.Package) {
	pkg := c.session.Source(path)
	if pkg == nil {
		return nil, nil
	}
	packages := []*load.Package{pkg}
	for _, peer := range pkg.Peers() {
		if other := c.session.Source(peer.Path); other != nil {
			packages = append(packages, other)
		}
	}
	for _, pkg := range packages {
		if pkg.Declared[name].Kind != "func" {
			continue
		}
		for _, file := range pkg.Files {
			for _, decl := range file.Decls {
				function, ok := decl.(*ast.FuncDecl)
				if ok && function.Recv == nil && function.Name.Name == name && function.Body != nil {
					return function, pkg
				}
			}
		}
	}
	return nil, nil
}

// conversion is a function that people wrote, and the generated one that it can call.
type conversion struct {
	*checker
	file              madeFile
	generated, byHand *ast.FuncDecl
	pkg               *load.Package
	from, to          ast.Expr
	in, out           string // the parameters of byHand
}

// named notes the names of the parameters; it reports false for other forms of functions.
func (n *conversion) named() bool {
	var names []string
	for _, list := range n.byHand.Type.Params.List {
		for _, name := range list.Names {
			names = append(names, name.Name)
		}
	}
	if len(names) != 3 || n.from == nil || n.to == nil {
		return false
	}
	n.in, n.out = names[0], names[1]
	return true
}

// gaps are the fields that neither function converts.
func (n *conversion) gaps() []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, comment := range n.file.syntax.Comments {
		if comment.Pos() < n.generated.Body.Pos() || n.generated.Body.End() < comment.End() {
			continue
		}
		for _, line := range comment.List {
			left := gap.FindStringSubmatch(line.Text)
			if left == nil || n.treats(left[1]) {
				continue
			}
			findings = append(findings, n.gap(left[1], left[2] == "does not exist"))
		}
	}
	return findings
}

// treats reports whether the function that people wrote, or one that it gives a value to as a whole, has to do with a
// field.
func (n *conversion) treats(field string) bool {
	treated, whole := false, []string{}
	ast.Inspect(n.byHand.Body, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.SelectorExpr:
			treated = treated || x.Sel.Name == field
		case *ast.CallExpr:
			if name := load.TypeName(x.Fun); name != n.generated.Name.Name && slices.ContainsFunc(x.Args, n.isWhole) {
				whole = append(whole, name)
			}
		}
		return true
	})
	return treated || slices.ContainsFunc(n.pkg.MentionedBy(field), func(by string) bool {
		return slices.Contains(whole, by)
	})
}

func (n *conversion) isWhole(argument ast.Expr) bool {
	name, ok := argument.(*ast.Ident)
	return ok && (name.Name == n.in || name.Name == n.out)
}

// gap is the finding about a field that is not converted. It is a warning if the other type does not have the field:
// many are internal on purpose.
func (n *conversion) gap(name string, missing bool) diag.Diagnostic {
	path, typeName := qualify(n.file, n.from)
	otherPath, otherName := qualify(n.file, n.to)
	at, function := n.declaredAt(n.byHand), n.byHand.Name.Name
	var field, other *load.Field
	if t := n.typeOf(path, typeName); t != nil {
		if field = t.Field(name); field != nil {
			at = n.at(field.Span)
		}
	}
	if t := n.typeOf(otherPath, otherName); t != nil {
		other = t.Field(name)
	}
	from, to := qualified(n.file, n.from), qualified(n.file, n.to)
	message := fmt.Sprintf("%s does not have the field %s of %s, and %s leaves it out", to, name, from, function)
	if !missing {
		message = fmt.Sprintf("%s has another type in %s than in %s, and %s leaves it out", name, from, to, function)
		if field != nil && other != nil {
			message = fmt.Sprintf("%s has the type %s in %s and %s in %s, and %s leaves it out: its value is lost", name,
				types.ExprString(field.Syntax.Type), from, types.ExprString(other.Syntax.Type), to, function)
		}
	}
	found := diag.At(at.pos, at.end, "dropped-field", message,
		fmt.Sprintf("convert in.%s there, or write _ = in.%[1]s if it is left out on purpose", name))
	if missing {
		found.Severity = diag.Warning
	}
	return found
}

// qualified is a type as code has it: with the name of its package.
func qualified(file madeFile, expr ast.Expr) string {
	path, name := qualify(file, expr)
	return path[strings.LastIndexByte(path, '/')+1:] + "." + name
}

func (c *checker) declaredAt(function *ast.FuncDecl) span {
	return c.at(load.Span{Pos: function.Name.Pos(), End: function.Name.End()})
}

// vain finds values that are set before the generated conversion, or an assignment of the whole, sets them again, and
// fields that are passed over when the function returns early.
func (n *conversion) vain() []diag.Diagnostic {
	var findings []diag.Diagnostic
	set := map[string]ast.Node{} // by top-level statements so far
	for i, statement := range n.byHand.Body.List {
		later := n.byHand.Body.List[i+1:]
		if at, fields := n.returnsEarly(statement, later); len(fields) > 0 {
			position := n.at(load.Span{Pos: at.Pos(), End: at.End()})
			findings = append(findings, diag.At(position.pos, position.end, "dropped-field",
				fmt.Sprintf("%s returns here before it converts %s", n.byHand.Name.Name, strings.Join(fields, ", ")),
				"return after all fields are converted"))
		}
		overwritten := n.overwrites(statement)
		for _, field := range slices.Sorted(maps.Keys(set)) {
			if node := set[field]; overwritten(field) {
				position := n.at(load.Span{Pos: node.Pos(), End: node.End()})
				findings = append(findings, diag.At(position.pos, position.end, "dropped-field",
					fmt.Sprintf("%s overwrites the value of %s that is set here", n.byHand.Name.Name, field),
					"set it after the call of "+n.generated.Name.Name))
				delete(set, field)
			}
		}
		if assign, ok := statement.(*ast.AssignStmt); ok {
			for _, left := range assign.Lhs {
				if field := n.fieldOf(left, n.out); field != "" {
					set[field] = assign
				}
			}
		}
	}
	return findings
}

// returnsEarly is the statement by which a function returns without an error although fields are still to be converted
// that the condition of the statement has nothing to do with. They are named, or "all fields" for a call of the
// generated function.
func (n *conversion) returnsEarly(statement ast.Stmt, later []ast.Stmt) (at ast.Node, fields []string) {
	var early *ast.ReturnStmt
	condition, conditional := statement.(*ast.IfStmt)
	if !conditional {
		return nil, nil
	}
	ast.Inspect(condition, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(x.Results) == 1 && early == nil {
				if name, ok := x.Results[0].(*ast.Ident); ok && name.Name == "nil" {
					early = x
				}
			}
		}
		return true
	})
	if early == nil {
		return nil, nil
	}
	about := map[string]bool{}
	ast.Inspect(condition, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			about[selector.Sel.Name] = true
		}
		return true
	})
	for _, statement := range later {
		ast.Inspect(statement, func(node ast.Node) bool {
			switch x := node.(type) {
			case *ast.CallExpr:
				if load.TypeName(x.Fun) == n.generated.Name.Name {
					fields = append(fields, "the other fields")
				}
			case *ast.AssignStmt:
				for _, left := range x.Lhs {
					if field := n.fieldOf(left, n.out); field != "" && !about[field] {
						fields = append(fields, field)
					}
				}
			}
			return true
		})
	}
	slices.Sort(fields)
	return early, slices.Compact(fields)
}

// overwrites tells which fields a statement sets: all, the ones that the generated function sets, or none.
func (n *conversion) overwrites(statement ast.Stmt) func(field string) bool {
	all, generated := false, false
	ast.Inspect(statement, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			generated = generated || load.TypeName(x.Fun) == n.generated.Name.Name
		case *ast.AssignStmt:
			if star, ok := x.Lhs[0].(*ast.StarExpr); ok && x.Tok == token.ASSIGN && n.isWhole(star.X) {
				_, literal := x.Rhs[0].(*ast.CompositeLit)
				all = all || literal
			}
		}
		return true
	})
	return func(field string) bool { return all || generated && n.sets(field) }
}

// sets reports whether the generated function sets a field.
func (n *conversion) sets(field string) bool {
	found := false
	ast.Inspect(n.generated.Body, func(node ast.Node) bool {
		selector, ok := node.(*ast.SelectorExpr)
		found = found || ok && n.fieldOf(selector, "out") == field
		return !found
	})
	return found
}

// fieldOf is the field of a variable that an expression selects first; "" if it selects none.
func (n *conversion) fieldOf(expr ast.Expr, variable string) string {
	for {
		switch x := expr.(type) {
		case *ast.SelectorExpr:
			if name, ok := x.X.(*ast.Ident); ok {
				if name.Name == variable {
					return x.Sel.Name
				}
				return ""
			}
			expr = x.X
		case *ast.StarExpr:
			expr = x.X
		case *ast.ParenExpr:
			expr = x.X
		case *ast.IndexExpr:
			expr = x.X
		default:
			return ""
		}
	}
}
