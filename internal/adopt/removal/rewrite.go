package removal

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path"
	"slices"

	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/lineends"
)

// rewriter makes the new contents of files.
type rewriter struct {
	p *program
	// contents are those of the files that change, as far as they have been rewritten, and before the first ones.
	contents, before map[string][]byte
	// lost are the names that deleted code used, by import path: what nothing else uses of them goes, too.
	lost map[string]map[string]bool
	// replaced are functions with a new body, and bodies those.
	replaced []place
	bodies   map[*ast.FuncDecl]string
	// superseded are functions that go.
	superseded []*function
}

func newRewriter(p *program) *rewriter {
	return &rewriter{
		p: p, contents: map[string][]byte{}, before: map[string][]byte{}, lost: map[string]map[string]bool{},
		bodies: map[*ast.FuncDecl]string{},
	}
}

// load returns the page of a file.
func (r *rewriter) page(file *ast.File) *page {
	name := r.p.position(file.Package).Filename
	if r.contents[name] == nil {
		content := r.p.module.Content(name)
		r.contents[name], r.before[name] = content, content
	}
	return &page{fset: r.p.module.Fset, file: file, content: r.contents[name]}
}

// fileOf is the file that a function is in.
func fileOf(pkg *source.Package, node ast.Node) *ast.File {
	for _, file := range pkg.Files {
		if file.FileStart <= node.Pos() && node.Pos() < file.FileEnd {
			return file
		}
	}
	return nil
}

// delete makes the deletions of a walk, and puts the calls in their places.
func (r *rewriter) delete(w *walk) {
	cuts := map[*ast.File][]cut{}
	gone := map[ast.Stmt]bool{}
	for _, d := range w.deletions {
		if r.lose(d.in.pkg, d.from); d.text == "" {
			gone[d.from], gone[d.to] = true, true
		}
	}
	for _, f := range r.p.order {
		file := fileOf(f.pkg, f.decl)
		if w.absorbed[f.name] || w.replaced[f.name] {
			cuts[file] = append(cuts[file], r.page(file).declaration(f.decl))
			r.lose(f.pkg, f.decl)
			continue
		}
		r.function(f, gone, w, cuts)
	}
	for _, at := range r.replaced {
		file := fileOf(at.in.pkg, at.in.decl)
		page := r.page(file)
		cuts[file] = append(cuts[file], cut{
			page.offset(at.in.decl.Body.Lbrace), page.offset(at.in.decl.Body.End()), r.bodies[at.in.decl],
		})
		r.lose(at.in.pkg, at.in.decl.Body)
	}
	for _, f := range r.superseded {
		file := fileOf(f.pkg, f.decl)
		cuts[file] = append(cuts[file], r.page(file).declaration(f.decl))
		r.lose(f.pkg, f.decl)
	}
	for file, list := range cuts {
		page := r.page(file)
		r.contents[page.fset.Position(file.Package).Filename] = apply(page.content, list)
	}
	for _, at := range slices.Concat(w.places, r.replaced) {
		if !at.generated.Method {
			r.addImport(at, at.generated.Package)
		}
		for _, m := range at.moved {
			for _, name := range packagesIn(m) {
				r.addImport(at, m.in.pkg.Info.Uses[name].(*types.PkgName).Imported().Path())
			}
		}
	}
}

// function deletes statements of a function, and adds calls to it.
func (r *rewriter) function(f *function, gone map[ast.Stmt]bool, w *walk, cuts map[*ast.File][]cut) {
	deletions := slices.DeleteFunc(slices.Clone(w.deletions), func(d deletion) bool { return d.in != f })
	if len(deletions) == 0 && !slices.ContainsFunc(w.places, func(at place) bool { return at.in == f }) {
		return
	}
	file := fileOf(f.pkg, f.decl)
	page := r.page(file)
	cuts[file] = append(cuts[file], unneeded(r, f, gone, w)...)
	for _, d := range deletions {
		if d.text != "" {
			cuts[file] = append(cuts[file], cut{page.offset(d.from.Pos()), page.offset(d.from.End()), d.text})
		}
	}
	for _, at := range w.places {
		if at.in == f {
			added := page.insertion(at, at.calls(r.p))
			page.inserted = append(page.inserted, added.start)
			cuts[file] = append(cuts[file], added)
		}
	}
	ast.Inspect(f.decl.Body, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.BlockStmt:
			cuts[file] = append(cuts[file], page.list(n.List, n.Lbrace, n.Rbrace, gone)...)
		case *ast.CaseClause:
			cuts[file] = append(cuts[file], page.list(n.Body, n.Colon, n.End(), gone)...)
		}
		if s, ok := node.(ast.Stmt); ok && gone[s] {
			return false
		}
		return true
	})
}

// packageName is the name of a package in its clause.
func (p *program) packageName(imported string) string {
	if pkg, err := p.module.Import(imported); err == nil && pkg != nil {
		return pkg.Name()
	}
	return path.Base(imported)
}

// addImport imports a package in the file of a place.
func (r *rewriter) addImport(at place, imported string) {
	file := fileOf(at.in.pkg, at.in.decl)
	name := r.p.position(file.Package).Filename
	if imported == at.in.pkg.Path || imports(r.contents[name], imported) {
		return
	}
	spec := fmt.Sprintf("%q", imported)
	if local := at.newName(r.p, imported); local != path.Base(imported) || local != r.p.packageName(imported) {
		spec = local + " " + spec
	}
	r.contents[name] = withImport(r.contents[name], spec, imported)
}

// lose notes the names that deleted code uses.
func (r *rewriter) lose(pkg *source.Package, node ast.Node) {
	ast.Inspect(node, func(node ast.Node) bool {
		if ident, ok := node.(*ast.Ident); ok {
			if object := pkg.Info.Uses[ident]; object != nil && object.Pkg() != nil && object.Pkg().Path() == pkg.Path {
				if r.lost[pkg.Path] == nil {
					r.lost[pkg.Path] = map[string]bool{}
				}
				r.lost[pkg.Path][object.Name()] = true
			}
		}
		return true
	})
}

// finish deletes what became unused, checks the types, and returns the files that changed. A file that was formatted
// stays so, and all keep their line ends.
func (r *rewriter) finish() (map[string][]byte, error) {
	paths := map[string]bool{}
	for _, f := range r.p.order {
		paths[f.pkg.Path] = true
	}
	for _, at := range r.replaced {
		paths[at.in.pkg.Path] = true
	}
	for _, f := range r.superseded {
		paths[f.pkg.Path] = true
	}
	for _, name := range slices.Sorted(maps.Keys(paths)) {
		if err := r.prune(name); err != nil {
			return nil, err
		}
	}
	edits := map[string][]byte{}
	for name, content := range r.contents {
		if bytes.Equal(content, r.before[name]) {
			continue
		}
		kept, err := lineends.Keep(r.before[name], content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		edits[name] = kept
	}
	return edits, nil
}
