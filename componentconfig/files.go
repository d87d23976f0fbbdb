package componentconfig

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/schema"
	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
)

// document is one file of a root, checked against the type of its version.
type document struct {
	layers.File
	version string
	tree    *layers.Node
	// sound reports whether the tree fits the type.
	sound bool
}

// readDocument checks a file against the type of its version, and resolves the relative paths in it. unknown are the
// fields that the type does not have.
func readDocument(m *model, parsed layers.Document, f layers.File) (doc document, problems, unknown layers.Problems) {
	version, wrong := m.versionOf(parsed)
	if version == "" {
		return document{}, wrong, nil
	}
	if why := m.undeclared(version); why != "" {
		return document{}, append(wrong, layers.Problem{Pos: parsed.Root.Pos, Code: layers.Conversion, Message: why}), nil
	}
	gone := append(removedFields(m, version, parsed.Root), misplacedFields(m, version, parsed.Root)...)
	problems, unknown = m.types.Check(parsed.Root, m.types.Type(version), m.secretsOf(version))
	unknown = append(gone, unknown...)
	if len(problems) == 0 {
		wrong, strange := nestedMistakes(m, version, parsed.Root)
		problems, unknown = append(problems, wrong...), append(unknown, strange...)
	}
	for _, d := range m.rules(version).Duplicates(parsed.Root) {
		problems = append(problems, layers.About(d.Pos, layers.DuplicateItem, d.Path.String(), d.Text()))
	}
	problems = append(problems, m.nameless(version, parsed.Root)...)
	resolvePaths(parsed.Root, m.pathsOf(version), f.Dir)
	headed := parsed.APIVersion != "" && parsed.Kind != "" || m.header != layers.RequireHeader
	sound := len(problems) == 0 && headed && len(wrong) == 0
	return document{f, version, parsed.Root, sound}, append(wrong, problems...), unknown
}

// nameless reports items of lists that merge by one key, and that do not have the key: it is not known which item of a
// lower layer is meant. A key with a default may be absent.
func (m *model) nameless(version string, root *layers.Node) (problems layers.Problems) {
	for _, f := range m.fields {
		if f.Type.List != descriptor.MapList || len(f.Type.Keys) != 1 {
			continue
		}
		key := f.Type.Keys[0]
		for _, pattern := range m.types.PatternsOf(f.Path, version) {
			for _, item := range root.Find(pattern + "[]") {
				if item.Node.Kind != layers.Map || item.Node.Fields[key] != nil || m.hasDefault(version, item, key) {
					continue
				}
				list := m.shown(item.Path[:len(item.Path)-1], version)
				problems = append(problems, layers.About(item.Node.Pos, layers.Required,
					m.shown(item.Path.Field(key), version), "must be set: it says which item of "+list+" is meant"))
			}
		}
	}
	return problems
}

// hasDefault reports whether defaulting sets a field of an item of a list. It is found out by trial.
func (m *model) hasDefault(version string, item layers.Leaf, field string) bool {
	alone, at := layers.NewMap(), slices.Clone(item.Path)
	for i := range at {
		at[i].Index = 0
	}
	alone.Insert(at, item.Node.Clone())
	tree, err := defaulted(m, alone, version)
	if err != nil {
		return true // Another problem is reported.
	}
	found := tree.At(at.Field(field))
	return found.HasValue() && found.Text != ""
}

// removedFields returns the fields of a file that its version had once, and takes them from the tree.
func removedFields(m *model, version string, root *layers.Node) (problems layers.Problems) {
	for _, r := range m.removed {
		path, in := r.Of.Path, r.Of.Version
		if path == "" || r.Of.Value != "" || in != "" && in != version || m.types.Has(path, version) {
			continue
		}
		for _, found := range root.Find(path) {
			problems = append(problems, layers.About(found.Node.Origin(), layers.Removed, m.shown(found.Path, version),
				render.RemovalText(&r)))
			root.Remove(found.Path)
		}
	}
	return problems
}

// misplacedFields returns the fields of a file that are where another version has them, and takes them from the tree.
func misplacedFields(m *model, version string, root *layers.Node) (problems layers.Problems) {
	right := map[string][]string{} // by the wrong patterns
	for _, move := range m.types.Moves {
		for _, to := range schema.KeysOf(m.types, move.Field, m.newest()) {
			switch {
			case version == m.newest() && !m.types.Has(move.From, version):
				right[move.From] = append(right[move.From], to)
			case version == move.Version && !m.types.Has(to, version):
				right[to] = append(right[to], move.From)
			}
		}
	}
	for _, wrong := range slices.Sorted(maps.Keys(right)) {
		for _, found := range root.Find(wrong) {
			problems = append(problems, layers.About(found.Node.Origin(), layers.UnknownField, m.shown(found.Path, version),
				fmt.Sprintf("unknown field; in %s it is %s", version, strings.Join(right[wrong], " or "))))
			for path := found.Path; len(path) > 0; path = path[:len(path)-1] {
				root.Remove(path)
				if above := root.At(path[:len(path)-1]); above == nil || above.Kind != layers.Map || len(above.Fields) > 0 ||
					len(path) == 1 || m.types.Has(path[:len(path)-1].Pattern(), version) {
					break
				}
			}
		}
	}
	return problems
}

// warnOfEnded warns of deprecated fields in a file, and of fields without effect that a version still has and the
// component no longer has.
func warnOfEnded(c *candidate, doc document) {
	for _, r := range c.removed {
		if r.Of.Path == "" || r.Of.Value != "" || !c.types.Has(r.Of.Path, doc.version) || c.types.Has(r.Of.Path, c.newest()) {
			continue
		}
		for _, found := range doc.tree.Find(r.Of.Path) {
			c.warnings = append(c.warnings, layers.About(found.Node.Origin(), layers.Removed, c.shown(found.Path, doc.version),
				"has no effect: "+render.RemovalText(&r)))
		}
	}
	for _, f := range c.fields {
		if f.Deprecated == nil {
			continue
		}
		for _, pattern := range schema.KeysOf(c.types, f.Path, doc.version) {
			for _, found := range doc.tree.Find(pattern) {
				c.warnings = append(c.warnings, layers.About(found.Node.Origin(), layers.Deprecated,
					c.shown(found.Path, doc.version), render.AnnouncementText(f.Deprecated)))
			}
		}
	}
}

// nestedMistakes returns the mistakes in the objects that an object holds.
func nestedMistakes(m *model, version string, root *layers.Node) (problems, unknown layers.Problems) {
	obj, err := m.types.New(version)
	if err != nil || !schema.HoldsNested(obj) || m.types.Decode(root, obj) != nil {
		return nil, nil // This is reported after the merge.
	}
	nested := schema.DecodeNested(m.types, root, obj, m.secretsOf(version))
	m.nested.add(nested.Secrets)
	return nested.Problems, nested.Unknown
}

// versionOf returns the version of a file, and the mistake in its header. With a mistake, it is the version whose type
// the file is checked against so that all its mistakes are found, or "" if the file is of another kind. Parse has
// reported a header that is missing.
func (m *model) versionOf(doc layers.Document) (string, layers.Problems) {
	if version := m.types.VersionOf(doc.APIVersion, doc.Kind); version != "" {
		return version, nil
	}
	version := m.types.VersionOf(doc.APIVersion, m.kind)
	known := version != ""
	if !known {
		version = m.newest()
	}
	if m.types.Plain() {
		return version, nil // a header is two unknown fields
	}
	at := func(key, message string) layers.Problems {
		return layers.Problems{{Pos: doc.Root.Fields[key].Pos, Code: layers.BadHeader, Field: key,
			Message: key + ": " + message}}
	}
	if doc.Kind != "" && doc.Kind != m.kind {
		const typo = 3
		if schema.Distance(strings.ToLower(doc.Kind), strings.ToLower(m.kind), typo) > typo {
			version = ""
		}
		if !known && doc.APIVersion != "" {
			return version, at("kind", fmt.Sprintf("must be %s with the apiVersion %s, not %q with %q", m.kind,
				m.types.APIVersion(m.newest()), layers.Cut(doc.Kind), layers.Cut(doc.APIVersion)))
		}
		return version, at("kind", fmt.Sprintf("must be %s, not %q", m.kind, layers.Cut(doc.Kind)))
	}
	if doc.APIVersion == "" || known {
		return version, nil
	}
	for _, r := range m.removed {
		if r.Of.Path == "" && r.Of.Version != "" && doc.APIVersion == m.group+"/"+r.Of.Version {
			return version, at("apiVersion", r.Of.Version+" was "+render.RemovalText(&r))
		}
	}
	var names []string
	for _, v := range m.types.Versions() {
		names = append(names, m.types.APIVersion(v))
	}
	return version, at("apiVersion", fmt.Sprintf("must be %s, not %q", strings.Join(names, " or "),
		layers.Cut(doc.APIVersion)))
}

// merged are the files of a root as one tree.
type merged struct {
	// tree is nil without files.
	tree *layers.Node
	// version is the version of the lowest file, whose defaults apply. Everything is merged in it.
	version, file string
}

// merge lays the sound documents on each other, the lowest first. It returns a problem for each field that another
// version cannot express.
func merge(m *model, docs []document) (merged, layers.Problems) {
	out := merged{version: m.newest()}
	if len(docs) > 0 {
		out.version, out.file = docs[0].version, docs[0].Name
	}
	var problems layers.Problems
	for _, d := range docs {
		if !d.sound {
			continue
		}
		tree, blocked := m.types.Translate(d.tree, d.version, out.version)
		for _, x := range blocked {
			message := fmt.Sprintf(
				"cannot be converted from %s to %s (the version of %s) without loss; use one apiVersion in both files",
				m.types.APIVersion(d.version), m.types.APIVersion(out.version), out.file)
			problem := layers.Problem{Pos: x.Pos, Code: layers.Conversion, Message: message}
			if len(x.Path) > 0 { // Otherwise, it is the file as a whole.
				problem = layers.About(x.Pos, layers.Conversion, m.shown(x.Path, d.version), message)
			}
			problems = append(problems, problem)
		}
		out.tree = layers.Merge(out.tree, tree, m.rules(out.version))
	}
	if out.tree == nil {
		out.tree = layers.NewMap()
	}
	return out, problems
}

// defaulted returns a tree of a version with the defaults of the version.
func defaulted(m *model, tree *layers.Node, version string) (*layers.Node, error) {
	obj, err := decodeVersion(m, tree, version, m.types.Default)
	if err != nil {
		return nil, err
	}
	return m.types.Encode(reflect.ValueOf(obj))
}

// decodeVersion decodes a tree of a version and applies defaults to the object and to those in it.
func decodeVersion(m *model, tree *layers.Node, version string, setDefaults func(any)) (any, error) {
	obj, err := m.types.New(version)
	if err != nil {
		return nil, err
	}
	if err := m.types.Decode(tree, obj); err != nil {
		return nil, err
	}
	nested := schema.DecodeNested(m.types, tree, obj, m.secretsOf(version))
	if len(nested.Problems) > 0 {
		return nil, nested.Problems
	}
	for _, inner := range nested.Objects {
		setDefaults(inner)
	}
	setDefaults(obj)
	if m.zerosKept {
		m.types.RestoreZeros(tree, obj)
	}
	return obj, nil
}

// decodeTree decodes a tree of a version, applies the defaults of the version, and converts.
func decodeTree(m *model, tree *layers.Node, version string) (config any, err error) {
	obj, err := decodeVersion(m, tree, version, m.types.Default)
	if err != nil {
		return nil, err
	}
	return m.types.ToInternal(obj)
}

// decodeBare decodes a tree of a version and converts, without defaults.
func decodeBare(m *model, tree *layers.Node, version string) (config any, err error) {
	obj, err := decodeVersion(m, tree, version, func(any) {})
	if err != nil {
		return nil, err
	}
	return m.types.ToInternal(obj)
}

// resolvePaths makes the file paths of one file absolute, against the directory of the file: the merged configuration
// does not know which file a path came from.
func resolvePaths(tree *layers.Node, patterns []string, dir string) {
	for _, pattern := range patterns {
		tree.Strings(pattern, func(n *layers.Node) {
			if n.Text != "" && !filepath.IsAbs(n.Text) {
				n.Text = filepath.Join(dir, n.Text)
			}
		})
	}
}
