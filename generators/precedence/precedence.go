package precedence

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

const fileName = "zz_generated.precedence.go"

// Generator writes ReparseRFlags for every root R of configuration.
var Generator = generators.Generator{
	Name: "precedence",
	Run:  run,
}

func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	if len(g.Roots) == 0 {
		return nil, nil
	}
	f := emit.New(g.FlagsPackage, "")
	var names []string
	for _, root := range g.Roots {
		names = append(names, functionName(root))
		if root.HasFlags() {
			reparse(f, root)
		} else {
			nothing(f, root)
		}
		f.Line()
	}
	files := []generators.File{{Dir: g.FlagsPackage.Dir, Name: fileName, Content: f.Bytes()}}
	return files, emit.Collisions(g.FlagsPackage, names)
}

func functionName(root *group.Root) string { return "Reparse" + root.Name + "Flags" }

func flagSet() *jen.Statement { return jen.Op("*").Qual(emit.Pflag, "FlagSet") }

// reparse writes the function for a root with flags.
func reparse(f *emit.File, root *group.Root) {
	f.Doc(
		"%s sets the fields of c that args set, and no others. The first occurrence of a flag replaces a list or map in c. "+
			"Others register the flags in args that do not belong to c; discard the values that these flags are bound to. "+
			"It returns an error that names the flag if args are invalid; flags before that one are set in c.",
		functionName(root))
	lists := prepended(root)
	f.Func().Id(functionName(root)).Params(
		jen.Id("c").
			Op("*").
			Add(f.Type(root.Type)),
		jen.Id("args").Index().String(), jen.Id("others").Op("...").Func().Params(flagSet()),
	).
		Error().BlockFunc(func(body *jen.Group) {
		for _, list := range lists {
			body.Add(list.remove(f))
		}
		body.Id("fs").Op(":=").Qual(emit.Pflag, "NewFlagSet").Call(jen.Lit(""), jen.Qual(emit.Pflag, "ContinueOnError"))
		body.Id("fs").Dot("Usage").Op("=").Func().Params().Block()
		body.Id("fs").Dot("SetOutput").Call(jen.Qual("io", "Discard"))
		body.Id("fs").Dot("SetNormalizeFunc").Call(jen.Qual(emit.CliFlag, "WordSepNormalizeFunc"))
		body.Id("Add"+root.Name+"Flags").Call(jen.Id("fs"), jen.Id("c"))
		body.For(jen.List(jen.Id("_"), jen.Id("register")).Op(":=").Range().Id("others")).
			Block(jen.Id("register").Call(jen.Id("fs")))
		if len(lists) == 0 {
			body.Return(jen.Id("fs").Dot("Parse").Call(jen.Id("args")))
			return
		}
		body.Id("err").Op(":=").Id("fs").Dot("Parse").Call(jen.Id("args"))
		for _, list := range lists {
			body.Add(list.putBack())
		}
		body.Return(jen.Id("err"))
	})
}

// nothing writes the function for a root without flags.
func nothing(f *emit.File, root *group.Root) {
	f.Doc("%s does nothing: %s has no flags.", functionName(root), root.Name)
	f.Func().Id(functionName(root)).Params(
		jen.Op("*").Add(f.Type(root.Type)), jen.Index().String(), jen.Op("...").Func().Params(flagSet()),
	).Error().Block(jen.Return(jen.Nil()))
}
