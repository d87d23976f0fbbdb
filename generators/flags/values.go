package flags

import (
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/flagvalue"
)

const (
	// flagValues is the package of flag values that pflag does not have, which components that use the loader import.
	flagValues     = "github.com/configgen/configgen/componentconfig/flagvalue"
	flagValuesFile = "zz_generated.flagvalues.go"
)

// use returns the expression for a declaration of package flagvalue. Without the loader it becomes a part of the
// output.
func (o *output) use(name string) *jen.Statement {
	if o.loader {
		return jen.Qual(flagValues, name)
	}
	o.values[name] = true
	return jen.Id(flagvalue.Local(name))
}

// valuesFile holds the declarations of package flagvalue that the output uses; there is none if it uses nothing.
func (o *output) valuesFile() []generators.File {
	if len(o.values) == 0 {
		return nil
	}
	file := emit.New(o.pkg, "")
	var names []string
	for _, d := range flagvalue.Declarations(slices.Sorted(maps.Keys(o.values))...) {
		file.Add(d.Code).Line()
		names = append(names, d.Name)
	}
	slices.Sort(names)
	o.findings = append(o.findings, emit.Collisions(o.pkg, slices.Compact(names))...)
	return []generators.File{{Dir: o.pkg.Dir, Name: flagValuesFile, Content: file.Bytes()}}
}
