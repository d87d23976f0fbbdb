// Configgen generates the plumbing of Kubernetes-style component configuration from markers on its Go types. See
// `configgen help`.
package main

import (
	"github.com/configgen/configgen"
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
)

func main() { configgen.Main(list()...) }

// list is every generator, by name. None depends on another one, so the order does not matter.
func list() []generators.Generator {
	return []generators.Generator{
		binding.Generator, configapi.Generator, conversions.Generator, docs.Generator, featuregates.Generator,
		features.Generator, flags.Generator, legacydefaults.Generator, pathrefs.Generator, precedence.Generator,
		validation.Generator,
	}
}
