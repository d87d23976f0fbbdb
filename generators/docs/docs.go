package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor/render"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// Generator writes the reference documentation of a group.
var Generator = generators.Generator{Name: "docs", Run: run}

func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	all := render.Documents(in.API)
	if in.Docs.Path == "" || len(all) == 0 {
		return nil, nil
	}
	var files []generators.File
	add := func(name string, content []byte) {
		files = append(files, generators.File{Dir: in.Docs.Dir, Name: name, Content: content})
	}
	rows := flagRows(in.API, all)
	for _, d := range all {
		add(d.FileName("md"), reference(d, len(rows) > 0))
		add(d.FileName("schema.json"), d.Schema())
		add(d.FileName("sample.yaml"), d.Sample())
		if d.Served() {
			add(d.ResourceFile(), d.Resource())
		}
	}
	if len(rows) > 0 {
		add(flagsFile, flagsPage(in.API, rows))
	}
	add(pageFile, page(in, all, rows))
	if in.API.Loader { // other loaders merge as they like
		add(mergingFile, mergingPage(all))
		add(layersFile, layersPicture(in.API))
	}
	add(embedFile, embedding(in.Docs.Name, all))
	return files, emit.Collisions(in.Model(group.Access{}).DocsPackage, []string{"Files"})
}

// mark is the line that says who wrote a file that is not Go, without what makes it a comment.
var mark = strings.TrimPrefix(generators.Header, "// ")

// embedFile makes the directory a package.
const embedFile = "zz_generated.docs.go"

// embedding is the source of the package.
func embedding(name string, all []*render.Document) []byte {
	also, patterns := "", "*.schema.json *.sample.yaml"
	if slices.ContainsFunc(all, (*render.Document).Served) {
		also, patterns = ", and the definitions of custom resources, <kind>.crd.yaml", patterns+" *.crd.yaml"
	}
	return fmt.Appendf(nil, `%s

// Package %s has the documentation of the configuration that the component itself can show.
package %[2]s

import "embed"

// Files are the JSON Schema, <kind>.<version>.schema.json, and the commented sample, <kind>.<version>.sample.yaml, of
// each kind and version in lower case%s.
//
//go:embed %s
var Files embed.FS
`, generators.Header, name, also, patterns)
}
