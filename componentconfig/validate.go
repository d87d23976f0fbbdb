package componentconfig

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// validate sets feature gates, takes back what does not count, and validates. What it returns is to be done once every
// root is known to be valid.
func (b *buildOf[T]) validate() ([]func() error, layers.Problems) {
	var commits []func() error
	tree, err := b.group.Tree(b.config, b.newest())
	if err != nil {
		return nil, layers.Problems{{Message: err.Error()}}
	}
	b.shown = tree
	problems := b.setGates()
	var passedOver []string
	for _, f := range b.Fields {
		if b.gatedOff(f) {
			problems = append(problems, b.setBehindGate(f)...)
			passedOver = append(passedOver, b.group.PatternsOf(f.Path, b.newest())...)
		}
	}
	if b.passOver(b.config, b.bare) {
		b.shown, b.shownLeaves, b.found = nil, nil, nil
	}
	passedOver = append(passedOver, b.foreignFields()...)
	for _, err := range b.mistakes() {
		if !anyBelow(patternOf(err.Field), passedOver) {
			problems = append(problems, b.located(err))
		}
	}
	for _, t := range b.ThirdPartyFlags {
		commit, err := b.thirdParty(t)
		if err != nil {
			problems = append(problems, layers.Problem{Message: err.Error()})
		}
		commits = append(commits, commit)
	}
	return commits, problems
}

// mistakes are what validation does not like, and values whose feature gates are off.
func (b *buildOf[T]) mistakes() (errs field.ErrorList) {
	if b.Validate != nil {
		errs = b.Validate(b.config)
	}
	if enabled := *b.enabled; enabled != nil && b.GatedValues != nil {
		errs = append(errs, b.GatedValues(b.config, func(f featuregate.Feature) bool { return enabled(string(f)) })...)
	}
	return errs
}

// foreignFields lists the patterns of fields that do not exist on this operating system, and warns about those that a
// file sets: a file may be shared by nodes of several systems, so it is no mistake, but it does nothing here.
func (b *buildOf[T]) foreignFields() []string {
	var out []string
	for _, f := range b.Fields {
		if !b.foreign(f) {
			continue
		}
		patterns := b.group.PatternsOf(f.Path, b.newest())
		out = append(out, patterns...)
		for _, leaf := range b.leaves() {
			if !anyBelow(leaf.Path.Pattern(), patterns) {
				continue
			}
			if files, set := b.fileOrigins(leaf.Path); set {
				b.warned = append(b.warned, fmt.Sprintf("%s: %s does not exist on %s (it is marked %s): it does nothing here",
					files[0].pos(), leaf.Path, b.goos, strings.Join(f.OS, ",")))
			}
		}
	}
	return out
}

var brackets = regexp.MustCompile(`\[[^\]]*\]`)

// patternOf blanks the indexes and keys of a path.
func patternOf(path string) string { return brackets.ReplaceAllString(path, "[]") }

// located says where the value was set that validation does not like.
func (b *buildOf[T]) located(err *field.Error) layers.Problem {
	p := layers.Problem{Message: err.Error()}
	pattern := patternOf(err.Field)
	holds := slices.ContainsFunc(b.secretsOf(b.newest()), func(s string) bool { return layers.Below(s, pattern) })
	if holds || b.secret(pattern) {
		p.Message = err.Field + ": " + err.Type.String()
		if err.Detail != "" {
			p.Message += ": " + err.Detail
		}
	}
	origins := b.origins().Of(err.Field)
	if len(origins) == 0 || origins[0].Source < OriginFile {
		return layers.Problem{Pos: b.around(err.Field), Message: p.Message}
	}
	return at(origins, p.Message)
}

// around is where the innermost object or list was written that a value belongs to which nobody wrote.
func (b *buildOf[T]) around(path string) (pos layers.Pos) {
	depth := 0
	for _, leaf := range b.leaves() {
		for i := len(leaf.Path); i > depth; i-- {
			if !layers.Below(path, leaf.Path[:i].String()) {
				continue
			}
			if origins, _ := b.fileOrigins(leaf.Path[:i]); len(origins) > 0 {
				pos, depth = origins[0].pos(), i
			}
		}
	}
	return pos
}

// setGates hands the merged feature gates over. They are in use from swapGates on.
func (b *buildOf[T]) setGates() (problems layers.Problems) {
	if b.gates == nil {
		return b.ungated()
	}
	patterns := b.group.PatternsOf(b.gatesField, b.newest())
	if len(patterns) != 1 {
		return layers.Problems{{Message: fmt.Sprintf("%s has no field %s for feature gates", b.Kind, b.gatesField)}}
	}
	var gates []Gate
	byName := map[string][]Origin{}
	for _, leaf := range b.leaves() {
		if leaf.Path.Pattern() == patterns[0]+"[]" {
			name, origins := leaf.Path[len(leaf.Path)-1].Name, b.origins()[leaf.Path.String()]
			gates = append(gates, Gate{name, leaf.Node.Text == "true", origins})
			byName[name] = origins
		}
	}
	answer := b.gates(gates)
	*b.enabled, b.swap = answer.Enabled, answer.Commit
	positioned := func(p GateProblem) layers.Problem {
		if origins, set := byName[p.Name]; set {
			return at(origins, fmt.Sprintf("%s[%s]: %s", patterns[0], p.Name, p.Message))
		}
		return layers.Problem{Message: patterns[0] + ": " + p.Message}
	}
	for _, p := range answer.Problems {
		problems = append(problems, positioned(p))
	}
	for _, w := range answer.Warnings {
		b.warned = append(b.warned, positioned(w).String())
	}
	return problems
}

// ungated refuses a root with fields or values behind feature gates in a loader that nobody gave the gates of: what is off
// would be accepted in silence. It is a mistake of the program's, which the first start shows.
func (b *buildOf[T]) ungated() layers.Problems {
	if *b.enabled != nil {
		return nil // an instance root, whose gates stand in the shared one
	}
	for _, f := range b.Fields {
		if len(f.FeatureGates) > 0 {
			return layers.Problems{{Message: fmt.Sprintf("%s.%s is behind a feature gate (%s), and the program sets none: the loader needs the option WithFeatureGates",
				b.Kind, f.Path, strings.Join(f.FeatureGates, ", "))}}
		}
	}
	if b.GatedValues != nil {
		return layers.Problems{{Message: b.Kind + " has values behind feature gates, and the program sets none: the loader needs the option WithFeatureGates"}}
	}
	return nil
}

// setBehindGate reports every value of a field that somebody set, and the object that a file writes without a value in it.
func (b *buildOf[T]) setBehindGate(f Field) layers.Problems {
	var out layers.Problems
	patterns, object := b.group.PatternsOf(f.Path, b.newest()), b.group.ObjectOf(f.Path, b.newest())
	told := map[string]bool{}
	report := func(path layers.Path, origins []Origin) {
		out = append(out, at(origins, fmt.Sprintf("%s: may be set only while %s on", path, gatesAre(f.FeatureGates))))
		told[objectIn(path, object).String()] = true
	}
	for _, leaf := range b.leaves() {
		origins := b.origins()[leaf.Path.String()]
		if anyBelow(leaf.Path.Pattern(), patterns) && len(origins) > 0 && origins[0].Source >= OriginFile {
			report(leaf.Path, origins)
		}
	}
	for _, leaf := range b.leaves() {
		whole := objectIn(leaf.Path, object)
		if len(whole) == 0 || told[whole.String()] {
			continue
		}
		if origins, set := b.fileOrigins(whole); set {
			report(whole, origins)
		}
	}
	return out
}

// objectIn is the part of a path that leads to the object of the given pattern; nil where the path does not.
func objectIn(path layers.Path, pattern string) layers.Path {
	for i := len(path); i > 0 && pattern != ""; i-- {
		if path[:i].Pattern() == pattern {
			return path[:i]
		}
	}
	return nil
}

// gatesAre names gates as the subject of a sentence, with its verb.
func gatesAre(names []string) string {
	if len(names) == 1 {
		return "the feature gate " + names[0] + " is"
	}
	return "the feature gates " + strings.Join(names, " and ") + " are"
}

// at positions a message at the winner of some origins.
func at(origins []Origin, message string) layers.Problem {
	if len(origins) == 0 {
		return layers.Problem{Message: message}
	}
	if origins[0].Source == OriginFlag {
		flag := "--" + origins[0].Name
		message = flag + ": " + strings.TrimSuffix(message, " (flag "+flag+")") // which validation adds, not knowing that it was used
	}
	return layers.Problem{Pos: origins[0].pos(), Message: message}
}

// thirdParty prepares the setting of a library's flag.
func (b *buildOf[T]) thirdParty(t ThirdPartyFlag[T]) (func() error, error) {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	t.Register(fs)
	if fs.Lookup(t.Flag) == nil {
		return nil, fmt.Errorf("%s: the library that should take it registers no flag --%s", t.Field, t.Flag)
	}
	return func() error {
		value, ok := t.Value(b.config)
		if !ok {
			return nil
		}
		if err := fs.Set(t.Flag, value); err != nil {
			message := fmt.Sprintf("%s: the flag --%s of a library does not take this value", t.Field, t.Flag)
			for _, p := range b.group.PatternsOf(t.Field, b.newest()) {
				return problemsOf(layers.Problems{at(b.origins().Of(p), message)})
			}
			return Problems{{Message: message}}
		}
		return nil
	}, nil
}
