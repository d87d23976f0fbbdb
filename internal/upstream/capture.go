package upstream

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"k8s.io/gengo/v2"
	"k8s.io/gengo/v2/generator"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
)

// fileType replaces gengo's: it keeps what gengo would write to the disk.
type fileType struct {
	// names of packages by import path. gengo uses the last element of the path, which need not be the name.
	names map[string]string
	files []capturedFile
}

// capturedFile is a file whose parts have been written.
type capturedFile struct {
	parts *generator.File
	at    where
	// clean says that the tool did not complain while it wrote the file.
	clean bool
}

// AssembleFile implements gengo's FileType.
func (t *fileType) AssembleFile(f *generator.File, _ string) error {
	if name := t.names[f.PackagePath]; name != "" {
		f.PackageName = name
	}
	t.files = append(t.files, capturedFile{parts: f})
	return nil
}

// writtenFile is a file that a tool has written, or another generator for the same package, with its syntax. Positions
// are from before the file was formatted.
type writtenFile struct {
	generators.File
	syntax *ast.File
}

// finish formats the files. A file that cannot be formatted is a complaint, unless the tool complained before.
func (t *fileType) finish(fset *token.FileSet) (files []writtenFile, complaints []complaint) {
	for _, f := range t.files {
		content, syntax, err := assemble(fset, f.parts)
		switch {
		case err == nil:
			file := generators.File{Dir: f.parts.PackageDir, Name: f.parts.Name, Content: content}
			files = append(files, writtenFile{file, syntax})
		case f.clean:
			complaints = append(complaints, complaint{text: fmt.Sprintf("unable to format %s: %v", f.parts.Name, err), at: f.at})
		}
	}
	return files, complaints
}

// assemble puts the parts of a file together as gengo does, except for the header, which has our name, and formats it
// as the stock tools do. They call goimports and gofmt -s, which format the file three times; in the output of the
// tools, this only sorts the imports.
func assemble(fset *token.FileSet, f *generator.File) ([]byte, *ast.File, error) {
	var source bytes.Buffer
	source.Grow(f.Body.Len() + f.Vars.Len() + f.Consts.Len() + 4096)
	fmt.Fprintf(&source, "//go:build !%[1]s\n// +build !%[1]s\n\n%s\n\npackage %s\n\n", gengo.StdBuildTag, emit.Header,
		f.PackageName)
	if len(f.Imports) > 0 {
		source.WriteString("import (\n" + importLines(slices.Collect(maps.Keys(f.Imports))) + ")\n\n")
	}
	for _, block := range []struct {
		keyword string
		lines   *bytes.Buffer
	}{{"var", &f.Vars}, {"const", &f.Consts}} {
		if block.lines.Len() > 0 {
			fmt.Fprintf(&source, "%s (\n%s)\n\n", block.keyword, block.lines.Bytes())
		}
	}
	source.Write(f.Body.Bytes())
	name := filepath.Join(f.PackageDir, f.Name)
	syntax, err := parser.ParseFile(fset, name, source.Bytes(), parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		_, err = format.Source(source.Bytes()) // the same error without the name of the file
		return nil, nil, err
	}
	ast.SortImports(fset, syntax)
	var formatted bytes.Buffer
	formatted.Grow(source.Len() * 9 / 8)
	err = gofmt.Fprint(&formatted, fset, syntax)
	return bytes.Clone(formatted.Bytes()), syntax, err // of its own size: many files are kept until all are written
}

// gofmt prints as go/format does, which would parse the file once more. The last mode has no name in go/printer: it
// normalizes the prefixes and exponents of numbers.
var gofmt = printer.Config{Mode: printer.UseSpaces | printer.TabIndent | 1<<30, Tabwidth: 8}

// importLines are the lines of an import declaration in the order of goimports: by the path, and the standard library,
// which has no dot in the first element, before all others.
func importLines(imports []string) string {
	path := func(line string) string { return strings.Trim(line[strings.LastIndexByte(line, ' ')+1:], `"`) }
	domain := func(line string) int {
		first, _, _ := strings.Cut(path(line), "/")
		return min(strings.Count(first, "."), 1)
	}
	slices.SortFunc(imports, func(a, b string) int {
		return cmp.Or(domain(a)-domain(b), strings.Compare(path(a), path(b)), strings.Compare(a, b))
	})
	var block strings.Builder
	for i, line := range imports {
		if i > 0 && domain(line) != domain(imports[i-1]) {
			block.WriteString("\n")
		}
		if !strings.Contains(line, `"`) {
			line = `"` + line + `"`
		}
		block.WriteString("\t" + line + "\n")
	}
	return block.String()
}
