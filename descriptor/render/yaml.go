package render

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// lazily compiles a regular expression when it is used: a component that starts needs none.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// yamlText writes a value in YAML, with two blanks for each level.
func yamlText(value object) string {
	var out strings.Builder
	yamlObject(&out, value, "")
	return out.String()
}

// yamlObject writes the members of an object, each on lines that begin with the indentation; the caller has written the
// indentation of the first.
func yamlObject(out *strings.Builder, o object, indent string) {
	for i, m := range o {
		if i > 0 {
			out.WriteString(indent)
		}
		out.WriteString(yamlString(m.key, ""))
		out.WriteByte(':')
		yamlMember(out, m.value, indent+"  ")
	}
}

// yamlMember writes what follows a key and its colon, or the dash of an item.
func yamlMember(out *strings.Builder, value any, indent string) {
	switch v := value.(type) {
	case object:
		if len(v) == 0 {
			out.WriteString(" {}\n")
			return
		}
		out.WriteString("\n" + indent)
		yamlObject(out, v, indent)
	case []string:
		var items []any
		for _, item := range v {
			items = append(items, item)
		}
		yamlList(out, items, indent)
	case []any:
		yamlList(out, v, indent)
	case string:
		out.WriteString(" " + yamlString(v, indent) + "\n")
	case bool:
		out.WriteString(map[bool]string{true: " true\n", false: " false\n"}[v])
	case raw:
		out.WriteString(" " + string(v) + "\n")
	}
}

// yamlList writes items, whose dashes are below the first letter of their key.
func yamlList(out *strings.Builder, items []any, indent string) {
	out.WriteByte('\n')
	for _, item := range items {
		out.WriteString(strings.TrimSuffix(indent, "  ") + "-")
		if inner, ok := item.(object); ok && len(inner) > 0 {
			out.WriteByte(' ')
			yamlObject(out, inner, indent)
			continue
		}
		yamlMember(out, item, indent)
	}
}

// plainYAML matches strings that need no quotes, but for the words that are other values.
var plainYAML = lazily(`^[A-Za-z][-A-Za-z0-9_./(),'" +;]*$`)

// yamlString is a string: plain where it can be, on lines of their own where it has several, and otherwise in quotes.
func yamlString(text, indent string) string {
	switch {
	case plainYAML().MatchString(text) && !strings.HasSuffix(text, " ") && !yamlWord(text):
		return text
	case strings.Contains(text, "\n") && indent != "" && !strings.ContainsAny(text[:1], " \n") &&
		!strings.HasSuffix(text, "\n"):
		return "|-\n" + indent + strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\n"+indent), indent+"\n", "\n")
	case strings.ContainsAny(text, "\n\t") || !strings.ContainsAny(text, `"\`):
		return quoted(text)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// yamlWord reports whether a plain text is something else than a string for a reader of YAML.
func yamlWord(text string) bool {
	switch strings.ToLower(text) {
	case "true", "false", "yes", "no", "on", "off", "y", "n", "null":
		return true
	}
	return false
}

// yamlValue is a value in JSON as YAML has it: a string without quotes, if it is a string without them.
func yamlValue(value string) string {
	var text string
	switch {
	case json.Unmarshal([]byte(value), &text) != nil || strings.Contains(text, "\n"):
		return value
	case text == "" || yamlWord(text) || otherYAML().MatchString(text) || strings.ContainsFunc(text, unicode.IsControl):
		return quoted(text)
	case markedYAML().MatchString(text):
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return text
}

var (
	// otherYAML matches texts that are numbers, times or others values without quotes, or look like these.
	otherYAML = lazily(`^([-+]?0x[0-9a-fA-F_]+|[-+]?(0[ob])?[0-9][0-9_]*(\.[0-9_]*)?([eE][-+]?[0-9]+)?|` +
		`[-+]?\.[0-9]+([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)|~|<<|` +
		`[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*)$`)
	// markedYAML matches texts with characters that have a meaning without quotes.
	markedYAML = lazily("^[-?:]( |$)|^[]#,[{}&*!|>'\"%@`]|^ | $|: |:$| #")
)
