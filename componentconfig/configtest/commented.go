package configtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Commented writes an object, such as one that randfill has filled, as the text of a file that a person could have
// written: in lines, braces or JSON, with comments, blank lines, quotes, block scalars and anchors, in random order. It
// leaves out about a third of the fields, but not those with the JSON names in keep. A seed always gives the same text.
func Commented(t testing.TB, seed int64, object any, keep ...string) string {
	t.Helper()
	data, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.UseNumber()
	fields := map[string]any{}
	if err := decoder.Decode(&fields); err != nil {
		t.Fatalf("%T is not an object: %v", object, err)
	}
	w := &writer{Rand: rand.New(rand.NewSource(seed)), keep: append(slices.Clip(keep), "apiVersion", "kind")}
	w.thin(fields)
	return w.file(fields)
}

// writer writes a file. Its random decisions depend on the seed alone.
type writer struct {
	*rand.Rand
	keep              []string
	out               strings.Builder
	comments, anchors int
}

// thin removes fields of an object.
func (w *writer) thin(object map[string]any) {
	for _, key := range w.shuffled(object) {
		inner, isObject := object[key].(map[string]any)
		switch {
		case slices.Contains(w.keep, key):
		case object[key] == nil || w.Intn(3) == 0:
			delete(object, key)
		case isObject:
			w.thin(inner)
		}
	}
}

func (w *writer) shuffled(object map[string]any) []string {
	keys := slices.Sorted(maps.Keys(object))
	w.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return keys
}

// file writes the whole file.
func (w *writer) file(object map[string]any) string {
	switch w.Intn(8) {
	case 0:
		return w.flow(object)
	case 1:
		return w.json(object, "\n", strings.Repeat(" ", 1+w.Intn(4))) + "\n"
	}
	switch w.Intn(4) {
	case 0:
		w.out.WriteString(w.comment("") + "\n---\n")
	case 1:
		w.out.WriteString(w.comment("") + "\n\n")
	}
	w.block(object, 0)
	text := w.out.String()
	switch w.Intn(6) {
	case 0:
		text += w.comment("") + "\n"
	case 1:
		text = strings.TrimSuffix(text, "\n")
	}
	if w.Intn(5) == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// comment returns a comment that no other one is a part of.
func (w *writer) comment(lead string) string {
	w.comments++
	between := " "
	if w.Intn(4) == 0 {
		between = "\t"
	}
	return fmt.Sprintf("%s#%scomment %d:%s{a: 'b'}", lead, between, w.comments, between)
}

// trail is what can follow a value in its line.
func (w *writer) trail() string {
	if w.Intn(4) == 0 {
		return w.comment(strings.Repeat(" ", 1+w.Intn(3)))
	}
	return ""
}

// block writes the entries of an object in lines. The first one may follow a dash.
func (w *writer) block(object map[string]any, indent int) {
	pad := strings.Repeat(" ", indent)
	for i, key := range w.shuffled(object) {
		dash := strings.HasSuffix(w.out.String(), "- ")
		if !dash {
			w.above(pad, i)
			w.out.WriteString(pad)
		}
		w.out.WriteString(w.key(key) + ":")
		w.value(object[key], indent)
	}
}

// above writes what can be above an entry or an item.
func (w *writer) above(pad string, index int) {
	if index > 0 && w.Intn(5) == 0 {
		w.out.WriteString("\n")
	}
	for range w.Intn(8) / 5 {
		w.out.WriteString(w.comment(pad) + "\n")
	}
}

func (w *writer) key(key string) string {
	if w.Intn(12) == 0 || !simple.MatchString(key) {
		return strconv.Quote(key)
	}
	return key
}

// value writes the value of an entry whose key has an indentation.
func (w *writer) value(value any, indent int) {
	anchor := ""
	if w.Intn(6) == 0 {
		w.anchors++
		anchor = " &a" + strconv.Itoa(w.anchors)
	}
	inner, isObject := value.(map[string]any)
	list, isList := value.([]any)
	text, isText := value.(string)
	switch {
	case isObject && len(inner) > 0 && w.Intn(4) > 0:
		w.out.WriteString(anchor + w.trail() + "\n")
		w.block(inner, indent+2+2*w.Intn(2))
	case isObject && len(inner) > 0 && w.Intn(3) == 0:
		pad := "\n" + strings.Repeat(" ", indent+2)
		w.out.WriteString(anchor + " " + w.json(inner, pad, "  ") + "\n")
	case isList && len(list) > 0 && w.Intn(2) > 0:
		w.out.WriteString(anchor + w.trail() + "\n")
		w.items(list, indent+2*w.Intn(2))
	case isText && lines.MatchString(text) && w.Intn(8) == 0:
		style := []string{"|-", ">-"}[w.Intn(2)]
		w.out.WriteString(anchor + " " + style + w.trail() + "\n" + strings.Repeat(" ", indent+2) + text + "\n")
	default:
		w.out.WriteString(anchor + " " + w.flow(value) + w.trail() + "\n")
	}
}

// items writes the items of a list in lines.
func (w *writer) items(list []any, indent int) {
	pad := strings.Repeat(" ", indent)
	for i, item := range list {
		w.above(pad, i)
		w.out.WriteString(pad + "- ")
		if object, ok := item.(map[string]any); ok && len(object) > 0 && w.Intn(3) > 0 {
			w.block(object, indent+2)
			continue
		}
		w.out.WriteString(w.flow(item) + w.trail() + "\n")
	}
}

var (
	// simple matches a string that needs no quotes, unless it has a meaning.
	simple  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9./-]*$`)
	meaning = regexp.MustCompile(`^(?i:y|n|yes|no|on|off|true|false|null)$`)
	// lines matches a string that can be a line of its own.
	lines = regexp.MustCompile(`^[A-Za-z][ -~]*[!-~]$`)
)

// flow writes a value in one line.
func (w *writer) flow(value any) string {
	var parts []string
	switch value := value.(type) {
	case map[string]any:
		for _, key := range w.shuffled(value) {
			parts = append(parts, w.key(key)+": "+w.flow(value[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		for _, item := range value {
			parts = append(parts, w.flow(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		switch style := w.Intn(3); {
		case style == 0 && simple.MatchString(value) && !meaning.MatchString(value):
			return value
		case style == 1 && lines.MatchString(value) && !strings.Contains(value, "'"):
			return "'" + value + "'"
		}
	}
	return w.json(value, "", "")
}

// json writes a value as JSON: in one line, or in lines that newline ends and begins.
func (w *writer) json(value any, newline, indent string) string {
	text, err := json.Marshal(value)
	if newline != "" {
		text, err = json.MarshalIndent(value, newline[1:], indent)
	}
	if err != nil {
		panic(err) // It comes from JSON.
	}
	return string(text)
}
