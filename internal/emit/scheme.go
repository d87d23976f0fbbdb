package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/group"
)

// Scheme is a function, as an expression, that returns a scheme with the types of packages. It builds the scheme once.
func Scheme(f *File, packages []group.Package) *jen.Statement {
	pointer := jen.Op("*").Qual(Runtime, "Scheme")
	return jen.Qual("sync", "OnceValues").
		Call(jen.Func().Params().Params(pointer, jen.Error()).BlockFunc(func(body *jen.Group) {
			body.Id("scheme").Op(":=").Qual(Runtime, "NewScheme").Call()
			for _, pkg := range packages {
				f.Import(pkg.Path, pkg.Name)
				body.If(jen.Err().Op(":=").Qual(pkg.Path, pkg.Registration()).Call(jen.Id("scheme")), jen.Err().Op("!=").Nil()).
					Block(
						jen.Return(jen.Nil(), jen.Qual("fmt", "Errorf").Call(jen.Lit("registering the types of "+pkg.Path+": %w"),
							jen.Err())),
					)
			}
			body.Return(jen.Id("scheme"), jen.Nil())
		}))
}
