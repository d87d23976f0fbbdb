package binding

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
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
	b := &binding{group: g, File: emit.New(g.FlagsPackage, "")}
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
	var thirdParty, fields []jen.Code
	root.Walk(func(field *group.Field) {
		for _, flag := range field.ThirdPartyFlags {
			thirdParty = append(thirdParty, jen.Line().Values(b.thirdPartyFlag(root, field, flag)...))
		}
		if entry := fieldEntry(field); len(entry) > 1 {
			fields = append(fields, jen.Line().Values(entry...))
		}
	})
	if len(thirdParty) > 0 {
		add("ThirdPartyFlags", jen.Index().Qual(library, "ThirdPartyFlag").Types(b.Type(root.Type)).Values(append(thirdParty,
			jen.Line())...))
	}
	if named := b.byName(root); len(named) > 0 {
		add("ByName", jen.Map(jen.String()).Index().String().Values(append(named, jen.Line())...))
	}
	if moves := b.moves(root); len(moves) > 0 {
		add("Moves", jen.Index().Qual(library, "Move").Values(append(moves, jen.Line())...))
	}
	if removed := b.removed(root); len(removed) > 0 {
		add("Removed", jen.Index().Qual(described, "Tombstone").Values(append(removed, jen.Line())...))
	}
	if len(fields) > 0 {
		add("Fields", jen.Index().Qual(library, "Field").Values(append(fields, jen.Line())...))
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

// byName returns the versions of a root that conversion-gen converts, with the structs that it does not convert.
func (b *binding) byName(root *group.Root) []jen.Code {
	var named []jen.Code
	for _, version := range b.group.Versions {
		for _, external := range root.External {
			if external.Version != version.Package.Path || !external.ByName {
				continue
			}
			byHand := jen.Nil()
			if len(external.ByHand) > 0 {
				byHand = literals(external.ByHand)
			}
			named = append(named, jen.Line().Lit(version.NameFor(root)).Op(":").Add(byHand))
		}
	}
	return named
}

// moves returns the componentconfig.Move of each field of a root that a version has in another place.
func (b *binding) moves(root *group.Root) []jen.Code {
	pattern := func(path string) *jen.Statement { return jen.Lit(strings.ReplaceAll(path, "[*]", "[]")) }
	var moves []jen.Code
	for _, version := range b.group.Versions {
		for _, conversion := range b.group.Conversions {
			for _, move := range conversion.Moves {
				if conversion.Version != version.Package.Path || move.Root != root.Name {
					continue
				}
				entry := []jen.Code{
					jen.Id("Version").Op(":").Lit(version.Name), jen.Id("From").Op(":").Add(pattern(move.From)),
					jen.Id("To").Op(":").Add(pattern(move.To)),
				}
				if move.When != nil {
					entry = append(entry, jen.Id("When").Op(":").Add(pattern(move.When.Path)),
						jen.Id("Values").Op(":").Add(texts(move.When.Values)))
				}
				moves = append(moves, jen.Line().Values(entry...))
			}
		}
	}
	return moves
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
		of := parts("Path", strings.ReplaceAll(stone.Path, "[*]", "[]"), "Value", stone.Value, "Version", stone.Version,
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

// fieldEntry returns the binding.Field of a field. It has only the path if no marker matters to the loader.
func fieldEntry(field *group.Field) []jen.Code {
	entry := []jen.Code{jen.Id("Path").Op(":").Lit(strings.ReplaceAll(field.Path, "[*]", "[]"))}
	add := func(name string, value *jen.Statement) { entry = append(entry, jen.Id(name).Op(":").Add(value)) }
	if len(field.Flags) > 0 {
		var names []string
		for _, flag := range field.Flags {
			names = append(names, flag.Name)
		}
		add("Flags", texts(names))
	}
	if values := enum(field); len(values) > 0 && len(field.Flags) > 0 {
		add("Values", texts(values))
	}
	if field.LegacyDefault != nil {
		add("LegacyDefault", jen.True())
	}
	if keyRequired(field) {
		add("Required", jen.True())
	}
	if since, ok := markers.Get[markers.Since](field.Markers); ok {
		add("Since", jen.Lit(since.Release))
	}
	if d := field.DeprecationInFiles(); d != nil {
		add("Deprecated", jen.Op("&").Qual(described, "Deprecation").Values(parts("Since", d.Since, "Removal", d.Removal,
			"Use", d.Use)...))
	}
	if field.Secret && (field.Parent == nil || !field.Parent.Secret) {
		add("Secret", jen.True())
	}
	if secret, ok := markers.Get[markers.Secret](field.Markers); ok && secret.File != "" {
		add("SecretFile", jen.Lit(beside(field, secret.File)))
	}
	if path, _ := markers.Get[markers.Path](field.Markers); field.IsPath {
		add("File", file(path))
	}
	if check, ok := markers.Get[markers.Check](field.Markers); ok {
		port := parts("Address", check.Address)
		if len(check.Networks) > 0 {
			port = append([]jen.Code{jen.Id("Networks").Op(":").Add(texts(check.Networks))}, port...)
		}
		add("Port", jen.Op("&").Qual(described, "Port").Values(port...))
	}
	if field.Markers.Has("zero") {
		add("ZeroUnset", jen.True())
	}
	if precedence, ok := markers.Get[markers.Precedence](field.Markers); ok {
		add("Precedence", jen.Lit(precedence.Mode))
	}
	if reload, ok := markers.Get[markers.Reload](field.Markers); ok && reload.Class != outerReload(field) {
		add("Reload", jen.Lit(reload.Class))
	}
	if len(field.OS) > 0 && (field.Parent == nil || strings.Join(field.OS, ",") != strings.Join(field.Parent.OS, ",")) {
		add("OS", texts(field.OS.Known()))
	}
	if len(field.Gates) > 0 {
		var gates []string
		for _, gate := range field.Gates {
			gates = append(gates, gate.Name)
		}
		add("FeatureGates", texts(gates))
	}
	if list, ok := markers.Get[markers.ListType](field.ListMarkers()); ok && list.Kind != "atomic" {
		add("ListType", jen.Lit(list.Kind))
		var keys []string
		for _, key := range markers.All[markers.ListMapKey](field.ListMarkers()) {
			keys = append(keys, key.Name)
		}
		if len(keys) > 0 {
			add("ListMapKeys", texts(keys))
		}
	}
	return entry
}

// file returns what must be true of a path; its marker may be nil.
func file(path *markers.Path) *jen.Statement {
	var entries []jen.Code
	if path != nil {
		entries = parts("Kind", path.Kind, "Access", path.Access)
		if path.MustExist {
			entries = append(entries, jen.Id("MustExist").Op(":").True())
		}
		if path.Watch {
			entries = append(entries, jen.Id("Watch").Op(":").True())
		}
	}
	return jen.Op("&").Qual(described, "File").Values(entries...)
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

// beside returns the Go path of a field in the struct of another one.
func beside(field *group.Field, name string) string {
	path := strings.TrimSuffix(field.Path, field.Name) + name
	return strings.ReplaceAll(path, "[*]", "[]")
}

// keyRequired reports whether a file must have the key of a field, since validation cannot tell from the value: the
// field always has one, or may be empty although a version requires it.
func keyRequired(field *group.Field) bool {
	_, tells := emit.IsZero(field.Type, emit.Operand{Expr: jen.Null()})
	if field.Markers.Has("required") && (!tells || field.Type.Kind == "bool") {
		return true
	}
	if field.Counterpart == nil {
		return false
	}
	always := field.Counterpart.Type.Kind == "pointer" && field.Type.Kind != "pointer"
	return field.Counterpart.Markers.Has("required") && !field.Markers.Has("required") ||
		field.Counterpart.Markers.Has("k8s:required") && always
}

// enum returns the constants of a field with a named string type.
func enum(field *group.Field) []string {
	var values []string
	for _, constant := range field.Type.Deref().Constants {
		if constant.Value != "" && !slices.Contains(values, constant.Value) {
			values = append(values, constant.Value)
		}
	}
	return values
}

// outerReload returns the class of the field that the field is in.
func outerReload(field *group.Field) string {
	for outer := field.Parent; outer != nil; outer = outer.Parent {
		if reload, ok := markers.Get[markers.Reload](outer.Markers); ok {
			return reload.Class
		}
	}
	return "restart"
}

func texts(values []string) *jen.Statement { return jen.Index().String().Add(literals(values)) }

func literals(values []string) *jen.Statement {
	return jen.ValuesFunc(func(list *jen.Group) {
		for _, value := range values {
			list.Lit(value)
		}
	})
}
