package docs

import (
	"strings"

	"github.com/configgen/configgen/descriptor/render"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
)

// Generator writes the reference documentation of a group.
var Generator = generators.Generator{Name: "docs", Run: run}

func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	if in.Docs.Path == "" {
		return nil, nil
	}
	all := render.Documents(in.API)
	if len(all) == 0 {
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
	return files, nil
}

// mark is the line that says who wrote a file that is not Go, without what makes it a comment.
var mark = strings.TrimPrefix(generators.Header, "// ")
