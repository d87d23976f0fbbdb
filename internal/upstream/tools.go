package upstream

import (
	conversionargs "k8s.io/code-generator/cmd/conversion-gen/args"
	conversion "k8s.io/code-generator/cmd/conversion-gen/generators"
	deepcopyargs "k8s.io/code-generator/cmd/deepcopy-gen/args"
	deepcopy "k8s.io/code-generator/cmd/deepcopy-gen/generators"
	defaulterargs "k8s.io/code-generator/cmd/defaulter-gen/args"
	defaulter "k8s.io/code-generator/cmd/defaulter-gen/generators"
	registerargs "k8s.io/code-generator/cmd/register-gen/args"
	register "k8s.io/code-generator/cmd/register-gen/generators"
	"k8s.io/gengo/v2/generator"
	"k8s.io/gengo/v2/namer"
	"k8s.io/gengo/v2/types"

	"github.com/configgen/configgen/internal/group"
)

// tool is one of Kubernetes' generators.
type tool struct {
	// name of its command.
	name string
	// file that it writes into a package.
	file    string
	systems func() namer.NameSystems
	order   func() string
	// targets are the packages among the context's inputs that ask for the tool by their tags. Functions in peers count as
	// if the packages' own tags named them.
	targets func(c *generator.Context, file string, peers []string) []generator.Target
	// alone says that what comes out for one input does not depend on the others.
	alone bool
	// check finds mistakes about which the tool should complain and does not, in the tool's words; nil if not needed.
	check func(t *types.Type, code []byte) []string
}

// tools are run on a group in this order. The names of files are the names in kube_codegen.sh.
func tools(g *group.Group) []tool {
	return []tool{
		{"deepcopy-gen", "zz_generated.deepcopy.go", deepcopy.NameSystems, deepcopy.DefaultNameSystem, func(
			c *generator.Context, file string, _ []string,
		) []generator.Target {
			args := deepcopyargs.New()
			args.OutputFile = file
			return deepcopy.GetTargets(c, args)
		}, true, checkCopy},
		{"defaulter-gen", "zz_generated.defaults.go", defaulter.NameSystems, defaulter.DefaultNameSystem, func(
			c *generator.Context, file string, peers []string,
		) []generator.Target {
			args := defaulterargs.New()
			args.OutputFile, args.ExtraPeerDirs = file, peers
			return defaulter.GetTargets(c, args)
		}, false, nil},
		{"conversion-gen", "zz_generated.conversion.go", conversion.NameSystems, conversion.DefaultNameSystem, func(
			c *generator.Context, file string, peers []string,
		) []generator.Target {
			args := conversionargs.New()
			args.SkipUnsafe = g.SkipUnsafe
			args.OutputFile, args.ExtraPeerDirs = file, peers
			return conversion.GetTargets(c, args)
		}, false, checkConversion},
		{"register-gen", "zz_generated.register.go", register.NameSystems, register.DefaultNameSystem, func(
			c *generator.Context, file string, _ []string,
		) []generator.Target {
			args := registerargs.New()
			args.OutputFile = file
			return register.GetTargets(c, args)
		}, true, nil},
	}
}
