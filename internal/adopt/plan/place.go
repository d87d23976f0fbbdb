package plan

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/markers"
)

// item is a marker that a field in its place below a root is to have.
type item struct {
	root *root
	path []step // to the field
	// anchor is the index in path of the last field that a marker can be written on; -1 for the root itself.
	anchor int
	// flag is a +flag with the name that it has after the prefixes that apply in its place; nil for other markers.
	flag     *markers.Flag
	name     string
	observed *observe.Flag
	text     string // of other markers
	format   string // that the flag asks for
	// delegated are the flags that the function of a +flagsFrom registers.
	delegated []*observe.Flag
	position  token.Position
	// extra is set for a marker of the request.
	extra bool
}

// field is the field that the marker is about.
func (i *item) field() *types.Var { return i.path[len(i.path)-1].variable }

// home is the import path of the package that the marker is written in.
func (i *item) home() string {
	if i.anchor < 0 {
		return i.root.ref.Package
	}
	return pathOf(i.path[i.anchor].owner)
}

// inside is the path from the field that has the marker to the field that it is about; empty if it is that field.
func (i *item) inside() string { return dotted(i.path[i.anchor+1:]) }

// under reports whether an item is in the struct of an occurrence.
func (i *item) under(o occurrence) bool {
	return i.root == o.root && len(i.path) > len(o.path) && dotted(i.path[:len(o.path)]) == dotted(o.path)
}

// several are the structs that are used in several places, or by other components, the outermost first.
func several(p *planner, places map[*types.TypeName][]occurrence) []*types.TypeName {
	var names []*types.TypeName
	for name, list := range places {
		if len(list) > 1 || p.sharing[name.Pkg().Path()+"."+name.Name()] {
			names = append(names, name)
		}
	}
	depth := func(name *types.TypeName) int {
		least := len(places[name][0].path)
		for _, o := range places[name] {
			least = min(least, len(o.path))
		}
		return least
	}
	slices.SortFunc(names, func(a, b *types.TypeName) int {
		return cmp.Or(cmp.Compare(depth(a), depth(b)), strings.Compare(a.Pkg().Path()+a.Name(), b.Pkg().Path()+b.Name()))
	})
	return names
}

// prefixes finds the prefixes that the flags of a struct have in each of its places, and takes them off the names. A
// struct that other components have, too, has markers of them, or none: its flags have all of their names where it is
// used.
func (p *planner) prefixes() {
	places := p.occurrences()
	for _, name := range several(p, places) {
		list := places[name]
		names := map[string]map[int]string{} // the names in each place, by the path from the struct
		add := func(rest string, at int, name string) {
			if names[rest] == nil {
				names[rest] = map[int]string{}
			}
			names[rest][at] = name
		}
		marked := false
		for at, o := range list {
			for _, i := range p.items {
				if i.flag == nil || !i.under(o) {
					continue
				}
				rest := dotted(i.path[len(o.path):])
				add(rest, at, i.name)
				if there := nameThere(p, i, len(o.path)); there != "" {
					add(rest, len(list), there)
					marked = true
				}
			}
		}
		if !marked && p.sharing[name.Pkg().Path()+"."+name.Name()] {
			continue
		}
		for at, prefix := range commonPrefixes(names, len(list)+1)[:len(list)] {
			addPrefix(p, list[at], prefix)
		}
	}
}

// nameThere is the name that the markers of a struct that other components have give the flag of an item, without what
// is added where the struct is used; empty if they give it none.
func nameThere(p *planner, i *item, from int) string {
	if i.anchor != len(i.path)-1 || i.anchor < from || !isShared(p, i.path[i.anchor].owner) {
		return ""
	}
	list := p.model.at(i.path[i.anchor]).field.Markers.Named("flag")
	if len(list) == 0 {
		return ""
	}
	name := flagNameOf(list[len(list)-1], flagtext.Name(i.field().Name(), initialismsOf(p, i.root)))
	for at := i.anchor - 1; at >= from; at-- { // as in FlagDefaults: the outermost first
		if _, declared := p.model.declared(i.path[at+1].owner); declared != nil {
			name = prefixOf(declared.Markers) + name
		}
		if _, declared := p.model.fields(i.path[at].owner); declared != nil {
			name = prefixOf(declared.Field(i.path[at].variable.Name()).Markers) + name
		}
	}
	return name
}

// prefixOf is the prefix of a +flagDefaults.
func prefixOf(have markers.Set) string {
	if defaults, ok := markers.Get[markers.FlagDefaults](have); ok {
		return defaults.Prefix
	}
	return ""
}

// commonPrefixes finds the prefix of each place, given the names in each, by the paths of their fields.
func commonPrefixes(names map[string]map[int]string, places int) []string {
	votes := make([]map[string]int, places)
	for _, rest := range slices.Sorted(maps.Keys(names)) {
		if len(names[rest]) < 2 {
			continue
		}
		all := slices.Collect(maps.Values(names[rest]))
		suffix := commonSuffix(all)
		for at, name := range names[rest] {
			if votes[at] == nil {
				votes[at] = map[string]int{}
			}
			votes[at][strings.TrimSuffix(name, suffix)]++
		}
	}
	prefixes := make([]string, places)
	for at := range prefixes {
		best := 0
		for _, prefix := range slices.Sorted(maps.Keys(votes[at])) {
			if votes[at][prefix] > best {
				best, prefixes[at] = votes[at][prefix], prefix
			}
		}
		for _, in := range names {
			if name, ok := in[at]; ok && (!strings.HasPrefix(name, prefixes[at]) || name == prefixes[at]) {
				prefixes[at] = "" // it would be put before this name, too
			}
		}
	}
	return prefixes
}

// commonSuffix is the longest suffix of all names that begins with a word.
func commonSuffix(names []string) string {
	shortest := slices.MinFunc(names, func(a, b string) int { return len(a) - len(b) })
	for start := 0; start < len(shortest); start++ {
		if start > 0 && !strings.ContainsRune("-._", rune(shortest[start-1])) {
			continue
		}
		if !slices.ContainsFunc(names, func(name string) bool {
			before, ok := strings.CutSuffix(name, shortest[start:])
			return !ok || before != "" && !strings.ContainsRune("-._", rune(before[len(before)-1]))
		}) {
			return shortest[start:]
		}
	}
	return ""
}

// addPrefix gives the flags in one place of a struct a prefix.
func addPrefix(p *planner, o occurrence, prefix string) {
	if prefix == "" || len(o.path) == 0 {
		return
	}
	for _, i := range p.items {
		if i.flag != nil && i.under(o) {
			i.name = strings.TrimPrefix(i.name, prefix)
		}
	}
	p.items = append(p.items, &item{
		root: o.root, path: o.path, anchor: p.model.anchor(o.path),
		text: "+flagDefaults(prefix: " + quote(prefix) + ")",
	})
}

// markerOf is the text of the marker of an item.
func markerOf(p *planner, i *item) string {
	if i.flag != nil {
		return flagMarker(p, i)
	}
	return i.text
}

// place writes all items.
func (p *planner) place() {
	places := p.occurrences()
	done := map[*item]bool{}
	for _, i := range p.items {
		if done[i] {
			continue
		}
		if i.anchor < 0 {
			p.above(i, occurrence{root: i.root}, places)
			continue
		}
		list := places[i.path[i.anchor].owner.Obj()]
		group := alike(p, i, list)
		for _, of := range group {
			for _, same := range of {
				done[same] = true
			}
		}
		p.together(group, list, places)
	}
}

// alike are the items for the same field of a struct in each place of the struct.
func alike(p *planner, i *item, list []occurrence) [][]*item {
	group := make([][]*item, len(list))
	from := i.anchor // the length of the path to the struct
	rest := dotted(i.path[from:])
	for at, o := range list {
		for _, other := range p.items {
			if other.anchor == len(o.path) && other.under(o) && dotted(other.path[len(o.path):]) == rest {
				group[at] = append(group[at], other)
			}
		}
	}
	return group
}

// together writes the items of one field: on the field, if all places want the same or flags of the same names; or else
// above each place.
func (p *planner) together(group [][]*item, list []occurrence, places map[*types.TypeName][]occurrence) {
	if sharedAt(p, group) {
		apart(p, group, list, places)
		return
	}
	base, most := 0, -1
	for at, items := range group {
		if flags := countFlags(items); flags > most {
			base, most = at, flags
		}
	}
	shared := map[string]bool{} // what is written on the field
	flags := sameFlags(p, group)
	for _, i := range group[base] {
		text := markerOf(p, i)
		everywhere := !slices.ContainsFunc(group, func(items []*item) bool {
			return !slices.ContainsFunc(items, func(other *item) bool { return markerOf(p, other) == text })
		})
		if everywhere || i.flag != nil && flags {
			shared[text] = true
			p.on(i)
		}
	}
	for at, items := range group {
		for _, i := range items {
			if !shared[markerOf(p, i)] {
				p.above(i, list[at], places)
			} else if at != base {
				noteMarked(p, i, p.model.at(i.path[i.anchor]), p.wrapped(i, i.anchor))
			}
		}
	}
}

// sharedAt reports whether the items of one field are in a struct that other components have, too.
func sharedAt(p *planner, group [][]*item) bool {
	for _, items := range group {
		for _, i := range items {
			return isShared(p, i.path[i.anchor].owner)
		}
	}
	return false
}

// apart writes the items of one field above each place of its struct, but for those that the field has already.
func apart(p *planner, group [][]*item, list []occurrence, places map[*types.TypeName][]occurrence) {
	for at, items := range group {
		for _, i := range items {
			field, text := p.model.at(i.path[i.anchor]), p.wrapped(i, i.anchor)
			if _, equal := about(p, field.field.Markers, text, i); equal {
				noteMarked(p, i, field, text)
				continue
			}
			p.above(i, list[at], places)
		}
	}
}

func countFlags(items []*item) int {
	count := 0
	for _, i := range items {
		if i.flag != nil {
			count++
		}
	}
	return count
}

// sameFlags reports whether a field has flags of the same names in all places.
func sameFlags(p *planner, group [][]*item) bool {
	var names []string
	for at, items := range group {
		var here []string
		for _, i := range items {
			if i.flag != nil {
				here = append(here, i.name)
			}
		}
		if at > 0 && !slices.Equal(names, here) {
			return false
		}
		names = here
	}
	return true
}

// wrapped is the marker of an item as it is written on the field at an index of its path, or on the root for -1.
func (p *planner) wrapped(i *item, anchor int) string {
	was := i.anchor
	i.anchor = anchor
	defer func() { i.anchor = was }()
	text := markerOf(p, i)
	if inside := i.inside(); inside != "" {
		return "+subfield(" + inside + ")=" + text
	}
	return text
}

// on writes an item on its field.
func (p *planner) on(i *item) {
	at := p.model.at(i.path[i.anchor])
	text := p.wrapped(i, i.anchor)
	noteMarked(p, i, at, text)
	p.add(at, text, i)
}

// above writes an item as a +subfield above a place of a struct: on the nearest field that can be edited and is used in
// one place.
func (p *planner) above(i *item, o occurrence, places map[*types.TypeName][]occurrence) {
	for anchor := min(len(o.path), i.anchor) - 1; anchor >= 0; anchor-- {
		owner := i.path[anchor].owner
		if _, declared := p.model.fields(owner); declared == nil || len(places[owner.Obj()]) != 1 || isShared(p, owner) {
			continue
		}
		if at := p.model.at(i.path[anchor]); at.field != nil {
			text := p.wrapped(i, anchor)
			noteMarked(p, i, at, text)
			p.add(at, text, i)
			return
		}
	}
	if !p.model.editable(i.root.ref) {
		if i.observed != nil {
			p.leave(i.observed, NotEdited, "no struct on the way to "+dotted(i.path)+" can be edited", advice[NotEdited])
		}
		return
	}
	at, text := p.model.on(i.root.ref), p.wrapped(i, -1)
	noteMarked(p, i, at, text)
	p.add(at, text, i)
}

// noteMarked notes the marker of a flag.
func noteMarked(p *planner, i *item, at declaration, text string) {
	for _, flag := range append(slices.Clone(i.delegated), i.observed) {
		if flag != nil {
			p.plan.Marked[flag.Name] = Marked{Marker: text, Field: at.String(), File: at.file}
		}
	}
}
