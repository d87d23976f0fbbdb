package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
)

// mergingPage says how the files of a component are combined.
func mergingPage(all []*render.Document) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, markdownMark, mark)
	out.WriteString(`# How files are merged

The configuration is made of layers. Of two layers that set the same field, the upper one wins.

![The layers, from the defaults at the bottom to the command line at the top](` + layersFile + `)

Files are merged before defaults are set, so that a default never replaces the value of a file. Drop-in files are read
in the byte order of their names. Each file has an apiVersion and a kind, and versions can differ where the
conversion loses nothing.

| in a file | effect |
| --- | --- |
| an object or a map | is merged with that of the lower layers, key by key |
| a list | replaces the list of the lower layers, except for the lists below |
| ` + "`null`" + ` | the field gets its default, whatever lower layers say |
| ` + "`{}`" + ` | changes nothing |
| ` + "`[]`" + ` | makes the list empty |
| a relative file path | is relative to the directory of the file that has it |
`)
	preferred := slices.DeleteFunc(slices.Clone(all), func(d *render.Document) bool { return !d.Preferred() })
	for _, d := range preferred {
		if len(preferred) > 1 {
			fmt.Fprintf(&out, "\n## %s\n", d.Kind.Name)
		}
		mergingTables(d, &out)
	}
	return []byte(out.String())
}

// mergingTables list the fields of a kind that are combined in a way of their own.
func mergingTables(d *render.Document, out *strings.Builder) {
	table := func(title, none string, rows []string) {
		fmt.Fprintf(out, "\n**%s.**", title)
		if len(rows) == 0 {
			out.WriteString(" " + none + "\n")
			return
		}
		out.WriteString("\n\n| field | how |\n| --- | --- |\n" + strings.Join(rows, ""))
	}
	var lists, replaced, maps, flags []string
	d.Walk(func(f *render.Field) {
		field := fmt.Sprintf("[%s](%s#%s)", code(f.Path), d.FileName("md"), anchor(f.Path))
		switch {
		case f.Merged():
			lists = append(lists, fmt.Sprintf("| %s | %s |\n", field, f.MergeText()))
		case f.Type.Form == descriptor.List:
			replaced = append(replaced, field)
		case f.Type.Form == descriptor.Map:
			maps = append(maps, field)
		}
		if text := f.PrecedenceText(); text != "" {
			flags = append(flags, fmt.Sprintf("| %s | %s |\n", field, text))
		}
	})
	table("Lists that are merged", "No list is merged: the last file that has it wins.", lists)
	inline := func(title string, fields []string) {
		if len(fields) > 0 {
			fmt.Fprintf(out, "\n**%s.** %s.\n", title, strings.Join(slices.Compact(fields), ", "))
		}
	}
	inline("Lists that are replaced", replaced)
	inline("Maps that are merged", maps)
	table("Flags that do not just win", "Each flag wins over the files.", flags)
}

// hasInstances reports whether a kind differs from instance to instance.
func hasInstances(api *descriptor.Descriptor) bool {
	return slices.ContainsFunc(api.Kinds, func(k descriptor.Kind) bool { return k.Scope == descriptor.Instance })
}

// layersPicture shows the layers.
func layersPicture(api *descriptor.Descriptor) []byte {
	layers := []struct{ title, detail string }{
		{"command line", "flags, applied last"},
		{"instance file", "--instance-config: what differs from machine to machine"},
		{"drop-in files", "--config-dir: 20-site.conf above 10-base.conf"},
		{"main file", "--config"},
		{"defaults", "of the version; set once, after the files are merged"},
	}
	if !hasInstances(api) {
		layers = slices.Delete(layers, 1, 2)
	}
	const width, height, gap = 520, 52, 10
	total := len(layers)*(height+gap) + 30
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img"
	aria-label="The layers of the configuration">
<!--
# %s
-->
<style>
	text { font: 15px system-ui, sans-serif; fill: #1b1f24 }
	.detail { font-size: 12px; fill: #57606a }
	rect { fill: #f3f6fa; stroke: #8c98a8 }
	path { stroke: #8c98a8; fill: none }
	@media (prefers-color-scheme: dark) {
		text { fill: #e6edf3 } .detail { fill: #9ba7b4 } rect { fill: #1c2430; stroke: #5a6778 } path { stroke: #5a6778 }
	}
</style>
`, width, total, mark)
	for i, layer := range layers {
		y := 10 + i*(height+gap)
		fmt.Fprintf(&out, "<rect x=\"60\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n", y, width-70, height)
		fmt.Fprintf(&out, "<text x=\"76\" y=\"%d\">%s</text>\n", y+22, layer.title)
		fmt.Fprintf(&out, "<text x=\"76\" y=\"%d\" class=\"detail\">%s</text>\n", y+40, layer.detail)
	}
	bottom := 10 + len(layers)*(height+gap) - gap
	fmt.Fprintf(&out, "<path d=\"M 30 %d V 16 M 22 26 L 30 16 L 38 26\"/>\n", bottom)
	fmt.Fprintf(&out, "<text x=\"8\" y=\"%d\" class=\"detail\">the upper layer wins</text>\n</svg>\n", total-6)
	return []byte(out.String())
}
