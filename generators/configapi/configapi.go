package configapi

import (
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
)

// Generator writes the snapshot of the API of a group.
var Generator = generators.Generator{Name: "configapi", Run: run}

func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	if g.API == nil {
		return nil, nil
	}
	content, err := in.API.Encode()
	if err != nil {
		panic(err) // defaults are in JSON
	}
	return []generators.File{{Dir: g.Package.Dir, Name: group.APISnapshotFile, Content: content}}, nil
}
