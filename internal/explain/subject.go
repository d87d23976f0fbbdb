package explain

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/configapi"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/internal/terminal"
	"github.com/configgen/configgen/markers"
)

// Subject explains a flag, as --name, or a field, by its path in files or in Go. Shown is how a position is named. It
// reports false if no group has it; near is then the nearest name, or empty.
func Subject(
	name string, groups []*group.Group, shown func(token.Position) string,
) (text string, found bool, near string) {
	var b strings.Builder
	var names []string
	for _, g := range groups {
		described := configapi.Describe(g)
		s := subject{described, g, shown}
		if flag, ok := strings.CutPrefix(name, "--"); ok {
			names = append(names, s.flags()...)
			s.flag(&b, flag)
			s.gone(&b, "flag "+name)
			continue
		}
		names = append(names, s.paths()...)
		for _, key := range s.fields(name) {
			s.field(&b, key)
		}
		s.gone(&b, "field "+name)
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
	configapi.Described
	group *group.Group
	shown func(token.Position) string
}

// elements matches what selects elements of a list or map.
var elements = regexp.MustCompile(`\[[^\]]*\]`)

// plain is a path without elements.
func plain(path string) string { return elements.ReplaceAllString(path, "") }

// place is where an object is declared, as the end of a sentence.
func (s subject) place(key configapi.Key) string {
	at := s.Places[key]
	if !at.Position.IsValid() {
		return ""
	}
	return ", declared at " + s.shown(at.Position)
}

// flags are the names of all flags, with dashes.
func (s subject) flags() []string {
	var names []string
	for _, object := range s.Snapshot {
		if object.Flag != "" {
			names = append(names, "--"+object.Flag)
		}
	}
	return names
}

// paths are the paths of all fields, in files and in Go.
func (s subject) paths() []string {
	var paths []string
	for _, object := range s.Snapshot {
		if object.Field != "" {
			paths = append(paths, plain(object.Field), plain(object.Facts["go"]))
		}
	}
	return paths
}

// subjectOf is a field of a kind, as configapi identifies it in each version.
type subjectOf struct{ kind, goPath string }

// fields are the fields with a path in files or in Go, which may begin with the kind, in any version.
func (s subject) fields(name string) []subjectOf {
	wanted := plain(name)
	var found []subjectOf
	add := func(kind, goPath string, paths ...string) {
		matches := slices.ContainsFunc(paths, func(path string) bool {
			return path != "" && (plain(path) == wanted || kind+"."+plain(path) == wanted)
		})
		if of := (subjectOf{kind, goPath}); matches && !slices.Contains(found, of) {
			found = append(found, of)
		}
	}
	for _, object := range s.Snapshot {
		if object.Field != "" {
			add(object.Kind, object.Facts["go"], object.Field, object.Facts["go"])
		}
	}
	for _, root := range s.group.AllRoots() {
		root.Walk(func(field *group.Field) { add(root.Name, field.Path, field.Path) })
	}
	return found
}

// field explains a field in all versions, with its settings and flags.
func (s subject) field(b *strings.Builder, of subjectOf) {
	root, field := s.marked(of)
	fmt.Fprintf(b, "\n%s.%s\n", of.kind, of.goPath)
	doc := ""
	if field != nil {
		doc = field.Doc
	}
	var declared strings.Builder
	jsonPath := ""
	for _, object := range s.Snapshot {
		if object.Field == "" || object.Kind != of.kind || object.Facts["go"] != of.goPath {
			continue
		}
		doc, jsonPath = cmp.Or(doc, object.Facts["doc"]), object.Field
		fmt.Fprintf(&declared, "\n    %s in %s%s\n", object.Field, object.Version, s.place(object.Key))
		facts(&declared, object.Facts, "doc", "go", "go type")
	}
	b.WriteString(terminal.Indent(doc, "    ") + declared.String())
	if field == nil {
		return
	}
	if s.group.Internal() || root.Version == nil {
		fmt.Fprintf(b, "\n    %s %s in Go, declared at %s\n", of.goPath, field.Type, s.shown(field.Position))
	}
	s.moves(b, field)
	for _, object := range s.Snapshot {
		if object.Kind == of.kind && object.Setting != "" && object.FlagsFrom == "" &&
			(object.Setting == field.JSONPath || object.Setting == field.Path) {
			b.WriteString("\n    In every version\n")
			facts(b, object.Facts, "moved")
		}
	}
	for _, flag := range field.Flags {
		key := configapi.Key{Flag: flag.Name}
		fmt.Fprintf(b, "\n    --%s%s\n", flag.Name, s.place(key))
		facts(b, s.factsOf(key), "sets")
	}
	for _, from := range field.Delegations {
		fmt.Fprintf(b, "\n    Flags of %s, declared at %s\n", from.Func.Name, s.shown(from.Position))
	}
	for _, e := range field.Exceptions {
		fmt.Fprintf(b, "\n    An exception from %s: %s\n", e.Rule, e.Reason)
	}
	s.findings(b, of, field)
	s.changes(b, root, field, jsonPath)
}

// moves says where a field is in other versions.
func (s subject) moves(b *strings.Builder, field *group.Field) {
	for _, m := range field.Markers.Named("moved") {
		if moved, ok := m.Value.(*markers.Moved); ok {
			fmt.Fprintf(b, "        %s in %s, see configgen explain %s\n", moved.From, moved.In, moved.From)
		}
	}
}

// marked is a field of the marked types with its root; the field is nil if these do not have it.
func (s subject) marked(of subjectOf) (*group.Root, *group.Field) {
	for _, root := range s.group.AllRoots() {
		if root.Name != of.kind {
			continue
		}
		var found *group.Field
		root.Walk(func(field *group.Field) {
			if field.Path == of.goPath {
				found = field
			}
		})
		if found != nil {
			return root, found
		}
	}
	return nil, nil
}

// factsOf are the facts about an object.
func (s subject) factsOf(key configapi.Key) map[string]string {
	for _, object := range s.Snapshot {
		if object.Key == key {
			return object.Facts
		}
	}
	return nil
}

// facts prints facts, a line each, without those that are said elsewhere.
func facts(b *strings.Builder, all map[string]string, without ...string) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if slices.Contains(without, name) || all[name] == "" {
			continue
		}
		value := all[name]
		if value == "true" {
			fmt.Fprintf(b, "        %s\n", name)
			continue
		}
		b.WriteString(terminal.Flow(name+": "+value, "        ", "          "))
	}
}

// findings adds what lint says of a field and of its flags.
func (s subject) findings(b *strings.Builder, of subjectOf, field *group.Field) {
	places := []token.Position{field.Position}
	for _, flag := range field.Flags {
		places = append(places, flag.Position)
	}
	for _, object := range s.Snapshot {
		if object.Field != "" && object.Kind == of.kind && object.Facts["go"] == of.goPath {
			places = append(places, s.Places[object.Key].Position)
		}
	}
	for _, d := range lint.Run([]*group.Group{s.group}, rules.All(), lint.Choice{}) {
		if slices.Contains(places, d.Position) {
			b.WriteString("\n" + terminal.Flow(d.Text()+" ("+d.Code+")", "    lint: ", "        "))
		}
	}
}

// flag explains a flag with what it sets.
func (s subject) flag(b *strings.Builder, name string) {
	key := configapi.Key{Flag: name}
	known := s.factsOf(key)
	if known == nil {
		s.delegated(b, name)
		return
	}
	fmt.Fprintf(b, "\n--%s%s\n", name, s.place(key))
	facts(b, known)
	if known["ignored"] != "" {
		b.WriteString("\n    It is accepted and has no effect.\n")
	}
	for _, root := range s.group.AllRoots() {
		root.Walk(func(field *group.Field) {
			if slices.ContainsFunc(field.Flags, func(flag *group.Flag) bool { return flag.Name == name }) {
				fmt.Fprintf(b, "\n    It sets %s.%s, declared at %s; see configgen explain %s.\n", root.Name, field.Path,
					s.shown(field.Position), cmp.Or(field.JSONPath, field.Path))
			}
		})
	}
	s.flagChanges(b, name)
}

// gone explains what has been removed, by the name of its tombstone.
func (s subject) gone(b *strings.Builder, what string) {
	for _, object := range s.Snapshot {
		if object.Tombstone == what || strings.HasPrefix(object.Tombstone, what+" of ") {
			fmt.Fprintf(b, "\nThe %s has been removed%s\n", object.Tombstone, s.place(object.Key))
			facts(b, object.Facts)
		}
	}
}

// delegated says which functions register flags that are not known here.
func (s subject) delegated(b *strings.Builder, name string) {
	for _, root := range s.group.AllRoots() {
		root.Walk(func(field *group.Field) {
			for _, flag := range field.ThirdPartyFlags {
				if flag.Name == name {
					fmt.Fprintf(b, "\n--%s of %s.%s gets the value of %s.%s, declared at %s\n", name, flag.From.Package,
						flag.From.Name, root.Name, field.Path, s.shown(flag.Position))
				}
			}
		})
	}
}
