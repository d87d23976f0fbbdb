package binding

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// Generator writes the binding to the runtime library.
var Generator = generators.Generator{
	Name: "binding",
	Run:  run,
}

// fileName is the name of the file with all roots of a group.
const fileName = "zz_generated.load.go"

// Import paths of the runtime library, of the descriptor, and of feature gates.
const (
	library      = "github.com/configgen/configgen/componentconfig/binding"
	described    = "github.com/configgen/configgen/descriptor"
	featureGates = "k8s.io/component-base/featuregate"
)

func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	if !g.Loader || len(g.Roots) == 0 {
		return nil, nil
	}
	b := &binding{group: g, api: in.API, File: emit.New(g.FlagsPackage, "")}
	b.ImportName(library, "binding")
	b.ImportName(described, "descriptor")
	b.Comment("The library reads the descriptor that this release of configgen writes.")
	b.Const().Id("_").Op("=").Qual(described, "Format1")
	for _, root := range g.Roots {
		b.root(root)
	}
	return []generators.File{{Dir: g.FlagsPackage.Dir, Name: fileName, Content: b.Bytes()}}, b.findings
}

// binding is the state of one run.
type binding struct {
	*emit.File
	group    *group.Group
	api      *descriptor.Descriptor
	findings []diag.Diagnostic
}

// root writes the function that returns the binding of a root.
func (b *binding) root(root *group.Root) {
	name := root.Name + "Root"
	b.findings = append(b.findings, emit.Collisions(b.group.FlagsPackage, []string{name})...)
	b.Import(b.group.Package.Path, b.group.Package.Name)
	b.Import(b.group.ValidationPackage.Path, b.group.ValidationPackage.Name)
	t := jen.Qual(library, "Root").Types(b.Type(root.Type))
	b.Commentf("%s returns the generated code of %s for a componentconfig.Loader.", name, root.Name)
	b.Func().Id(name).Params().Add(t).Block(jen.Return(t.Clone().Values(b.entries(root)...)))
}

// entries returns the fields of the binding.Root.
func (b *binding) entries(root *group.Root) []jen.Code {
	var entries []jen.Code
	add := func(name string, value *jen.Statement) {
		entries = append(entries, jen.Line().Id(name).Op(":").Add(value))
	}
	if !root.Plain {
		add("Group", jen.Lit(b.group.Name))
	}
	add("Kind", jen.Lit(root.Name))
	add("API", jen.Qual(b.group.Package.Path, group.APIFunction))
	switch {
	case root.Plain && root.Setter() != "":
		add("Default", jen.Qual(root.Package.Path, root.Setter()))
	case !root.Plain:
		if root.HeaderOptional {
			add("HeaderOptional", jen.True())
		}
		scheme := jen.Op("*").Qual(emit.Runtime, "Scheme")
		add("AddToScheme", jen.Index().Func().Params(scheme).Error().Values(b.schemes()...))
	}
	add("New", jen.Id("New"+root.Name))
	if sectioned(root) {
		add("AddFlagSets", jen.Id("Add"+root.Name+"FlagSets"))
	} else {
		add("AddFlags", jen.Id("Add"+root.Name+"Flags"))
	}
	add("Reparse", jen.Id("Reparse"+root.Name+"Flags"))
	add("ResolvePaths", jen.Qual(b.group.Package.Path, "Resolve"+root.Name+"Paths"))
	add("Validate", jen.Qual(b.group.ValidationPackage.Path, b.group.ValidationPackage.Validator(root)))
	if b.group.Warns(root) {
		add("Warn", jen.Qual(b.group.ValidationPackage.Path, "Warn"+root.Name))
	}
	if b.group.GatedValues(root) {
		add("GatedValues", b.gatedValues(root))
	}
	if root.ZerosKept {
		add("ZerosKept", jen.True())
	}
	if texts := gateTexts(root); len(texts) > 0 {
		add("GateTexts", jen.Map(jen.String()).String().Values(texts))
	}
	var thirdParty []jen.Code
	root.Walk(func(field *group.Field) {
		for _, flag := range field.ThirdPartyFlags {
			thirdParty = append(thirdParty, jen.Line().Values(b.thirdPartyFlag(root, field, flag)...))
		}
	})
	if len(thirdParty) > 0 {
		add("ThirdPartyFlags", jen.Index().Qual(library, "ThirdPartyFlag").Types(b.Type(root.Type)).Values(append(thirdParty,
			jen.Line())...))
	}
	if compared := compared(root); len(compared) > 0 {
		add("Compared", texts(compared))
	}
	if moves := moves(root); len(moves) > 0 {
		add("Moves", jen.Index().Qual(library, "Move").Values(append(moves, jen.Line())...))
	}
	if opaque := opaque(root); len(opaque) > 0 {
		add("Opaque", jen.Index().Qual(library, "Opaque").Values(append(opaque, jen.Line())...))
	}
	if removed := b.removed(root); len(removed) > 0 {
		add("Removed", jen.Index().Qual(described, "Tombstone").Values(append(removed, jen.Line())...))
	}
	kind := b.api.Kinds[slices.IndexFunc(b.api.Kinds, func(k descriptor.Kind) bool { return k.Name == root.Name })]
	if fields := atStart(factsOf(kind.Fields)); len(fields) > 0 {
		add("Fields", jen.Index().Qual(described, "Field").Values(fields...))
	}
	if flags := atStart(flagsOf(kind.Flags)); len(flags) > 0 {
		add("Flags", jen.Index().Qual(described, "Flag").Values(flags...))
	}
	return append(entries, jen.Line())
}

// gateTexts returns what generated texts say of the gates of fields and values.
func gateTexts(root *group.Root) jen.Dict {
	texts, noted := jen.Dict{}, map[string]bool{}
	note := func(gates []*group.Gate) {
		for _, gate := range gates {
			if gate.Feature != nil && !noted[gate.Name] {
				noted[gate.Name] = true
				texts[jen.Lit(gate.Name)] = jen.Lit(gate.String())
			}
		}
	}
	root.Walk(func(field *group.Field) {
		note(field.Gates)
		for _, constant := range field.Type.Base().Constants {
			note(constant.Gates)
		}
	})
	return texts
}

// compared returns the names of the versions that have been compared with a root.
func compared(root *group.Root) []string {
	var names []string
	for _, version := range root.Comparisons {
		names = append(names, version.Version)
	}
	return names
}

// moves returns the binding.Move of each field of a root that a version has in another place.
func moves(root *group.Root) []jen.Code {
	var all []jen.Code
	for _, move := range root.Moves {
		entry := parts("Version", move.Version, "From", move.From, "Field", move.Field)
		if move.When != nil {
			entry = append(entry, jen.Id("When").Op(":").Lit(move.When.Path),
				jen.Id("Values").Op(":").Add(texts(move.When.Values)))
		}
		all = append(all, jen.Line().Values(entry...))
	}
	return all
}

// opaque returns the binding.Opaque of each struct with fields that conversions written by hand set.
func opaque(root *group.Root) []jen.Code {
	var all []jen.Code
	for _, version := range root.Comparisons {
		for _, opaque := range version.Opaque {
			entry := append(parts("Version", version.Version), jen.Id("Fields").Op(":").Add(texts(opaque.Fields)))
			if len(opaque.Reads) > 0 {
				entry = append(entry, jen.Id("Reads").Op(":").Add(texts(opaque.Reads)))
			}
			all = append(all, jen.Line().Values(entry...))
		}
	}
	return all
}

// removed returns the descriptor.Tombstone of each tombstone of a root. The first root has also the tombstones of
// +flags structs.
func (b *binding) removed(root *group.Root) []jen.Code {
	stones := root.Tombstones
	if root == b.group.Roots[0] {
		for _, flags := range b.group.FlagStructs {
			stones = slices.Concat(stones, flags.Tombstones)
		}
	}
	var all []jen.Code
	for _, stone := range stones {
		of := parts("Path", stone.Path, "Value", stone.Value, "Version", stone.Version,
			"Flag", stone.Flag, "Gate", stone.Gate)
		entry := append([]jen.Code{jen.Id("Of").Op(":").Qual(described, "Identity").Values(of...)},
			parts("Removed", stone.Removed, "Use", stone.Use)...)
		all = append(all, jen.Line().Values(entry...))
	}
	return all
}

// gatedValues returns a function over the names of gates, so that only components with gates import the package of
// feature gates.
func (b *binding) gatedValues(root *group.Root) *jen.Statement {
	enabled := jen.Id("enabled").Func().Params(jen.String()).Bool()
	return jen.Func().Params(jen.Id("c").Op("*").Add(b.Type(root.Type)), enabled).Qual(emit.Field, "ErrorList").Block(
		jen.Return(jen.Qual(b.group.ValidationPackage.Path, "Validate"+root.Name+"GatedValues").Call(
			jen.Id("c"),
			jen.Func().Params(jen.Id("f").Qual(featureGates, "Feature")).Bool().Block(
				jen.Return(jen.Id("enabled").Call(jen.String().Parens(jen.Id("f"))))),
		)),
	)
}

// schemes returns the functions that register the types of the internal package and of each version.
func (b *binding) schemes() []jen.Code {
	var functions []jen.Code
	if b.group.Internal() {
		functions = append(functions, jen.Qual(b.group.Package.Path, b.group.Package.Registration()))
	}
	for _, version := range b.group.Versions {
		b.Import(version.Package.Path, version.Package.Name)
		functions = append(functions, jen.Qual(version.Package.Path, version.Package.Registration()))
	}
	return functions
}

// sectioned reports whether the flags of a root have sections.
func sectioned(root *group.Root) bool {
	found := slices.ContainsFunc(root.Ignored, func(flag *group.Flag) bool { return flag.Section != "" })
	root.Walk(func(field *group.Field) {
		for _, flag := range field.Flags {
			found = found || flag.Section != ""
		}
		for _, delegation := range field.Delegations {
			found = found || delegation.Section != ""
		}
	})
	return found
}

// parts returns the fields of a struct literal with the given names and texts, without empty texts.
func parts(pairs ...string) (entries []jen.Code) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			entries = append(entries, jen.Id(pairs[i]).Op(":").Lit(pairs[i+1]))
		}
	}
	return entries
}

func texts(values []string) *jen.Statement { return jen.Index().String().Add(literals(values)) }

func literals(values []string) *jen.Statement {
	return jen.ValuesFunc(func(list *jen.Group) {
		for _, value := range values {
			list.Lit(value)
		}
	})
}
