package render

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// goName is the name of the field in Go.
func (f *Field) goName() string {
	return strings.TrimSuffix(f.Go[strings.LastIndexByte(f.Go, '.')+1:], "[*]")
}

// ofAbove are what the field is of, and what that is in, the innermost first.
func (f *Field) ofAbove() []*descriptor.Field {
	if f.Of == nil {
		return nil
	}
	all := []*descriptor.Field{f.Of}
	for path := f.Of.Path; strings.Contains(path, "."); {
		path = path[:strings.LastIndexByte(path, '.')]
		if above := f.kind.fields[strings.TrimRight(path, "[*]")]; above != nil {
			all = append(all, above)
		}
	}
	return all
}

// listType says how the lists of several files are combined; empty for what is replaced as a whole.
func (f *Field) listType() descriptor.ListType {
	if f.Of == nil || f.Type.Form != descriptor.List {
		return ""
	}
	return f.Of.Type.List
}

// mapKeys are the names of the fields that identify an element of a list that is merged as a map.
func (f *Field) mapKeys() []string {
	if f.listType() != descriptor.MapList {
		return nil
	}
	return f.Of.Type.Keys
}

// inAtomicList reports whether the field is in an element of a list that files replace as a whole.
func (f *Field) inAtomicList() bool {
	for above := f.Parent; above != nil; above = above.Parent {
		switch above.Type.Form {
		case descriptor.Map:
			return false
		case descriptor.List:
			return above.listType() == ""
		}
	}
	return false
}

// listed reports whether the field is in an element of a list or map.
func (f *Field) listed() bool {
	for above := f.Parent; above != nil; above = above.Parent {
		if above.elements() {
			return true
		}
	}
	return false
}

// elements reports whether the field is a list or a map.
func (f *Field) elements() bool {
	return f.Type.Form == descriptor.List || f.Type.Form == descriptor.Map
}

// reload says when a change takes effect; empty if that is not known.
func (f *Field) reload() descriptor.Reload {
	for _, of := range f.ofAbove() {
		if of.Reload != "" {
			return of.Reload
		}
	}
	return f.kind.unmarkedReload()
}

// FlagNames are the names of the flags that set the field, with dashes.
func (f *Field) FlagNames() []string {
	var names []string
	for _, flag := range f.flags() {
		names = append(names, "--"+flag.Name)
	}
	return names
}

func (f *Field) flags() []*descriptor.Flag {
	if f.Of == nil {
		return nil
	}
	return f.kind.flags[f.Of.Path]
}

// gates returns the names of the feature gates that must be enabled, the gates of the outermost field first.
func (f *Field) gates() []string {
	var names []string
	for _, of := range slices.Backward(f.ofAbove()) {
		for _, gate := range of.Gates {
			if !slices.Contains(names, gate) {
				names = append(names, gate)
			}
		}
	}
	return names
}

// systems returns the operating systems that have the field; nil for all.
func (f *Field) systems() []string {
	if f.Of == nil {
		return nil
	}
	return f.Of.OS
}

func (f *Field) secret() bool { return f.Secret || f.Of != nil && f.Of.Secret }

// Deprecated reports whether the field is deprecated: by its marker, or by its comment, as the convention of Go has
// it.
func (f *Field) Deprecated() bool {
	return f.deprecation() != "" || slices.ContainsFunc(strings.Split(f.comment(), "\n"), func(line string) bool {
		return strings.HasPrefix(strings.ToLower(strings.TrimSpace(line)), "deprecated:")
	})
}

// comment returns the comment of the field in the version or, without one there, in the type that the component works
// with.
func (f *Field) comment() string {
	if f.Doc == "" && f.Of != nil {
		return f.Of.Doc
	}
	return f.Doc
}

// help is the comment of the field.
func (f *Field) help() string { return flowing(f.comment()) }

// Documented are the comment of the field and the default that only its comment tells: in a last line that begins with
// Default, as comments in Kubernetes have it.
func (f *Field) Documented() (doc, value string) {
	doc = strings.TrimSpace(f.comment())
	last := strings.LastIndexByte(doc, '\n') + 1
	if label := "default:"; len(doc)-last > len(label) && strings.EqualFold(doc[last:last+len(label)], label) {
		value = strings.TrimSuffix(strings.TrimSpace(doc[last+len(label):]), ".")
		doc = strings.TrimSpace(doc[:last])
	}
	return flowing(doc), value
}

// flowing joins the lines of each paragraph. Lines that are indented, or items of a list, stay as they are.
func flowing(text string) string {
	if text == "" {
		return ""
	}
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
