package legacydefaults

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/generators/gofile"
	"github.com/configgen/configgen/group"
)

// others stands for the systems that no marker mentions. It is the name of no system.
const others = "others"

// includes are systems whose name, as a build tag, holds on another system, too.
var includes = map[string]string{"linux": "android", "darwin": "ios", "solaris": "illumos"}

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

// systems are those that markers beside legacy defaults mention, and the others behind them; nothing where none does.
func (o *output) systems() []string {
	var names []string
	for _, root := range slices.Concat(o.roots, o.flagStructs) {
		for _, field := range defaults(root) {
			names = append(names, field.OS.Names()...)
		}
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > 0 {
		names = append(names, others)
	}
	return names
}

// constraint is the build constraint of a system's file beside those of all.
func constraint(system string, all []string) string {
	if system == others {
		return "!" + strings.Join(all[:len(all)-1], " && !")
	}
	if included := includes[system]; included != "" && slices.Contains(all, included) {
		return system + " && !" + included
	}
	return system
}

// systemFunctions writes the functions that set what exists on the given system and not on every one.
func (o *output) systemFunctions(f *gofile.File, system string) {
	for _, root := range slices.Concat(o.roots, o.flagStructs) {
		if !hasSystems(root) {
			continue
		}
		here := slices.DeleteFunc(defaults(root), func(field *group.Field) bool { return len(field.OS) == 0 || !field.OS.Has(system) })
		f.Doc("%s sets the defaults of %s that hold on this system and not on every one.", systemFunc(root), root.Name)
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
