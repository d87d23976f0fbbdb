package render

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// columns is the width of comments in a sample.
const columns = 100

// Sample is a file with every field. Values are in comments without a blank after the #; with
// and without them, the file means the defaults.
func (d *Document) Sample() []byte {
	var out strings.Builder
	fmt.Fprintf(&out, "# yaml-language-server: $schema=%s\n# %s\n#\n", d.FileName("schema.json"), mark)
	comment(&out, "", "Sample of "+d.Title()+". Every field is here with its default, or without a value. "+
		"To set one, remove the # in front of it.")
	out.WriteString("\n")
	if d.APIVersion() != "" {
		fmt.Fprintf(&out, "apiVersion: %s\nkind: %s\n", d.APIVersion(), d.KindName())
	}
	for _, f := range d.Fields {
		out.WriteString("\n")
		f.sample(&out, "")
	}
	return []byte(out.String())
}

// Uncommented is a sample with the values that it has in comments. It returns false for a file that is not a sample.
func Uncommented(sample []byte) (file []byte, ok bool) {
	for line := range bytes.Lines(sample) {
		text := bytes.TrimLeft(line, " ")
		indent := line[:len(line)-len(text)]
		ok = ok || bytes.HasPrefix(text, []byte("# "+mark))
		value, found := bytes.CutPrefix(text, []byte("#"))
		if found && !bytes.ContainsAny(value[:min(1, len(value))], " #\r\n") {
			text = value
		}
		file = append(append(file, indent...), text...)
	}
	return file, ok
}

// comment writes a text as lines that begin with # and a blank.
func comment(out *strings.Builder, indent, text string) {
	if text == "" {
		return
	}
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
func (f *Field) sample(out *strings.Builder, indent string) {
	comment(out, indent, f.help())
	if len(f.Fields) > 0 && !f.elements() {
		fmt.Fprintf(out, "%s%s:\n", indent, yamlValue(quoted(f.Name)))
		for _, inner := range f.Fields {
			inner.sample(out, indent+"  ")
		}
		return
	}
	comment(out, indent, f.summary())
	if len(f.Fields) > 0 {
		comment(out, indent, "Each has:")
		f.outline(out, indent, "  ")
	}
	fmt.Fprintf(out, "%s#%s: %s\n", indent, yamlValue(quoted(f.Name)), f.sampleValue())
}

// outline lists what the elements of a list or map have.
func (f *Field) outline(out *strings.Builder, indent, deeper string) {
	for _, inner := range f.Fields {
		doc, _, _ := strings.Cut(inner.help(), "\n")
		width := columns - len(indent) - 2 - len(deeper)
		for i, line := range wrapped(inner.Name+": "+inner.PlainType()+". "+doc, width) {
			if i > 0 {
				line = "  " + line
			}
			fmt.Fprintf(out, "%s# %s%s\n", indent, deeper, strings.TrimRight(line, " "))
		}
		inner.outline(out, indent, deeper+"  ")
	}
}

// sampleValue is the default or, if it is not known, a value that means none.
func (f *Field) sampleValue() string {
	if f.Default != nil {
		return yamlValue(string(f.Default))
	}
	if f.Pointer || f.kind.zerosKept || f.zeroRefused() {
		return "null"
	}
	switch f.Type.Form {
	case descriptor.Bool:
		return "false"
	case descriptor.Integer, descriptor.Nanoseconds, descriptor.Number, descriptor.IntOrString:
		return "0"
	case descriptor.String, descriptor.Base64:
		return `""`
	case descriptor.Duration, descriptor.EitherDuration:
		return "0s"
	case descriptor.Quantity:
		return `"0"`
	case descriptor.List:
		return "[]"
	case descriptor.Map:
		return "{}"
	}
	return "null"
}

// zeroRefused reports whether a constraint may refuse the zero of a field that can be null.
func (f *Field) zeroRefused() bool {
	p, l := f.presence(), f.limits
	limited := l.Minimum+l.Maximum+l.Not != "" || l.Enum || l.MinLength != ""
	return p.null && !p.zero && limited
}
