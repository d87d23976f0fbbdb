// Package write makes the files of a group whose fields are the flags of a component. Nothing here writes to the disk.
package write

import (
	"bytes"
	"fmt"
	"go/format"
	"path"
	"slices"
	"strings"
	"text/template"

	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/fromflags/table"
	"github.com/configgen/configgen/internal/fromflags/value"
	"github.com/configgen/configgen/internal/scaffold"
	"github.com/configgen/configgen/templates"
)

// Group is what the files are made of.
type Group struct {
	scaffold.Component
	// Set is the kind of what holds the flags: flag, pflag or cobra.
	Set string
	// Flag is the name of the flag that names configuration files; empty for config.
	Flag string
	// Rows are the flags with a field.
	Rows []table.Row
}

// view is what the templates get.
type view struct {
	Group
	Structs  []*structure
	Defaults []setting
	values   map[string]any // the defaults by the paths of fields
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

// setting is a default.
type setting struct{ Path, Value string }

// Files are the files of the group before configgen generates. The error is a mistake in the templates.
func (g Group) Files() ([]scaffold.File, error) {
	v := &view{Group: g, values: map[string]any{}}
	v.add(&structure{Name: g.Kind, Doc: "configures " + g.Name, Root: true}, "", "", g.Rows)
	files, err := g.GroupFiles()
	if err != nil {
		return nil, err
	}
	for _, made := range []struct{ template, path string }{
		{"types.go", path.Join(g.VersionPath(), "types.go")}, {"defaults.go", path.Join(g.VersionPath(), "defaults.go")},
		{"commandline.go", path.Join(g.Path, "options", "commandline.go")},
	} {
		content, err := v.render(made.template)
		if err != nil {
			return nil, fmt.Errorf("template flags/%s: %w", made.template, err)
		}
		files = append(files, scaffold.File{Path: made.path, Content: content})
	}
	after, err := value.File(g.Component.Group+"/"+g.Version, g.Kind, v.values)
	name := path.Join(g.Path, "scheme/testdata", g.Kind, "after", g.Version+".yaml")
	return append(files, scaffold.File{Path: name, Content: after}), err
}

func (v *view) render(name string) ([]byte, error) {
	text, err := templates.Files.ReadFile("flags/" + name + ".tmpl")
	if err != nil {
		return nil, err
	}
	parsed, err := template.New(name).Parse(string(text))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := parsed.Execute(&b, v); err != nil {
		return nil, err
	}
	return format.Source(b.Bytes())
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

// Parameter is the type of what holds the flags.
func (v *view) Parameter() string {
	return map[string]string{"flag": "*flag.FlagSet", "pflag": "*pflag.FlagSet", "cobra": "*cobra.Command"}[v.Set]
}

// ConfigFlag is the argument of WithConfigFile.
func (v *view) ConfigFlag() string {
	if v.Flag == "" {
		return ""
	}
	return fmt.Sprintf("%q", v.Flag)
}

// add adds a struct and those in it. json and golang are the paths of the struct, with a dot at the end if there are
// any.
func (v *view) add(s *structure, json, golang string, rows []table.Row) {
	v.Structs = append(v.Structs, s)
	for _, row := range rows {
		name, _, nested := strings.Cut(strings.TrimPrefix(row.Field, json), ".")
		m := member{Name: exported(name), JSON: name, Omit: "omitempty"}
		if nested {
			inside := slices.DeleteFunc(slices.Clone(rows), func(r table.Row) bool {
				return !strings.HasPrefix(r.Field, json+name+".")
			})
			if inside[0].Field != row.Field {
				continue // with the first of them
			}
			m.Type, m.Omit = strings.ReplaceAll(golang, ".", "")+m.Name+"Configuration", "omitzero"
			if m.Type == v.Kind {
				m.Type = m.Name + "Flags"
			}
			m.Comment = []string{name + " are the flags of this part of the component.", "+optional"}
			of := &structure{Name: m.Type, Doc: "has the flags of " + name}
			v.add(of, json+name+".", golang+m.Name+".", inside)
		} else {
			m.Type, m.Comment = value.GoType(row.Type), v.comment(name, row)
			set, source := value.Default(row.Type, row.Flag.Text)
			if row.Flag.Varies || row.Own() && row.Each { // the text of a list of its own can be anything
				set, source = nil, ""
			}
			if set != nil {
				v.Defaults = append(v.Defaults, setting{golang + m.Name, source})
				v.values[row.Field] = set
			}
			if strings.Contains(m.Type, ".") || strings.Contains(source, "ptr.") {
				m.Type = "*" + m.Type
			}
		}
		s.Fields = append(s.Fields, m)
	}
}

// exported is the Go name of a JSON name.
func exported(name string) string { return flagtext.GoName(strings.Join(flagtext.Words(name), "-")) }

// comment is the doc comment of a field, with its markers.
func (v *view) comment(json string, row table.Row) []string {
	usage := strings.TrimSpace(row.Flag.Usage)
	if usage == "" {
		usage = "the value of the flag --" + row.Flag.Name
	}
	var lines []string
	line := json + ":"
	for _, word := range strings.Fields(usage) {
		if len(line)+len(word) > 110 && !strings.HasPrefix(word, "+") {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	lines = append(lines, line)
	if row.Flag.Deprecated != "" {
		lines = append(lines, "The flag is deprecated: "+strings.Join(strings.Fields(row.Flag.Deprecated), " "))
	}
	lines = append(lines, "+optional")
	if row.Each {
		lines = append(lines, "+flag(type: stringArray)="+row.Flag.Name)
	} else {
		lines = append(lines, "+flag="+row.Flag.Name)
	}
	if row.Type == "map[string]bool" {
		lines = append(lines, "+precedence=merge")
	}
	if row.Type == "ip" {
		lines = append(lines, "+format=ip")
	}
	allow := func(rule, reason string) {
		lines = append(lines, fmt.Sprintf("+configgen:allow(rule: %s, reason: %q)", rule, reason))
	}
	switch {
	case row.Path():
		lines = append(lines, "+path")
	case row.PathName():
		lines = append(lines, "+path=false")
	case row.Secret():
		lines = append(lines, "+secret")
		allow("secret-flag", "The component has the flag --"+row.Flag.Name+".")
		if slices.ContainsFunc(v.Rows, func(r table.Row) bool {
			return r.Path() && (r.Field == row.Field+"File" || r.Field == row.Field+"Path")
		}) {
			allow("secret-unpaired", "The component reads the file itself.")
		}
	case row.SecretName():
		lines = append(lines, "+secret=false")
	}
	return lines
}
