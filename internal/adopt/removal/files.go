package removal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// emptied are the files that declare nothing any more. One stays if a system would have no file of the package without
// it.
func emptied(r *rewriter, edits map[string][]byte) []string {
	empty := map[string]bool{}
	for name, content := range edits {
		empty[name] = isEmpty(content)
	}
	var gone []string
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		if !empty[name] {
			continue
		}
		others := r.p.files(filepath.Dir(name))
		others = slices.DeleteFunc(others, func(other string) bool { return empty[other] })
		if !slices.ContainsFunc(r.p.module.Systems(name), func(system string) bool {
			return !slices.ContainsFunc(others, func(other string) bool {
				return slices.Contains(r.p.module.Systems(other), system)
			})
		}) {
			gone = append(gone, name)
		}
	}
	return gone
}

// files are those of the package in a directory, also those of other systems, without tests.
func (p *program) files(dir string) []string {
	var all []string
	add := func(name string) {
		if !slices.Contains(all, name) && !strings.HasSuffix(name, "_test.go") {
			all = append(all, name)
		}
	}
	for _, pkg := range p.module.Packages() {
		if pkg.Dir != dir {
			continue
		}
		for _, file := range pkg.Files {
			add(p.position(file.Package).Filename)
		}
		for _, name := range pkg.Ignored {
			add(name)
		}
	}
	return all
}

// isEmpty reports whether a file declares nothing, and nothing else in it is needed: a doc comment, a directive or a
// marker.
func isEmpty(content []byte) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || len(file.Decls) > 0 || file.Doc != nil {
		return false
	}
	return !slices.ContainsFunc(file.Comments, func(group *ast.CommentGroup) bool {
		return slices.ContainsFunc(group.List, isDirective)
	})
}

// isDirective reports whether a comment is for a program. Those that select systems are for the file alone.
func isDirective(comment *ast.Comment) bool {
	text, ok := strings.CutPrefix(comment.Text, "//")
	constraint := strings.HasPrefix(text, "go:build ") || strings.HasPrefix(text, " +build ")
	return ok && !constraint && (strings.HasPrefix(text, "go:") || strings.HasPrefix(strings.TrimSpace(text), "+"))
}
