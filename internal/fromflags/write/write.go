// Package write makes the files of a group whose fields are the flags of a component. Nothing here writes to the disk.
package write

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"path"
	"slices"
	"strings"
	"text/template"

	"go.yaml.in/yaml/v3"

	"github.com/configgen/configgen/internal/check"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/fromflags/table"
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
	text     string // of all types and defaults
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
	v := &view{Group: g}
	defaults := map[string]any{"apiVersion": g.Component.Group + "/" + g.Version, "kind": g.Kind}
	v.add(&structure{Name: g.Kind, Doc: "configures " + g.Name, Root: true}, "", "", g.Rows, defaults)
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
	var after bytes.Buffer
	encoder := yaml.NewEncoder(&after)
	encoder.SetIndent(2)
	if err := errors.Join(encoder.Encode(defaults), encoder.Close()); err != nil {
		return nil, err
	}
	name := path.Join(g.Path, "scheme/testdata", g.Kind, "after", g.Version+".yaml")
	return append(files, scaffold.File{Path: name, Content: after.Bytes()}), nil
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

// Uses reports whether a type or a default has a text.
func (v *view) Uses(text string) bool { return strings.Contains(v.text, text) }

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

// add adds a struct and those in it. JSON and Go are the paths of the struct, with a dot at the end if there are any.
func (v *view) add(s *structure, json, golang string, rows []table.Row, defaults map[string]any) {
	v.Structs = append(v.Structs, s)
	var below []string
	for _, row := range rows {
		rest := strings.TrimPrefix(row.Field, json)
		if name, _, found := strings.Cut(rest, "."); found {
			if !slices.Contains(below, name) {
				below = append(below, name)
				v.nested(s, json+name+".", golang, name, rows, defaults)
			}
			continue
		}
		name := exported(rest)
		value := literal(row)
		m := member{Name: name, Type: table.GoType(row.Type), JSON: rest, Omit: "omitempty"}
		m.Comment = comment(rest, name, row)
		if value.pointer || strings.Contains(m.Type, ".") {
			m.Type = "*" + m.Type
		}
		v.text += m.Type + "\n"
		if value.source != "" {
			v.text += value.source + "\n"
			v.Defaults = append(v.Defaults, setting{golang + name, value.source})
			defaults[rest] = value.json
		}
		s.Fields = append(s.Fields, m)
	}
}

// nested adds a field with a struct.
func (v *view) nested(s *structure, json, golang, name string, rows []table.Row, defaults map[string]any) {
	inside := slices.DeleteFunc(slices.Clone(rows), func(r table.Row) bool { return !strings.HasPrefix(r.Field, json) })
	field := exported(name)
	of := &structure{Name: strings.ReplaceAll(golang, ".", "") + field + "Configuration", Doc: "has the flags of " + name}
	if of.Name == v.Kind {
		of.Name = field + "Flags"
	}
	s.Fields = append(s.Fields, member{Name: field, Type: of.Name, JSON: name, Omit: "omitzero",
		Comment: []string{name + " are the flags of this part of the component.", "+optional"}})
	values := map[string]any{}
	v.add(of, json, golang+field+".", inside, values)
	if len(values) > 0 {
		defaults[name] = values
	}
}

// exported is the Go name of a JSON name.
func exported(name string) string { return flagtext.GoName(strings.Join(flagtext.Words(name), "-")) }

// comment is the doc comment of a field, with its markers.
func comment(json, name string, row table.Row) []string {
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
	if row.Type == "string" || row.Type == "[]string" {
		switch {
		case check.IsPathName(name):
			lines = append(lines, "+path")
		case check.IsSecretName(name):
			lines = append(lines, "+secret")
		}
	}
	return lines
}
