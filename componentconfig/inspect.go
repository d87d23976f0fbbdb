package componentconfig

import (
	"cmp"
	"encoding/csv"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/descriptor"
)

// inspector implements extension.Inspector: it answers questions about the configuration without running the component.
type inspector[T any] struct{ *Loader[T] }

// Component returns what is known without any file.
func (l inspector[T]) Component() (*extension.Component, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, set, err := l.begin(true)
	if err != nil {
		return nil, err
	}
	out := &extension.Component{
		Name: l.name, Version: l.version, ConfigFlag: l.configFlag, DropIns: l.configDir, Recursive: l.recursive,
		Directories: l.defaultDirs, Suffixes: l.extensions, Lenient: l.lenient, FileFirst: l.precedence == descriptor.Files,
		EmptyFiles: !l.noEmptyFiles, Judge: l.judge,
	}
	for i, m := range l.models {
		out.Roots = append(out.Roots, rootOf(m, i > 0))
	}
	if l.Extension != nil {
		out.Extension = l.Extension.Command().Name()
	}
	for _, section := range set.Order {
		set.FlagSets[section].VisitAll(func(f *pflag.Flag) { out.Flags = append(out.Flags, f.Name) })
	}
	return out, nil
}

func rootOf(m *model, instance bool) extension.Root {
	out := extension.Root{Group: m.group, Kind: m.kind, Instance: instance, Header: m.header, ZerosKept: m.zerosKept}
	for _, f := range m.fields {
		if f.ListType == "" {
			continue
		}
		for _, pattern := range m.patternsOf(f.Path) {
			out.Lists = append(out.Lists, extension.List{Pattern: pattern, Type: string(f.ListType), Keys: f.ListMapKeys})
		}
	}
	out.Removed = map[string]string{}
	for _, r := range m.removed {
		if name := cmp.Or(r.Of.Path, r.Of.Flag); name != "" && r.Of.Value == "" {
			out.Removed[name] = removed(r)
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
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.findModels() != nil {
		return nil
	}
	m := l.models[root]
	version = m.versionOr(version)
	secrets := m.secretsOf(version)
	m.types.Walk(m.types.Type(version), func(pattern string, t reflect.Type) {
		if pattern != "apiVersion" && pattern != "kind" {
			out = append(out, extension.Field{Pattern: pattern, Type: t, Secret: anyBelow(pattern, secrets)})
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

// Facts returns what is known of a field, by its pattern in the newest version.
func (l inspector[T]) Facts(root int, pattern string) (extension.Facts, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.findModels(); err != nil {
		return extension.Facts{}, err
	}
	m, describe := l.models[root], func(string) string { return "" }
	if l.gates != nil {
		if d := l.gates(nil).Describe; d != nil {
			describe = d
		}
	}
	class := ReloadRestart
	out := extension.Facts{Secret: m.secret(pattern)}
	own, all := markersAbove(m, pattern)
	out.Flags, out.Values, out.FilePath = own.Flags, own.Values, own.File != nil
	out.ListType, out.ListMapKeys = string(own.ListType), own.ListMapKeys
	fieldOf := func(goPath string) string {
		if goPath == "" {
			return ""
		}
		return strings.Join(m.patternsOf(goPath), " or ")
	}
	out.SecretFile = fieldOf(own.SecretFile)
	if f := own.File; f != nil {
		out.Kind, out.Access, out.MustExist = string(f.Kind), string(f.Access), f.MustExist
	}
	if p := own.Port; p != nil {
		out.Free, out.Networks, out.Address = true, p.Networks, fieldOf(addressOf(own))
	}
	precedence := l.precedence
	for _, f := range all {
		precedence = cmp.Or(f.Precedence, precedence)
		class = cmp.Or(f.Reload, class)
		if len(f.OS) > 0 {
			out.OS = f.OS
		}
		out.Since = cmp.Or(f.Since, out.Since)
		if f.Deprecated != nil {
			out.Deprecated = announced(*f.Deprecated)
		}
		for _, gate := range f.FeatureGates {
			if text := describe(gate); text != "" {
				gate += " (" + text + ")"
			}
			out.Gates = append(out.Gates, gate)
		}
	}
	out.Precedence, out.Reload = string(precedence), string(class)
	var err error
	out.Default, out.Legacy, err = defaultsAt(m, pattern)
	return out, err
}

// markersAbove returns the markers of a field, and those of the structs that it is in with its own, the innermost last.
// Most fields have one Go path, and need no trial for each marker.
func markersAbove(m *model, pattern string) (own binding.Field, all []binding.Field) {
	goPath := m.types.GoPathOf(pattern, m.newest())
	for _, f := range m.fields {
		above, exact := layers.Below(goPath, f.Path), goPath == f.Path
		if goPath == "" {
			patterns := m.patternsOf(f.Path)
			above, exact = anyBelow(pattern, patterns), slices.Contains(patterns, pattern)
		}
		if above {
			all = append(all, f)
		}
		if exact {
			own = f
		}
	}
	return own, all
}

// Defaults returns the defaults of a file, without secrets.
func (l inspector[T]) Defaults(root int, version string) (*layers.Node, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.findModels(); err != nil {
		return nil, err
	}
	m := l.models[root]
	version = m.versionOr(version)
	tree, err := fileDefaults(m, version)
	if err != nil {
		return nil, err
	}
	return redact.Masked(tree, func(pattern string) bool { return anyBelow(pattern, m.secretsOf(version)) }), nil
}

// fileDefaults returns a file of a version in which nothing is set, with its defaults.
func fileDefaults(m *model, version string) (*layers.Node, error) {
	return defaulted(m, layers.NewMap(), version)
}

// defaultsAt returns the defaults of a field: of a file of the newest version, and of a command line without files.
func defaultsAt(m *model, pattern string) (file, commandLine *layers.Node, err error) {
	empty, err := fileDefaults(m, m.newest())
	if err != nil {
		return nil, nil, err
	}
	legacy := empty
	if config, err := m.create(); err == nil {
		if tree, err := m.tree(config); err == nil { // Some types have no way back to the version.
			legacy = tree
		}
	}
	find := func(tree *layers.Node) *layers.Node {
		for _, name := range strings.Split(pattern, ".") {
			if tree == nil || strings.Contains(name, "[]") {
				return nil
			}
			tree = tree.Fields[name]
		}
		if tree != nil && m.secret(pattern) && !redact.IsEmpty(tree) {
			return &layers.Node{Kind: layers.String, Text: redact.Mask}
		}
		return tree
	}
	return find(empty), find(legacy), nil
}

// Translated returns where a field of one version is in another.
func (l inspector[T]) Translated(root int, pattern, from, to string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.findModels() != nil {
		return nil
	}
	return l.models[root].types.Translated(pattern, from, to)
}

// SetBy returns what a flag sets.
func (l inspector[T]) SetBy(flag string) (root int, patterns []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
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

// Parse reads a complete configuration of the shared root. Fields that the type does not have stay as they are.
func (l inspector[T]) Parse(f layers.File) (extension.Shown, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.findModels(); err != nil {
		return extension.Shown{}, err
	}
	m := l.models[0]
	f.Header = m.header
	doc, problems := layers.Parse(f)
	if len(problems) > 0 {
		return extension.Shown{}, problemsOf(problems)
	}
	if doc.Root == nil {
		return extension.Shown{}, Problems{{File: f.Name, Message: "there is no configuration"}}
	}
	version, problems := m.versionOf(doc)
	if len(problems) > 0 {
		return extension.Shown{}, problemsOf(problems)
	}
	m.types.Check(doc.Root, m.types.Type(version), nil) // tells maps from objects
	tree, _ := m.types.Translate(doc.Root, version, m.newest())
	out := extension.Shown{Root: rootOf(m, false), Version: m.newest(), Tree: tree}
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
		Files: filesOf(out.candidates).names, Skipped: out.Skipped,
		Show: func(version string) ([]extension.Shown, error) {
			l.mu.Lock()
			defer l.mu.Unlock()
			return out.showIn(version)
		}}, nil
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

// inspect loads a configuration, and tries what makes it that of a process. It resets the flags that are not
// configuration: the next inspection registers them again.
func (l inspector[T]) inspect(args []string, how extension.Inspection) (*Loaded[T], layers.Problems, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	how.Lenient, how.Elsewhere = how.Lenient || l.lenient, !how.Preflight
	out, problems, err := attempt(l.Loader, args, true, &Loaded[T]{instead: how.Main}, how)
	if l.others != nil {
		defer resetFlags(l.others)
	}
	if err != nil || len(problems) > 0 || how.Fragment {
		return out, problems, err
	}
	for _, c := range out.candidates {
		for _, commit := range c.commits {
			problems = append(problems, asProblems(commit())...)
		}
	}
	if l.Extension == nil || len(problems) > 0 {
		return out, presentable(problems), nil
	}
	out.inspected = true
	l.mu.Unlock()
	chosen, err := l.extend(args, out, false)
	l.mu.Lock()
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
		return layers.Problems{{Message: err.Error()}}
	}
	return several.internal()
}

// resetFlags gives the flags that are not configuration their defaults.
func resetFlags(others *flagset.Set) {
	for _, section := range others.Order {
		others.FlagSets[section].VisitAll(func(f *pflag.Flag) {
			if !f.Changed {
				return
			}
			// Some values do not read what they show; they keep theirs.
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
	origins := c.view.origins()
	for _, leaf := range tree.Leaves() {
		if leaf.Path.IsHeader() {
			continue
		}
		found, class, since := []Origin(nil), ReloadRestart, ""
		for _, p := range c.types.Carried(leaf.Path, out.Version, c.newest()) {
			found, class, since = origins.Of(p.String()), c.reloadClass(p.Pattern()), c.sinceOf(p.Pattern())
		}
		secret := masked(leaf.Path.Pattern())
		value := leaf.Node
		if secret && !redact.IsEmpty(value) {
			value = &layers.Node{Kind: layers.String, Text: redact.Mask}
		}
		out.Leaves = append(out.Leaves, extension.Leaf{
			Path: redact.Path(leaf.Path, masked), Pattern: leaf.Path.Pattern(), Value: value, Origins: textual(found, read),
			Set: len(userOrigins(found)) > 0, Changed: !layers.Same(defaults.At(leaf.Path), leaf.Node), Secret: secret,
			Reload: string(class), Since: since, Key: leaf.Path.String(), Text: string(leaf.Node.JSON()),
		})
	}
	out.Tree, out.Lost = redact.Masked(tree, masked), lostIn(c, out.Version)
	return out, nil
}

// lostIn returns what files and flags set and a version has no place for.
func lostIn(c *candidate, version string) (problems layers.Problems) {
	for _, leaf := range c.view.leaves() {
		key := leaf.Path.String()
		if version == c.newest() || leaf.Path.IsHeader() || !c.view.isSet(key) ||
			len(c.types.Carried(leaf.Path, c.newest(), version)) > 0 {
			continue
		}
		problems = append(problems, problemAt(userOrigins(c.view.originsOf(key)),
			redact.Path(leaf.Path, c.secret), c.types.APIVersion(version)+" has no place for it"))
	}
	return problems
}

// defaultTree returns a configuration in which nothing is set: with the defaults of the version of the
// files, or those of a command line.
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
	if len(origins) == 0 {
		origins = []Origin{{}}
	}
	out := make([]extension.Origin, len(origins))
	for i, o := range origins {
		kind := strings.Fields(o.String())[0]
		switch o.Source {
		case OriginLegacyDefault:
			kind = "legacy default"
		case OriginFile:
			kind = "file"
		}
		out[i] = extension.Origin{Source: kind, Name: o.Name, Line: o.Line, Column: o.Column, Text: read.text(o)}
	}
	return out
}
