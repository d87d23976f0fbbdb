package componentconfig

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/schema"
	"github.com/configgen/configgen/descriptor"
)

// candidate is the configuration of one root during a load. The steps of Loader.load fill it from top to bottom.
type candidate struct {
	*model
	conditions
	// flags are the flags of the root, registered over fresh defaults, and then what the command line says.
	flags *rootFlags
	// hasFiles reports whether the load reads any file, be it for another root. docs are the files of this one.
	hasFiles bool
	docs     []document
	merged
	config any
	// replaced are the zeros of the files that defaults replace.
	replaced []replacedZero
	// changed are the configurations before and after each function of WithComplete.
	changed [][2]*view
	// secretFiles are the files that secrets were read from, by the path of the secret in the newest version. unread are
	// the patterns of secrets that are in files of another machine.
	secretFiles map[string]string
	unread      []string
	// inputs are digests of the files that are input of the component, by the path of the field in the newest version.
	inputs map[string][sha256.Size]byte
	// view is config as operators see it.
	view *view
	// warnings are for the operator.
	warnings layers.Problems
	// commits activate the configuration in the process. swapGates comes after them, when nothing can fail any more.
	commits   []func() error
	swapGates func()
}

// conditions are the same for all roots of one load.
type conditions struct {
	goos string
	// lenient makes warnings of unknown fields. fragment is the mode in which nothing that is missing is a mistake: the
	// files are a part of a configuration.
	lenient, fragment bool
	// completions are the functions of WithComplete.
	completions []completion
	// precedence is the precedence of fields without a marker.
	precedence descriptor.Precedence
	// gatesField and gates are what WithFeatureGates was given. Only the shared root has them.
	gatesField string
	gates      func([]Gate) Gates
	// enabled reports whether a gate is enabled in this load. The shared root sets it, all roots read it.
	enabled *func(string) bool
	// describe is Gates.Describe of this load.
	describe *func(string) string
}

// newCandidate registers the flags of a root over fresh defaults.
func newCandidate(m *model, in conditions, set *flagset.Set) (*candidate, error) {
	defaults, err := m.create()
	if err != nil {
		return nil, fmt.Errorf("the defaults of %s cannot be created: %w", m.kind, err)
	}
	flags, err := registerFlags(m, defaults, set)
	if err != nil {
		return nil, err
	}
	return &candidate{model: m, conditions: in, flags: flags}, nil
}

// add checks a file of the root. It returns its mistakes.
func (c *candidate) add(parsed layers.Document, f layers.File, wrong layers.Problems) layers.Problems {
	doc, problems, unknown := readDocument(c.model, parsed, f)
	if doc.tree != nil {
		wrong = c.named(wrong, doc)
		doc.sound = doc.sound && len(wrong) == 0
		c.docs = append(c.docs, doc)
		warnOfEnded(c, doc)
	}
	problems = append(wrong, problems...)
	if !c.lenient {
		return append(problems, unknown...)
	}
	c.warnings = append(c.warnings, unknown...)
	return problems
}

// named returns problems of the parser with the paths of their values, which the type of a file shows or masks.
func (m *model) named(problems layers.Problems, doc document) layers.Problems {
	for i, p := range problems {
		if p.Of == nil {
			continue
		}
		if path := doc.tree.PathOf(p.Of, nil); len(path) > 0 {
			kind := p.Kind
			problems[i] = layers.About(p.Pos, p.Code, m.shown(path, doc.version), p.Message)
			problems[i].Kind = cmp.Or(kind, p.Message)
		}
	}
	return problems
}

// head says which header a file must have.
func (m *model) head(f *layers.File) {
	f.Header, f.APIVersion, f.Kind = m.header, m.types.APIVersion(m.newest()), m.kind
}

// decode merges the files and decodes the result. Defaults are applied once, at the end. Without any file, the
// configuration is the one for a command line.
func (c *candidate) decode() layers.Problems {
	if !c.hasFiles {
		config, err := c.create()
		if err != nil {
			panic("defaults cannot be created a second time: " + err.Error())
		}
		c.types.SetKind(config)
		c.config = config
		return nil
	}
	var problems layers.Problems
	if c.merged, problems = merge(c.model, c.docs); len(problems) > 0 {
		return problems
	}
	if slices.ContainsFunc(c.docs, func(d document) bool { return !d.sound }) {
		return nil
	}
	c.warnOfBlanks()
	tree := c.merged.tree.Pruned(c.rules(c.version))
	object, err := decodeVersion(c.model, tree, c.version, c.types.Default)
	if err == nil {
		c.replaced = replacedZeros(c.model, tree, object)
		c.config, err = c.types.ToInternal(object)
	}
	if err != nil {
		var several layers.Problems
		if errors.As(err, &several) {
			return several
		}
		return layers.Problems{c.conversionMistake(tree, err)}
	}
	return nil
}

// warnOfBlanks warns of keys without a value that reset values of lower files: their author may have meant nothing.
func (c *candidate) warnOfBlanks() {
	for _, leaf := range c.merged.tree.Leaves() {
		if !leaf.Node.Blank || leaf.Node.Under == nil {
			continue
		}
		lost := slices.DeleteFunc(leaf.Node.Under.LeavesAt(leaf.Path), func(l layers.Leaf) bool { return !l.Node.HasValue() })
		if len(lost) == 0 {
			continue
		}
		at := lost[0].Node.Origin()
		first := fmt.Sprintf("%s (%s:%d)", c.shown(lost[0].Path, c.version), filepath.Base(at.File), at.Line)
		if len(lost) > 1 {
			first += fmt.Sprintf(" and %d more", len(lost)-1)
		}
		advice := "remove the key to change nothing"
		if leaf.Node.Under.Kind == layers.Map {
			advice = "write {} to change nothing"
		}
		problem := layers.About(leaf.Node.Origin(), layers.NoValue, c.shown(leaf.Path, c.version),
			"is empty, which resets "+first+" to the default; "+advice+", or null to reset")
		problem.Kind = "is empty, which resets values of lower files"
		c.warnings = append(c.warnings, problem)
	}
}

// conversionMistake is the problem that a tree cannot be converted, with the position of what is wrong in it.
func (c *candidate) conversionMistake(tree *layers.Node, err error) layers.Problem {
	cause, path := schema.Culprit(tree, func(part *layers.Node) error {
		_, err := decodeTree(c.model, part, c.version)
		return err
	})
	text := c.texts().Rule(err.Error())
	if len(path) == 0 {
		return layers.Problem{Pos: layers.Pos{File: c.file}, Code: layers.Conversion, Message: text}
	}
	if anyBelow(path.Pattern(), c.secretsOf(c.version)) {
		text = c.texts().OfSecret(text)
	}
	return layers.About(cause.Origin(), layers.Conversion, c.shown(path, c.version), text)
}

// precedenceOf returns how flags and files are combined in a Go field: by the marker of the innermost field that has
// one, else as in the loader.
func (c *candidate) precedenceOf(goPath string) descriptor.Precedence {
	longest, out := -1, c.precedence
	for _, f := range c.fields {
		if f.Precedence != "" && layers.Below(goPath, f.Path) && len(f.Path) > longest {
			longest, out = len(f.Path), f.Precedence
		}
	}
	return out
}

// applicable returns the flags of a command line that apply if there are files, and warns of the others. All fields of
// a flag must be of a kind to ignore it.
func (c *candidate) applicable(given []flagset.Given) []flagset.Given {
	if !c.hasFiles {
		return given
	}
	warned := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(given), func(g flagset.Given) bool {
		owners := c.flags.owners[g.Name]
		ignored := c.flags.own.Lookup(g.Name) != nil && (len(owners) > 0 || c.precedence == descriptor.Files) &&
			!slices.ContainsFunc(owners, func(goPath string) bool { return c.precedenceOf(goPath) != descriptor.Files })
		if ignored && !warned[g.Name] {
			warned[g.Name] = true
			fix := ""
			if patterns := c.flags.patterns(g.Name); len(patterns) == 1 {
				fix = fmt.Sprintf("; set %s in the file", patterns[0])
			}
			c.warnf(layers.NoEffect, "--%s is ignored, because there is a configuration file%s", g.Name, fix)
		}
		return ignored
	})
}

// applyFlags applies the command line to what the files gave, completes the result, and makes all paths absolute. given
// is the whole command line.
func (c *candidate) applyFlags(set *flagset.Set, given []flagset.Given) layers.Problems {
	if err := c.flags.apply(c.config, set); err != nil {
		return layers.Problems{{Message: err.Error(), Code: layers.BadFlag}}
	}
	for _, f := range c.fields {
		if f.Type.List == descriptor.Set && c.flags.sets(f.Path) { // A command line may repeat what is in the set.
			schema.RemoveRepeated(c.config, f.Path)
		}
	}
	if problems := c.complete(given); len(problems) > 0 {
		return problems
	}
	if err := c.resolveAll(c.config); err != nil {
		return layers.Problems{{Message: err.Error(), Code: layers.BadFile}}
	}
	return nil
}

// resolveAll makes all paths of a configuration absolute, against the working directory. It returns an error if there
// is a relative path, and no working directory any more.
func (c *candidate) resolveAll(config any) (err error) {
	if c.resolve == nil {
		return nil
	}
	c.resolve(config, func(path string) string {
		if filepath.IsAbs(path) {
			return path
		}
		absolute, failed := filepath.Abs(path)
		if failed != nil {
			err = fmt.Errorf("the relative path %s cannot be resolved, because the working directory was removed; "+
				"write an absolute path", path)
			return path
		}
		return absolute
	})
	return err
}

// readSecrets reads the files of secrets, and watches them.
func readSecrets[T any](l *Loaded[T], reader *layers.Reader, how extension.Inspection) (problems layers.Problems) {
	for _, c := range l.candidates {
		problems = append(problems, secretsFrom(c, func(file string) (string, error) {
			text, err := reader.Text(file)
			l.watch(file, text)
			if err != nil && how.Elsewhere {
				return "", nil
			}
			return text, err
		})...)
	}
	return problems
}

// watch adds a file to the watched files, and its path and content to the identity of the configuration.
func (l *Loaded[T]) watch(file, content string) {
	l.watched.Files = append(l.watched.Files, file)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %q %q", l.identity, file, content))
	l.identity = hex.EncodeToString(sum[:])
}

// readInputs reads the files that are input of the component, +path(watch: true), and watches them. It is for the
// component to find mistakes in them.
func readInputs[T any](l *Loaded[T], reader *layers.Reader) {
	for _, c := range l.candidates {
		c.inputs = map[string][sha256.Size]byte{}
		for _, f := range c.fields {
			if f.File == nil || !f.File.Watch || c.view == nil {
				continue
			}
			for _, leaf := range c.leavesOf(f) {
				content := reader.Content(leaf.Node.Text)
				c.inputs[leaf.Path.String()] = sha256.Sum256([]byte(content))
				l.watch(leaf.Node.Text, content)
			}
		}
	}
}

// secretsFrom sets the secrets whose files are named. If read returns nothing, the secret is elsewhere.
func secretsFrom(c *candidate, read func(file string) (string, error)) (problems layers.Problems) {
	named := false
	for _, f := range c.fields {
		if f.SecretFile != "" && !c.ignored(f) {
			schema.Pairs(c.config, f.Path, f.SecretFile, func(p schema.Pair) string {
				named = named || p.Second != ""
				return p.First
			})
		}
	}
	if !named {
		return nil
	}
	show(c)
	c.view.keep()
	c.secretFiles = map[string]string{}
	for _, f := range c.fields {
		if f.SecretFile == "" || c.ignored(f) {
			continue
		}
		schema.Pairs(c.config, f.Path, f.SecretFile, func(p schema.Pair) string {
			text, err := secretOf(c, f, p, read)
			if err != nil {
				problems = append(problems, located(c, err))
			}
			return text
		})
	}
	return problems
}

// secretOf returns a secret, or the content of its file. To set both is a mistake; otherwise, what is set by default is
// overridden by the other.
func secretOf(
	c *candidate, f descriptor.Field, p schema.Pair, read func(string) (string, error),
) (string, *field.Error) {
	covering := c.types.Covering(f.Path, c.newest())
	secret, file := filled(covering, p.Indexes), filled(c.types.Covering(f.SecretFile, c.newest()), p.Indexes)
	switch {
	case p.Second == "":
		return p.First, nil
	case p.First != "" && c.view.isSet(secret) && c.view.isSet(file):
		other := c.view.originsOf(file)[0]
		shown := inFile(c, &field.Error{Field: file}, other.pos().File).Field
		return p.First, &field.Error{Type: field.ErrorTypeForbidden, Field: secret,
			Detail: fmt.Sprintf("%s is set, too (%s): keep one of them", shown, other)}
	case p.First != "" && c.view.isSet(secret):
		return p.First, nil
	}
	text, err := read(p.Second)
	if err != nil {
		return p.First, &field.Error{Type: field.ErrorTypeInvalid, Field: file, BadValue: field.OmitValueType{},
			Detail: p.Second + ": " + err.Error()}
	}
	for i := range covering {
		c.secretFiles[filled(covering[i:], p.Indexes)] = p.Second
	}
	if text == "" {
		c.unread = append(c.unread, covering...)
	}
	return text, nil
}

// filled returns the first of some patterns with indexes and keys in its brackets.
func filled(patterns []string, indexes []string) string {
	if len(patterns) == 0 {
		return ""
	}
	var path strings.Builder
	for i, piece := range strings.Split(patterns[0], "[]") {
		if i > 0 && i <= len(indexes) {
			path.WriteString("[" + indexes[i-1] + "]")
		}
		path.WriteString(piece)
	}
	return path.String()
}

// completion is a function of WithComplete without its type parameter.
type completion struct {
	configType reflect.Type
	run        func(config any, from Sources) error
}

// complete runs the functions of WithComplete, and records their changes.
func (c *candidate) complete(given []flagset.Given) (problems layers.Problems) {
	for _, f := range c.completions {
		if f.configType != c.configType {
			continue
		}
		show(c)
		c.view.keep()
		before := c.view
		if err := f.run(c.config, Sources{of: c, given: given}); err != nil {
			for _, p := range c.completionMistakes(err) {
				if !c.fragment || p.Pos.File != "" {
					problems = append(problems, p)
				}
			}
			continue
		}
		show(c)
		c.view.keep()
		c.changed = append(c.changed, [2]*view{before, c.view})
	}
	return problems
}

// completed returns the paths of the newest version that the functions of WithComplete changed.
func (c *candidate) completed() map[string]bool {
	out := map[string]bool{}
	for _, step := range c.changed {
		for _, leaf := range step[1].tree().Changed(step[0].tree()) {
			out[leaf.Path.String()] = true
		}
	}
	return out
}

// completionMistakes are the problems in an error of WithComplete. Those of fields have their positions.
func (c *candidate) completionMistakes(err error) (problems layers.Problems) {
	var several utilerrors.Aggregate
	if errors.As(err, &several) {
		for _, err := range several.Errors() {
			problems = append(problems, c.completionMistakes(err)...)
		}
		return problems
	}
	var invalid *field.Error
	if errors.As(err, &invalid) {
		return layers.Problems{located(c, inNewest(c, masked(c, c.texts, invalid)))}
	}
	return layers.Problems{{Message: c.texts().Foreign(err.Error()), Code: layers.BadComponent}}
}

// ignored reports whether a field is without effect in this load: its operating system or a feature gate excludes it.
func (c *candidate) ignored(f descriptor.Field) bool { return excludedOn(f, c.goos) || c.gatedOff(f) }

func (c *candidate) gatedOff(f descriptor.Field) bool {
	enabled := *c.enabled
	return enabled != nil && slices.ContainsFunc(f.Gates, func(g string) bool { return !enabled(g) })
}

// resetIgnored removes the defaults of fields that are ignored. Fields of another operating system get the value that
// they had before defaults, which a file may have set. Fields of a gate that is off are cleared: to set them is an
// error. It reports whether there are any.
func (c *candidate) resetIgnored(config any, from merged) (changed bool) {
	bare := sync.OnceValue(func() any {
		if from.tree == nil {
			return c.zero()
		}
		bare, err := decodeBare(c.model, from.tree.Pruned(c.rules(from.version)), from.version)
		if err != nil {
			panic("a tree cannot be decoded a second time: " + err.Error())
		}
		return bare
	})
	for _, f := range c.fields {
		switch {
		case c.gatedOff(f):
			schema.Clear(f.Path, config)
		case excludedOn(f, c.goos):
			schema.CopyUnset(f.Path, config, bare(), c.flags.sets)
		default:
			continue
		}
		changed = true
	}
	return changed
}

func (c *candidate) warnf(code layers.Code, format string, args ...any) {
	c.warnings = append(c.warnings, layers.Problem{Code: code, Message: fmt.Sprintf(format, args...)})
}
