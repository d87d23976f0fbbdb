package legacydefaults

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// defaults are the fields of a root with a legacy default, those above in front of those below.
func defaults(root *group.Root) []*group.Field {
	var fields []*group.Field
	root.Walk(func(field *group.Field) {
		if field.LegacyDefault != nil {
			fields = append(fields, field)
		}
	})
	return fields
}

// hasSystems reports whether a default of the root is set on some systems only.
func hasSystems(root *group.Root) bool {
	return slices.ContainsFunc(defaults(root), func(field *group.Field) bool { return len(field.OS) > 0 })
}

// systems returns the operating systems in the markers on fields with legacy defaults, followed by emit.Others; nil if
// no marker has one.
func (o *output) systems() []string {
	var sets []group.Systems
	for _, root := range slices.Concat(o.roots, o.flagStructs) {
		for _, field := range defaults(root) {
			sets = append(sets, field.OS)
		}
	}
	return emit.Systems(sets)
}

// systemFunctions writes the functions that set what exists on the given system and not on every one.
func (o *output) systemFunctions(f *emit.File, system string) {
	for _, root := range slices.Concat(o.roots, o.flagStructs) {
		if !hasSystems(root) {
			continue
		}
		here := slices.DeleteFunc(
			defaults(root),
			func(field *group.Field) bool { return len(field.OS) == 0 || !field.OS.Has(system) },
		)
		f.Doc("%s sets the defaults of %s that apply on this system only, or not on all systems.", systemFunc(root),
			root.Name)
		if len(here) == 0 {
			f.Func().Id(systemFunc(root)).Params(jen.Op("*").Add(f.Type(root.Type))).Block()
		} else {
			f.Func().Id(systemFunc(root)).Params(jen.Id("c").Op("*").Add(f.Type(root.Type))).BlockFunc(func(body *jen.Group) {
				o.statements(f, body, "c", here)
			})
		}
		f.Line()
	}
}
