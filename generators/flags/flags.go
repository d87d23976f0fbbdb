package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/emit"
)

// Generator writes flag registrations.
var Generator = generators.Generator{
	Name: "flags",
	Run:  run,
}

// fileName is the file of the flags that exist on every system.
const fileName = "zz_generated.flags.go"

func run(g *group.Group) ([]generators.File, []diag.Diagnostic) {
	packages := map[string]*output{}
	for _, root := range g.Roots {
		outputFor(packages, g.FlagsPackage).roots = append(outputFor(packages, g.FlagsPackage).roots, newRegistration(g.FlagsPackage, root))
	}
	for _, root := range g.FlagStructs {
		r := newRegistration(root.Package, root)
		r.method = true
		outputFor(packages, root.Package).roots = append(outputFor(packages, root.Package).roots, r)
	}
	var files []generators.File
	var findings []diag.Diagnostic
	for _, out := range packages {
		written, found := out.generate()
		files, findings = append(files, written...), append(findings, found...)
	}
	slices.SortFunc(files, func(a, b generators.File) int { return strings.Compare(a.Dir+"/"+a.Name, b.Dir+"/"+b.Name) })
	return files, findings
}

// output is one package that flags are generated into.
type output struct {
	pkg      group.Package
	roots    []*registration
	values   map[string]bool // the declarations of package values that its files use
	findings []diag.Diagnostic
}

func outputFor(packages map[string]*output, pkg group.Package) *output {
	if packages[pkg.Path] == nil {
		packages[pkg.Path] = &output{pkg: pkg, values: map[string]bool{}}
	}
	return packages[pkg.Path]
}

func (o *output) generate() ([]generators.File, []diag.Diagnostic) {
	common := emit.New(o.pkg, "")
	for _, root := range o.roots {
		o.names(root)
		root.bind(o)
		root.addFlags(common)
	}
	files := []generators.File{{Dir: o.pkg.Dir, Name: fileName, Content: common.Bytes()}}
	systems := o.systems()
	for _, system := range systems {
		file := emit.New(o.pkg, emit.Constraint(system, systems))
		for _, root := range o.roots {
			if root.hasSystems() {
				root.addSystemFlags(file, system)
			}
		}
		files = append(files, generators.File{Dir: o.pkg.Dir, Name: systemFile(system), Content: file.Bytes()})
	}
	if len(o.values) > 0 {
		files = append(files, generators.File{Dir: o.pkg.Dir, Name: "zz_generated.flagvalues.go", Content: o.valuesFile()})
	}
	return files, o.findings
}

// names refuses generated names that the user has already given away.
func (o *output) names(r *registration) {
	for _, name := range r.functionNames() {
		if taken, ok := o.pkg.Declared[name]; ok {
			o.findings = append(o.findings, diag.At(taken.Position, taken.End, "name-collision",
				fmt.Sprintf("%s is a name that configgen generates", name), "rename yours"))
		}
	}
}

// use returns the identifier of a declaration of package values, which will then be part of the output.
func (o *output) use(name string) *jen.Statement {
	if taken, ok := o.pkg.Declared[name]; ok && !o.values[name] {
		o.findings = append(o.findings, diag.At(taken.Position, taken.End, "name-collision",
			fmt.Sprintf("%s is a name that configgen generates", name), "rename yours"))
	}
	o.values[name] = true
	return jen.Id(name)
}
