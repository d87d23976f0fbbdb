package configgen_test

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
)

// variables is a generator of a project: a list of environment variables, one for each flag. The marker
// +relay:variable=NAME on a field names another one, if its package has +configgen:foreign("relay:").
var variables = generators.Generator{
	Name: "variables",
	Run: func(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
		var b strings.Builder
		fmt.Fprintf(
			&b, "%s\n\npackage %s\n\n// Variables are the environment variables.\n", generators.Header, in.Flags.Name,
		)
		b.WriteString("var Variables = []string{\n")
		for _, kind := range in.API.Kinds {
			for _, flag := range kind.Flags {
				name := strings.ToUpper(strings.ReplaceAll(flag.Name, "-", "_"))
				source, _ := in.Source(kind.Name, flag.Sets)
				for _, marker := range source.Foreign {
					if given, ok := strings.CutPrefix(marker.Text, "+relay:variable="); ok {
						name = given
					}
				}
				fmt.Fprintf(&b, "\t%q,\n", name)
			}
		}
		b.WriteString("}\n")
		file := generators.File{Dir: in.Flags.Dir, Name: "zz_generated.variables.go", Content: []byte(b.String())}
		return []generators.File{file}, nil
	},
}

// A program with the generators of configgen and one of its own.
func ExampleMain() {
	configgen.Main(append(configgen.Generators(), variables)...)
}
