package load

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// imported is one import declaration that the types of a file depend on.
type imported struct {
	path string
	pos  token.Pos
	end  token.Pos
}

// typeImports returns the imports of a file that its declarations need when function bodies are left out, and the file
// without the others. Types of dependencies are the expensive part of a run: this is what keeps them few.
func typeImports(file *ast.File) ([]imported, *ast.File) {
	used := qualifiers(file)
	unexplained := len(used)
	for _, spec := range file.Imports {
		if used[LocalName(spec)] {
			unexplained--
		}
	}
	var needed []imported
	slim := *file
	slim.Decls = nil
	for _, decl := range file.Decls {
		imports, ok := decl.(*ast.GenDecl)
		if !ok || imports.Tok != token.IMPORT {
			slim.Decls = append(slim.Decls, decl)
			continue
		}
		kept := *imports
		kept.Specs = nil
		for _, s := range imports.Specs {
			spec := s.(*ast.ImportSpec)
			path, err := strconv.Unquote(spec.Path.Value)
			named := spec.Name != nil && spec.Name.Name != "."
			if err != nil || named && !used[spec.Name.Name] || spec.Name == nil && !used[LocalName(spec)] && unexplained <= 0 {
				continue
			}
			kept.Specs = append(kept.Specs, spec)
			needed = append(needed, imported{path, spec.Pos(), spec.End()})
		}
		if len(kept.Specs) > 0 {
			slim.Decls = append(slim.Decls, &kept)
		}
	}
	return needed, &slim
}

// Declarations returns the files of a package without function bodies, and without the imports that only function
// bodies need: other packages do not depend on these.
func (p *Package) Declarations() []*ast.File {
	files := slices.Clone(p.Files)
	for i, file := range files {
		_, files[i] = typeImports(file)
		for j, decl := range files[i].Decls {
			if function, ok := decl.(*ast.FuncDecl); ok && function.Body != nil {
				bare := *function
				bare.Body = nil
				files[i].Decls[j] = &bare
			}
		}
	}
	return files
}

// LocalName is the name under which a file most likely knows an import.
func LocalName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	path, _ := strconv.Unquote(spec.Path.Value)
	elements := strings.Split(path, "/")
	last := elements[len(elements)-1]
	if len(elements) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" && last != "v1" {
		last = elements[len(elements)-2]
	}
	last, _, _ = strings.Cut(last, ".")
	return strings.TrimPrefix(last, "go-")
}

// qualifiers are the names that stand before a dot anywhere but in function bodies.
func qualifiers(file *ast.File) map[string]bool {
	used := map[string]bool{}
	visit := func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.BlockStmt:
			return false
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	}
	for _, decl := range file.Decls {
		ast.Inspect(decl, visit)
	}
	for _, decl := range file.Decls {
		if general, ok := decl.(*ast.GenDecl); ok {
			for _, spec := range general.Specs {
				if values, ok := spec.(*ast.ValueSpec); ok {
					for _, name := range values.Names {
						delete(used, name.Name) // a variable of this package's, not an import
					}
				}
			}
		}
	}
	return used
}

// importsOf maps the names under which a file knows packages to their paths. Without an alias, the name is taken from
// the path.
func importsOf(file *ast.File) map[string]string {
	imports := map[string]string{}
	for _, spec := range file.Imports {
		importPath, _ := strconv.Unquote(spec.Path.Value) // the parser has checked it
		name := path.Base(importPath)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = importPath
	}
	return imports
}

// Imports returns the import paths in files.
func Imports(files []*ast.File) []string {
	var paths []string
	for _, file := range files {
		for _, spec := range file.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				paths = append(paths, path)
			}
		}
	}
	return paths
}
