package removal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// withImport adds an import to a file, beside those that are most like it.
func withImport(content []byte, spec, imported string) []byte {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", content, parser.ImportsOnly|parser.ParseComments)
	if err != nil || len(file.Imports) == 0 {
		return content
	}
	p := &page{fset: fset, file: file, content: content}
	var best *ast.ImportSpec
	likeness := -1
	for _, s := range file.Imports {
		text := strings.Trim(s.Path.Value, `"`)
		if same := alike(text, imported); same > likeness || same == likeness && text < imported {
			best, likeness = s, same
		}
	}
	declared := declarationOf(file, best)
	if !declared.Lparen.IsValid() {
		end := p.lineEnd(p.offset(declared.End()))
		return apply(content, []cut{{end, end, "import " + spec + "\n"}})
	}
	if likeness == 0 { // a group of its own at the end
		end := p.lineStart(p.offset(declared.Rparen))
		return apply(content, []cut{{end, end, "\n\t" + spec + "\n"}})
	}
	if strings.Trim(best.Path.Value, `"`) > imported {
		start := p.lineStart(p.offset(best.Pos()))
		return apply(content, []cut{{start, start, "\t" + spec + "\n"}})
	}
	end := p.lineEnd(p.offset(best.End()))
	return apply(content, []cut{{end, end, "\t" + spec + "\n"}})
}

// alike is the number of path elements that two import paths begin with. Those of the standard library begin alike.
func alike(a, b string) int {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	if !strings.Contains(as[0], ".") && !strings.Contains(bs[0], ".") {
		return 1
	}
	for n < len(as) && n < len(bs) && as[n] == bs[n] {
		n++
	}
	return n
}

// declarationOf is the declaration that an import is in.
func declarationOf(file *ast.File, spec *ast.ImportSpec) *ast.GenDecl {
	for _, d := range file.Decls {
		if declared, ok := d.(*ast.GenDecl); ok && declared.Pos() <= spec.Pos() && spec.End() <= declared.End() {
			return declared
		}
	}
	return nil
}

// withoutImport deletes an import.
func withoutImport(p *page, spec *ast.ImportSpec) []byte {
	declared := declarationOf(p.file, spec)
	if len(declared.Specs) == 1 {
		return apply(p.content, p.closeUp([]cut{p.lines(declared.Pos(), declared.End())}))
	}
	c := p.lines(spec.Pos(), spec.End())
	if spec.Doc != nil {
		c.start = p.lineStart(p.offset(spec.Doc.Pos()))
	}
	return apply(p.content, p.closeUp([]cut{c}))
}

// imports reports whether a file imports a package.
func imports(content []byte, path string) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", content, parser.ImportsOnly)
	return err == nil && slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool {
		return strings.Trim(s.Path.Value, `"`) == path
	})
}
