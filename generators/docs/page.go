package docs

import (
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/htmlpage"
)

// pageFile is the page with all kinds and versions.
const pageFile = "index.html"

var (
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

// page is the reference of a group as one file that needs no other. Without its script it shows all versions.
func page(in *generators.Input, all []*render.Document, rows []flagRow) []byte {
	var out strings.Builder
	title := html.EscapeString("Configuration of " + cmp.Or(in.API.Group, in.Types.Name))
	fmt.Fprintf(&out, `<!DOCTYPE html>
<!--
# %s
-->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
	content="%s">
<link rel="icon" href="data:,">
<title>%s</title>
<style>
%s</style>
</head>
<body>
<header>
<h1>%[3]s</h1>
<div class="controls" hidden>
<input id="query" type="search" placeholder="Search paths, flags and text" aria-label="Search" autocomplete="off">
`, mark, htmlpage.Policy, title, htmlpage.Style+pageStyle)
	controls(&out, all)
	out.WriteString("<output id=\"count\" aria-live=\"polite\"></output>\n</div>\n</header>\n<div class=\"columns\">\n")
	out.WriteString("<nav>\n<details open>\n<summary>Fields</summary>\n")
	for _, d := range all {
		contents(d, &out)
	}
	if len(rows) > 0 {
		out.WriteString("<ul><li><a href=\"#flags\">Flags</a></li></ul>\n")
	}
	out.WriteString("</details>\n</nav>\n<main>\n")
	for _, d := range all {
		htmlSection(d, &out)
	}
	if len(rows) > 0 {
		htmlFlags(&out, rows)
	}
	fmt.Fprintf(&out, `</main>
</div>
<footer><kbd>/</kbd> searches, <kbd>↓</kbd> and <kbd>↑</kbd> move between the results, <kbd>Esc</kbd> shows all
again.</footer>
<script>
%s</script>
</body>
</html>
`, pageScript)
	return []byte(out.String())
}

// controls are the lists of versions and systems.
func controls(out *strings.Builder, all []*render.Document) {
	var versions, systems []string
	for _, d := range all {
		if !slices.Contains(versions, d.Version.Name) {
			versions = append(versions, d.Version.Name)
		}
		d.Walk(func(f *render.Field) {
			if f.Of != nil {
				systems = append(systems, group.Systems(f.Of.OS).Names()...)
			}
		})
	}
	slices.Sort(systems)
	out.WriteString("<select id=\"version\" aria-label=\"Version\">\n")
	for _, version := range versions {
		fmt.Fprintf(out, "<option>%s</option>\n", html.EscapeString(version))
	}
	out.WriteString("</select>\n<select id=\"system\" aria-label=\"Operating system\">\n")
	out.WriteString("<option value=\"\">all systems</option>\n")
	for _, system := range slices.Compact(systems) {
		fmt.Fprintf(out, "<option>%s</option>\n", html.EscapeString(system))
	}
	out.WriteString("</select>\n")
}

// id is the name of the place of a field in the page.
func id(d *render.Document, path string) string {
	return html.EscapeString(strings.ToLower(d.Kind.Name) + "." + d.Version.Name + ":" + anchor(path))
}

// systemsOf is the attribute that names the systems of a field; empty for all.
func systemsOf(field *descriptor.Field) string {
	if field == nil || len(field.OS) == 0 {
		return ""
	}
	return fmt.Sprintf(" data-os=\"%s\"", strings.Join(group.Systems(field.OS).Known(), " "))
}

// For a browser, a line end between two elements is a node of the document. The many line ends of the page are
// therefore inside of tags.

// deepest is the number of levels that the style sheet indents.
const deepest = 6

// contents are the fields of a document, with links.
func contents(d *render.Document, out *strings.Builder) {
	fmt.Fprintf(out, "<ul data-version=\"%s\"\n><li><strong>%s</strong></li\n>", html.EscapeString(d.Version.Name),
		html.EscapeString(d.KindName()+" "+d.Version.Name))
	d.Walk(func(f *render.Field) {
		class := ""
		if depth := depth(f); depth > 0 {
			class = fmt.Sprintf(" class=\"d%d\"", min(depth, deepest))
		}
		fmt.Fprintf(out, "<li%s><a href=\"#%s\">%s</a></li\n>", class, id(d, f.Path), html.EscapeString(f.Name))
	})
	out.WriteString("</ul>\n")
}

// htmlSection is the reference of a document.
func htmlSection(d *render.Document, out *strings.Builder) {
	fmt.Fprintf(out, "<section data-version=\"%s\">\n<h2>%s</h2>\n%s", html.EscapeString(d.Version.Name),
		html.EscapeString(d.Title()), htmlText(d.Doc()))
	if d.APIVersion() != "" {
		fmt.Fprintf(out, "<pre><code>apiVersion: %s\nkind: %s</code></pre>\n", html.EscapeString(d.APIVersion()),
			html.EscapeString(d.KindName()))
	}
	fmt.Fprintf(out, "<p><a href=\"%s\">Sample</a>, <a href=\"%s\">JSON Schema</a></p>\n", d.FileName("sample.yaml"),
		d.FileName("schema.json"))
	d.Walk(func(f *render.Field) {
		doc, _ := f.Documented()
		fmt.Fprintf(out, "<article id=\"%s\"%s\n><h3><a href=\"#%[1]s\">%[3]s</a></h3\n>%[4]s<dl\n>",
			id(d, f.Path), systemsOf(f.Of), html.EscapeString(f.Path), htmlText(doc))
		for _, fact := range append(f.Facts(), elsewhere(d, f)...) {
			fmt.Fprintf(out, "<dt>%s</dt><dd>%s</dd\n>", inline(fact.Name), inline(fact.Text))
		}
		out.WriteString("</dl></article\n>")
	})
	out.WriteString("</section>\n")
}

// htmlFlags is the list of all flags.
func htmlFlags(out *strings.Builder, rows []flagRow) {
	out.WriteString("<section>\n<h2 id=\"flags\">Flags</h2>\n")
	for _, row := range rows {
		fmt.Fprintf(out, "<article id=\"%s\"%s\n><h3><a href=\"#%[1]s\">%[3]s</a></h3\n>%[4]s<dl\n>",
			html.EscapeString(row.anchor), systemsOf(row.of), html.EscapeString(strings.ReplaceAll(row.name, "`", "")),
			htmlText(row.help))
		if row.page != nil {
			fmt.Fprintf(out, "<dt>Sets</dt><dd><a href=\"#%s\"><code>%s</code></a></dd\n>", id(row.page, row.of.JSON),
				html.EscapeString(row.of.JSON))
		}
		if row.section != "" {
			fmt.Fprintf(out, "<dt>Section</dt><dd>%s</dd\n>", html.EscapeString(row.section))
		}
		out.WriteString("</dl></article\n>")
	}
	out.WriteString("</section>\n")
}

// htmlText is a text of paragraphs, lists and indented lines.
func htmlText(text string) string {
	var out strings.Builder
	for _, paragraph := range strings.Split(text, "\n\n") {
		if paragraph == "" {
			continue
		}
		var lines []string
		for _, line := range strings.Split(paragraph, "\n") {
			lines = append(lines, inline(line))
		}
		fmt.Fprintf(&out, "<p>%s</p\n>", strings.Join(lines, "<br\n>"))
	}
	return out.String()
}

// inline is a text with code between backquotes.
func inline(text string) string {
	parts := strings.Split(text, "`")
	if len(parts)%2 == 0 { // one that is not closed
		return html.EscapeString(text)
	}
	for i := range parts {
		if parts[i] = html.EscapeString(parts[i]); i%2 == 1 {
			parts[i] = "<code>" + parts[i] + "</code>"
		}
	}
	return strings.Join(parts, "")
}
