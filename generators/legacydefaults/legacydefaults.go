package legacydefaults

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

const fileName = "zz_generated.legacydefaults.go"

// Generator writes ApplyRLegacyDefaults and NewR for every root R of configuration, and NewF for every flags struct F.
var Generator = generators.Generator{
	Name: "legacydefaults",
	Run:  run,
}

func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	var files []generators.File
	var findings []diag.Diagnostic
	for _, o := range outputs(g) {
		files = append(files, o.files()...)
		findings = append(findings, emit.Collisions(o.pkg, o.names())...)
		findings = append(findings, o.findings...)
	}
	return files, findings
}

// output is what is generated into one package.
type output struct {
	pkg      group.Package
	internal group.Package
	// converts says that versions convert to internal types.
	converts    bool
	roots       []*group.Root
	flagStructs []*group.Root
	// guarded are structs that another generator guards.
	guarded      []*group.Struct
	needsPointer bool // somebody calls pointerTo
	// copies are variables that functions copy, by the name of the function.
	copies   map[string]*group.Object
	findings []diag.Diagnostic
}

// outputs are the package of flags and the packages that declare flags structs.
func outputs(g *group.Group) []*output {
	var all []*output
	of := func(pkg group.Package) *output {
		for _, o := range all {
			if o.pkg.Path == pkg.Path {
				return o
			}
		}
		all = append(all, &output{
			pkg: pkg, internal: g.Package, converts: g.Internal(), copies: map[string]*group.Object{},
		})
		return all[len(all)-1]
	}
	if len(g.Roots) > 0 {
		of(g.FlagsPackage).roots = g.Roots
	}
	for _, f := range g.FlagStructs {
		o := of(f.Package)
		o.flagStructs = append(o.flagStructs, f)
	}
	for _, o := range all {
		if o.pkg.Path != g.Package.Path {
			continue
		}
		for _, root := range g.Roots {
			o.guarded = append(o.guarded, root.Structs...)
		}
	}
	return all
}

// files writes the file for all systems, and where fields have +os one for each system that they mention and one for
// the others.
func (o *output) files() []generators.File {
	var files []generators.File
	systems := o.systems()
	for _, system := range systems {
		f := emit.New(o.pkg, emit.Constraint(system, systems))
		o.systemFunctions(f, system)
		name := strings.TrimSuffix(fileName, ".go") + "_" + system + ".go"
		files = append(files, generators.File{Dir: o.pkg.Dir, Name: name, Content: f.Bytes()})
	}
	f := emit.New(o.pkg, "")
	o.scheme(f)
	for _, root := range o.roots {
		o.apply(f, root)
		if root.Version != nil {
			o.construct(f, root)
		}
	}
	for _, root := range o.flagStructs {
		if !constructed(root) {
			o.flagsConstructor(f, root)
		} else if fields := defaults(root); len(fields) > 0 {
			o.report(fields[0], unfit(
				newFunc(root)+" is written by hand and does not apply it",
				"set the field there, or give the function another name"))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.copies)) {
		copyFunction(f, name, o.copies[name])
	}
	if o.needsPointer {
		pointerFunction(f)
	}
	f.Guards(o.structs())
	return append([]generators.File{{Dir: o.pkg.Dir, Name: fileName, Content: f.Bytes()}}, files...)
}

// names are the names of generated functions; a name that is generated twice is a finding.
func (o *output) names() []string {
	var names []string
	roots := map[string]*group.Root{}
	add := func(root *group.Root, name string) {
		if other := roots[name]; other != nil {
			o.findings = append(o.findings, diag.At(root.Position, root.End, "name-collision",
				fmt.Sprintf("%s would be generated for two types of the name %s", name, root.Name), "rename one of them").
				See("the other one at", other.Position))
		}
		roots[name] = root
		names = append(names, name)
	}
	for _, root := range o.roots {
		add(root, applyFunc(root))
		if root.Version != nil {
			add(root, newFunc(root))
		}
		if hasSystems(root) {
			add(root, systemFunc(root))
		}
	}
	for _, root := range o.flagStructs {
		if !constructed(root) {
			add(root, newFunc(root))
		}
		if hasSystems(root) {
			add(root, systemFunc(root))
		}
	}
	names = slices.AppendSeq(names, maps.Keys(o.copies))
	if o.needsPointer {
		names = append(names, "pointerTo")
	}
	if slices.ContainsFunc(o.roots, func(root *group.Root) bool { return root.Version != nil }) {
		names = append(names, schemeName)
	}
	return names
}

// constructed reports whether the constructor of a flags struct is written by hand.
func constructed(root *group.Root) bool {
	return root.Defaults != nil && root.Defaults.Package == root.Package.Path && root.Defaults.Name == newFunc(root)
}

func applyFunc(root *group.Root) string  { return fmt.Sprintf("Apply%sLegacyDefaults", root.Name) }
func systemFunc(root *group.Root) string { return fmt.Sprintf("apply%sSystemDefaults", root.Name) }
func newFunc(root *group.Root) string    { return "New" + root.Name }

// structs are the structs below the flags structs of the package.
func (o *output) structs() []*group.Struct {
	seen := slices.Clone(o.guarded)
	for _, root := range o.flagStructs {
		for _, s := range root.Structs {
			if !slices.ContainsFunc(seen, func(other *group.Struct) bool { return other.Name == s.Name }) {
				seen = append(seen, s)
			}
		}
	}
	return seen[len(o.guarded):]
}
