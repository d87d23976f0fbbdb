package removal

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// mostRounds is how often a package is checked until nothing in it is unused.
const mostRounds = 200

// prune deletes the variables, imports and functions of a package that nothing uses any more. It returns an error if
// the package does not compile afterwards.
func (r *rewriter) prune(path string) error {
	for _, version := range r.p.versions(path) {
		if err := r.pruneVersion(version); err != nil {
			return err
		}
	}
	for range mostRounds {
		if !r.pruneDeclaration(path) {
			break
		}
		for _, version := range r.p.versions(path) {
			if err := r.pruneVersion(version); err != nil {
				return err
			}
		}
	}
	return nil
}

// pruneVersion deletes unused variables and imports from a package as one system has it.
func (r *rewriter) pruneVersion(version *source.Package) error {
	if !slices.ContainsFunc(version.Files, func(file *ast.File) bool { return r.contents[r.nameOf(file)] != nil }) {
		return nil
	}
	for range mostRounds {
		pkg, err := r.check(version)
		if err != nil {
			return err
		}
		changed := map[string]bool{}
		for _, unused := range pkg.Errors {
			name := r.p.position(unused.Pos).Filename
			if r.contents[name] == nil || changed[name] || !isUnused(unused.Msg) {
				continue
			}
			if content, ok := r.without(pkg, unused); ok {
				r.contents[name] = content
				changed[name] = true
			}
		}
		if len(changed) == 0 {
			return r.verify(version, pkg)
		}
	}
	return fmt.Errorf("%s: unused variables and imports remain", version.Path)
}

func (r *rewriter) nameOf(file *ast.File) string { return r.p.position(file.Package).Filename }

func isUnused(message string) bool {
	return strings.HasPrefix(message, "declared and not used") || strings.HasSuffix(message, "and not used")
}

// verify compares the errors of the type checker with those from before. What another system has may lack the types of
// its imports here.
func (r *rewriter) verify(version, pkg *source.Package) error {
	if r.p.module.Package(version.Path) != version {
		return nil
	}
	for _, found := range pkg.Errors {
		if !slices.ContainsFunc(version.Errors, func(before types.Error) bool { return before.Msg == found.Msg }) {
			return fmt.Errorf("%s: %s", r.p.position(found.Pos), found.Msg)
		}
	}
	return nil
}

// check parses and checks a package with the new contents.
func (r *rewriter) check(version *source.Package) (*source.Package, error) {
	pkg := &source.Package{Path: version.Path, Name: version.Name, Dir: version.Dir, Module: version.Module}
	for _, file := range version.Files {
		if content := r.contents[r.nameOf(file)]; content != nil {
			parsed, err := parser.ParseFile(r.p.module.Fset, r.nameOf(file), content,
				parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			file = parsed
		}
		pkg.Files = append(pkg.Files, file)
	}
	r.p.module.Check(pkg)
	return pkg, nil
}

// without is the content of a file without an unused variable or import.
func (r *rewriter) without(pkg *source.Package, unused types.Error) ([]byte, bool) {
	var file *ast.File
	for _, candidate := range pkg.Files {
		if candidate.FileStart <= unused.Pos && unused.Pos < candidate.FileEnd {
			file = candidate
		}
	}
	page := &page{fset: r.p.module.Fset, file: file, content: r.contents[r.nameOf(file)]}
	for _, spec := range file.Imports {
		if spec.Pos() <= unused.Pos && unused.Pos <= spec.End() {
			return withoutImport(page, spec), true
		}
	}
	for _, d := range file.Decls {
		if decl, ok := d.(*ast.FuncDecl); ok && decl.Pos() <= unused.Pos && unused.Pos < decl.End() {
			reader := reader{p: r.p, in: &function{decl: decl, pkg: pkg}}
			return page.withoutVariable(reader, decl, unused.Pos)
		}
	}
	return nil, false
}

// withoutVariable deletes a variable of a function, with the assignments to it. A value that may have an effect stays,
// without a name.
func (p *page) withoutVariable(r reader, decl *ast.FuncDecl, at token.Pos) ([]byte, bool) {
	v := &variable{page: p, reader: r, gone: map[ast.Stmt]bool{}}
	ast.Inspect(decl, func(node ast.Node) bool {
		if name, ok := node.(*ast.Ident); ok && name.Pos() == at {
			v.object = r.in.pkg.Info.Defs[name]
		}
		return v.object == nil
	})
	if v.object == nil {
		return nil, false
	}
	ast.Inspect(decl, func(node ast.Node) bool {
		statements, _, _ := listOf(node)
		for _, s := range statements {
			v.statement(s)
		}
		return true
	})
	cuts := v.cuts
	ast.Inspect(decl, func(node ast.Node) bool {
		statements, open, end := listOf(node)
		cuts = append(cuts, p.list(statements, open, end, v.gone)...)
		s, ok := node.(ast.Stmt)
		return !ok || !v.gone[s]
	})
	return apply(p.content, cuts), len(cuts) > 0
}

// variable is a variable that goes.
type variable struct {
	*page
	reader reader
	object types.Object
	gone   map[ast.Stmt]bool
	cuts   []cut // in statements that stay
}

// is reports whether an expression is the variable.
func (v *variable) is(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	info := v.reader.in.pkg.Info
	return ok && (info.Defs[name] == v.object || info.Uses[name] == v.object)
}

// statement looks at a statement of a list, and reports whether it goes: a declaration of the variable, an assignment
// to it, or a condition that leads to nothing else.
func (v *variable) statement(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if i := slices.IndexFunc(s.Lhs, v.is); i >= 0 && !v.gone[s] {
			v.assignment(s, i)
		}
	case *ast.DeclStmt:
		if declared, ok := s.Decl.(*ast.GenDecl); ok && len(declared.Specs) == 1 {
			spec, ok := declared.Specs[0].(*ast.ValueSpec)
			v.gone[s] = ok && len(spec.Names) == 1 && v.is(spec.Names[0])
		}
	case *ast.RangeStmt:
		v.loop(s)
	case *ast.IfStmt:
		if s.Init == nil && s.Else == nil && len(s.Body.List) > 0 && v.reader.isPure(s.Cond) {
			v.gone[s] = !slices.ContainsFunc(s.Body.List, func(inner ast.Stmt) bool { return !v.statement(inner) })
		}
	}
	return v.gone[s]
}

// loop deletes the variable from the head of a loop.
func (v *variable) loop(s *ast.RangeStmt) {
	key, named := s.Key.(*ast.Ident)
	switch {
	case s.Value != nil && v.is(s.Value) && (!named || key.Name != "_"):
		v.cuts = append(v.cuts, cut{start: v.offset(s.Key.End()), end: v.offset(s.Value.End())})
	case s.Value != nil && v.is(s.Value), s.Value == nil && named && v.is(key):
		v.cuts = append(v.cuts, cut{start: v.offset(s.Key.Pos()), end: v.offset(s.Range)})
	case named && v.is(key):
		v.cuts = append(v.cuts, cut{v.offset(key.Pos()), v.offset(key.End()), "_"})
	}
}

// assignment deletes the variable from an assignment.
func (v *variable) assignment(s *ast.AssignStmt, i int) {
	if len(s.Lhs) == len(s.Rhs) && v.reader.isPure(s.Rhs[i]) {
		if len(s.Lhs) == 1 {
			v.gone[s] = true
		} else {
			v.cuts = append(v.cuts, v.item(s.Lhs, i), v.item(s.Rhs, i))
		}
		return
	}
	v.cuts = append(v.cuts, cut{v.offset(s.Lhs[i].Pos()), v.offset(s.Lhs[i].End()), "_"})
	others := slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool {
		name, ok := e.(*ast.Ident)
		return e != s.Lhs[i] && (!ok || name.Name != "_")
	})
	if s.Tok == token.DEFINE && !others {
		v.cuts = append(v.cuts, cut{v.offset(s.TokPos), v.offset(s.TokPos) + 2, "="})
	}
}

// listOf are the statements of a block, with where it begins and ends.
func listOf(node ast.Node) ([]ast.Stmt, token.Pos, token.Pos) {
	switch n := node.(type) {
	case *ast.BlockStmt:
		return n.List, n.Lbrace, n.Rbrace
	case *ast.CaseClause:
		return n.Body, n.Colon, n.End()
	}
	return nil, token.NoPos, token.NoPos
}

// item is an element of a list with a comma.
func (p *page) item(list []ast.Expr, i int) cut {
	if i+1 < len(list) {
		return cut{start: p.offset(list[i].Pos()), end: p.offset(list[i+1].Pos())}
	}
	return cut{start: p.offset(list[i-1].End()), end: p.offset(list[i].End())}
}
