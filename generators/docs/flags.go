package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
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
	anchor              string       // of the row in a page
	of                  *group.Field // nil for a flag without effect
	page                *document    // that has the field; nil for a field of a +flags struct
}

// flagRows are the flags of a group, by section in the order of their first appearance.
func flagRows(g *group.Group, all []*document) []flagRow {
	var rows []flagRow
	for _, root := range g.Roots {
		d := preferred(root, all)
		root.Walk(func(field *group.Field) { rows = append(rows, rowsOf(field, d)...) })
		rows = append(rows, ignoredRows(root)...)
	}
	for _, flags := range g.FlagStructs {
		flags.Walk(func(field *group.Field) { rows = append(rows, rowsOf(field, nil)...) })
		rows = append(rows, ignoredRows(flags)...)
	}
	if g.Loader {
		rows = append(rows, loaderRows(g)...)
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

// preferred is the document of a root in its preferred version; nil if there is none.
func preferred(root *group.Root, all []*document) *document {
	for _, d := range all {
		if d.root == root && (root.Version == nil || d.external.Version == root.Version.Package.Path) {
			return d
		}
	}
	return nil
}

// rowsOf are the flags of a field.
func rowsOf(field *group.Field, d *document) []flagRow {
	row := flagRow{of: field, page: d}
	var rows []flagRow
	for _, flag := range field.Flags {
		row.describe(flag)
		if len(field.OS) > 0 {
			row.help += " Systems: " + systemsText(field.OS) + "."
		}
		rows = append(rows, row)
	}
	for _, delegation := range field.Delegations {
		if len(delegation.Registers) > 0 {
			rows = append(rows, registeredRows(field, delegation, d)...)
			continue
		}
		row.section, row.name = delegation.Section, "those of "+code(objectText(delegation.Func))
		row.help, row.anchor = "", "flags:"+field.Path
		if delegation.Deprecated != "" {
			row.help = "Deprecated: " + delegation.Deprecated + "."
			if len(delegation.Exempt) > 0 {
				row.help += " Not deprecated: " + codes(dashed(delegation.Exempt)) + "."
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// describe says of a row what its flag says.
func (row *flagRow) describe(flag *group.Flag) {
	row.section, row.name, row.help = flag.Section, flagName(flag), flag.Usage
	row.anchor = "flag:" + flag.Name
	if flag.UsageFrom != nil {
		row.help = strings.TrimSpace("The help is that of " + code(objectText(flag.UsageFrom)) + ". " + row.help)
	}
	if notes := flagNotes(flag); len(notes) > 0 {
		note := strings.Join(notes, ", ")
		row.help = strings.TrimSpace(row.help + " " + strings.ToUpper(note[:1]) + note[1:] + ".")
	}
}

// ignoredRows are the flags of a root that have no effect.
func ignoredRows(root *group.Root) []flagRow {
	rows := make([]flagRow, len(root.Ignored))
	for i, flag := range root.Ignored {
		plain := *flag
		plain.Type = "" // how values are read is of no interest
		rows[i].describe(&plain)
		if len(flag.OS) > 0 {
			rows[i].help += " Systems: " + systemsText(flag.OS) + "."
		}
	}
	return rows
}

// dashed are the names of flags with dashes.
func dashed(names []string) []string {
	var all []string
	for _, name := range names {
		all = append(all, "--"+name)
	}
	return all
}

// flagsPage is the page with all flags of a group.
func flagsPage(g *group.Group, rows []flagRow) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, markdownMark+"# Flags\n\n", mark)
	out.WriteString("A flag is applied after the files. It wins unless the reference of its field says otherwise.\n")
	if g.Loader {
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
		if row.page != nil {
			field = fmt.Sprintf("[%s](%s#%s)", code(row.of.JSONPath), row.page.fileName("md"), anchor(row.of))
		}
		fmt.Fprintf(&out, "| %s | %s | %s |\n", row.name, field, cell(row.help))
	}
	return []byte(out.String())
}
