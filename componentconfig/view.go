package componentconfig

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/schema"
	"github.com/configgen/configgen/descriptor"
)

// view is a configuration as operators see it: the leaves of the newest version, and where each value came from. Once a
// load has ended, several goroutines may use it.
type view struct {
	of *candidate
	// config is the configuration, or a copy of it, until it is converted.
	config any
	// The answers are computed on first use. A start does not need them, and each of thousands of mistakes may ask for
	// its position.
	converted, listed, traced, tried, sorted, parsed sync.Once

	nodes *layers.Node
	// partial is why the view has only what the files give, with defaults: the configuration cannot be converted to the
	// newest version.
	partial error
	all     []layers.Leaf
	// found are the origins, keys their paths, sorted, and told the origins for operators.
	found, told Origins
	keys        []string
	// paths are the leaves and all that is above them, by their texts.
	paths map[string]layers.Path
}

// tree returns the configuration in the newest version.
func (v *view) tree() *layers.Node {
	v.converted.Do(func() {
		v.nodes, v.partial = shownTree(v.of, v.config)
		v.config = nil
	})
	return v.nodes
}

// leaves returns the leaves of the tree.
func (v *view) leaves() []layers.Leaf {
	v.listed.Do(func() { v.all = v.tree().Leaves() })
	return v.all
}

// convertible reports whether the configuration can be converted to the newest version.
func (v *view) convertible() bool {
	if v.config == nil {
		return v.partial == nil
	}
	_, err := v.of.types.External(v.config, v.of.newest())
	if err != nil {
		v.tree() // This says why.
	}
	return err == nil
}

// keep makes the view independent of later changes of the configuration.
func (v *view) keep() {
	if v.nodes != nil {
		return
	}
	object, ok := v.config.(runtime.Object)
	if !ok {
		v.tree()
		return
	}
	v.config = object.DeepCopyObject()
}

// shownTree returns a configuration in the newest version or, if it cannot be converted, what the files give, with
// defaults, and why.
func shownTree(c *candidate, config any) (*layers.Node, error) {
	tree, err := c.model.tree(config)
	if err == nil {
		return tree, nil
	}
	files, version := c.merged.tree, c.version
	if files == nil {
		files, version = layers.NewMap(), c.newest()
	}
	if tree, _ = defaulted(c.model, files.Pruned(c.rules(version)), version); tree == nil {
		tree = layers.NewMap()
	}
	return tree, fmt.Errorf("the configuration cannot be shown: %w", err)
}

// partial returns why the configuration cannot be shown, or nil.
func (c *candidate) partial() error {
	if c.view == nil {
		return nil
	}
	if c.view.tree(); c.view.partial == nil {
		return nil
	}
	return errors.New(c.texts().Rule(c.view.partial.Error()))
}

// origins returns the origins of every leaf.
func (v *view) origins() Origins {
	v.traced.Do(func() { v.found = v.trace() })
	return v.found
}

func (v *view) trace() Origins {
	c := v.of
	whole, single := c.flags.effects()
	lists := c.flags.prepended()
	var legacy []string
	if !c.hasFiles {
		legacy = c.patterns(c.newest(), func(f descriptor.Field) bool {
			return f.LegacyDefault != "" && !excludedOn(f, c.goos)
		})
	}
	completed := c.completed()
	out := Origins{}
	for _, leaf := range v.leaves() {
		path, pattern := leaf.Path.String(), leaf.Path.Pattern()
		if leaf.Path.IsHeader() {
			continue
		}
		origins := flagOrigins(c.flags, pattern, slices.Clone(single[path]), whole)
		at, prepended := lists.at(leaf.Path)
		if prepended {
			origins = nil
			for _, name := range at.flags {
				origins = append(origins, Origin{Source: OriginFlag, Name: name})
			}
		}
		files, set := c.fileOrigins(at.path)
		set = set && (isZeroText(string(leaf.Node.JSON())) || !c.zeroMeansUnset(at.path))
		switch {
		case len(origins) > 0 || set:
		case anyBelow(pattern, legacy):
			origins = []Origin{{Source: OriginLegacyDefault}}
		default:
			origins = []Origin{{Source: OriginDefault}}
		}
		out[path] = append(origins, files...)
	}
	for _, path := range slices.Sorted(maps.Keys(c.secretFiles)) {
		origin := Origin{Source: OriginFile, Name: c.secretFiles[path]}
		if _, ok := out[path]; ok {
			out[path] = []Origin{origin}
			continue
		}
		for at := range out { // A hand-written conversion sets what is in the field.
			if rest, ok := strings.CutPrefix(at, path); ok && (rest[0] == '.' || rest[0] == '[') {
				out[at] = append(userOrigins(out[at]), origin)
			}
		}
	}
	flagsOfUnknownFields(v, out)
	for path := range completed {
		if _, ok := out[path]; ok {
			out[path] = append([]Origin{{Source: OriginCompleted}}, userOrigins(out[path])...)
		}
	}
	for _, reset := range v.resets() {
		files, set := c.fileOrigins(reset.Path)
		if !set {
			files = append([]Origin{{Source: OriginDefault}}, files...)
		}
		out[reset.Path.String()] = files
	}
	return out
}

// resets returns what files reset by a null or an empty value, if the configuration has no place that shows it: a list,
// map, key or pointer that is no longer there.
func (v *view) resets() (resets []layers.Leaf) {
	c, seen := v.of, map[string]bool{}
	tree := v.tree()
	if c.merged.tree == nil || v.partial != nil {
		return nil
	}
	for _, leaf := range c.merged.tree.Leaves() {
		if leaf.Node.Under == nil {
			continue
		}
		for _, lost := range leaf.Node.Under.LeavesAt(leaf.Path) {
			if !lost.Node.HasValue() {
				continue
			}
			for _, path := range c.types.Carried(lost.Path, c.version, c.newest()) {
				path = absentIn(tree, path, len(leaf.Path.Items()))
				if path != nil && !seen[path.String()] {
					seen[path.String()] = true
					node := &layers.Node{Kind: leaf.Node.Kind, Pos: leaf.Node.Pos, Key: leaf.Node.Key}
					resets = append(resets, layers.Leaf{Path: path, Node: node})
				}
			}
		}
	}
	return resets
}

// absentIn returns the first part of a path that a tree does not have. It is nil if the tree has a list or map on the
// way that is not one of the outer ones, or a scalar.
func absentIn(tree *layers.Node, path layers.Path, outer int) layers.Path {
	for i := range path {
		n := tree.At(path[:i+1])
		if n == nil {
			return path[:i+1]
		}
		if n.Dict || n.Kind == layers.List {
			outer--
		}
		if outer < 0 || n.Kind != layers.Map && n.Kind != layers.List {
			return nil
		}
	}
	return nil
}

// explained returns the origins for operators. Flags are applied after defaults, so a default can depend on the value
// that a field had before its flag. The origin of such a default names the flag: explained finds it by putting the
// values of flags into files and computing the defaults again.
func (v *view) explained() Origins {
	v.tried.Do(func() { v.told = v.explain() })
	return v.told
}

func (v *view) explain() Origins {
	c, origins, values := v.of, v.origins(), map[string][]layers.Leaf{}
	version := cmp.Or(c.version, c.newest())
	var names []string
	for _, leaf := range v.leaves() {
		o := origins[leaf.Path.String()]
		inList := slices.ContainsFunc(leaf.Path, func(s layers.Step) bool { return s.Kind == layers.List })
		if len(o) > 0 && o[0].Source == OriginFlag && !inList {
			values[o[0].Name] = append(values[o[0].Name], leaf)
			names = append(names, o[0].Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	computed := func(flags []string) *layers.Node {
		tree := layers.NewMap()
		if c.merged.tree != nil {
			tree = c.merged.tree.Clone()
		}
		for _, name := range flags {
			for _, leaf := range values[name] {
				for _, path := range schema.CarriedIn(c.types, leaf.Path, version, tree) {
					tree.Insert(path, leaf.Node.Clone())
				}
			}
		}
		config, err := decodeTree(c.model, tree, version)
		if err != nil {
			return nil
		}
		shown, _ := c.model.tree(config) //nolint:errcheck // Then it is nil.
		return shown
	}
	differ := func(with, without *layers.Node) (found []string) {
		if with == nil || without == nil {
			return nil
		}
		for _, leaf := range with.Changed(without) {
			if o := origins[leaf.Path.String()]; len(o) > 0 && o[0].Source == OriginDefault {
				found = append(found, leaf.Path.String())
			}
		}
		return found
	}
	if len(names) == 0 {
		return origins
	}
	before := computed(nil)
	if len(differ(computed(names), before)) == 0 {
		return origins
	}
	told := maps.Clone(origins)
	for _, name := range names {
		for _, path := range differ(computed([]string{name}), before) {
			told[path] = slices.Clone(told[path])
			told[path][0].Name = name
		}
	}
	return told
}

// zeroMeansUnset reports whether the files have a zero at a path of the newest version that means that the field is not
// set.
func (c *candidate) zeroMeansUnset(path layers.Path) bool {
	there, declared := c.carried(path)
	there = slices.DeleteFunc(there, func(l layers.Leaf) bool { return !l.Node.HasValue() })
	return !c.zerosKept && declared && len(there) > 0 && !slices.ContainsFunc(there, func(l layers.Leaf) bool {
		return !schema.MeansUnset(c.types, l.Path, l.Node, c.version)
	})
}

// carried returns the places in the files that can have the value of a path of the newest version, and the values
// there, which may be nil. Declared is false if a hand-written conversion makes the value of any of them.
func (c *candidate) carried(path layers.Path) (all []layers.Leaf, declared bool) {
	if c.merged.tree == nil {
		return nil, true
	}
	paths, declared := schema.SourcesOf(c.types, path, c.version, c.merged.tree)
	for _, p := range paths {
		all = append(all, layers.Leaf{Path: p, Node: c.merged.tree.At(p)})
	}
	return all, declared
}

// parse returns the pattern of a path, such as the path of a validation error, and the indexes and keys in it.
func (v *view) parse(text string) (pattern string, items []string) {
	path, rest := v.known(text)
	pattern, items = layers.Blank(rest)
	return path.Pattern() + pattern, append(path.Items(), items...)
}

// known returns the longest part of a path that the configuration has, and the rest of its text. Only the configuration
// knows where a key ends that has brackets in it.
func (v *view) known(text string) (path layers.Path, rest string) {
	v.parsed.Do(func() {
		v.paths = map[string]layers.Path{}
		for _, leaf := range v.leaves() {
			for i := range leaf.Path {
				v.paths[leaf.Path[:i+1].String()] = leaf.Path[:i+1]
			}
		}
	})
	for end := len(text); end > 0; end-- {
		if end == len(text) || text[end] == '.' || text[end] == '[' {
			if path := v.paths[text[:end]]; path != nil {
				return path, text[end:]
			}
		}
	}
	return nil, text
}

// find returns what the configuration has at a path, or nil, and whether that is a leaf.
func (v *view) find(text string) (path layers.Path, leaf bool) {
	path, rest := v.known(text)
	if path == nil || rest != "" {
		return nil, false
	}
	n := v.tree().At(path)
	return path, len(n.Fields)+len(n.Items) == 0
}

// isSet reports whether a file or a flag set the value at a path, or a part of it.
func (v *view) isSet(path string) bool {
	return len(userOrigins(v.originsOf(path))) > 0
}

// originsOf returns the origins of a path, as [Origins.Of] does.
func (v *view) originsOf(path string) []Origin {
	all := v.origins()
	if found, ok := all[path]; ok {
		return found
	}
	v.sorted.Do(func() { v.keys = slices.Sorted(maps.Keys(all)) })
	return all.near(path, v.keys)
}

// flagOrigins returns the flags that set a leaf, the last one first. names are the flags that set the leaf alone, whole
// the flags that set a field, by pattern.
func flagOrigins(flags *rootFlags, pattern string, names []string, whole map[string][]string) []Origin {
	for p, more := range whole {
		if layers.Below(pattern, p) {
			names = append(names, more...)
		}
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Compare(flags.last(y), flags.last(x)) })
	var out []Origin
	for _, name := range slices.Compact(names) {
		out = append(out, Origin{Source: OriginFlag, Name: name})
	}
	return out
}

// written returns where the files have a path of the newest version, or the first part of it, in the layer that is
// used.
func (c *candidate) written(path layers.Path) (pos layers.Pos, ok bool) {
	places, _ := c.carried(path)
	for _, there := range places {
		if there.Node.HasValue() && (!ok || there.Node.Origin().Line < pos.Line) {
			pos, ok = there.Node.Origin(), true
		}
	}
	return pos, ok
}

// fileOrigins returns the files that set a path of the newest version, the highest layer first. set is false if the
// last of them asks for the default by a null. What a hand-written conversion sets has one origin in each file.
func (c *candidate) fileOrigins(path layers.Path) (out []Origin, set bool) {
	places, declared := c.carried(path)
	first := map[string]Origin{} // by file
	for _, there := range places {
		set = set || there.Node.HasValue()
		for _, o := range fileOrigins(c.merged.tree.Trail(there.Path)) {
			if declared {
				out = append(out, o)
			} else if before, ok := first[o.Name]; !ok || o.Line < before.Line {
				o.Converted = true
				first[o.Name] = o
			}
		}
	}
	for _, doc := range slices.Backward(c.docs) {
		if o, ok := first[doc.Name]; ok {
			out = append(out, o)
		}
	}
	return out, set
}
