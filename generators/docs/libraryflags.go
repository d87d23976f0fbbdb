package docs

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
)

// registeredRows are the flags that the function of a library registers, with the fields that its source names.
func registeredRows(kind *descriptor.Kind, from descriptor.Registration, row flagRow) []flagRow {
	var rows []flagRow
	registered := row.of
	for _, flag := range from.Flags {
		name := "--" + from.Prefix + flag.Name
		row.section, row.name, row.anchor, row.of = from.Section, code(name), "flag:"+name[2:], registered
		for i := range kind.Fields {
			if kind.Fields[i].Path == registered.Path+"."+flag.Field {
				row.of = &kind.Fields[i]
			}
		}
		var notes []string
		if flag.Usage != "" {
			notes = append(notes, strings.TrimSuffix(flag.Usage, ".")+".")
		}
		if from.Warning != "" && !slices.Contains(from.Exempt, flag.Name) {
			notes = append(notes, "Deprecated: "+from.Warning+".")
		}
		if from.Hidden {
			notes = append(notes, "Hidden.")
		}
		row.help = strings.Join(notes, " ")
		rows = append(rows, row)
	}
	return rows
}

// loaderRows returns the flags that the options of the loader register and that the group can use.
func loaderRows(api *descriptor.Descriptor) []flagRow {
	var rows []flagRow
	for _, flag := range render.LoaderFlags() {
		if flag.Scope == descriptor.Instance && !hasInstances(api) {
			continue
		}
		row := flagRow{section: "loader", name: code("--" + flag.Name), anchor: "flag:" + flag.Name, help: flag.Help}
		if flag.Option != "" {
			row.help += " Registered by " + code(flag.Option) + "."
		}
		rows = append(rows, row)
	}
	return rows
}
