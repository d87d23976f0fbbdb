package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strconv"
	"strings"
)

// typesOf lists the types of parameters or results, one for each, as group.Declaration has them.
func (x *indexer) typesOf(list *ast.FieldList) []string {
	if list == nil {
		return nil
	}
	var all []string
	for _, field := range list.List {
		text := types.ExprString(field.Type)
		pointers := text[:len(text)-len(strings.TrimLeft(text, "*"))]
		name := text[len(pointers):]
		switch qualifier, selected, qualified := strings.Cut(name, "."); {
		case qualified && x.imports[qualifier] != "":
			name = x.imports[qualifier] + "." + selected
		case !qualified && token.IsExported(name):
			name = x.pkg.Path + "." + name
		}
		for range max(1, len(field.Names)) {
			all = append(all, pointers+name)
		}
	}
	return all
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
