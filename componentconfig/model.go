package componentconfig

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/memo"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/componentconfig/internal/schema"
	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
)

// code is a Root without its type parameter: the loader treats the roots of all types alike. Configurations are
// pointers to the type of the root. Functions that the root does not have are nil.
type code struct {
	group, kind string
	api         func() string
	configType  reflect.Type
	newTypes    func() (*schema.Group, error)
	header      layers.Header
	create      func() (any, error)
	addFlags    func(into *flagset.Set, config any)
	reparse     func(config any, args []string, others ...func(*pflag.FlagSet)) error
	resolve     func(config any, resolve func(path string) string)
	validate    func(config any) field.ErrorList
	warn        func(config any) field.ErrorList
	gatedValues func(config any, enabled func(gate string) bool) field.ErrorList
	libraries   []libraryFlag
	fields      []descriptor.Field
	flags       []descriptor.Flag
	gateTexts   map[string]string
	removed     []descriptor.Tombstone
	zerosKept   bool
}

// libraryFlag is a ThirdPartyFlag without its type parameter.
type libraryFlag struct {
	field, flag string
	register    func(*pflag.FlagSet)
	value       func(config any) (string, bool)
}

// libraries guards the flags of libraries, which are variables of the process: loaders share them.
var libraries sync.Mutex

// registers reports whether the library registers the flag.
func (l libraryFlag) registers() bool {
	libraries.Lock()
	defer libraries.Unlock()
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	l.register(fs)
	return fs.Lookup(l.flag) != nil
}

// set sets the flag of the library.
func (l libraryFlag) set(value string) error {
	libraries.Lock()
	defer libraries.Unlock()
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	l.register(fs)
	return fs.Set(l.flag, value)
}

// codeOf drops the type parameter of a root.
func codeOf[T any](r binding.Root[T]) code {
	typed := func(config any) *T { return config.(*T) } //nolint:forcetypeassert // The loader makes no other values.
	c := code{
		group: r.Group, kind: r.Kind, api: r.API, configType: reflect.TypeFor[T](),
		newTypes:  func() (*schema.Group, error) { return schema.Of(r) },
		zerosKept: r.ZerosKept, gateTexts: r.GateTexts, create: func() (any, error) { return r.New() },
	}
	switch {
	case len(r.AddToScheme) == 0:
		c.header = layers.NoHeader
	case r.HeaderOptional:
		c.header = layers.OptionalHeader
	}
	switch {
	case r.AddFlagSets != nil:
		c.addFlags = func(into *flagset.Set, config any) { r.AddFlagSets(&into.NamedFlagSets, typed(config)) }
	case r.AddFlags != nil:
		c.addFlags = func(into *flagset.Set, config any) { r.AddFlags(into.FlagSet(into.Name), typed(config)) }
	}
	if r.Reparse != nil {
		c.reparse = func(config any, args []string, others ...func(*pflag.FlagSet)) error {
			return r.Reparse(typed(config), args, others...)
		}
	}
	if r.ResolvePaths != nil {
		c.resolve = func(config any, resolve func(string) string) { r.ResolvePaths(typed(config), resolve) }
	}
	if r.Validate != nil {
		c.validate = func(config any) field.ErrorList { return r.Validate(typed(config)) }
	}
	if r.Warn != nil {
		c.warn = func(config any) field.ErrorList { return r.Warn(typed(config)) }
	}
	if r.GatedValues != nil {
		c.gatedValues = func(config any, enabled func(gate string) bool) field.ErrorList {
			return r.GatedValues(typed(config), enabled)
		}
	}
	c.fields, c.flags = slices.Clone(r.Fields), slices.Clone(r.Flags)
	for i := range c.fields {
		f := &c.fields[i]
		f.Path, f.SecretFile = schema.PatternOf(f.Path), schema.PatternOf(f.SecretFile)
	}
	for i := range c.flags {
		c.flags[i].Sets = schema.PatternOf(c.flags[i].Sets)
	}
	for _, removed := range r.Removed {
		removed.Of.Path = schema.PatternOf(removed.Of.Path)
		c.removed = append(c.removed, removed)
	}
	for _, t := range r.ThirdPartyFlags {
		value := func(config any) (string, bool) { return t.Value(typed(config)) }
		c.libraries = append(c.libraries, libraryFlag{field: t.Field, flag: t.Flag, register: t.Register, value: value})
	}
	return c
}

// gone says of a pattern that the newest version does not have the field any more; "" for others.
func (m *model) gone(pattern string) string {
	for _, r := range m.removed {
		if r.Of.Path == pattern && r.Of.Value == "" && !m.types.Has(pattern, m.newest()) {
			if r.Use == "" {
				r.Use = "remove it" // what has no effect, and nothing replaces it
			}
			return render.RemovalText(&r)
		}
	}
	return ""
}

// zero returns a configuration with nothing set.
func (c *code) zero() any { return reflect.New(c.configType).Interface() }

// model is a root and its types. All loads share it, and several of them may use it at the same time.
type model struct {
	code
	types *schema.Group
	// secrets and paths are the JSON patterns of secrets and of file paths by version, lists are the rules of lists by
	// version.
	secrets, paths memo.Of[string, []string]
	lists          memo.Of[string, *layers.Rules]
	// refused are the answers of undeclared by version.
	refused memo.Of[string, string]
	// nested are the patterns of secrets in nested objects, whose types the files choose.
	nested nestedSecrets
	// described is what is known of the newest version; nil if that is not known. Messages about mistakes ask for it.
	described func() *render.Document
}

func newModel(c code) (*model, error) {
	types, err := c.newTypes()
	if err != nil {
		return nil, err
	}
	create := c.create
	c.create = func() (any, error) {
		config, err := create()
		if err != nil {
			return nil, err
		}
		return config, types.ConvertNested(config) // as in a configuration that is read from a file
	}
	return &model{code: c, types: types, described: sync.OnceValue(c.newestDocument)}, nil
}

// undeclared returns why files of a version cannot be loaded: a fact that protects a field needs the place of the field
// in the version, or in the newest version, and nothing declares it. Without the place, a path would not be relative to
// its file, a list would not merge, and a gate or an immutable field would have no effect. Secrets are masked all the
// same (schema.Group.Covering).
func (m *model) undeclared(version string) string {
	return m.refused.Get(version, func() string { return m.missingPlace(version) })
}

// missingPlace is undeclared the first time.
func (m *model) missingPlace(version string) string {
	for _, f := range m.fields {
		fact, version := "", version
		switch _, merges := listRules[f.Type.List]; {
		case f.File != nil:
			fact = "is a path"
		case merges:
			fact = "is a list that merges"
		case len(f.Gates) > 0:
			fact, version = "is behind a feature gate", m.newest()
		case f.Reload == ReloadImmutable || f.Reload == ReloadReboot:
			fact, version = "has the reload class "+string(f.Reload), m.newest()
		}
		if fact != "" && m.types.IsOpaque(f.Path, version) {
			return fmt.Sprintf("%s %s, and a hand-written conversion of %s sets it without a marker +moved that says from "+
				"which field: files with this apiVersion cannot be loaded", f.Path, fact, m.types.APIVersion(version))
		}
	}
	return ""
}

// newestDocument is what the descriptor says of the newest version; nil without a descriptor.
func (c *code) newestDocument() *render.Document {
	api, err := c.descriptor()
	if err != nil {
		return nil // the command config reports it
	}
	for _, d := range render.Documents(api) {
		if d.Kind.Name == c.kind && d.Preferred() {
			return d
		}
	}
	return nil
}

// descriptor decodes what is known of the API. It returns an error if that is not known, or if a later version of
// configgen has written it.
func (c *code) descriptor() (*descriptor.Descriptor, error) {
	if c.api == nil {
		return nil, fmt.Errorf("the descriptor of %s is not known: generate its code again, with configgen", c.kind)
	}
	api, err := descriptor.Decode([]byte(c.api()))
	if err != nil {
		return nil, fmt.Errorf("the descriptor of %s: %w", c.kind, err)
	}
	return api, nil
}

// newest returns the version that everything is shown in.
func (m *model) newest() string { return m.types.Versions()[0] }

// secretsOf returns the patterns of the secrets in a version.
func (m *model) secretsOf(version string) []string {
	found := m.secrets.Get(version, func() []string {
		secrets := m.types.Secrets(version)
		for _, f := range m.fields {
			if f.Secret {
				secrets = append(secrets, m.types.Covering(f.Path, version)...)
			}
		}
		return secrets
	})
	if nested := m.nested.all(); len(nested) > 0 {
		return slices.Concat(found, nested)
	}
	return found
}

// pathsOf returns the patterns of the file paths in a version.
func (m *model) pathsOf(version string) []string {
	return m.paths.Get(version, func() []string {
		return m.patterns(version, func(f descriptor.Field) bool { return f.File != nil })
	})
}

// nestedSecrets are patterns that loads add. It is safe for concurrent use.
type nestedSecrets struct {
	mu       sync.Mutex
	patterns []string
}

func (n *nestedSecrets) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clip(n.patterns)
}

func (n *nestedSecrets) add(patterns []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range patterns {
		if !slices.Contains(n.patterns, p) {
			n.patterns = append(n.patterns, p)
		}
	}
}

// secret reports whether a pattern of the newest version is a secret or part of one.
func (m *model) secret(pattern string) bool { return anyBelow(pattern, m.secretsOf(m.newest())) }

// hasSecrets reports whether a file can have secrets.
func (m *model) hasSecrets() bool {
	return slices.ContainsFunc(m.types.Versions(), func(version string) bool { return len(m.secretsOf(version)) > 0 })
}

// shown returns a path of a version as text, with the keys of secret maps masked.
func (m *model) shown(path layers.Path, version string) string {
	return redact.Path(path, func(p string) bool { return anyBelow(p, m.secretsOf(version)) })
}

// tree returns a configuration as a tree of the newest version.
func (m *model) tree(config any) (*layers.Node, error) { return m.types.Tree(config, m.newest()) }

// patternsOf returns where a Go field is found in the newest version.
func (m *model) patternsOf(goPath string) []string { return m.types.PatternsOf(goPath, m.newest()) }

// patterns returns where the fields that pick selects are found in a version.
func (m *model) patterns(version string, pick func(descriptor.Field) bool) []string {
	var out []string
	for _, f := range m.fields {
		if pick(f) {
			out = append(out, m.types.PatternsOf(f.Path, version)...)
		}
	}
	return out
}

// listRules are the rules of lists that merge.
var listRules = map[descriptor.ListType]layers.ListRule{
	descriptor.Set: layers.SetList, descriptor.MapList: layers.MapList,
}

// rules says which lists of a version merge.
func (m *model) rules(version string) *layers.Rules {
	return m.lists.Get(version, func() (out *layers.Rules) {
		for _, f := range m.fields {
			merging, ok := listRules[f.Type.List]
			if !ok {
				continue
			}
			for _, p := range m.types.PatternsOf(f.Path, version) {
				if out == nil {
					out = &layers.Rules{}
				}
				at := out.Make(p)
				at.List, at.Keys = merging, f.Type.Keys
			}
		}
		return out
	})
}

// reloadClass returns the reload class of a field: the class of the innermost field around it with a marker.
func (m *model) reloadClass(pattern string) ReloadClass {
	best, class := -1, ReloadRestart
	for _, f := range m.fields {
		if f.Reload == "" {
			continue
		}
		patterns := slices.Concat(schema.KeysOf(m.types, f.Path, m.newest()), m.patternsOf(f.Path)) // a struct and its fields
		if len(f.Path) > best && anyBelow(pattern, patterns) {
			best, class = len(f.Path), f.Reload
		}
	}
	return class
}

// sinceOf returns the release that introduced a leaf: the release of the innermost field around it with a marker, ""
// for none.
func (m *model) sinceOf(pattern string) (release string) {
	longest := -1
	for _, f := range m.fields {
		if f.Since != "" && len(f.Path) > longest && anyBelow(pattern, m.patternsOf(f.Path)) {
			longest, release = len(f.Path), f.Since
		}
	}
	return release
}

// excludedOn reports whether a field does not exist on an operating system.
func excludedOn(f descriptor.Field, goos string) bool { return excludes(f.OS, goos) }

// excludes reports whether +os does not name an operating system, or excludes it (!windows).
func excludes(systems []string, goos string) bool {
	named := slices.ContainsFunc(systems, func(os string) bool { return !strings.HasPrefix(os, "!") })
	return named && !slices.Contains(systems, goos) || slices.Contains(systems, "!"+goos)
}

// anyBelow reports whether a path or pattern is at or below one of the prefixes.
func anyBelow(path string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return layers.Below(path, p) })
}
