package docs

import (
	"strings"

	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/markers"
)

// mergedAs says how the values of several files are combined: replace for single values, merge for maps and structs,
// atomic, set or map for lists.
func (e *entry) mergedAs() string {
	switch base := e.Type.Deref(); {
	case base.Leaf:
		return "replace"
	case base.Kind == "struct" || base.Kind == "map":
		return "merge"
	case base.Kind != "slice" || base.Elem != nil && base.Elem.Kind == "uint8":
		return "replace"
	}
	if e.of != nil {
		if list, ok := markers.Get[markers.ListType](e.of.ListMarkers()); ok {
			return list.Kind
		}
	}
	return "atomic"
}

// mapKeys are the names of the fields that identify an element of a list that is merged as a map.
func (e *entry) mapKeys() []string {
	var keys []string
	if e.of != nil && e.mergedAs() == "map" {
		for _, key := range markers.All[markers.ListMapKey](e.of.ListMarkers()) {
			keys = append(keys, key.Name)
		}
	}
	return keys
}

// precedence says how a flag and the files are combined: replace, merge, file or prepend.
func (e *entry) precedence() string {
	if e.of != nil {
		if precedence, ok := markers.Get[markers.Precedence](e.of.Markers); ok {
			return precedence.Mode
		}
	}
	return "replace"
}

// reload is what it takes for a change to have an effect: hot, restart, reboot or immutable.
func (e *entry) reload() string {
	for field := e.of; field != nil; field = field.Parent {
		if reload, ok := markers.Get[markers.Reload](field.Markers); ok {
			return reload.Class
		}
	}
	return "restart"
}

// listed reports whether the field is in an element of a list or map.
func (e *entry) listed() bool {
	for above := e.parent; above != nil; above = above.parent {
		if above.Type.Elements() != "" {
			return true
		}
	}
	return false
}

// help is the comment of the field as help has it, without the name of the field.
func (e *entry) help() string { return flowing(flagtext.Help(e.Name, e.Doc, nil)) }

// documented are the help of a field, and the default that only its comment tells: in a last line that begins with
// Default, as comments in Kubernetes have it.
func documented(e *entry) (help, value string) {
	doc := strings.TrimSpace(e.Doc)
	last := strings.LastIndexByte(doc, '\n') + 1
	if label := "default:"; len(doc)-last > len(label) && strings.EqualFold(doc[last:last+len(label)], label) {
		value = strings.TrimSuffix(strings.TrimSpace(doc[last+len(label):]), ".")
		doc = strings.TrimSpace(doc[:last])
	}
	return flowing(flagtext.Help(e.Name, doc, nil)), value
}

// flowing joins the lines of each paragraph. Lines that are indented, or items of a list, stay as they are.
func flowing(text string) string {
	var out strings.Builder
	fresh := true
	for _, line := range strings.Split(text, "\n") {
		own := line != strings.TrimLeft(line, " \t") || strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ")
		switch {
		case line == "":
			fresh = true
			out.WriteByte('\n')
			continue
		case out.Len() > 0 && (own || fresh):
			out.WriteByte('\n')
		case out.Len() > 0:
			out.WriteByte(' ')
		}
		out.WriteString(line)
		fresh = own
	}
	return out.String()
}
