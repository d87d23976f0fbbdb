package upstream

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/imports"
	"k8s.io/gengo/v2"
	"k8s.io/gengo/v2/generator"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
)

// fileType takes the place of gengo's: it keeps what gengo would write to the disk.
type fileType struct {
	// names of packages by import path: gengo makes do with the last part of the path, which need not be the name.
	names map[string]string
	files []generators.File
}

// AssembleFile implements gengo's FileType.
func (t *fileType) AssembleFile(f *generator.File, path string) error {
	if name := t.names[f.PackagePath]; name != "" {
		f.PackageName = name
	}
	content, err := assemble(f)
	if err != nil {
		return fmt.Errorf("unable to format %s: %w", filepath.Base(path), err)
	}
	t.files = append(t.files, generators.File{Dir: f.PackageDir, Name: f.Name, Content: content})
	return nil
}

// assemble puts the parts of a file together as gengo does, but for the header, which bears our name, and formats it as
// the stock tools do. They call gofmt -s on top of it, which finds nothing to simplify in what they write.
func assemble(f *generator.File) ([]byte, error) {
	var source bytes.Buffer
	fmt.Fprintf(&source, "//go:build !%[1]s\n// +build !%[1]s\n\n%s\n\npackage %s\n\n", gengo.StdBuildTag, emit.Header, f.PackageName)
	if len(f.Imports) > 0 {
		source.WriteString("import (\n")
		for _, line := range slices.Sorted(maps.Keys(f.Imports)) {
			if !strings.Contains(line, `"`) {
				line = `"` + line + `"`
			}
			source.WriteString("\t" + line + "\n")
		}
		source.WriteString(")\n\n")
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
	return imports.Process("", source.Bytes(), &imports.Options{Comments: true, TabIndent: true, TabWidth: 8, FormatOnly: true})
}
