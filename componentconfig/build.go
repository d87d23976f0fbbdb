package componentconfig

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// root makes a build for every load, whatever its type.
type root interface {
	begin(settings) (build, error)
}

// build is one root on its way from nothing to a validated object. The methods are called in this order.
type build interface {
	register(*flagset.Set) error
	hides(flag string) bool
	expectFiles(any bool)
	accepts(layers.Document) bool
	add(layers.Document, layers.File) layers.Problems
	decode() layers.Problems
	flags(*flagset.Set, []flagset.Given) layers.Problems
	validate() ([]func() error, layers.Problems)
	swapGates()
	object() any
	origins() Origins
	redact(layers.Problems) layers.Problems
	warnings() []string
	// What is shown.
	display() *layers.Node
	secret(pattern string) bool
	written() (*layers.Node, []string, error)
	changes(from build) []Change
}

// rootOf is a root of type T, with what is found out about its types.
type rootOf[T any] struct {
	Root[T]
	group *schema.Group
	// secrets are the JSON patterns of secrets, by version; merging are the rules of lists.
	secrets map[string][]string
	merging map[string]*layers.Rules
}

func (r *rootOf[T]) begin(s settings) (build, error) {
	if r.group == nil {
		g, err := schema.NewGroup(r.Group, r.Kind, reflect.TypeFor[T](), r.AddToScheme...)
		if err != nil {
			return nil, err
		}
		r.group, r.secrets, r.merging = g, map[string][]string{}, map[string]*layers.Rules{}
	}
	defaults, err := r.New()
	if err != nil {
		return nil, fmt.Errorf("the defaults of %s cannot be made: %w", r.Kind, err)
	}
	return &buildOf[T]{rootOf: r, settings: s, defaults: defaults, owner: map[string][]string{}}, nil
}

// secretsOf lists the patterns of the secrets in a version.
func (r *rootOf[T]) secretsOf(version string) []string {
	if _, ok := r.secrets[version]; !ok {
		r.secrets[version] = r.group.Secrets(version)
	}
	return r.secrets[version]
}

// patterns lists where the fields that a predicate picks are found in a version.
func (r *rootOf[T]) patterns(version string, pick func(Field) bool) []string {
	var out []string
	for _, f := range r.Fields {
		if pick(f) {
			out = append(out, r.group.PatternsOf(f.Path, version)...)
		}
	}
	return out
}

func anyBelow(pattern string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return layers.Below(pattern, p) })
}

// buildOf is the build of a root of type T.
type buildOf[T any] struct {
	*rootOf[T]
	settings
	// defaults is what the flags were registered over.
	defaults *T
	hasFiles bool
	docs     []document
	// base is the version that everything is merged in: that of the lowest layer, whose defaults hold.
	base, baseFile string
	tree           *layers.Node
	config         *T
	// bare is config before defaults, nil if there is no file.
	bare *T
	// owner tells the Go paths that a flag sets.
	owner  map[string][]string
	given  []flagset.Given
	own    *pflag.FlagSet
	warned []string
	shown  *layers.Node
	// swap makes the gates that were set those of the process; nil where there are none.
	swap func()
	// shownLeaves are the leaves of shown.
	shownLeaves []layers.Leaf
	found       Origins
}

// document is one file of the root.
type document struct {
	layers.File
	version string
	tree    *layers.Node
	// sound says that the tree fits its type.
	sound bool
}

// newest is the version that everything is shown in.
func (b *buildOf[T]) newest() string { return b.group.Versions()[0] }

// secret says whether a pattern of the newest version is a secret.
func (b *buildOf[T]) secret(pattern string) bool { return anyBelow(pattern, b.secretsOf(b.newest())) }

// swapGates is done last, when nothing can fail any more: gates are those of a configuration that is in use, whole.
func (b *buildOf[T]) swapGates() {
	if b.swap != nil {
		b.swap()
	}
}

func (b *buildOf[T]) object() any         { return b.config }
func (b *buildOf[T]) warnings() []string  { return b.warned }
func (b *buildOf[T]) expectFiles(is bool) { b.hasFiles = is }

func (b *buildOf[T]) accepts(doc layers.Document) bool { return doc.Kind == b.Kind }

// add checks one file against the type of its version, and resolves the relative paths in it.
func (b *buildOf[T]) add(doc layers.Document, f layers.File) layers.Problems {
	pos := func(key string) layers.Pos { return doc.Root.Fields[key].Pos }
	group, version, _ := strings.Cut(doc.APIVersion, "/")
	switch {
	case doc.Kind != b.Kind:
		return layers.Problems{{Pos: pos("kind"), Message: fmt.Sprintf("kind: want %s, not %q", b.Kind, doc.Kind)}}
	case group != b.Group || !slices.Contains(b.group.Versions(), version):
		var want []string
		for _, v := range b.group.Versions() {
			want = append(want, b.group.APIVersion(v))
		}
		return layers.Problems{{Pos: pos("apiVersion"), Message: fmt.Sprintf("apiVersion: want %s, not %q", strings.Join(want, " or "), doc.APIVersion)}}
	}
	secrets := b.secretsOf(version)
	problems, unknown := b.group.Check(doc.Root, b.group.Type(version), func(p string) bool { return anyBelow(p, secrets) })
	if b.lenient {
		for _, p := range unknown {
			b.warned = append(b.warned, p.String())
		}
		unknown = nil
	}
	problems = append(problems, b.rules(version).Duplicates(doc.Root)...)
	paths := b.patterns(version, func(f Field) bool { return f.FilePath })
	if len(paths) > 0 {
		resolvePaths(doc.Root, paths, f.Dir)
	}
	problems = append(problems, unknown...)
	b.docs = append(b.docs, document{f, version, doc.Root, len(problems) == 0})
	return problems
}

// decode merges the layers and decodes the result, defaults applied once, at the end.
func (b *buildOf[T]) decode() layers.Problems {
	if !b.hasFiles {
		b.config = b.newDefaults()
		return nil
	}
	b.base = b.newest()
	if len(b.docs) > 0 {
		b.base, b.baseFile = b.docs[0].version, b.docs[0].Name
	}
	var problems layers.Problems
	rules := b.rules(b.base)
	sound := true
	for _, d := range b.docs {
		if !d.sound {
			sound = false
			continue
		}
		tree, blocked := b.group.Translate(d.tree, d.version, b.base)
		for _, x := range blocked {
			problems = append(problems, layers.Problem{Pos: x.Pos, Message: fmt.Sprintf(
				"%s: this cannot be carried from %s to %s, the version of %s, without loss: write both files in one version",
				x.Path, b.group.APIVersion(d.version), b.group.APIVersion(b.base), b.baseFile)})
		}
		b.tree = layers.Merge(b.tree, tree, rules)
	}
	if b.tree == nil {
		b.tree = &layers.Node{Kind: layers.Map, Fields: map[string]*layers.Node{}}
	}
	if len(problems) > 0 || !sound {
		return problems
	}
	var err error
	if b.config, b.bare, err = b.fromTree(b.tree.Pruned(rules), b.base); err != nil {
		return layers.Problems{{Pos: layers.Pos{File: b.baseFile}, Message: err.Error()}}
	}
	return nil
}

// newDefaults are the defaults of a command line without files.
func (b *buildOf[T]) newDefaults() *T {
	config, err := b.New()
	if err != nil {
		panic("defaults that could be made before cannot be made now: " + err.Error())
	}
	return config
}

// fromTree decodes a merged tree, applies the version's defaults and converts. bare is the same without defaults.
func (b *buildOf[T]) fromTree(tree *layers.Node, version string) (config, bare *T, err error) {
	obj, err := b.group.New(version)
	if err != nil {
		return nil, nil, err
	}
	if err := b.group.Decode(tree, obj); err != nil {
		return nil, nil, err
	}
	undefaulted, err := b.group.ToInternal(obj.DeepCopyObject())
	if err != nil {
		return nil, nil, err
	}
	b.group.Default(obj)
	b.group.RestoreZeros(tree, obj)
	internal, err := b.group.ToInternal(obj)
	if err != nil {
		return nil, nil, err
	}
	return internal.(*T), undefaulted.(*T), nil //nolint:forcetypeassert // ToInternal makes nothing else
}

// rules says which lists of a version merge.
func (r *rootOf[T]) rules(version string) *layers.Rules {
	if out, ok := r.merging[version]; ok {
		return out
	}
	var out *layers.Rules
	for _, f := range r.Fields {
		if f.ListType == ListTypeAtomic {
			continue
		}
		for _, p := range r.group.PatternsOf(f.Path, version) {
			if out == nil {
				out = &layers.Rules{}
			}
			at := out.Make(p)
			at.List, at.Keys = layers.ListRule(f.ListType), f.ListMapKeys
		}
	}
	r.merging[version] = out
	return out
}

// passOver takes defaults back from fields that do not count. Those of another operating system get what they had before
// defaulting, which a file may have set; those behind a gate that is off nothing: somebody who set them is told so. It says
// whether there are any.
func (b *buildOf[T]) passOver(config, bare *T) (changed bool) {
	if bare == nil {
		bare = new(T)
	}
	for _, f := range b.Fields {
		if b.gatedOff(f) {
			schema.Clear(f.Path, config)
			changed = true
		} else if b.foreign(f) {
			schema.CopyUnset(f.Path, config, bare, func(goPath string) bool { return b.setByFlag(goPath) })
			changed = true
		}
	}
	return changed
}

// foreign says whether a field does not exist on this operating system: it is not among those that +os names, or among
// those that it excludes (!windows).
func (b *buildOf[T]) foreign(f Field) bool {
	named := slices.ContainsFunc(f.OS, func(os string) bool { return !strings.HasPrefix(os, "!") })
	return named && !slices.Contains(f.OS, b.goos) || slices.Contains(f.OS, "!"+b.goos)
}

func (b *buildOf[T]) gatedOff(f Field) bool {
	enabled := *b.enabled
	return enabled != nil && slices.ContainsFunc(f.FeatureGates, func(g string) bool { return !enabled(g) })
}
