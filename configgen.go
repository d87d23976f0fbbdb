// Package configgen runs the command line of configgen with any list of generators and rules of lint, so that a project
// can add its own.
//
// A generator is a value of type [generators.Generator]: a name, and a pure function from the descriptor of a group
// to files and findings. A program of one line runs it beside the generators of configgen:
//
//	func main() { configgen.Main(append(configgen.Generators(), envvars.Generator, conventions.Prefix)...) }
//
// A rule of lint is a value of type [generators.Rule]: a code with its manual, and a pure function from the same input
// to findings. The page docs/how-to/own-generator.md has an example of both.
//
// generate, verify and all other commands then work as in configgen itself: the files of the project's own generator
// are written, compared and removed together with all others. The files of a generator that is not in the list are
// removed as well, so use a program with fewer generators only on a module that has never had more. configgen itself
// removes no file of another generator if the module has a program that imports this package.
//
// Markers of its own are among the Foreign markers of the source of a field or a kind, once +configgen:foreign in the
// package of the types declares their names.
//
// Kubernetes' own generators (deepcopy-gen, defaulter-gen, conversion-gen, register-gen, validation-gen) are not in the
// list: they always run, on the packages that carry their tags.
package configgen

import (
	"os"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/generators/binding"
	"github.com/configgen/configgen/generators/configapi"
	"github.com/configgen/configgen/generators/conversions"
	"github.com/configgen/configgen/generators/docs"
	"github.com/configgen/configgen/generators/featuregates"
	"github.com/configgen/configgen/generators/features"
	"github.com/configgen/configgen/generators/flags"
	"github.com/configgen/configgen/generators/legacydefaults"
	"github.com/configgen/configgen/generators/pathrefs"
	"github.com/configgen/configgen/generators/precedence"
	"github.com/configgen/configgen/generators/validation"
	"github.com/configgen/configgen/internal/cli"
	"github.com/configgen/configgen/internal/upstream"
	"github.com/configgen/configgen/internal/validationgen"
)

// Main runs the command line of the process with the given generators and rules, in their order, and exits: with status
// 0 if all is well, 1 after findings, and 2 after a usage error, a load error or an internal error.
func Main(list ...generators.Extension) {
	os.Exit(cli.Main(list, upstream.Adapter, validationgen.Adapter))
}

// Generators returns the generators of configgen itself, by name. None depends on another one, so the order does not
// matter.
func Generators() []generators.Extension {
	return []generators.Extension{
		binding.Generator,
		configapi.Generator,
		conversions.Generator,
		docs.Generator,
		featuregates.Generator,
		features.Generator,
		flags.Generator,
		legacydefaults.Generator,
		pathrefs.Generator,
		precedence.Generator,
		validation.Generator,
	}
}
