package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/group"
)

// Guard writes a function that does not compile once the struct has other fields than it has now. The compiler's
// message names the command to run, by the name of the type that it cannot convert to. That type is local to the
// function, so that no other generator takes it for a type of the package.
func (f *File) Guard(s *group.Struct) {
	f.Func().Id("_").Params().Block(
		jen.Type().Id("runConfiggenGenerate").StructFunc(func(fields *jen.Group) {
			for _, field := range s.Fields {
				if field.Embedded {
					fields.Add(f.pieces(field.Type))
				} else {
					fields.Id(field.Name).Add(f.pieces(field.Type))
				}
			}
		}),
		jen.Id("_").Op("=").Id("runConfiggenGenerate").Call(jen.Id(s.Name).Values()),
	)
}

// Guards writes a guard for each struct, under one comment.
func (f *File) Guards(structs []*group.Struct) {
	for i, s := range structs {
		f.Line()
		if i == 0 {
			f.Doc(
				"If a function below does not compile, its struct has changed since this file was generated: run configgen " +
					"generate.")
			f.Line()
		}
		f.Guard(s)
	}
}

func (f *File) pieces(pieces []group.TypePiece) *jen.Statement {
	out := &jen.Statement{}
	for _, piece := range pieces {
		if piece.Package == "" {
			out.Id(piece.Text)
			continue
		}
		f.Import(piece.Package, piece.PackageName)
		out.Qual(piece.Package, piece.Text)
	}
	return out
}
