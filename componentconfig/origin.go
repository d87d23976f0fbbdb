package componentconfig

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

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
	// Converted is true if a hand-written conversion sets the value from this place and others, and nothing declares from
	// which of them.
	Converted bool
}

// String returns the origin in a few words: default, flag --port, 20-site.conf:3, converted from 20-site.conf:3.
func (o Origin) String() string { return o.in("") }

// in is String with a directory in front of the name of a file.
func (o Origin) in(dir string) string {
	if o.Converted {
		o.Converted = false
		return "converted from " + o.in(dir)
	}
	switch o.Source {
	case OriginLegacyDefault:
		return "legacy default"
	case OriginFile:
		name := layers.Plain(dir + filepath.Base(o.Name))
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
		return o.in(dir)
	}
	return o.String()
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

// flagsOfUnknownFields adds flags to the origins of the leaves that they change. The field of a flag that a library
// registers over something else than the configuration is unknown, and on an empty configuration the flag may change
// nothing.
func flagsOfUnknownFields(v *view, origins Origins) {
	all := sync.OnceValue(func() *layers.Node { return v.of.withFlags(v.of.flags.given) })
	seen := map[string]bool{}
	for _, given := range v.of.flags.given {
		if len(v.of.flags.owners[given.Name]) > 0 || seen[given.Name] {
			continue
		}
		seen[given.Name] = true
		isThis := func(g flagset.Given) bool { return g.Name == given.Name }
		without := v.of.withFlags(slices.DeleteFunc(slices.Clone(v.of.flags.given), isThis))
		if without == nil {
			continue
		}
		origin := Origin{Source: OriginFlag, Name: given.Name}
		for _, leaf := range v.leaves() {
			path := leaf.Path.String()
			if found, ok := origins[path]; ok && !slices.Contains(found, origin) &&
				!layers.Same(without.At(leaf.Path), all().At(leaf.Path)) {
				origins[path] = append([]Origin{origin}, userOrigins(found)...)
			}
		}
	}
}

// withFlags returns the configuration of the files and of some flags, in the newest version; nil if that fails.
func (c *candidate) withFlags(given []flagset.Given) *layers.Node {
	config, err := c.zero(), error(nil)
	switch {
	case c.merged.tree != nil:
		config, err = decodeTree(c.model, c.merged.tree.Pruned(c.rules(c.version)), c.version)
	case !c.hasFiles:
		config, err = c.create()
	}
	if err != nil || c.flags.reparse(config, given) != nil {
		return nil
	}
	tree, err := c.model.tree(config)
	if err != nil {
		return nil
	}
	return tree
}

// isZeroText reports whether a JSON text is the value of a field that is not set.
func isZeroText(text string) bool {
	return slices.Contains([]string{`""`, "0", `"0"`, `"0s"`, "false", "null", "{}", "[]"}, text)
}

func fileOrigins(positions []layers.Pos) []Origin {
	var origins []Origin
	for _, pos := range positions {
		origins = append(origins, Origin{Source: OriginFile, Name: pos.File, Line: pos.Line, Column: pos.Column})
	}
	return origins
}
