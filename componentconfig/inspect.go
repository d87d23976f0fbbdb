package componentconfig

import (
	"cmp"
	"encoding/csv"
	"errors"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/migrate"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/componentconfig/internal/schema"
	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
)

// inspector implements extension.Inspector: it answers questions about the configuration without running the component.
type inspector[T any] struct{ *Loader[T] }

// Component returns what is known without any file.
func (l inspector[T]) Component() (*extension.Component, error) {
	models, err := l.models()
	if err != nil {
		return nil, err
	}
	_, set, err := l.begin(true)
	if err != nil {
		return nil, err
	}
	out := &extension.Component{
		Name: l.name, Version: l.version, ConfigFlag: l.configFlag, DropIns: l.configDir, Recursive: l.recursive,
		Directories: l.defaultDirs, Suffixes: l.extensions, Lenient: l.lenient, FileFirst: l.precedence == descriptor.Files,
		EmptyFiles: !l.noEmptyFiles, Judge: l.judge,
	}
	for i, m := range models {
		out.Roots = append(out.Roots, rootOf(m, i > 0))
	}
	if l.plugs.Extension != nil {
		out.Extension = l.plugs.Extension.Command().Name()
	}
	for _, section := range set.Order {
		set.FlagSets[section].VisitAll(func(f *pflag.Flag) { out.Flags = append(out.Flags, f.Name) })
	}
	return out, nil
}

func rootOf(m *model, instance bool) extension.Root {
	out := extension.Root{Group: m.group, Kind: m.kind, Instance: instance, Header: m.header, ZerosKept: m.zerosKept}
	for _, f := range m.fields {
		if f.Type.List == "" {
			continue
		}
		for _, pattern := range m.patternsOf(f.Path) {
			out.Lists = append(out.Lists, extension.List{Pattern: pattern, Type: string(f.Type.List), Keys: f.Type.Keys})
		}
	}
	out.Removed = map[string]string{}
	for _, r := range m.removed {
		if name := cmp.Or(r.Of.Path, r.Of.Flag); name != "" && r.Of.Value == "" {
			out.Removed[name] = render.RemovalText(&r)
		}
	}
	if !m.types.Plain() {
		out.Versions = m.types.Versions()
		for _, version := range out.Versions {
			out.APIVersions = append(out.APIVersions, m.types.APIVersion(version))
		}
	}
	return out
}

// Fields returns the fields of a root in a version; "" is the newest.
func (l inspector[T]) Fields(root int, version string) (out []extension.Field) {
	models, err := l.models()
	if err != nil {
		return nil
	}
	m := models[root]
	m.types.Walk(m.types.Type(m.versionOr(version)), func(pattern string, _ reflect.Type) {
		if pattern != "apiVersion" && pattern != "kind" {
			out = append(out, extension.Field{Pattern: pattern, Reload: m.reloadClass(pattern)})
		}
	})
	return out
}

// versionOr returns a version that the root has: the given one, or else the newest.
func (m *model) versionOr(version string) string {
	if slices.Contains(m.types.Versions(), version) {
		return version
	}
	return m.newest()
}

// API returns the descriptor of a root.
func (l inspector[T]) API(root int) (*descriptor.Descriptor, error) {
	models, err := l.models()
	if err != nil {
		return nil, err
	}
	return models[root].descriptor()
}

// Defaults returns the defaults of a file, without secrets.
func (l inspector[T]) Defaults(root int, version string) (*layers.Node, error) {
	models, err := l.models()
	if err != nil {
		return nil, err
	}
	m := models[root]
	version = m.versionOr(version)
	tree, err := fileDefaults(m, version)
	if err != nil {
		return nil, err
	}
	return redact.Masked(tree, func(pattern string) bool { return anyBelow(pattern, m.secretsOf(version)) }), nil
}

// LegacyDefaults returns the configuration of a command line without files, without secrets, in the newest version. It
// returns the defaults of a file for types that have no way back to the version.
func (l inspector[T]) LegacyDefaults(root int) (*layers.Node, error) {
	defaults, err := l.Defaults(root, "")
	if err != nil {
		return nil, err
	}
	models, err := l.models()
	if err != nil {
		return nil, err
	}
	m := models[root]
	if config, err := m.create(); err == nil {
		if tree, err := m.tree(config); err == nil {
			return redact.Masked(tree, m.secret), nil
		}
	}
	return defaults, nil
}

// fileDefaults returns a file of a version in which nothing is set, with its defaults.
func fileDefaults(m *model, version string) (*layers.Node, error) {
	return defaulted(m, layers.NewMap(), version)
}

// Translated returns where a field of one version is in another.
func (l inspector[T]) Translated(root int, pattern, from, to string) []string {
	models, err := l.models()
	if err != nil {
		return nil
	}
	return models[root].types.Translated(pattern, from, to)
}

// SetBy returns what a flag sets.
func (l inspector[T]) SetBy(flag string) (root int, patterns []string) {
	registered, _, err := l.begin(true)
	if err != nil {
		return 0, nil
	}
	for i, c := range registered.candidates {
		if found := c.flags.patterns(flag); len(found) > 0 {
			return i, found
		}
	}
	return 0, nil
}

// Parse reads a complete configuration of a root. Fields that the type does not have stay as they are.
func (l inspector[T]) Parse(root int, f layers.File) (extension.Shown, error) {
	models, err := l.models()
	if err != nil {
		return extension.Shown{}, err
	}
	m := models[root]
	f.Header = m.header
	doc, problems := layers.Parse(f)
	if len(problems) > 0 {
		return extension.Shown{}, problemsOf(presentable(problems))
	}
	if doc.Root == nil {
		return extension.Shown{}, Problems{{File: f.Name, Message: "there is no configuration", Code: string(layers.BadFile)}}
	}
	version, problems := m.versionOf(doc)
	if len(problems) > 0 {
		return extension.Shown{}, problemsOf(presentable(problems))
	}
	m.types.Check(doc.Root, m.types.Type(version), nil) // tells maps from objects
	tree, _ := m.types.Translate(doc.Root, version, m.newest())
	out := extension.Shown{Root: rootOf(m, root > 0), Version: m.newest(), Tree: tree}
	for _, leaf := range tree.Leaves() {
		if leaf.Path.IsHeader() {
			continue
		}
		out.Leaves = append(out.Leaves, extension.Leaf{
			Path: redact.Path(leaf.Path, m.secret), Pattern: leaf.Path.Pattern(), Value: leaf.Node,
			Secret: m.secret(leaf.Path.Pattern()), Reload: string(m.reloadClass(leaf.Path.Pattern())),
			Key: leaf.Path.String(), Text: string(leaf.Node.JSON()),
		})
	}
	return out, nil
}

// Inspect does what a start does with a command line, except to run the component.
func (l inspector[T]) Inspect(args []string, how extension.Inspection) (*extension.Inspected, error) {
	out, problems, err := l.inspect(args, how)
	if err != nil {
		return nil, err
	}
	if how.Preflight && len(problems) == 0 {
		problems = preflightProblems(out)
	}
	return &extension.Inspected{Problems: problems, Warnings: out.warned,
		Files: filesOf(out.candidates).names, Skipped: out.Skipped, Digest: out.digest, Texts: out.fileTexts,
		Show: out.showIn}, nil
}

// fileTexts returns the files that were read, with secrets masked.
func (l *Loaded[T]) fileTexts() (all []extension.Text) {
	for _, f := range l.files {
		all = append(all, l.fileText(f))
	}
	for _, f := range l.off {
		all = append(all, extension.Text{Name: f.Name, Masks: f.Masks, Hidden: "it is a link to " + os.DevNull})
	}
	for _, c := range l.candidates {
		for _, path := range slices.Sorted(maps.Keys(c.secretFiles)) {
			all = append(all, extension.Text{Name: c.secretFiles[path], Hidden: "it is a secret"})
		}
	}
	return all
}

func (l *Loaded[T]) fileText(f layers.File) extension.Text {
	out := extension.Text{Name: f.Name, Text: string(f.Data), Masks: f.Masks}
	if !l.hasSecrets() {
		return out
	}
	parsed, problems := layers.Parse(f)
	c := l.rootOf(parsed, f.Name == l.flags.instance)
	var doc document
	secrets := c.secretsOf(c.newest())
	if parsed.Root != nil {
		var wrong layers.Problems
		doc, wrong, _ = readDocument(c.model, parsed, f)
		problems, secrets = append(problems, wrong...), c.secretsOf(doc.version)
	}
	if doc.tree == nil && len(problems) > 0 {
		out.Text, out.Hidden = "", "its secrets cannot be told, because it has mistakes"
		return out
	}
	var err error
	if out.Text, err = migrate.Masked(f.Name, out.Text, doc.tree, secrets, problems); err != nil {
		out.Hidden = "its secrets cannot be told: " + err.Error()
	}
	return out
}

// showIn returns the roots in a version.
func (l *Loaded[T]) showIn(version string) (all []extension.Shown, err error) {
	read := filesOf(l.candidates)
	for i, c := range l.candidates {
		if c.view == nil {
			return nil, nil
		}
		shown, err := showCandidate(c, version, read)
		if err != nil {
			return nil, err
		}
		shown.Root = rootOf(c.model, i > 0)
		all = append(all, shown)
	}
	return all, nil
}

// inspect loads a configuration, and tries its activation. It resets the flags that are not configuration: the next
// inspection registers them again.
func (l inspector[T]) inspect(args []string, how extension.Inspection) (*Loaded[T], layers.Problems, error) {
	how.Lenient, how.Elsewhere = how.Lenient || l.lenient, !how.Preflight
	out, problems, err := attempt(l.Loader, args, true, &Loaded[T]{instead: how.Main}, how)
	defer func() {
		l.mu.Lock()
		others := l.others
		l.mu.Unlock()
		resetFlags(others)
	}()
	if err != nil || len(problems) > 0 || how.Fragment {
		return out, problems, err
	}
	for _, c := range out.candidates {
		for _, commit := range c.commits {
			problems = append(problems, asProblems(commit())...)
		}
	}
	if len(problems) > 0 {
		return out, presentable(problems), nil
	}
	out.inspected = true
	if l.plugs.Check != nil {
		problems, warnings := l.plugs.Check(append(out.valuesOfFiles(), out.valuesGiven()...))
		if out.warned = append(out.warned, presentable(warnings)...); len(problems) > 0 {
			return out, presentable(problems).Sorted(), nil
		}
	}
	if l.plugs.Extension == nil {
		return out, nil, nil
	}
	chosen, err := l.extend(args, out, false)
	if err != nil {
		return out, presentable(asProblems(err)), nil
	}
	if chosen != out {
		chosen.warned = append(slices.Clone(out.warned), chosen.warned...)
	}
	return chosen, nil, nil
}

// asProblems returns the problems in an error of the loader.
func asProblems(err error) layers.Problems {
	var several Problems
	if !errors.As(err, &several) {
		if err == nil {
			return nil
		}
		return layers.Problems{{Message: err.Error(), Code: layers.BadComponent}}
	}
	return several.internal()
}

// resetFlags gives the flags that are not configuration their defaults.
func resetFlags(others *flagset.Set) {
	if others == nil {
		return // The load has failed before.
	}
	for _, section := range others.Order {
		others.FlagSets[section].VisitAll(func(f *pflag.Flag) {
			if !f.Changed {
				return
			}
			// Some values do not read the text that they show; they keep their value.
			if list, ok := f.Value.(pflag.SliceValue); ok {
				items := csv.NewReader(strings.NewReader(strings.Trim(f.DefValue, "[]")))
				defaults, _ := items.Read() //nolint:errcheck // See above; no items are io.EOF.
				list.Replace(defaults)      //nolint:errcheck // See above.
			} else {
				f.Value.Set(f.DefValue) //nolint:errcheck // See above.
			}
		})
	}
}

// showCandidate returns the configuration of a root in a version.
func showCandidate(c *candidate, version string, read files) (extension.Shown, error) {
	out := extension.Shown{Version: c.versionOr(version)}
	tree, masked := c.view.tree(), func(p string) bool { return anyBelow(p, c.secretsOf(out.Version)) }
	if err := c.partial(); err != nil {
		out.Version, out.Partial = c.newest(), layers.Plain(err.Error())
	} else if out.Version != c.newest() {
		var err error
		if tree, err = c.types.Tree(c.config, out.Version); err != nil {
			return out, err
		}
	}
	defaults, err := defaultTree(c, out.Version)
	if err != nil {
		return out, err
	}
	origins, maskedDefaults, dropIns := c.view.explained(), defaults, dropInsOf(c)
	if defaults != nil {
		maskedDefaults = redact.Masked(defaults, masked)
	}
	described := func(leaf layers.Leaf) extension.Leaf {
		found, class, since := []Origin(nil), ReloadRestart, ""
		paths, declared := schema.NewestOf(c.types, leaf.Path, out.Version)
		for _, p := range paths {
			if declared {
				found, class, since = origins.Of(p.String()), c.reloadClass(p.Pattern()), c.sinceOf(p.Pattern())
				continue
			}
			for _, o := range userOrigins(origins.Of(p.String())) {
				if o.Converted = true; !slices.Contains(found, o) {
					found = append(found, o)
				}
			}
		}
		if len(found) == 0 {
			found = []Origin{{}}
		}
		secret, value := masked(leaf.Path.Pattern()), leaf.Node
		if secret {
			value = redact.Value(value)
		}
		return extension.Leaf{
			Path: redact.Path(leaf.Path, masked), Pattern: leaf.Path.Pattern(), Value: value,
			Default: maskedDefaults.At(leaf.Path), Origins: textual(found, read), Set: len(userOrigins(found)) > 0,
			Changed: leaf.Node.HasValue() && !layers.Same(defaults.At(leaf.Path), leaf.Node), Secret: secret,
			Owners: textual(owners(found, dropIns), read), Reload: string(class), Since: since,
			Key: leaf.Path.String(), Text: string(leaf.Node.JSON()),
		}
	}
	for _, leaf := range tree.Leaves() {
		if !leaf.Path.IsHeader() {
			out.Leaves = append(out.Leaves, described(leaf))
		}
	}
	for _, reset := range c.view.resets() {
		for _, path := range c.types.Carried(reset.Path, c.newest(), out.Version) {
			leaf := described(layers.Leaf{Path: path, Node: reset.Node})
			out.Resets = append(out.Resets, extension.Reset{Leaf: leaf, At: path})
		}
	}
	out.Tree, out.Lost = redact.Masked(tree, masked), lostIn(c, tree, out.Version)
	return out, nil
}

// lostIn returns the values of files and flags that a version has no place for. tree is the configuration in the
// version: a value that a hand-written conversion brings there, and back, is not lost.
func lostIn(c *candidate, tree *layers.Node, version string) (problems layers.Problems) {
	back := sync.OnceValue(func() *layers.Node { return c.types.Converted(tree, version, c.newest()) })
	for _, leaf := range c.view.leaves() {
		key := leaf.Path.String()
		if version == c.newest() || leaf.Path.IsHeader() || !c.view.isSet(key) ||
			len(c.types.Carried(leaf.Path, c.newest(), version)) > 0 ||
			c.types.Undeclared(leaf.Path.Pattern(), c.newest(), version) && layers.Same(back().At(leaf.Path), leaf.Node) {
			continue
		}
		problems = append(problems, problemAt(userOrigins(c.view.originsOf(key)), layers.Conversion,
			redact.Path(leaf.Path, c.secret), c.types.APIVersion(version)+" has no place for it"))
	}
	return problems
}

// defaultTree returns a configuration in which nothing is set: with the defaults of the version of the files, or of a
// command line.
func defaultTree(c *candidate, version string) (*layers.Node, error) {
	config, err := c.create()
	if err == nil && c.hasFiles {
		config, err = decodeTree(c.model, layers.NewMap(), cmp.Or(c.version, c.newest()))
	}
	if err != nil {
		return nil, err
	}
	c.resetIgnored(config, merged{})
	if err := c.resolveAll(config); err != nil {
		return nil, err
	}
	tree, err := c.types.Tree(config, version)
	if err != nil {
		return nil, nil //nolint:nilerr // Nothing is known to be a default.
	}
	return tree, nil
}

// textual returns origins as other packages see them.
func textual(origins []Origin, read files) []extension.Origin {
	out := make([]extension.Origin, len(origins))
	for i, o := range origins {
		kind := strings.Fields(o.String())[0]
		switch o.Source {
		case OriginLegacyDefault:
			kind = "legacy default"
		case OriginFile:
			kind = "file"
		case OriginFlag:
			kind = "flag"
		}
		out[i] = extension.Origin{Source: kind, Name: o.Name, Line: o.Line, Column: o.Column, Converted: o.Converted,
			Text: read.text(o)}
	}
	return out
}
