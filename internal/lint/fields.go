package lint

import (
	"go/token"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

// Field is a field of a version, in its place below a root. The user edits its declaration.
type Field struct {
	*group.Field
	Group   *group.Group
	Root    *group.Root
	Version group.Version
	// Setting is the same field in the marked types, with the facts for the configuration as a whole. It is nil if the
	// marked types are other types and do not have the field.
	Setting *group.Field
}

// Found makes a finding at a place in the source, about a field; about a root or a group as a whole if the others are
// nil. The edits correct it, if that has no effect on configuration files and on other code.
func Found(
	pos, end token.Position, root *group.Root, field *group.Field, message, fix string, edits ...diag.Edit,
) []rule.Finding {
	found := diag.At(pos, end, "", message, fix).With(diag.Advice{Edits: edits, Safe: true})
	return []rule.Finding{{Diagnostic: found, Root: root, Of: field}}
}

// Found makes a finding about the field.
func (f Field) Found(message, fix string, edits ...diag.Edit) []rule.Finding {
	return Found(f.Position, f.End, f.Root, f.Field, message, fix, edits...)
}

// Fields returns the function of a rule from a function that checks each field of each version.
func Fields(run func(Field) []rule.Finding) func([]*group.Group) []rule.Finding {
	return rule.Each(func(g *group.Group) []rule.Finding {
		var findings []rule.Finding
		for _, root := range g.Roots {
			settings := map[string]*group.Field{}
			root.Walk(func(field *group.Field) { settings[field.Path] = field })
			for _, external := range root.External {
				version := versionOf(g, external.Version)
				external.Walk(func(field *group.Field) {
					if field.Own() && field.Position.IsValid() {
						findings = append(findings, run(Field{field, g, root, version, settings[field.Path]})...)
					}
				})
			}
		}
		return findings
	})
}

// Flag is a flag of a root or of a +flags struct.
type Flag struct {
	*group.Flag
	Group *group.Group
	Root  *group.Root
	// Field is the field that the flag sets; nil for an ignored flag.
	Field *group.Field
}

// Found makes a finding about the flag.
func (f Flag) Found(message, fix string) []rule.Finding {
	return Found(f.Position, f.End, f.Root, f.Field, message, fix)
}

// Flags returns the function of a rule from a function that checks each flag.
func Flags(run func(Flag) []rule.Finding) func([]*group.Group) []rule.Finding {
	return rule.Each(func(g *group.Group) []rule.Finding {
		var findings []rule.Finding
		for _, root := range g.AllRoots() {
			root.Walk(func(field *group.Field) {
				for _, flag := range field.Flags {
					findings = append(findings, run(Flag{flag, g, root, field})...)
				}
			})
			for _, flag := range root.Ignored {
				findings = append(findings, run(Flag{flag, g, root, nil})...)
			}
		}
		return findings
	})
}

// versionOf returns the version with a package.
func versionOf(g *group.Group, path string) group.Version {
	i := slices.IndexFunc(g.Versions, func(v group.Version) bool { return v.Package.Path == path })
	return g.Versions[max(i, 0)]
}

// Internal returns the function of a rule from a function that checks each field of the internal types.
func Internal(
	run func(g *group.Group, root *group.Root, field *group.Field) []rule.Finding,
) func([]*group.Group) []rule.Finding {
	marked := Marked(run)
	return func(groups []*group.Group) []rule.Finding {
		return marked(slices.DeleteFunc(slices.Clone(groups), func(g *group.Group) bool { return !g.Internal() }))
	}
}

// Marked returns the function of a rule from a function that checks each field of the marked types.
func Marked(
	run func(g *group.Group, root *group.Root, field *group.Field) []rule.Finding,
) func([]*group.Group) []rule.Finding {
	return rule.Each(func(g *group.Group) []rule.Finding {
		var findings []rule.Finding
		for _, root := range g.Roots {
			root.Walk(func(field *group.Field) {
				if field.Own() {
					findings = append(findings, run(g, root, field)...)
				}
			})
		}
		return findings
	})
}

// Tagged reports whether the struct tag of the field has a JSON key. A field of a version without one is a finding of
// generate.
func (f Field) Tagged() bool {
	_, tagged := reflect.StructTag(f.Tag).Lookup("json")
	return tagged
}

// Option reports whether the JSON key in the struct tag of a field has an option, such as omitempty.
func (f Field) Option(name string) bool {
	_, options, _ := strings.Cut(reflect.StructTag(f.Tag).Get("json"), ",")
	return slices.Contains(strings.Split(options, ","), name)
}

// AddOption adds an option to the JSON key in the struct tag of a field, if there is one. With in place of another
// option, that is replaced.
func (f Field) AddOption(name, inPlaceOf string) []diag.Edit {
	key := strings.Index(f.Tag, `json:"`)
	if key < 0 || !f.TagPosition.IsValid() {
		return nil
	}
	value := key + len(`json:"`)
	end := strings.IndexByte(f.Tag[value:], '"')
	if end < 0 {
		return nil
	}
	first := f.TagPosition.Offset + 1
	if at := strings.Index(f.Tag[value:value+end], ","+inPlaceOf); inPlaceOf != "" && at >= 0 {
		start := first + value + at + 1
		return []diag.Edit{{Filename: f.TagPosition.Filename, Start: start, End: start + len(inPlaceOf), New: name}}
	}
	at := first + value + end
	return []diag.Edit{{Filename: f.TagPosition.Filename, Start: at, End: at, New: "," + name}}
}

// AddMarker adds a line to the comment of a field. It does nothing if several fields share the comment.
func (f Field) AddMarker(text string) []diag.Edit {
	if !f.TagPosition.IsValid() {
		return nil
	}
	at := f.Position.Offset
	return []diag.Edit{{Filename: f.Position.Filename, Start: at, End: at, New: "// " + text + "\n\t"}}
}

// ReplaceMarker gives markers without arguments another name.
func (f Field) ReplaceMarker(name, by string) []diag.Edit {
	var edits []diag.Edit
	for _, m := range f.own() {
		if m.Text == "+"+name {
			start := m.Position.Offset + len("+")
			edits = append(edits,
				diag.Edit{Filename: m.Position.Filename, Start: start, End: start + len(name), New: by})
		}
	}
	return edits
}

// AddDoc adds text to a field without any, above its markers. It does nothing if several fields share the comment.
func (f Field) AddDoc(text string) []diag.Edit {
	if !f.TagPosition.IsValid() || text == "" {
		return nil
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\n\t// "), "// \n", "//\n")
	for _, m := range f.own() {
		if m.Position.Line < f.Position.Line { // the text after the slashes of the first marker
			at := m.Position.Offset
			return []diag.Edit{{Filename: m.Position.Filename, Start: at, End: at, New: text + "\n\t// "}}
		}
	}
	return f.AddMarker(text)
}

// own returns the markers of the comment of a field, in source order.
func (f Field) own() markers.Set { return f.Markers[:len(f.Markers)-f.Inherited] }

// Optional reports whether a marker says that a file may omit the field.
func (f Field) Optional() bool { return f.Marked.Optional }

// Required reports whether a marker says that a file must set the field.
func (f Field) Required() bool { return f.Marked.Required }

// Nilable reports whether the field is a list or map, whose zero value is nil.
func (f Field) Nilable() bool {
	return !f.Type.Leaf && (f.Type.Kind == "slice" || f.Type.Kind == "map")
}
