package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/group"
)

// Feature is the constant of a gate, or its name if the constant is not known.
func Feature(f *File, gate *group.Gate) *jen.Statement {
	if gate.Feature == nil {
		return jen.Lit(gate.Name)
	}
	f.Import(gate.Feature.Package.Path, gate.Feature.Package.Name)
	return jen.Qual(gate.Feature.Package.Path, gate.Feature.Constant)
}
