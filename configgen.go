// Package configgen runs the command line of configgen with any list of generators, so that a project can add its own.
//
// A generator is a value of type [generators.Generator]: a name, and a pure function from the model of a group to files
// and findings. A program of one line runs it beside those of configgen:
//
//	func main() { configgen.Main(flags.Generator, envvars.Generator) }
//
// generate, verify and all other commands then work as in configgen itself: the files of the project's own generator
// are written, compared and removed together with all others. A generated file must have a name that begins with
// zz_generated. and the line [generators.Header] above its package clause.
//
// Kubernetes' own generators (deepcopy-gen, defaulter-gen, conversion-gen, register-gen, validation-gen) are not in the
// list: they always run, on the packages that carry their tags.
package configgen

import (
	"os"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/cli"
	"github.com/configgen/configgen/internal/upstream"
	"github.com/configgen/configgen/internal/validationgen"
)

// Main runs the command line of the process with the given generators, in their order, and exits: with status 0 if all
// is well, 1 after findings, and 2 after a usage error, a load error or an internal error.
func Main(list ...generators.Generator) {
	os.Exit(cli.Main(list, upstream.Adapter, validationgen.Adapter))
}
