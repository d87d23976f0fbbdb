package docs

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/configgen/configgen/descriptor/render"
)

// markdownMark is the comment that marks a page as generated.
const markdownMark = "<!--\n# %s\n-->\n\n"

// markup is what Markdown reads in a text.
var markup = strings.NewReplacer("<", "&lt;", "*", `\*`)

// escape keeps a text from being markup outside of backquotes.
func escape(text string) string {
	parts := strings.Split(text, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = markup.Replace(parts[i])
	}
	return strings.Join(parts, "`")
}

// cell is a text in a table.
func cell(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(escape(text), "|", `\|`), "\n", "<br>")
}

// joined is a list of at least two texts in a sentence.
func joined(texts []string) string {
	last := len(texts) - 1
	if last == 1 {
		return texts[0] + " and " + texts[1]
	}
	return strings.Join(texts[:last], ", ") + ", and " + texts[last]
}

// code puts a text into backquotes.
func code(text string) string { return "`" + text + "`" }

// reference is the page about a kind in one version.
func reference(d *render.Document, hasFlags bool) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, markdownMark+"# %s\n\n", mark, d.Title())
	if doc := d.Doc(); doc != "" {
		fmt.Fprintf(&out, "%s\n\n", escape(doc))
	}
	if d.APIVersion() != "" {
		fmt.Fprintf(&out, "A file begins with:\n\n```yaml\napiVersion: %s\nkind: %s\n```\n\n", d.APIVersion(), d.KindName())
	}
	also := []string{
		fmt.Sprintf("the [JSON Schema](%s)", d.FileName("schema.json")),
		fmt.Sprintf("a [sample](%s)", d.FileName("sample.yaml")),
	}
	if hasFlags {
		also = append(also, fmt.Sprintf("the [flags](%s)", flagsFile))
	}
	if d.API.Loader {
		also = append(also, fmt.Sprintf("[how files are merged](%s)", mergingFile))
	}
	fmt.Fprintf(&out, "See also %s.", joined(also))
	for _, other := range d.Others {
		fmt.Fprintf(&out, " [%s](%s) is another version.", other.Version.Name, other.FileName("md"))
	}
	out.WriteString("\n\n## Fields\n\n")
	d.Walk(func(f *render.Field) {
		line := fmt.Sprintf("[%s](#%s): %s", code(f.Name), anchor(f.Path), f.PlainType())
		if text := f.DefaultText(); text != "" {
			line += ", default " + text
		}
		for _, flag := range f.FlagNames() {
			line += ", " + code(flag)
		}
		fmt.Fprintf(&out, "%s- %s\n", strings.Repeat("  ", depth(f)), line)
	})
	d.Walk(func(f *render.Field) {
		fmt.Fprintf(&out, "\n### <a id=\"%s\"></a>%s\n", anchor(f.Path), code(f.Path))
		if doc, _ := f.Documented(); doc != "" {
			fmt.Fprintf(&out, "\n%s\n", escape(doc))
		}
		out.WriteString("\n| | |\n| --- | --- |\n")
		for _, fact := range append(f.Facts(), elsewhere(d, f)...) {
			fmt.Fprintf(&out, "| %s | %s |\n", fact.Name, cell(fact.Text))
		}
	})
	return []byte(out.String())
}

// anchor is the name of the field in a page. Brackets are not allowed in all links.
func anchor(path string) string { return strings.ReplaceAll(path, "[*]", "") }

// depth is the number of fields that the field is in.
func depth(f *render.Field) int {
	depth := 0
	for above := f.Parent; above != nil; above = above.Parent {
		depth++
	}
	return depth
}

// elsewhere says where the field is in other versions, if not in the same place. A field that a conversion by hand
// moves has another path, and is one that the other version does not have.
func elsewhere(d *render.Document, f *render.Field) []render.Fact {
	var facts []render.Fact
	for _, other := range d.Others {
		found := other.At(f.Go)
		text := moved(d, f, other)
		switch {
		case text != "":
		case found == nil && (f.Parent == nil || other.At(f.Parent.Go) != nil):
			text = "there is no field of this name"
		case found == nil: // which is said of the field above
		case found.Path != f.Path:
			text = code(found.Path)
		case found.TypeText() != f.TypeText():
			text = found.TypeText()
		}
		if text != "" {
			facts = append(facts, render.Fact{Name: "In " + other.Version.Name, Text: text})
		}
	}
	return facts
}

// moved names the fields of another version that +moved leads to, or comes from.
func moved(d *render.Document, f *render.Field, other *render.Document) string {
	var paths []string
	note := func(of *render.Field, version, from, path string) {
		if of.Of == nil {
			return
		}
		for _, move := range of.Of.Moves {
			if move.Version == version && (from == "" || move.From == from) {
				paths = append(paths, code(cmp.Or(path, move.From)))
			}
		}
	}
	note(f, other.Version.Name, "", "")
	if len(paths) == 0 {
		other.Walk(func(of *render.Field) { note(of, d.Version.Name, f.Path, of.Path) })
	}
	return strings.Join(paths, ", ")
}
