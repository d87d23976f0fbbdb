package componentconfig

import (
	"fmt"
	"slices"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// replacedZero is a zero of the files that a default replaces: the type of the field cannot tell it from no value.
type replacedZero struct {
	layers.Leaf
	value *layers.Node
}

// replacedZeros returns the zeros of a tree that its object does not have, once defaults are applied.
func replacedZeros(m *model, tree *layers.Node, object any) (all []replacedZero) {
	if m.zerosKept {
		return nil
	}
	replaced := m.types.ReplacedZeros(tree, object)
	if len(replaced) == 0 {
		return nil
	}
	for _, leaf := range tree.Leaves() {
		if value := replaced[leaf.Node]; value != nil {
			all = append(all, replacedZero{leaf, value})
		}
	}
	return all
}

// zeroWarnings returns a warning of each zero of the files that a default replaces, unless a marker or a gate says that
// the field is not set, or a flag or the component sets it.
func (c *candidate) zeroWarnings() (warnings layers.Problems) {
	if len(c.replaced) == 0 {
		return nil
	}
	var unset, byFlags []string
	for _, f := range c.fields {
		if f.ZeroUnset || c.ignored(f) {
			unset = append(unset, schema.KeysOf(c.types, f.Path, c.version)...)
		}
	}
	for _, g := range c.flags.given {
		byFlags = append(byFlags, c.flags.patterns(g.Name)...)
	}
	completed := c.completed()
	for _, zero := range c.replaced {
		pattern := zero.Path.Pattern()
		set := slices.ContainsFunc(c.types.Carried(zero.Path, c.version, c.newest()), func(p layers.Path) bool {
			return anyBelow(p.Pattern(), byFlags) || completed[p.String()]
		})
		if set || anyBelow(pattern, unset) {
			continue
		}
		value := layers.Brief(string(zero.value.JSON()))
		if anyBelow(pattern, c.secretsOf(c.version)) {
			value = redact.Mask
		}
		warnings = append(warnings, layers.About(zero.Node.Origin(), layers.NoEffect, c.shown(zero.Path, c.version),
			fmt.Sprintf("%s is replaced by the default %s", layers.Brief(string(zero.Node.JSON())), value)))
	}
	return warnings
}

// warnOfZeros warns of the zeros that defaults replace: of each, or of all in one line with the first of them. Files
// that programs write have many.
func (l *Loaded[T]) warnOfZeros(each bool, advice string) {
	var all layers.Problems
	for _, c := range l.candidates {
		all = append(all, c.zeroWarnings()...)
	}
	if more := len(all) - 1; more > 0 && !each {
		all = all.Sorted()[:1]
		zeros := "another zero"
		if more > 1 {
			zeros = fmt.Sprintf("%d other zeros", more)
		}
		all[0].Message += ", like " + zeros + advice
	}
	l.warned = append(l.warned, all...)
}
