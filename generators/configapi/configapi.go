package configapi

import (
	"fmt"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// Generator writes the descriptor of a group.
var Generator = generators.Generator{Name: "configapi", Run: run}

// fileName is the name of the file that embeds the descriptor.
const fileName = "zz_generated.configapi.go"

func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	loads := g.Loader && len(g.Roots) > 0
	if g.API == nil && !loads {
		return nil, nil
	}
	content, err := in.API.Encode()
	if err != nil {
		panic(err) // defaults are in JSON
	}
	files := []generators.File{{Dir: in.Types.Dir, Name: group.APISnapshotFile, Content: content}}
	if !loads {
		return files, nil
	}
	files = append(files, generators.File{Dir: in.Types.Dir, Name: fileName, Content: fmt.Appendf(nil, `%s

package %s

import _ "embed"

//go:embed %s
var configAPI string

// %s returns the descriptor of the configuration in JSON, which package descriptor reads.
func %[4]s() string { return configAPI }
`, generators.Header, in.Types.Name, group.APISnapshotFile, group.APIFunction)})
	return files, emit.Collisions(g.Package, []string{"configAPI", group.APIFunction})
}
