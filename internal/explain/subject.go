package explain

import (
	"cmp"
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/internal/terminal"
)

// Subject explains a flag, as --name, a field, by its path in files or in Go, or an embedded struct, by its path in Go.
// Shown is how a position is named. It reports false if no group has it; near is then the nearest name, or empty.
func Subject(
	name string, groups []*group.Group, shown func(token.Position) string,
) (text string, found bool, near string) {
	var b strings.Builder
	var names []string
	for _, g := range groups {
		s := subject{g, shown}
		for i := range s.group.Descriptor.Kinds {
			kind := &s.group.Descriptor.Kinds[i]
			known := s.fieldsOf(kind)
			for _, flag := range kind.Flags {
				names = append(names, "--"+flag.Name)
				if "--"+flag.Name == name {
					s.flag(&b, kind, flag)
				}
			}
			for _, field := range known {
				names = append(names, field.plain...)
				if slices.Contains(field.plain, plain(name)) || slices.Contains(field.plain, kind.Name+"."+plain(name)) {
					s.field(&b, field)
				}
				s.passed(&b, field, name)
			}
		}
		for _, root := range g.AllRoots() {
			root.Walk(func(field *group.Field) {
				if path := plain(field.Path); field.Inlined() {
					names = append(names, path)
					if plain(name) == path || plain(name) == root.Name+"."+path {
						s.embedded(&b, root, field)
					}
				}
			})
		}
		s.gone(&b, name)
	}
	if b.Len() > 0 {
		return strings.TrimPrefix(b.String(), "\n"), true, ""
	}
	if nearest, distance := diag.Nearest(plain(name), names); distance >= 0 && distance <= 3 {
		near = nearest
	}
	return "", false, near
}

// subject is what is asked of one group.
type subject struct {
	group *group.Group
	shown func(token.Position) string
}

// field is a field of a kind, with its places in versions.
type field struct {
	kind *descriptor.Kind
	path string
	// of is nil if only versions have the field.
	of       *descriptor.Field
	versions []inVersion
	// plain are the paths in files and in Go, without elements.
	plain []string
}

// inVersion is a field as a version has it.
type inVersion struct {
	version string
	*render.Field
}

// fieldsOf are the fields of a kind.
func (s subject) fieldsOf(kind *descriptor.Kind) []*field {
	var all []*field
	byPath := map[string]*field{}
	at := func(path string) *field {
		if byPath[path] == nil {
			byPath[path] = &field{kind: kind, path: path, plain: []string{plain(path), kind.Name + "." + plain(path)}}
			all = append(all, byPath[path])
		}
		return byPath[path]
	}
	for i := range kind.Fields {
		at(kind.Fields[i].Path).of = &kind.Fields[i]
	}
	api := descriptor.Descriptor{Gates: s.group.Descriptor.Gates, Kinds: []descriptor.Kind{inFiles(*kind)}}
	for _, d := range render.Documents(&api) {
		d.Walk(func(f *render.Field) {
			of := at(cmp.Or(f.VersionField.Of, f.Go))
			of.versions = append(of.versions, inVersion{d.Version.Name, f})
			of.plain = append(of.plain, plain(f.Path), kind.Name+"."+plain(f.Path))
		})
	}
	return all
}

// inFiles is a kind with a version: one without a name for a struct of flags, which has its fields.
func inFiles(kind descriptor.Kind) descriptor.Kind {
	if len(kind.Versions) > 0 {
		return kind
	}
	var flags descriptor.Version
	for _, f := range kind.Fields {
		flags.Fields = append(flags.Fields, descriptor.VersionField{Path: f.Path, Go: f.Path, Type: f.Type, Doc: f.Doc})
	}
	kind.Versions = []descriptor.Version{flags}
	return kind
}

// elements matches what selects elements of a list or map.
var elements = regexp.MustCompile(`\[[^\]]*\]`)

// plain is a path without elements.
func plain(path string) string { return elements.ReplaceAllString(path, "") }

// place is where an object is declared, as the end of a sentence.
func (s subject) place(of descriptor.Identity) string {
	at := s.group.Places[of]
	if !at.Position.IsValid() {
		return ""
	}
	return ", declared at " + s.shown(at.Position)
}

// field explains a field in all versions, with its flags. Of a further version it says what differs from the first.
func (s subject) field(b *strings.Builder, f *field) {
	fmt.Fprintf(b, "\n%s.%s\n", f.kind.Name, f.path)
	if f.of != nil {
		b.WriteString(terminal.Indent(f.of.Doc, "    "))
	} else {
		b.WriteString(terminal.Indent(f.versions[0].Doc, "    "))
	}
	inGo := descriptor.Identity{Kind: f.kind.Name, Field: f.path}
	places := []token.Position{s.group.Places[inGo].Position}
	var known []render.Fact
	for _, v := range f.versions {
		if v.version != "" {
			of := descriptor.Identity{Kind: f.kind.Name, Version: v.version, Path: v.Path}
			fmt.Fprintf(b, "\n    %s in %s%s\n", v.Path, v.version, s.place(of))
			places = append(places, s.group.Places[of].Position)
		} else {
			b.WriteString("\n")
		}
		facts := v.Facts()
		for _, fact := range facts {
			if !slices.Contains(known, fact) {
				text := strings.ReplaceAll(fact.Name+": "+fact.Text, "`", "")
				b.WriteString(terminal.Flow(text, "        ", "          "))
			}
		}
		known = append(known, facts...)
	}
	if f.of == nil {
		return
	}
	if s.group.Internal() || len(f.kind.Versions) == 0 {
		fmt.Fprintf(b, "\n    %s %s in Go%s\n", f.path, f.of.GoType, s.place(inGo))
	}
	for _, flag := range f.kind.Flags {
		if flag.Sets == f.path {
			of := descriptor.Identity{Kind: f.kind.Name, Flag: flag.Name, Field: flag.Sets}
			fmt.Fprintf(b, "\n    --%s%s\n", flag.Name, s.place(of))
			places = append(places, s.group.Places[of].Position)
		}
	}
	for _, from := range f.kind.Registrations {
		if from.Field == f.path {
			of := descriptor.Identity{Kind: f.kind.Name, Func: from.Func, Field: from.Field}
			fmt.Fprintf(b, "\n    Flags of %s%s\n", from.Func, s.place(of))
		}
	}
	for _, root := range s.group.AllRoots() {
		root.Walk(func(marked *group.Field) {
			if root.Name != f.kind.Name || marked.Path != f.path {
				return
			}
			for _, at := range marked.WithInlined() {
				for _, e := range at.Exceptions { // a descriptor has those from rules of comparisons alone
					fmt.Fprintf(b, "\n    An exception from %s: %s\n", e.Rule, e.Reason)
				}
			}
		})
	}
	s.findings(b, places)
	s.changes(b, f)
}

// embedded explains a struct that files do not have, with the fields in it.
func (s subject) embedded(b *strings.Builder, root *group.Root, field *group.Field) {
	help := terminal.Indent(flagtext.Help(field.Name, field.Doc, nil), "    ")
	fmt.Fprintf(b, "\n%s.%s\n%s", root.Name, field.Path, help)
	fmt.Fprintf(b, "\n    %s %s in Go, declared at %s\n", field.Path, field.Type.Base().Name, s.shown(field.Position))
	b.WriteString("        It is embedded: files do not have it, and have its fields in its place:\n")
	for _, inner := range field.Fields {
		fmt.Fprintf(b, "            configgen explain %s\n", cmp.Or(inner.JSONPath, inner.Path))
	}
	s.findings(b, []token.Position{field.Position})
}

// findings adds what lint says of a field and of its flags, by their positions.
func (s subject) findings(b *strings.Builder, places []token.Position) {
	for _, d := range lint.Run([]*group.Group{s.group}, rules.All(), lint.Choice{}) {
		if slices.Contains(places, d.Position) {
			b.WriteString("\n" + terminal.Flow(d.Text()+" ("+d.Code+")", "    lint: ", "        "))
		}
	}
}

// flag explains a flag and the field that it sets.
func (s subject) flag(b *strings.Builder, kind *descriptor.Kind, flag descriptor.Flag) {
	fmt.Fprintf(b, "\n%s%s\n", strings.ReplaceAll(render.FlagName(&flag), "`", ""),
		s.place(descriptor.Identity{Kind: kind.Name, Flag: flag.Name, Field: flag.Sets}))
	b.WriteString(terminal.Indent(flag.Usage, "    "))
	notes := render.FlagNotes(&flag)
	if flag.UsageFrom != "" {
		notes = append(notes, "the help is that of "+flag.UsageFrom)
	}
	if len(flag.OS) > 0 {
		notes = append(notes, "on "+render.SystemsText(flag.OS))
	}
	for _, note := range notes {
		b.WriteString(terminal.Flow(strings.ReplaceAll(note, "`", ""), "        ", "          "))
	}
	if flag.Sets == "" {
		b.WriteString("\n    It is accepted and has no effect.\n")
	}
	for _, f := range kind.Fields {
		if f.Path == flag.Sets {
			fmt.Fprintf(b, "\n    It sets %s.%s%s; see configgen explain %s.\n", kind.Name, f.Path,
				s.place(descriptor.Identity{Kind: kind.Name, Field: f.Path}), cmp.Or(f.JSON, f.Path))
		}
	}
	s.flagChanges(b, flag.Name)
}

// gone explains what has been removed, by the name of its tombstone.
func (s subject) gone(b *strings.Builder, name string) {
	for _, stone := range s.group.Descriptor.Tombstones {
		what := "field " + stone.Of.Path
		switch {
		case stone.Of.Flag != "" && "--"+stone.Of.Flag == name:
			what = "flag " + name
		case stone.Of.Path == "" || stone.Of.Path != name:
			continue
		case stone.Of.Value != "":
			what = fmt.Sprintf("value %s=%s", name, stone.Of.Value)
		case stone.Of.Version != "":
			what += " of " + stone.Of.Version
		}
		fmt.Fprintf(b, "\nThe %s has been removed%s\n        removed: %s\n", what, s.place(stone.Of), stone.Removed)
		if stone.Use != "" {
			fmt.Fprintf(b, "        use: %s\n", stone.Use)
		}
	}
}

// passed explains a flag of a library that gets the value of a field.
func (s subject) passed(b *strings.Builder, f *field, name string) {
	if f.of == nil {
		return
	}
	for _, flag := range f.of.Libraries {
		if "--"+flag.Name == name {
			fmt.Fprintf(b, "\n%s of %s gets the value of %s.%s%s\n", name, flag.From, f.kind.Name, f.path,
				s.place(descriptor.Identity{Kind: f.kind.Name, Field: f.path}))
		}
	}
}
