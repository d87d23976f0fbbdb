package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// Generator writes the reference documentation of a group.
var Generator = generators.Generator{Name: "docs", Run: run}

func run(g *group.Group) ([]generators.File, []diag.Diagnostic) {
	if g.DocsPackage.Path == "" || len(g.Roots) == 0 {
		return nil, nil
	}
	var files []generators.File
	add := func(name string, content []byte) {
		files = append(files, generators.File{Dir: g.DocsPackage.Dir, Name: name, Content: content})
	}
	all := documents(g)
	for _, d := range all {
		add(d.fileName("md"), d.reference())
		add(d.fileName("schema.json"), d.schema())
		add(d.fileName("sample.yaml"), d.sample())
		if d.served() {
			add(d.resourceFile(), d.resource())
		}
	}
	if rows := flagRows(g, all); len(rows) > 0 {
		add(flagsFile, flagsPage(g, rows))
	}
	add(pageFile, page(g, all))
	if g.Loader { // other loaders merge as they like
		add(mergingFile, mergingPage(g, all))
		add(layersFile, layersPicture(g))
	}
	add(embedFile, embedding(g, all))
	return files, emit.Collisions(g.DocsPackage, []string{"Files"})
}

// embedFile makes the directory a package.
const embedFile = "zz_generated.docs.go"

// embedding is the source of the package.
func embedding(g *group.Group, all []*document) []byte {
	also, patterns := "", "*.schema.json *.sample.yaml"
	if slices.ContainsFunc(all, (*document).served) {
		also, patterns = ", and the definitions of custom resources, <kind>.crd.yaml", patterns+" *.crd.yaml"
	}
	return fmt.Appendf(nil, `%s

// Package %s has the documentation of the configuration that the component itself can show.
package %[2]s

import "embed"

// Files are the JSON Schema, <kind>.<version>.schema.json, and the commented sample, <kind>.<version>.sample.yaml, of
// each kind and version in lower case%s.
//
//go:embed %s
var Files embed.FS
`, generators.Header, g.DocsPackage.Name, also, patterns)
}

// document is a root in one version.
type document struct {
	group    *group.Group
	root     *group.Root
	external *group.External
	// version is the name of the version.
	version string
	fields  []*entry
	// others are the root in the other versions.
	others []*document
}

// entry is a field of a version in its place, with what applies to the configuration as a whole.
type entry struct {
	*group.Field
	// of is the field of the marked types with the same path; nil if there is none.
	of *group.Field
	// rules are the constraints of the value.
	rules *rules
	// zeros reports that a zero is a value, not a field that is not set.
	zeros  bool
	parent *entry
	fields []*entry
}

// documents are the roots of a group in each of their versions.
func documents(g *group.Group) []*document {
	var found []*document
	for _, root := range g.Roots {
		fields, constraints := map[string]*group.Field{}, collect(root)
		root.Walk(func(field *group.Field) { fields[field.Path] = field })
		for _, external := range root.External {
			d := &document{group: g, root: root, external: external}
			for _, version := range g.Versions {
				if version.Package.Path == external.Version {
					d.version = version.NameFor(root)
				}
			}
			d.fields = entries(external.Fields, nil, func(field *group.Field) (*group.Field, *rules) {
				of := fields[field.Path]
				if of == nil || !sameKind(of.Type, field.Type) {
					return of, &rules{}
				}
				return of, constraints[of]
			})
			d.walk(func(e *entry) { e.zeros = root.ZerosKept })
			found = append(found, d)
		}
	}
	for _, d := range found {
		for _, other := range found {
			if other.root == d.root && other != d {
				d.others = append(d.others, other)
			}
		}
	}
	return found
}

// entries are the fields as a file has them: those of an embedded struct are among the others.
func entries(fields []*group.Field, parent *entry, look func(*group.Field) (*group.Field, *rules)) []*entry {
	var found []*entry
	for _, field := range fields {
		if field.JSONName == "" {
			found = append(found, entries(field.Fields, parent, look)...)
			continue
		}
		e := &entry{Field: field, parent: parent}
		e.of, e.rules = look(field)
		e.fields = entries(field.Fields, e, look)
		found = append(found, e)
	}
	return found
}

// sameKind reports whether constraints of a type of the configuration apply to a type of a version.
func sameKind(a, b *group.Type) bool {
	a, b = a.Deref(), b.Deref()
	if a.Leaf || b.Leaf {
		return formOf(a) == formOf(b)
	}
	if a.Kind != b.Kind {
		return false
	}
	return a.Elem == nil || b.Elem == nil || sameKind(a.Elem, b.Elem)
}

// fileName is the name of a file about a root in one version.
func (d *document) fileName(suffix string) string {
	return strings.ToLower(d.root.Name) + "." + d.version + "." + suffix
}

// header is the apiVersion of the files; empty if they have none.
func (d *document) header() string {
	if d.root.Plain {
		return ""
	}
	if d.group.Name == "" {
		return d.version
	}
	return d.group.Name + "/" + d.version
}

// inAtomicList reports whether the field is in an element of a list that files replace as a whole.
func (e *entry) inAtomicList() bool {
	for above := e.parent; above != nil; above = above.parent {
		switch above.Type.Deref().Kind {
		case "map":
			return false
		case "slice":
			return above.mergedAs() == "atomic"
		}
	}
	return false
}

// flags are the names of the flags that set the field, with dashes.
func (e *entry) flags() []string {
	var names []string
	if e.of != nil {
		for _, flag := range e.of.Flags {
			names = append(names, "--"+flag.Name)
		}
	}
	return names
}

// gates are the names of the feature gates that must be on.
func (e *entry) gates() []string {
	var names []string
	if e.of != nil {
		for _, gate := range e.of.AllGates() {
			names = append(names, gate.Name)
		}
	}
	return names
}

// secret reports whether the value is a secret.
func (e *entry) secret() bool { return e.Secret || e.of != nil && e.of.Secret }

// deprecated reports whether the field is deprecated: by its marker, or by its comment, as the convention of Go has it.
func (e *entry) deprecated() bool {
	return deprecationText(e) != "" || slices.ContainsFunc(strings.Split(e.Doc, "\n"), func(line string) bool {
		return strings.HasPrefix(strings.ToLower(strings.TrimSpace(line)), "deprecated:")
	})
}
