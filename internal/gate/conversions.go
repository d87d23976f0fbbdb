package gate

import (
	"fmt"
	"go/ast"
	"go/types"
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
				findings = append(findings, around.routes()...)
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
		if function := pkg.Function(name); function != nil {
			return function, pkg
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
	// sets are the fields that the generated function sets, locals the variables of byHand apart from its parameters,
	// and purpose the fields that it leaves out on purpose.
	sets, locals, purpose map[string]bool
	// calls reports that byHand calls the generated function, or another one with in and out.
	calls    bool
	findings []diag.Diagnostic
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
