package flags

import (
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// Generator writes flag registrations.
var Generator = generators.Generator{
	Name: "flags",
	Run:  run,
}

// fileName is the file of the flags that exist on every system.
const fileName = "zz_generated.flags.go"

func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	packages := map[string]*output{}
	into := func(pkg group.Package, r *registration) {
		if packages[pkg.Path] == nil {
			packages[pkg.Path] = &output{pkg: pkg, loader: g.Loader, values: map[string]bool{}, keeps: map[string]*entry{}}
		}
		packages[pkg.Path].roots = append(packages[pkg.Path].roots, r)
	}
	for _, root := range g.Roots {
		into(g.FlagsPackage, newRegistration(root))
	}
	for _, root := range g.FlagStructs {
		r := newRegistration(root)
		r.method = true
		into(root.Package, r)
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
	pkg    group.Package
	roots  []*registration
	loader bool            // the component imports package flagvalue
	values map[string]bool // the declarations of package flagvalue that its files need otherwise
	// keeps are the delegations whose values a function remembers, by the name of the function.
	keeps    map[string]*entry
	findings []diag.Diagnostic
}

func (o *output) generate() ([]generators.File, []diag.Diagnostic) {
	common := emit.New(o.pkg, "")
	for _, root := range o.roots {
		o.findings = append(o.findings, emit.Collisions(o.pkg, root.functionNames())...)
		root.bind(o)
		root.addFlags(common)
	}
	systems := o.systems()
	var files []generators.File
	for _, system := range systems {
		file := emit.New(o.pkg, emit.Constraint(system, systems))
		for _, root := range o.roots {
			if root.hasSystems() {
				root.addSystemFlags(file, system)
			}
		}
		files = append(files, generators.File{Dir: o.pkg.Dir, Name: systemFile(system), Content: file.Bytes()})
	}
	o.keepFunctions(common)
	o.findings = append(o.findings, emit.Collisions(o.pkg, slices.Sorted(maps.Keys(o.keeps)))...)
	files = append(files, generators.File{Dir: o.pkg.Dir, Name: fileName, Content: common.Bytes()})
	files = append(files, o.valuesFile()...)
	return files, o.findings
}
