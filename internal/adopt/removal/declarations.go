package removal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
)

// pruneDeclaration deletes one function, constant, variable or type of a package that only deleted code used. It
// reports whether there was one.
func (r *rewriter) pruneDeclaration(path string) bool {
	for _, version := range r.p.versions(path) {
		for _, original := range version.Files {
			file, _, ok := r.current(original)
			if !ok || ast.IsGenerated(file) {
				continue
			}
			for _, d := range file.Decls {
				for _, name := range declared(d) {
					if r.lost[path][name] && !token.IsExported(name) && name != "main" && name != "init" && !r.isUsed(path, name) {
						r.drop(path, name)
						return true
					}
				}
			}
		}
	}
	return false
}

// declared are the names that a declaration gives to what may go. A variable may if nothing happens to make its value,
// and a constant if the others in its declaration do not count on it.
func declared(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return []string{d.Name.Name}
	case *ast.GenDecl:
		var names []string
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				if len(spec.Names) == 1 && (len(spec.Values) == 1 || d.Tok == token.VAR) && !acts(spec) {
					names = append(names, spec.Names[0].Name)
				}
			}
			if counts(spec) {
				return nil
			}
		}
		return names
	}
	return nil
}

// counts reports whether a constant is one of a list that iota counts.
func counts(spec ast.Spec) bool {
	value, ok := spec.(*ast.ValueSpec)
	found := ok && len(value.Values) == 0 && value.Type == nil
	ast.Inspect(spec, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		found = found || ok && name.Name == "iota"
		return !found
	})
	return found
}

// acts reports whether a value calls something, or receives from a channel.
func acts(spec *ast.ValueSpec) bool {
	found := false
	ast.Inspect(spec, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// belongs reports whether a declaration, or a part of one, goes with a name: it declares it, is a method of it, or says
// which interface it implements.
func belongs(node ast.Node, name string) bool {
	switch n := node.(type) {
	case *ast.FuncDecl:
		return n.Name.Name == name || n.Recv != nil && len(n.Recv.List) == 1 && receiverName(n.Recv.List[0].Type) == name
	case *ast.TypeSpec:
		return n.Name.Name == name
	case *ast.ValueSpec:
		return len(n.Names) == 1 && (n.Names[0].Name == name || n.Names[0].Name == "_" && asserts(n, name))
	}
	return false
}

// receiverName is the name of the type of a receiver.
func receiverName(e ast.Expr) string {
	for {
		switch t := e.(type) {
		case *ast.StarExpr:
			e = t.X
		case *ast.IndexExpr:
			e = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// asserts reports whether the value of a variable without a name is &T{}, (*T)(nil) or T{} of a type.
func asserts(spec *ast.ValueSpec, name string) bool {
	if len(spec.Values) != 1 || spec.Type == nil {
		return false
	}
	value := spec.Values[0]
	if address, ok := value.(*ast.UnaryExpr); ok {
		value = address.X
	}
	switch v := value.(type) {
	case *ast.CompositeLit:
		return v.Type != nil && receiverName(v.Type) == name
	case *ast.CallExpr:
		return len(v.Args) == 1 && receiverName(ast.Unparen(v.Fun)) == name
	}
	return false
}

// drop deletes what belongs to a name from all files of a package.
func (r *rewriter) drop(path, name string) {
	done := map[string]bool{}
	for _, version := range r.p.versions(path) {
		for _, original := range version.Files {
			file, page, ok := r.current(original)
			if !ok || done[r.nameOf(original)] {
				continue
			}
			done[r.nameOf(original)] = true
			var cuts []cut
			for _, d := range file.Decls {
				cuts = append(cuts, dropFrom(r, path, page, d, name)...)
			}
			if len(cuts) > 0 {
				r.contents[r.nameOf(original)] = apply(page.content, cuts)
			}
		}
	}
}

// dropFrom are the cuts that delete what belongs to a name from a declaration.
func dropFrom(r *rewriter, path string, page *page, d ast.Decl, name string) []cut {
	general, ok := d.(*ast.GenDecl)
	if !ok {
		if !belongs(d, name) {
			return nil
		}
		r.loseNames(path, d)
		return []cut{page.declaration(d)}
	}
	var cuts []cut
	for _, spec := range general.Specs {
		if belongs(spec, name) {
			r.loseNames(path, spec)
			cuts = append(cuts, page.specification(spec))
		}
	}
	if len(cuts) > 0 && len(cuts) == len(general.Specs) {
		return []cut{page.declaration(d)}
	}
	return page.closeUp(cuts)
}

// specification is a part of a declaration with its doc comment.
func (p *page) specification(spec ast.Spec) cut {
	var doc *ast.CommentGroup
	switch s := spec.(type) {
	case *ast.TypeSpec:
		doc = s.Doc
	case *ast.ValueSpec:
		doc = s.Doc
	}
	c := p.lines(spec.Pos(), spec.End())
	if doc != nil {
		c.start = p.lineStart(p.offset(doc.Pos()))
	}
	return c
}

// current is a file as it is now.
func (r *rewriter) current(original *ast.File) (*ast.File, *page, bool) {
	content := r.contents[r.nameOf(original)]
	if content == nil {
		return original, r.page(original), true
	}
	const comments = parser.ParseComments | parser.SkipObjectResolution
	file, err := parser.ParseFile(r.p.module.Fset, r.nameOf(original), content, comments)
	return file, &page{fset: r.p.module.Fset, file: file, content: content}, err == nil
}

// isUsed reports whether any file of a package has a name, beside what belongs to it.
func (r *rewriter) isUsed(path, name string) bool {
	read := map[string]bool{}
	dir := ""
	for _, version := range r.p.versions(path) {
		dir = version.Dir
		for _, original := range version.Files {
			if read[r.nameOf(original)] {
				continue
			}
			read[r.nameOf(original)] = true
			if file, _, ok := r.current(original); !ok || usesName(file, name) {
				return true
			}
		}
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.go")) // the pattern is right
	return slices.ContainsFunc(names, func(other string) bool { return !read[other] && mentions(other, name) })
}

// usesName reports whether a file has a name outside of what belongs to that name.
func usesName(file *ast.File, name string) bool {
	used := false
	ast.Inspect(file, func(node ast.Node) bool {
		if node == nil || belongs(node, name) {
			return false
		}
		ident, ok := node.(*ast.Ident)
		used = used || ok && ident.Name == name
		return !used
	})
	return used
}

// loseNames notes all names in a declaration that goes.
func (r *rewriter) loseNames(path string, d ast.Node) {
	ast.Inspect(d, func(node ast.Node) bool {
		if ident, ok := node.(*ast.Ident); ok && r.lost[path] != nil {
			r.lost[path][ident.Name] = true
		}
		return true
	})
}
