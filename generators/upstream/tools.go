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
)

// tool is one of Kubernetes' generators.
type tool struct {
	// name of its command.
	name    string
	systems func() namer.NameSystems
	order   func() string
	// targets are the packages among the context's inputs that ask for the tool by their tags.
	targets func(*generator.Context, options) []generator.Target
	// alone says that what comes out for one input does not depend on the others.
	alone bool
	// check finds what the tool should complain of and does not, in the words that it would use; nil where it is not needed.
	check func(t *types.Type, code []byte) string
}

// options is what the tools' command lines take and their tags cannot say.
type options struct {
	peers      []string // beside those that tags name
	skipUnsafe bool
}

// tools are run in this order. The names of files are those of kube_codegen.sh.
func tools() []tool {
	return []tool{
		{"deepcopy-gen", deepcopy.NameSystems, deepcopy.DefaultNameSystem, func(c *generator.Context, _ options) []generator.Target {
			args := deepcopyargs.New()
			args.OutputFile = "zz_generated.deepcopy.go"
			return deepcopy.GetTargets(c, args)
		}, true, checkCopy},
		{"defaulter-gen", defaulter.NameSystems, defaulter.DefaultNameSystem, func(c *generator.Context, o options) []generator.Target {
			args := defaulterargs.New()
			args.OutputFile = "zz_generated.defaults.go"
			args.ExtraPeerDirs = o.peers
			return defaulter.GetTargets(c, args)
		}, false, nil},
		{"conversion-gen", conversion.NameSystems, conversion.DefaultNameSystem, func(c *generator.Context, o options) []generator.Target {
			args := conversionargs.New()
			args.OutputFile = "zz_generated.conversion.go"
			args.ExtraPeerDirs = o.peers
			args.SkipUnsafe = o.skipUnsafe
			return conversion.GetTargets(c, args)
		}, false, checkConversion},
		{"register-gen", register.NameSystems, register.DefaultNameSystem, func(c *generator.Context, _ options) []generator.Target {
			args := registerargs.New()
			args.OutputFile = "zz_generated.register.go"
			return register.GetTargets(c, args)
		}, true, nil},
	}
}
