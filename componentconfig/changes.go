package componentconfig

import (
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Change is a leaf that differs between two configurations.
type Change struct {
	// Path is the JSON path in the newest version.
	Path   string
	Reload ReloadClass
	// Origin is who sets the new value.
	Origin Origin
}

// changes lists what differs from an older build of the same root.
func (b *buildOf[T]) changes(from build) []Change {
	old := map[string]string{}
	for _, leaf := range from.display().Leaves() {
		old[leaf.Path.String()] = string(leaf.Node.JSON())
	}
	var out []Change
	add := func(leaf layers.Leaf) {
		c := Change{Path: leaf.Path.String(), Reload: b.reloadOf(leaf.Path.Pattern())}
		if origins := b.origins().Of(c.Path); len(origins) > 0 {
			c.Origin = origins[0]
		}
		out = append(out, c)
	}
	now := map[string]bool{}
	for _, leaf := range b.display().Leaves() {
		path := leaf.Path.String()
		now[path] = true
		if text, ok := old[path]; (!ok || text != string(leaf.Node.JSON())) && !holds(path, old) {
			add(leaf)
		}
	}
	for _, leaf := range from.display().Leaves() {
		if path := leaf.Path.String(); !now[path] && !holds(path, now) {
			add(leaf)
		}
	}
	return out
}

// holds says that a leaf of one side is an empty container that is not empty on the other: what is in it there has changed, and its own fields say how
// that is taken up.
func holds[V any](path string, leaves map[string]V) bool {
	for other := range leaves {
		if rest, below := strings.CutPrefix(other, path); below && rest != "" && (rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	return false
}

// reloadOf is the class of a leaf: that of the innermost field with a marker.
func (b *buildOf[T]) reloadOf(pattern string) ReloadClass {
	best, class := -1, ReloadRestart
	for _, f := range b.Fields {
		if f.Reload == reloadInherited {
			continue
		}
		for _, p := range b.group.PatternsOf(f.Path, b.newest()) {
			if layers.Below(pattern, p) && len(f.Path) > best {
				best, class = len(f.Path), f.Reload
			}
		}
	}
	return class
}
