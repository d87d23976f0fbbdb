package componentconfig

import (
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// OriginSource is the kind of layer that a value comes from.
type OriginSource uint8

// The layers, lowest first.
const (
	OriginDefault OriginSource = iota
	OriginLegacyDefault
	OriginFile
	OriginFlag
	// OriginCompleted is a function of WithComplete. What it overrides may come from any other layer.
	OriginCompleted
)

// Origin is where a value comes from.
type Origin struct {
	Source OriginSource
	// Name is the file, by the name that it was given, or the flag. For a default, Name is the flag that was applied after
	// the default had been computed from another value of the flag's field; mostly there is none.
	Name string
	// Line and Column are the position in the file. They count from 1, and are 0 for the file of a secret, which has
	// nothing else.
	Line, Column int
}

// String returns the origin in a few words: default, flag --port, 20-site.conf:3.
func (o Origin) String() string {
	switch o.Source {
	case OriginLegacyDefault:
		return "legacy default"
	case OriginFile:
		name := layers.Plain(filepath.Base(o.Name))
		if o.Line > 0 {
			name += ":" + strconv.Itoa(o.Line)
		}
		return name
	case OriginFlag:
		return "flag --" + o.Name
	case OriginCompleted:
		return "completed"
	}
	if o.Name != "" {
		return "default (computed before --" + o.Name + ")"
	}
	return "default"
}

// pos returns the origin as the position of a problem.
func (o Origin) pos() layers.Pos {
	if o.Source == OriginFile {
		return layers.Pos{File: o.Name, Line: o.Line, Column: o.Column}
	}
	return layers.Pos{}
}

// Origins maps the JSON path of every leaf of the newest version (zones[0].file, featureGates[Foo]) to its origins: the
// value in use first, then the values that it overrides, highest layer first. Overridden defaults are not listed.
type Origins map[string][]Origin

// Of returns the origins of a path. If the path is not a leaf, it returns the origins of the nearest leaf below it or
// the object above it.
func (o Origins) Of(path string) []Origin {
	if found, ok := o[path]; ok {
		return found
	}
	return o.near(path, slices.Sorted(maps.Keys(o)))
}

// near is Of for a path that is not a leaf. all are the paths of the leaves, sorted.
func (o Origins) near(path string, all []string) []Origin {
	for _, prefix := range []string{path + ".", path + "["} {
		if path == "" {
			prefix = ""
		}
		first, _ := slices.BinarySearch(all, prefix)
		for _, below := range all[first:] {
			if !strings.HasPrefix(below, prefix) {
				break
			}
			if len(userOrigins(o[below])) > 0 {
				return o[below]
			}
		}
	}
	if i := strings.LastIndexAny(path, ".["); i > 0 {
		if parent := path[:i]; len(o[parent]) > 0 {
			return o[parent]
		}
	}
	return nil
}

// userOrigins returns the origins in the files and on the command line.
func userOrigins(origins []Origin) []Origin {
	if len(origins) > 0 && origins[0].Source == OriginCompleted {
		origins = origins[1:]
	}
	if len(origins) > 0 && origins[0].Source < OriginFile {
		return nil
	}
	return origins
}

// Sources say where the values of a configuration come from, for a function of WithComplete.
type Sources struct {
	of    *candidate
	given []flagset.Given
}

// IsSet reports whether a file or a flag sets the value at a JSON path of the newest version, or a part of it.
func (s Sources) IsSet(path string) bool { return s.of.view != nil && s.of.view.isSet(path) }

// Origins returns the origins of the value at a JSON path of the newest version, as [Origins.Of] does.
func (s Sources) Origins(path string) []Origin {
	if s.of.view == nil {
		return nil
	}
	return s.of.view.originsOf(path)
}

// HasFlag reports whether the command line has a flag, be it one of the configuration or another one.
func (s Sources) HasFlag(name string) bool {
	return slices.ContainsFunc(s.given, func(g flagset.Given) bool { return g.Name == name })
}

// HasFiles reports whether there is a configuration file, so that versioned defaults apply and not legacy defaults.
func (s Sources) HasFiles() bool { return s.of.hasFiles }

// files are the files of a configuration.
type files struct {
	// names are the names of all files, including files of secrets, the lowest layer first.
	names []string
	// shared are the names without directories that several files have.
	shared map[string]bool
}

// filesOf returns the files that candidates were read from.
func filesOf(candidates []*candidate) files {
	out, first := files{shared: map[string]bool{}}, map[string]string{}
	add := func(name string) {
		base := filepath.Base(name)
		switch other, known := first[base]; {
		case !known:
			first[base] = name
		case other == name:
			return
		default:
			out.shared[base] = true
		}
		out.names = append(out.names, name)
	}
	for _, c := range candidates {
		for _, d := range c.docs {
			add(d.Name)
		}
		for _, path := range slices.Sorted(maps.Keys(c.secretFiles)) {
			add(c.secretFiles[path])
		}
	}
	return out
}

// text returns an origin in a few words, and with the directory if several files have the same name.
func (fs files) text(o Origin) string {
	if o.Source == OriginFile && fs.shared[filepath.Base(o.Name)] {
		dir, _ := filepath.Split(o.Name)
		return layers.Plain(dir) + o.String()
	}
	return o.String()
}

// describe returns the comment of --explain-config for a value.
func (fs files) describe(origins []Origin) string {
	if len(origins) == 0 {
		origins = []Origin{{}}
	}
	return extension.Describe(textual(origins, fs))
}

// dropInsOf returns the names of the drop-in files of a root.
func dropInsOf(c *candidate) map[string]bool {
	out := map[string]bool{}
	for _, d := range c.docs {
		if d.DropIn {
			out[d.Name] = true
		}
	}
	return out
}

// owners returns the origins in drop-in files, if there are several.
func owners(origins []Origin, dropIns map[string]bool) (out []Origin) {
	for _, o := range origins {
		if o.Source == OriginFile && dropIns[o.Name] && (len(out) == 0 || out[len(out)-1].Name != o.Name) {
			out = append(out, o)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// warnOfOwners warns of fields that several drop-in files set.
func warnOfOwners(c *candidate) {
	dropIns, warned := dropInsOf(c), map[string]bool{}
	if len(dropIns) < 2 || c.merged.tree == nil {
		return
	}
	for _, leaf := range c.merged.tree.Leaves() {
		path := leaf.Path
		list := slices.IndexFunc(path, func(s layers.Step) bool { return s.Kind == layers.List })
		if list >= 0 && len(c.merged.tree.Trail(path[:list])) > 1 {
			path = path[:list] // It was replaced as a whole.
		}
		found := owners(fileOrigins(c.merged.tree.Trail(path)), dropIns)
		if path.IsHeader() || len(found) == 0 || warned[path.String()] {
			continue
		}
		warned[path.String()] = true
		var others []string
		for _, o := range found[1:] {
			others = append(others, o.pos().String())
		}
		c.warnings = append(c.warnings, layers.About(found[0].pos(), layers.TwoOwners, c.shown(path, c.version),
			"overrides "+strings.Join(others, " and ")+": set it in one drop-in file"))
	}
}

// A conversion can set a field of the newest version from another field of a file, or from several, depending on a
// third. Such a field does not have the value that the file gives it under the same name. Its origin is then found by
// trial: what changes its value if it is left out.

// input is a value that a file or the command line sets.
type input struct {
	flag string
	path layers.Path // in the merged tree
	node *layers.Node
	at   []Origin
	// inside are the positions of the values in a list.
	inside []Origin
}

func (in input) has(o Origin) bool { return slices.Contains(in.at, o) || slices.Contains(in.inside, o) }

// trial tries inputs.
type trial struct {
	*candidate
	inputs []input
	// trees are the configurations without each of the inputs, after defaults and before; the last have all inputs.
	trees map[bool][]*layers.Node
}

// mostInputs limits the trials: each decodes the configuration.
const mostInputs = 500

// settle corrects the origins of leaves that differ from the value at their origin, except for settled leaves.
func settle(v *view, origins Origins, settled map[string]bool) {
	t := &trial{candidate: v.of, trees: map[bool][]*layers.Node{}}
	t.flagsOfUnknownFields(v, origins)
	flags, written := map[string]*layers.Node{}, sync.OnceValue(t.written)
	bare := sync.OnceValue(func() *layers.Node { return t.without(nil, false) })
	empty := sync.OnceValue(func() *layers.Node { return t.shownOrNil(t.zero()) })
	for _, leaf := range v.leaves() {
		path := leaf.Path.String()
		found := origins[path]
		if len(found) == 0 || settled[path] {
			continue
		}
		var given *layers.Node
		switch found[0].Source {
		case OriginFlag:
			name := found[0].Name
			if _, known := flags[name]; !known {
				flags[name] = t.alone(name)
			}
			given = flags[name].At(leaf.Path)
		case OriginFile:
			given = written().At(leaf.Path)
		default:
			// A file or a flag gives it this value before defaults.
			if given = bare().At(leaf.Path); layers.Same(given, leaf.Node) && !isZeroText(string(given.JSON())) &&
				!layers.Same(given, empty().At(leaf.Path)) {
				t.correct(origins, leaf, false)
			}
			continue
		}
		if given != nil && !layers.Same(given, leaf.Node) {
			t.correct(origins, leaf, true)
		}
	}
}

// correct gives a leaf the origins of the inputs that it gets its value from, known origins first.
func (t *trial) correct(origins Origins, leaf layers.Leaf, defaults bool) {
	path, won := leaf.Path.String(), t.won(leaf, defaults)
	var corrected []Origin
	if known := slices.IndexFunc(won, func(in input) bool { return in.has(origins[path][0]) }); known >= 0 {
		corrected, won = slices.Clone(origins[path]), slices.Delete(won, known, known+1)
	}
	for _, in := range won {
		for _, origin := range in.at {
			if !slices.Contains(corrected, origin) {
				corrected = append(corrected, origin)
			}
		}
	}
	if len(corrected) > 0 {
		origins[path] = corrected
	}
}

// flagsOfUnknownFields adds flags to the origins of the leaves that they change. The field of a flag that a library
// registers over something else than the configuration is unknown, and on an empty configuration the flag may change
// nothing.
func (t *trial) flagsOfUnknownFields(v *view, origins Origins) {
	all := sync.OnceValue(func() *layers.Node { return t.without(nil, true) })
	seen := map[string]bool{}
	for _, given := range t.flags.given {
		if len(t.flags.owners[given.Name]) > 0 || seen[given.Name] {
			continue
		}
		seen[given.Name] = true
		origin, without := Origin{Source: OriginFlag, Name: given.Name}, t.without(&input{flag: given.Name}, true)
		if without == nil {
			continue
		}
		for _, leaf := range v.leaves() {
			path := leaf.Path.String()
			if found, ok := origins[path]; ok && !slices.Contains(found, origin) &&
				!layers.Same(without.At(leaf.Path), all().At(leaf.Path)) {
				origins[path] = append([]Origin{origin}, userOrigins(found)...)
			}
		}
	}
}

// alone returns a configuration in which nothing but a flag is set.
func (t *trial) alone(name string) *layers.Node {
	config := t.zero()
	only := func(g flagset.Given) bool { return g.Name != name }
	if t.flags.reparse(config, slices.DeleteFunc(slices.Clone(t.flags.given), only)) != nil {
		return nil
	}
	return t.shownOrNil(config)
}

// written returns the files as the types of their version write them; nil if they are in another version than the
// newest.
func (t *trial) written() *layers.Node {
	if t.merged.tree == nil || t.version != t.newest() {
		return nil
	}
	obj, err := t.types.New(t.version)
	if err != nil || t.types.Decode(t.merged.tree.Pruned(t.rules(t.version)), obj) != nil {
		return nil
	}
	tree, err := t.types.Encode(reflect.ValueOf(obj))
	if err != nil {
		return nil
	}
	return tree
}

// isZeroText reports whether a JSON text is the value of a field that is not set.
func isZeroText(text string) bool {
	return slices.Contains([]string{`""`, "0", `"0"`, `"0s"`, "false", "null", "{}", "[]"}, text)
}

func (t *trial) shownOrNil(config any) *layers.Node {
	tree, err := t.model.tree(config)
	if err != nil {
		return nil
	}
	return tree
}

// without returns the configuration without one input; with all if it is nil.
func (t *trial) without(left *input, defaults bool) *layers.Node {
	given := t.flags.given
	tree := t.merged.tree.Clone()
	if left != nil && left.flag != "" {
		given = slices.DeleteFunc(slices.Clone(given), func(g flagset.Given) bool { return g.Name == left.flag })
	} else if left != nil {
		tree.Remove(left.path)
	}
	config, err := t.zero(), error(nil)
	switch {
	case tree != nil && defaults:
		config, err = decodeTree(t.model, tree.Pruned(t.rules(t.version)), t.version)
	case tree != nil:
		config, err = decodeBare(t.model, tree.Pruned(t.rules(t.version)), t.version)
	case !t.hasFiles && defaults:
		config, err = t.create()
	}
	if err != nil || t.flags.reparse(config, given) != nil {
		return nil
	}
	return t.shownOrNil(config)
}

// won returns the inputs that a leaf gets its value from: the one that has this value, if there is one alone, else all
// that change it.
func (t *trial) won(leaf layers.Leaf, defaults bool) []input {
	if t.inputs == nil {
		t.inputs = t.given()
	}
	if len(t.inputs) > mostInputs {
		return nil
	}
	if t.trees[defaults] == nil {
		for i := range t.inputs {
			t.trees[defaults] = append(t.trees[defaults], t.without(&t.inputs[i], defaults))
		}
		t.trees[defaults] = append(t.trees[defaults], t.without(nil, defaults))
	}
	var all, same []input
	whole := t.trees[defaults][len(t.inputs)].At(leaf.Path)
	for i, in := range t.inputs {
		if without := t.trees[defaults][i]; without != nil && !layers.Same(without.At(leaf.Path), whole) {
			all = append(all, in)
			if layers.Same(in.node, leaf.Node) {
				same = append(same, in)
			}
		}
	}
	if len(same) == 1 {
		return same
	}
	return all
}

// given are the inputs, the flags first, the last of the command line before the others.
func (t *trial) given() []input {
	inputs := []input{}
	seen := map[string]bool{}
	for i := len(t.flags.given) - 1; i >= 0; i-- {
		if name := t.flags.given[i].Name; !seen[name] {
			seen[name] = true
			inputs = append(inputs, input{flag: name, at: []Origin{{Source: OriginFlag, Name: name}}})
		}
	}
	if t.merged.tree == nil {
		return inputs
	}
	known := map[string]int{} // of the paths
	for _, leaf := range t.merged.tree.Leaves() {
		path := leaf.Path
		if i := slices.IndexFunc(path, func(s layers.Step) bool { return s.Kind == layers.List }); i >= 0 {
			path = path[:i] // a list as a whole
		}
		text := path.String()
		if path.IsHeader() {
			continue
		}
		at, ok := known[text]
		if !ok {
			at = len(inputs)
			known[text] = at
			inputs = append(inputs, input{
				path: path, node: t.merged.tree.At(path), at: fileOrigins(t.merged.tree.Trail(path)),
			})
		}
		inputs[at].inside = append(inputs[at].inside, fileOrigins(t.merged.tree.Trail(leaf.Path))...)
	}
	return inputs
}

func fileOrigins(positions []layers.Pos) []Origin {
	var origins []Origin
	for _, pos := range positions {
		origins = append(origins, Origin{OriginFile, pos.File, pos.Line, pos.Column})
	}
	return origins
}
