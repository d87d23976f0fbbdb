package docs

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/markers"
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

// reference is the page about a root in one version.
func (d *document) reference() []byte {
	var out strings.Builder
	fmt.Fprintf(&out, markdownMark+"# %s\n\n", mark, d.title())
	if d.external.Doc != "" {
		fmt.Fprintf(&out, "%s\n\n", escape(flowing(d.external.Doc)))
	}
	if d.header() != "" {
		fmt.Fprintf(&out, "A file begins with:\n\n```yaml\napiVersion: %s\nkind: %s\n```\n\n", d.header(), d.root.Name)
	}
	also := []string{
		fmt.Sprintf("the [JSON Schema](%s)", d.fileName("schema.json")),
		fmt.Sprintf("a [sample](%s)", d.fileName("sample.yaml")),
	}
	if len(flagRows(d.group, nil)) > 0 {
		also = append(also, fmt.Sprintf("the [flags](%s)", flagsFile))
	}
	if d.group.Loader {
		also = append(also, fmt.Sprintf("[how files are merged](%s)", mergingFile))
	}
	fmt.Fprintf(&out, "See also %s.", joined(also))
	for _, other := range d.others {
		fmt.Fprintf(&out, " [%s](%s) is another version.", other.version, other.fileName("md"))
	}
	out.WriteString("\n\n## Fields\n\n")
	d.walk(func(e *entry) {
		line := fmt.Sprintf("[%s](#%s): %s", code(e.JSONName), anchor(e.Field), plainType(e))
		if text := defaultText(e); text != "" {
			line += ", default " + text
		}
		for _, flag := range e.flags() {
			line += ", " + code(flag)
		}
		fmt.Fprintf(&out, "%s- %s\n", strings.Repeat("  ", e.depth()), line)
	})
	d.walk(func(e *entry) {
		fmt.Fprintf(&out, "\n### <a id=\"%s\"></a>%s\n", anchor(e.Field), code(e.JSONPath))
		if doc, _ := documented(e); doc != "" {
			fmt.Fprintf(&out, "\n%s\n", escape(doc))
		}
		out.WriteString("\n| | |\n| --- | --- |\n")
		for _, f := range append(e.facts(), d.elsewhere(e)...) {
			fmt.Fprintf(&out, "| %s | %s |\n", f.name, cell(f.text))
		}
	})
	return []byte(out.String())
}

// anchor is the name of the field in a page. Brackets are not allowed in all links.
func anchor(field *group.Field) string { return strings.ReplaceAll(field.JSONPath, "[*]", "") }

// depth is the number of fields that the entry is in.
func (e *entry) depth() int {
	depth := 0
	for above := e.parent; above != nil; above = above.parent {
		depth++
	}
	return depth
}

// walk visits the fields, each before those inside it.
func (d *document) walk(visit func(*entry)) { walk(d.fields, visit) }

func walk(fields []*entry, visit func(*entry)) {
	for _, e := range fields {
		visit(e)
		walk(e.fields, visit)
	}
}

// elsewhere says where the field is in other versions, if not in the same place. A field that a conversion by hand
// moves has another path, and is one that the other version does not have.
func (d *document) elsewhere(e *entry) []fact {
	var facts []fact
	for _, other := range d.others {
		found := other.at(e.Path)
		text := d.moved(e, other)
		switch {
		case text != "":
		case found == nil && (e.parent == nil || other.at(e.parent.Path) != nil):
			text = "there is no field of this name"
		case found == nil: // which is said of the field above
		case found.JSONPath != e.JSONPath:
			text = code(found.JSONPath)
		case typeText(found.Type) != typeText(e.Type):
			text = typeText(found.Type)
		}
		if text != "" {
			facts = append(facts, fact{"In " + other.version, text})
		}
	}
	return facts
}

// moved names the fields of another version that +moved leads to, or comes from.
func (d *document) moved(e *entry, other *document) string {
	var paths []string
	note := func(of *entry, version, from, path string) {
		if of.of == nil {
			return
		}
		for _, moved := range markers.All[markers.Moved](of.of.Markers) {
			if moved.In == version && (from == "" || moved.From == from) {
				if path == "" {
					path = moved.From
				}
				paths = append(paths, code(path))
			}
		}
	}
	note(e, other.version, "", "")
	if len(paths) == 0 {
		other.walk(func(of *entry) { note(of, d.version, e.JSONPath, of.JSONPath) })
	}
	return strings.Join(paths, ", ")
}

// at is the field with a path in Go; nil if there is none.
func (d *document) at(path string) *entry {
	var found *entry
	d.walk(func(e *entry) {
		if e.Path == path {
			found = e
		}
	})
	return found
}
