package componentconfig

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/fileowner"
	"github.com/configgen/configgen/componentconfig/internal/filewrite"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/manifest"
	"github.com/configgen/configgen/componentconfig/internal/migrate"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// writeFile writes the effective configuration to a file, whole or not at all. It returns the paths of the secrets,
// which it leaves out.
func writeFile(c *candidate, judge *fileowner.Judge, file string) (secrets []string, err error) {
	tree, secrets, err := written(c)
	if err != nil {
		return nil, err
	}
	text := layers.YAML(tree, nil)
	if len(secrets) > 0 {
		text = "# Secrets that are not written: " + strings.Join(secrets, ", ") + "\n" + text
	}
	if err := filewrite.Write(judge, file, text); err != nil {
		return nil, Problems{{File: file, Code: string(layers.BadFile),
			Message: "the configuration cannot be written: " + err.Error()}}
	}
	return secrets, nil
}

// written returns the effective configuration as a tree that loads back to the identical object, but for the secrets,
// which are removed.
func written(c *candidate) (tree *layers.Node, secrets []string, err error) {
	if err := c.partial(); err != nil {
		return nil, nil, err
	}
	tree = c.view.tree().Clone()
	removeIgnored(c, tree)
	if err := fill(c, tree); err != nil {
		return nil, nil, err
	}
	secrets = redact.Strip(tree, c.secret, func(path layers.Path) bool {
		return c.view.isSet(path.String()) && c.secretFiles[path.String()] == "" // The name of the file is written.
	})
	return tree, secrets, nil
}

// removeIgnored removes the fields that are ignored and not set: to write them would set them.
func removeIgnored(c *candidate, tree *layers.Node) {
	patterns := c.patterns(c.newest(), c.ignored)
	for _, leaf := range c.view.leaves() {
		if !anyBelow(leaf.Path.Pattern(), patterns) || c.view.isSet(leaf.Path.String()) {
			continue
		}
		parent, name := tree.At(leaf.Path[:len(leaf.Path)-1]), leaf.Path[len(leaf.Path)-1].Name
		if parent != nil {
			delete(parent.Fields, name)
		}
	}
}

// fill adds the empty lists to a tree that defaults would fill otherwise, and checks that it loads back.
func fill(c *candidate, tree *layers.Node) error {
	var lost []string
	for range 2 {
		back, err := c.loadedBack(tree)
		if err != nil {
			return err
		}
		if schema.Equal(back, c.config) {
			return nil
		}
		lost = schema.Differing(back, c.config)
		again, err := c.model.tree(back)
		if err != nil {
			return err
		}
		for _, leaf := range again.Changed(tree) {
			emptyParentList(tree, leaf.Path)
		}
	}
	var names []string
	for _, goPath := range lost {
		if patterns := c.patternsOf(goPath); len(patterns) > 0 {
			goPath = patterns[0]
		}
		names = append(names, goPath)
	}
	message := fmt.Sprintf(
		"the configuration cannot be written so that it loads back the same: version %s does not preserve %s",
		c.newest(), strings.Join(names, ", "))
	isZero := func(goPath string) bool { return schema.IsZeroAt(c.config, goPath) }
	if !c.zerosKept && slices.ContainsFunc(lost, isZero) {
		message += "; a zero in a file means that the field is not set"
	}
	return Problems{{Message: message, Code: string(layers.Conversion)}}
}

// loadedBack returns what a load makes of a tree of the newest version, once it is written.
func (c *candidate) loadedBack(tree *layers.Node) (config any, err error) {
	file := layers.File{Data: []byte(layers.YAML(tree, nil)), Header: c.header}
	parsed, problems := layers.Parse(file)
	if len(problems) == 0 {
		var unknown layers.Problems
		var doc document
		doc, problems, unknown = readDocument(c.model, parsed, file)
		tree, problems = doc.tree, append(problems, unknown...)
	}
	if len(problems) > 0 {
		return nil, Problems{{Code: string(layers.Conversion),
			Message: "the configuration cannot be written so that it loads back: " + problems[0].Message}}
	}
	again, flags := *c, *c.flags
	flags.given = nil
	again.flags, again.hasFiles, again.changed = &flags, true, nil
	again.merged = merged{tree: tree, version: c.newest()}
	if again.config, err = decodeTree(c.model, tree, c.newest()); err != nil {
		return nil, err
	}
	if problems := again.complete(nil); len(problems) > 0 {
		return nil, problemsOf(problems)
	}
	c.resetIgnored(again.config, again.merged)
	return again.config, nil
}

// emptyParentList writes that the outermost list on a path is empty, if the tree does not have it.
func emptyParentList(tree *layers.Node, path layers.Path) {
	i := slices.IndexFunc(path, func(s layers.Step) bool { return s.Kind == layers.List })
	if i < 1 {
		return
	}
	parent, name := tree.At(path[:i-1]), path[i-1].Name
	if parent != nil && parent.Kind == layers.Map && parent.Fields[name] == nil {
		parent.Fields[name] = &layers.Node{Kind: layers.List, Replace: true}
	}
}

// Migrate returns files in the newest versions of their roots, or all that prevents it.
func (l inspector[T]) Migrate(sources layers.Sources, how extension.Migration) ([]extension.Migrated, layers.Problems,
	error) {
	out, _, err := l.begin(true)
	if err != nil {
		return nil, nil, err
	}
	sources.Extensions, sources.Recursive = l.extensions, l.recursive
	snap, problems := l.reader.Read(sources)
	if snap == nil {
		return nil, presentable(problems), nil
	}
	var parts []part
	for i, f := range out.headed(snap) {
		p, wrong := readPart(out, f, i == len(snap.Files))
		problems = append(problems, wrong...)
		parts = append(parts, p)
	}
	if len(problems) > 0 {
		return nil, presentable(problems).Sorted(), nil
	}
	var migrated []extension.Migrated
	around := map[reading]*layers.Node{}
	for _, p := range parts {
		context, known := around[reading{p.of, p.version}]
		if !known {
			context = p.context(parts)
			around[reading{p.of, p.version}] = context
		}
		one, wrong := p.migrate(parts, context, how)
		problems = append(problems, wrong...)
		migrated = append(migrated, one)
	}
	return migrated, presentable(problems).Sorted(), nil
}

// part is a file of a configuration as it was read: its paths are as the file has them.
type part struct {
	of      *candidate
	file    layers.File
	version string
	tree    *layers.Node
}

// reading is a configuration as a version of it shows it.
type reading struct {
	of      *candidate
	version string
}

// context is the configuration that a file is a part of, in the version of the file.
func (p part) context(all []part) (context *layers.Node) {
	if p.tree == nil {
		return nil
	}
	for _, other := range all {
		if other.of == p.of && other.tree != nil {
			tree, _ := p.of.types.Translate(other.tree, other.version, p.version) // what has a place in the version
			context = layers.Merge(context, tree.Clone(), p.of.rules(p.version))
		}
	}
	return context
}

// readPart reads a file and checks it. The tree of a file without content is nil.
func readPart[T any](l *Loaded[T], f layers.File, isInstance bool) (part, layers.Problems) {
	parsed, problems := layers.Parse(f)
	if parsed.Root == nil || len(problems) > 0 {
		return part{file: f}, problems
	}
	p := part{of: l.rootOf(parsed, isInstance), file: f, tree: parsed.Root}
	version, wrong := p.of.versionOf(parsed)
	if len(wrong) > 0 {
		return p, wrong
	}
	tree := p.tree
	without := p.tree.Clone()
	gone := append(removedFields(p.of.model, version, without), misplacedFields(p.of.model, version, without)...)
	if len(gone) > 0 {
		tree = without
	}
	mistakes, unknown := p.of.types.Check(tree, p.of.types.Type(version), p.of.secretsOf(version))
	p.version = version
	return p, slices.Concat(gone, mistakes, unknown)
}

// migrate returns the file in the newest version. The context is the configuration of all files that it is a part of.
func (p part) migrate(all []part, context *layers.Node, how extension.Migration) (extension.Migrated,
	layers.Problems) {
	out := extension.Migrated{Name: p.file.Name, Text: string(p.file.Data)}
	if p.tree == nil || p.of.types.Plain() {
		return out, nil
	}
	out.From, out.To = p.of.types.APIVersion(p.version), p.of.types.APIVersion(p.of.newest())
	if p.version == p.of.newest() {
		return out, nil
	}
	// The defaults are the defaults in the version of the lowest file, which is unknown if there are other files.
	lowest := slices.IndexFunc(all, func(other part) bool { return other.of == p.of && other.tree != nil })
	decides := all[lowest].tree == p.tree && !how.Partial
	result, problems := migrate.File{
		Types: p.of.types, Name: p.file.Name, Text: out.Text, Version: p.version, Tree: p.tree, Context: context,
		Partial: how.Partial, Removed: p.of.gone, Secrets: p.of.secretsOf(p.of.newest()),
		KeepDefaults: how.KeepDefaults && decides,
	}.Migrate()
	secret := func(pattern string) bool { return anyBelow(pattern, p.of.secretsOf(p.version)) }
	texts := redact.NewTexts(redact.Values(p.tree, secret), p.of.flags.isName)
	for i := range problems { // Paths in them may have keys of secret maps.
		problems[i] = problems[i].Mapped(texts.Value)
	}
	out.Text = result.Text
	for _, changed := range result.Changed {
		if decides {
			out.Changed = append(out.Changed, p.shown(changed))
		}
	}
	return out, problems
}

// shown returns a default as it may be shown.
func (p part) shown(changed migrate.Changed) extension.ChangedDefault {
	text := func(n *layers.Node) string {
		switch {
		case n == nil:
			return ""
		case p.of.secret(changed.Path.Pattern()) && !redact.IsEmpty(n):
			n = &layers.Node{Kind: layers.String, Text: redact.Mask}
		}
		return string(n.JSON())
	}
	return extension.ChangedDefault{Path: redact.Path(changed.Path, p.of.secret), Old: text(changed.Old),
		New: text(changed.New)}
}

// FromFlags turns a command line without files into files.
func (l inspector[T]) FromFlags(args []string, from extension.Arguments) (extension.FromFlags, error) {
	args, partial, out, err := l.moving(args, from.Container)
	if err != nil || len(out.Problems) > 0 {
		return out, err
	}
	loaded, problems, err := l.inspect(args, extension.Inspection{OS: from.OS, Fragment: partial})
	if err != nil || len(problems) > 0 {
		return extension.FromFlags{Problems: problems}, err
	}
	out.Warnings = loaded.warned
	for _, c := range loaded.candidates {
		if c.hasFiles {
			return out, errors.New("the command line names configuration files: write one without them")
		}
		text, err := asFile(c)
		if err != nil {
			return out, err
		}
		out.Texts = append(out.Texts, text)
	}
	return out, nil
}

// moving returns the arguments to remove from the command line, and the arguments that are not configuration. partial
// reports that some configuration stays on the command line, which out has.
func (l inspector[T]) moving(args []string, container bool) (moving []string, partial bool, out extension.FromFlags,
	err error) {
	registered, set, err := l.begin(true)
	if err != nil {
		return nil, false, out, err
	}
	line := extension.CommandLine{Flags: args}
	if l.plugs.Parse != nil {
		line, err = l.plugs.Parse(args)
	}
	var given []flagset.Given
	var rest []string
	if err == nil {
		given, rest, err = set.Given(line.Flags, flagset.Secrets{Flag: registered.hides, Any: registered.hasSecrets})
	}
	if err != nil {
		out.Problems = presentable(layers.Problems{{Message: err.Error(), Code: layers.BadFlag}})
		return nil, false, out, nil
	}
	stays := map[string]string{}
	for _, g := range given { // All values of a list, or none.
		if why := registered.stays(g, container); why != "" && stays[g.Name] == "" {
			stays[g.Name] = why
			if registered.mayBeSecret(g.Name) {
				why += ", and shown as " + redact.Mask
			}
			out.Reasons = append(out.Reasons, "--"+g.Name+" stays on the command line: "+why)
		}
	}
	out.Stays = extension.CommandLine{Command: line.Command, Rest: append(rest, line.Rest...)}
	for _, unknown := range line.Unknown {
		name, _, hasValue := strings.Cut(unknown[0], "=")
		switch {
		case nameOfSecret.MatchString(name) && hasValue:
			unknown = []string{name + "=" + redact.Mask}
		case nameOfSecret.MatchString(name) && len(unknown) > 1:
			unknown = []string{name, redact.Mask}
		}
		out.Reasons = append(out.Reasons, name+" stays on the command line: the component does not have it before its "+
			"files are loaded; check the spelling")
		out.Stays.Command = append(out.Stays.Command, unknown...)
	}
	for _, g := range given {
		isConfiguration, value := registered.ofRoot(g.Name) != nil, g.Value
		if container {
			value = manifest.Text(g.Value)
		}
		if !isConfiguration || stays[g.Name] == "" {
			moving = append(moving, "--"+g.Name+"="+value)
		}
		if stays[g.Name] == "" {
			continue
		}
		if partial = partial || isConfiguration; registered.mayBeSecret(g.Name) {
			g.Value = redact.Mask
		}
		out.Stays.Flags = append(out.Stays.Flags, "--"+g.Name+"="+g.Value)
	}
	if len(out.Stays.Rest) > 0 {
		moving = append(append(moving, "--"), out.Stays.Rest...)
	}
	return moving, partial, out, nil
}

// ofRoot returns the root that has a flag; nil if the flag is not configuration.
func (l *Loaded[T]) ofRoot(flag string) *candidate {
	for _, c := range l.candidates {
		if c.flags.own.Lookup(flag) != nil {
			return c
		}
	}
	return nil
}

// mayBeSecret reports whether a flag may set a secret. For a flag that is not configuration, only the name is known.
func (l *Loaded[T]) mayBeSecret(flag string) bool {
	return l.hides(flag) || l.ofRoot(flag) == nil && nameOfSecret.MatchString(flag)
}

var nameOfSecret = regexp.MustCompile(`(?i)(token|password|passphrase|secret|credential|key)s?$`)

// stays returns why a flag stays on the command line when the others become a file; empty if it does not.
func (l *Loaded[T]) stays(g flagset.Given, container bool) string {
	c := l.ofRoot(g.Name)
	switch {
	case c == nil:
		return "it is not configuration"
	case c.flags.secret(g.Name):
		return "it is a secret"
	case !container:
		return ""
	case manifest.Variable(g.Value) != "":
		return "it refers to " + manifest.Variable(g.Value)
	case slices.ContainsFunc(c.flags.patterns(g.Name), func(pattern string) bool {
		return slices.Contains(c.pathsOf(c.newest()), pattern)
	}) && g.Value != "" && !strings.HasPrefix(g.Value, "/"):
		return "it is relative to the working directory of the container"
	}
	return ""
}

// asFile returns a file that has the same effect as the command line of a configuration: what differs from the defaults
// of the newest version. It is empty if nothing does.
func asFile(c *candidate) (string, error) {
	tree, secrets, err := written(c)
	if err != nil {
		return "", err
	}
	if len(secrets) > 0 {
		return "", fmt.Errorf("%s is a secret, which cannot be shown: write the file by hand", secrets[0])
	}
	defaults, err := decodeTree(c.model, layers.NewMap(), c.newest())
	if err != nil {
		return "", err
	}
	known, err := c.model.tree(defaults)
	if err != nil {
		return "", err
	}
	sparse := without(tree, known)
	header := 2 // apiVersion and kind
	if c.types.Plain() {
		header = 0
	}
	if len(sparse.Fields) <= header {
		return "", nil
	}
	if back, err := c.loadedBack(sparse); err == nil && schema.Equal(back, c.config) {
		return layers.YAML(sparse, nil), nil
	}
	return layers.YAML(tree, nil), nil
}

// without returns a tree without the fields that another one has with the same values.
func without(tree, known *layers.Node) *layers.Node {
	out := *tree
	out.Fields = map[string]*layers.Node{}
	for key, f := range tree.Fields {
		other := known.Fields[key]
		switch {
		case key == "apiVersion" || key == "kind":
		case layers.Same(other, f):
			continue
		case other != nil && f.Kind == layers.Map && !f.Dict && other.Kind == layers.Map:
			if f = without(f, other); len(f.Fields) == 0 {
				continue
			}
		}
		out.Fields[key] = f
	}
	return &out
}
