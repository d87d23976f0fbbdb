package docs

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// columns is the width of comments in a sample.
const columns = 100

// sample is a file with every field of a root in one version. Values are in comments without a blank after the #; with
// and without them, the file means the defaults.
func (d *document) sample() []byte {
	var out strings.Builder
	fmt.Fprintf(&out, "# yaml-language-server: $schema=%s\n# %s\n#\n", d.fileName("schema.json"), mark)
	comment(&out, "", "Sample of "+d.title()+". Every field is here with its default, or without a value. "+
		"To set one, remove the # in front of it.")
	out.WriteString("\n")
	if d.header() != "" {
		fmt.Fprintf(&out, "apiVersion: %s\nkind: %s\n", d.header(), d.root.Name)
	}
	for _, e := range d.fields {
		out.WriteString("\n")
		e.sample(&out, "")
	}
	return []byte(out.String())
}

// comment writes a text as lines that begin with # and a blank.
func comment(out *strings.Builder, indent, text string) {
	for _, paragraph := range strings.Split(text, "\n") {
		for i, line := range wrapped(paragraph, columns-len(indent)-2) {
			if i > 0 || line != "" {
				out.WriteString(indent + "# " + line + "\n")
				continue
			}
			out.WriteString(indent + "#\n")
		}
	}
}

// wrapped are the lines of a paragraph. One that is indented stays as it is.
func wrapped(text string, width int) []string {
	if text != strings.TrimLeft(text, " \t") {
		return []string{strings.ReplaceAll(text, "\t", "  ")}
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}

// sample writes a field with its comment.
func (e *entry) sample(out *strings.Builder, indent string) {
	comment(out, indent, e.help())
	if len(e.fields) > 0 && e.Type.Elements() == "" {
		fmt.Fprintf(out, "%s%s:\n", indent, key(e.JSONName))
		for _, inner := range e.fields {
			inner.sample(out, indent+"  ")
		}
		return
	}
	comment(out, indent, summary(e))
	if len(e.fields) > 0 {
		comment(out, indent, "Each has:")
		outline(e, out, indent, "  ")
	}
	fmt.Fprintf(out, "%s#%s: %s\n", indent, key(e.JSONName), sampleValue(e))
}

// outline lists what the elements of a list or map have.
func outline(e *entry, out *strings.Builder, indent, deeper string) {
	for _, inner := range e.fields {
		doc, _, _ := strings.Cut(inner.help(), "\n")
		width := columns - len(indent) - 2 - len(deeper)
		for i, line := range wrapped(inner.JSONName+": "+plainType(inner)+". "+doc, width) {
			if i > 0 {
				line = "  " + line
			}
			fmt.Fprintf(out, "%s# %s%s\n", indent, deeper, strings.TrimRight(line, " "))
		}
		outline(inner, out, indent, deeper+"  ")
	}
}

// plainType is the type without backquotes and examples.
func plainType(e *entry) string {
	name, _, _ := strings.Cut(typeText(e.Type), ",")
	return strings.ReplaceAll(name, "`", "")
}

// summary is what the comment above a value says besides the comment of the field.
func summary(e *entry) string {
	parts := []string{plainType(e)}
	if text := deprecationText(e); text != "" {
		parts = append(parts, "deprecated "+text)
	}
	if values := valuesText(e); values != "" {
		parts = append(parts, "one of "+values)
	}
	parts = append(parts, constraintTexts(e.rules)...)
	if gates := gateText(e); gates != "" {
		parts = append(parts, "needs the feature gate "+gates)
	}
	if systems := systemsText(e.systems()); systems != "" {
		parts = append(parts, "on "+systems)
	}
	if class := e.reload(); class != "restart" {
		parts = append(parts, "a change "+reloadTexts[class])
	}
	if flags := e.flags(); len(flags) > 0 {
		parts = append(parts, strings.Join(flags, ", "))
	}
	return "(" + strings.ReplaceAll(strings.Join(parts, "; "), "`", "") + ")"
}

// sampleValue is the default or, if it is not known, a value that means none.
func sampleValue(e *entry) string {
	if e.Default != nil && e.Default.Value != "" {
		return yamlValue(e.Default.Value)
	}
	if e.Type.Kind == "pointer" || e.zeros || zeroRefused(e) {
		return "null"
	}
	switch formOf(e.Type) {
	case formBool:
		return "false"
	case formInteger, formNanoseconds, formNumber, formIntOrString:
		return "0"
	case formText, formBase64:
		return `""`
	case formDuration, formEitherTime:
		return "0s"
	case formQuantity:
		return `"0"`
	case formList:
		return "[]"
	case formMap:
		return "{}"
	}
	return "null"
}

// zeroRefused reports whether a constraint may refuse the zero of a field that can be null.
func zeroRefused(e *entry) bool {
	limits := []string{"minimum", "maximum", "minLength", "minItems", "minProperties", "enum", "neq"}
	p := e.presence()
	return p.null && !p.zero && slices.ContainsFunc(limits, e.rules.has)
}

// yamlValue is a value in JSON as YAML has it: a string without quotes, if it is a string without them.
func yamlValue(value string) string {
	var text string
	if json.Unmarshal([]byte(value), &text) != nil || strings.Contains(text, "\n") {
		return value
	}
	written, err := yaml.Marshal(text)
	if err != nil {
		return value
	}
	return strings.TrimSuffix(string(written), "\n")
}

// key is a key of a map.
func key(name string) string { return yamlValue(quoted(name)) }
