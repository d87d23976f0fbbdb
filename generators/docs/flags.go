package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
)

// Names of the pages about a group.
const (
	flagsFile   = "flags.md"
	mergingFile = "merging.md"
	layersFile  = "layers.svg"
)

// flagRow is a line of the table of flags: a flag, or a function that registers several.
type flagRow struct {
	section, name, help string
	anchor              string            // of the row in a page
	of                  *descriptor.Field // nil for a flag without effect
	page                *render.Document  // that has the field; nil for a field of a struct of flags
}

// flagRows are the flags of a group, by section in the order of their first appearance.
func flagRows(api *descriptor.Descriptor, all []*render.Document) []flagRow {
	var rows []flagRow
	for i := range api.Kinds {
		kind := &api.Kinds[i]
		var page *render.Document
		for _, d := range all {
			if d.Kind == kind && d.Preferred() {
				page = d
			}
		}
		for j := range kind.Fields {
			rows = append(rows, rowsOf(kind, &kind.Fields[j], page)...)
		}
		for _, path := range inlined(kind) {
			rows = append(rows, rowsOf(kind, &descriptor.Field{Path: path}, page)...)
		}
		rows = append(rows, flagsSetting(kind, flagRow{})...)
	}
	if api.Loader {
		rows = append(rows, loaderRows(api)...)
	}
	first := map[string]int{}
	for _, row := range rows {
		if _, known := first[row.section]; !known {
			first[row.section] = len(first)
		}
	}
	slices.SortStableFunc(rows, func(a, b flagRow) int { return first[a.section] - first[b.section] })
	return rows
}

// inlined are the paths of embedded structs, which files do not have, that functions register flags for.
func inlined(kind *descriptor.Kind) []string {
	var paths []string
	for _, from := range kind.Registrations {
		known := slices.ContainsFunc(kind.Fields, func(f descriptor.Field) bool { return f.Path == from.Field })
		if !known && !slices.Contains(paths, from.Field) {
			paths = append(paths, from.Field)
		}
	}
	return paths
}

// rowsOf are the flags of a field.
func rowsOf(kind *descriptor.Kind, field *descriptor.Field, page *render.Document) []flagRow {
	row := flagRow{of: field, page: page}
	rows := flagsSetting(kind, row)
	for _, from := range kind.Registrations {
		if from.Field != field.Path {
			continue
		}
		if len(from.Flags) > 0 {
			rows = append(rows, registeredRows(kind, from, row)...)
			continue
		}
		row.section, row.name, row.anchor = from.Section, "those of "+code(from.Func), "flags:"+field.Path
		row.help = ""
		if from.Warning != "" {
			row.help = "Deprecated: " + from.Warning + "."
			if len(from.Exempt) > 0 {
				row.help += " Not deprecated: `--" + strings.Join(from.Exempt, "`, `--") + "`."
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// flagsSetting are rows for the flags of the field of a row, or for those without a field.
func flagsSetting(kind *descriptor.Kind, row flagRow) []flagRow {
	path := ""
	if row.of != nil {
		path = row.of.Path
	}
	var rows []flagRow
	for i, flag := range kind.Flags {
		if flag.Sets == path {
			row.describe(&kind.Flags[i])
			rows = append(rows, row)
		}
	}
	return rows
}

// describe says of a row what its flag says.
func (row *flagRow) describe(flag *descriptor.Flag) {
	row.section, row.name, row.help = flag.Section, render.FlagName(flag), flag.Usage
	row.anchor = "flag:" + flag.Name
	if flag.UsageFrom != "" {
		row.help = strings.TrimSpace("The help is that of " + code(flag.UsageFrom) + ". " + row.help)
	}
	if notes := render.FlagNotes(flag); len(notes) > 0 {
		note := strings.Join(notes, ", ")
		row.help = strings.TrimSpace(row.help + " " + strings.ToUpper(note[:1]) + note[1:] + ".")
	}
	if len(flag.OS) > 0 {
		row.help += " Systems: " + render.SystemsText(flag.OS) + "."
	}
}

// flagsPage is the page with all flags of a group.
func flagsPage(api *descriptor.Descriptor, rows []flagRow) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, markdownMark+"# Flags\n\n", mark)
	out.WriteString("A flag is applied after the files. It wins unless the reference of its field says otherwise.\n")
	if api.Loader {
		out.WriteString("The help of the component says which of the flags of libraries and of the loader it has.\n")
	}
	section, started := "", false
	for _, row := range rows {
		if row.section != section || !started {
			section, started = row.section, true
			if title := section; title != "" {
				fmt.Fprintf(&out, "\n## %s\n", strings.ToUpper(title[:1])+title[1:])
			}
			out.WriteString("\n| flag | sets | description |\n| --- | --- | --- |\n")
		}
		field := ""
		if row.page != nil && row.of.JSON != "" {
			field = fmt.Sprintf("[%s](%s#%s)", code(row.of.JSON), row.page.FileName("md"), anchor(row.of.JSON))
		}
		fmt.Fprintf(&out, "| %s | %s | %s |\n", row.name, field, cell(row.help))
	}
	return []byte(out.String())
}
