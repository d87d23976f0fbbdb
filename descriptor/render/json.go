package render

import (
	"encoding/json"
	"strings"
)

// object is a JSON object whose members keep their order, so that a schema lists fields as the source does. Numbers are
// written as they are: the limits of 64-bit integers do not fit into a float64, which the types of libraries for JSON
// Schema have for them.
type object []member

type member struct {
	key   string
	value any
}

// raw is JSON text.
type raw string

// set adds a member.
func (o *object) set(key string, value any) { *o = append(*o, member{key, value}) }

// with adds a member if its value is not empty.
func (o *object) with(key string, values []string) {
	if len(values) > 0 {
		o.set(key, values)
	}
}

// text writes a value with two blanks for each level.
func text(value any) string {
	var out strings.Builder
	write(&out, value, "\n")
	return out.String() + "\n"
}

func write(out *strings.Builder, value any, line string) {
	switch v := value.(type) {
	case object:
		if len(v) == 0 {
			out.WriteString("{}")
			return
		}
		out.WriteByte('{')
		for i, m := range v {
			if i > 0 {
				out.WriteByte(',')
			}
			out.WriteString(line + "  " + quoted(m.key) + ": ")
			write(out, m.value, line+"  ")
		}
		out.WriteString(line + "}")
	case []any:
		writeList(out, v, line)
	case []string:
		out.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				out.WriteString(", ")
			}
			out.WriteString(quoted(item))
		}
		out.WriteByte(']')
	case string:
		out.WriteString(quoted(v))
	case bool:
		out.WriteString(map[bool]string{true: "true", false: "false"}[v])
	case raw:
		out.WriteString(string(v))
	}
}

// writeList writes a list on one line: lists in a schema are short.
func writeList(out *strings.Builder, list []any, line string) {
	out.WriteByte('[')
	for i, item := range list {
		if i > 0 {
			out.WriteString(", ")
		}
		if inner, ok := item.(object); ok {
			out.WriteByte('{')
			for j, m := range inner {
				if j > 0 {
					out.WriteString(", ")
				}
				out.WriteString(quoted(m.key) + ": ")
				write(out, m.value, line)
			}
			out.WriteByte('}')
			continue
		}
		write(out, item, line)
	}
	out.WriteByte(']')
}

// quoted is a string in JSON, without the escapes that only HTML needs.
func quoted(s string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		panic("render: " + err.Error()) // cannot happen: every string is JSON
	}
	return strings.TrimSuffix(out.String(), "\n")
}
