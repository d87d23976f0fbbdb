package fromflags

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/configgen/configgen/internal/scaffold"
)

// view is the input of the templates, which the files of a group are made from.
type view struct {
	scaffold.Component
	// Set is the library of the set of flags: flag, pflag or cobra. ConfigFlag is the argument of WithConfigFile, and
	// After a file with the defaults.
	Set, ConfigFlag, After string
	Structs                []*structure
	Defaults               []setting
	Flagged                []string // the Go paths of the fields of a manager that have flags
	rows                   []*Row
	values                 map[string]any // the defaults by the paths of fields
}

// structure is a struct type.
type structure struct {
	Name, Doc string
	Root      bool
	Fields    []member
}

// member is a field of a struct.
type member struct {
	Name, Type, JSON, Omit string
	Comment                []string
}

// setting is a default. Zero is the value of a field without one.
type setting struct{ Path, Value, Zero string }

// groupFiles returns the files of a group before configgen generates. flag is the name of the flag that names
// configuration files; empty for config. The error is a mistake in the templates.
func groupFiles(of scaffold.Component, set, flag string, rows []*Row) ([]scaffold.File, error) {
	v := &view{Component: of, Set: set, rows: rows, values: map[string]any{}}
	if flag != "" {
		v.ConfigFlag = fmt.Sprintf("%q", flag)
	}
	root := &structure{Name: of.Kind, Doc: "configures " + of.Name, Root: true}
	if of.Manager {
		rows = v.embed(root, rows)
	}
	v.add(root, "", "", rows)
	after, err := fileOf(of.Group+"/"+of.Version, of.Kind, v.values)
	if err != nil {
		return nil, err
	}
	v.After = string(after)
	return of.GroupFiles(v)
}

// Uses reports whether a default has a text.
func (v *view) Uses(text string) bool {
	return slices.ContainsFunc(v.Defaults, func(s setting) bool { return strings.Contains(s.Value, text) })
}

// Has reports whether a field has a type.
func (v *view) Has(name string) bool {
	return slices.ContainsFunc(v.Structs, func(s *structure) bool {
		return slices.ContainsFunc(s.Fields, func(m member) bool { return strings.TrimPrefix(m.Type, "*") == name })
	})
}

// add adds a struct and the structs in it. json and golang are the paths of the struct, with a dot at the end if there
// are any.
func (v *view) add(s *structure, json, golang string, rows []*Row) {
	v.Structs = append(v.Structs, s)
	for _, row := range rows {
		name, _, nested := strings.Cut(strings.TrimPrefix(row.Field, json), ".")
		m := member{Name: goName(name), JSON: name, Omit: "omitempty"}
		if nested {
			inside := slices.DeleteFunc(slices.Clone(rows), func(r *Row) bool {
				return !strings.HasPrefix(r.Field, json+name+".")
			})
			if inside[0] != row {
				continue // with the first of them
			}
			words := strings.ReplaceAll(golang, ".", "") + m.Name
			m.Type, m.Omit = words+"Configuration", "omitzero"
			if slices.ContainsFunc(v.Structs, func(s *structure) bool { return s.Name == m.Type }) {
				m.Type = words + "Flags" // The root, or the struct of a.bC for aB.c, has the name.
			}
			m.Comment = []string{name + " are the flags of this part of the component.", "+optional"}
			v.add(&structure{Name: m.Type, Doc: "has the flags of " + name}, json+name+".", golang+m.Name+".", inside)
		} else {
			m.Type, m.Comment = fieldTypes[row.Type].golang, v.comment(name, row)
			value, source := initial(row.Type, row.Text)
			// The text of a list of its own can be anything, and an empty one can be no value, which no text gives.
			unknown := row.Varies || row.Opaque || row.own() && (row.Each || row.Text == "")
			if unknown {
				value, source = nil, ""
			}
			if value != nil {
				v.Defaults = append(v.Defaults, setting{golang + m.Name, source, "nil"})
				v.values[row.Field] = value
			}
			if strings.Contains(m.Type, ".") || strings.Contains(source, "ptr.") || unknown && !row.container() {
				m.Type = "*" + m.Type
			}
		}
		s.Fields = append(s.Fields, m)
	}
}

// oneLine returns a text in one line, and without characters that a comment in Go cannot have.
func oneLine(text string) string {
	separates := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }
	return strings.Join(strings.FieldsFunc(text, separates), " ")
}

// comment returns the doc comment of a field, with its markers.
func (v *view) comment(json string, row *Row) []string {
	var lines []string
	line := json + ":"
	for _, word := range strings.Fields(cmp.Or(oneLine(row.Usage), "the value of the flag --"+row.Name)) {
		if len(line)+len(word) > 110 && !strings.HasPrefix(word, "+") {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	lines = append(lines, line)
	if row.Deprecated != "" {
		lines = append(lines, "The flag is deprecated: "+oneLine(row.Deprecated))
	}
	unpaired := row.secret() && slices.ContainsFunc(v.rows, func(r *Row) bool {
		return r.path() && (r.Field == row.Field+"File" || r.Field == row.Field+"Path")
	})
	for _, marker := range []struct {
		applies bool
		text    string
	}{
		{true, "+optional"},
		{row.Each, "+flag(type: stringArray)=" + row.Name},
		{!row.Each, "+flag=" + row.Name},
		{row.Type == "map[string]bool", "+precedence=merge"},
		{row.Type == "ip", "+format=ip"},
		{strings.HasPrefix(row.Flag.Type, "uint") && strings.HasPrefix(row.Type, "int"), "+k8s:minimum=0"},
		{row.Type == "uint64", `+configgen:allow(rule: number-unsigned, reason: "The flag accepts all of these numbers.")`},
		{row.path(), "+path"},
		{row.pathName() && !row.path(), "+path=false"},
		{row.secret(), "+secret"},
		{row.secret(), fmt.Sprintf("+configgen:allow(rule: secret-flag, reason: %q)",
			"The component has the flag --"+row.Name+".")},
		{unpaired, `+configgen:allow(rule: secret-unpaired, reason: "The component reads the file itself.")`},
		{row.secretName() && !row.secret(), "+secret=false"},
	} {
		if marker.applies {
			lines = append(lines, marker.text)
		}
	}
	return lines
}
