package schema

import (
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// A field of a version is a field of the component's type by its Go name, or by a declared move. What a hand-written
// conversion sets otherwise is opaque: files have it, but nothing declares in which of their fields.

// declares reports whether a version has the component's type, or configgen has compared the two.
func (g *Group) declares(v string) bool {
	return g.own(v) || slices.Contains(g.Compared, g.directory(v))
}

// directory returns the name under which generated code knows a version. A version of another group has the name of its
// package's directory, unless a version of the root has that name.
func (g *Group) directory(v string) string {
	if base := path.Base(g.Type(v).PkgPath()); strings.Contains(v, "/") && !slices.Contains(g.versions, base) {
		return base
	}
	return v
}

// own reports whether the component works with the type of a version.
func (g *Group) own(v string) bool { return g.Type(v) == g.internal }

// opaqueAt returns the opaque fields among which the field at a Go path of a version or of the component's type is, and
// the Go path that lists it; nil if its place is declared.
func (g *Group) opaqueAt(goPath, v string) (found *binding.Opaque, field string) {
	switch {
	case g.own(v):
		return nil, ""
	case !g.declares(v):
		return &binding.Opaque{Version: v, Fields: []string{""}}, ""
	}
	for i, o := range g.Opaque {
		for _, f := range o.Fields {
			if o.Version == g.directory(v) && layers.Below(goPath, f) && (found == nil || len(f) > len(field)) {
				found, field = &g.Opaque[i], f
			}
		}
	}
	return found, field
}

// movesOf returns the moves of a version whose place, by the function at, is the nearest at or above a path.
func (g *Group) movesOf(v, path string, at func(binding.Move) string) (found []binding.Move) {
	longest := -1
	for _, move := range MovesOf(g, v) {
		switch n := len(at(move)); {
		case !layers.Below(path, at(move)) || n < longest:
		case n > longest:
			longest, found = n, []binding.Move{move}
		default:
			found = append(found, move)
		}
	}
	return found
}

func movedFrom(m binding.Move) string { return m.From }
func movedTo(m binding.Move) string   { return m.Field }

// placesOf returns the patterns of a field of the component's type in a version: the pattern of the field itself, be it
// a struct. Several moves may set one field. It returns none for a field that the version does not have, or that is
// opaque.
func (g *Group) placesOf(goPath, v string) (patterns []string) {
	moves := g.movesOf(v, goPath, movedTo)
	o, field := g.opaqueAt(goPath, v)
	switch {
	case len(moves) > 0 && len(moves[0].Field) >= len(field):
		for _, move := range moves {
			patterns = append(patterns, g.placesBy(move, goPath)...)
		}
		return patterns
	case o != nil:
		return nil
	}
	same := sameGoName(g, g.Type(v), parsePattern(goPath))
	return slices.DeleteFunc(same, func(pattern string) bool { return len(g.movesOf(v, pattern, movedFrom)) > 0 })
}

// placesBy returns the patterns at which a move has a field at or below the field that it names.
func (g *Group) placesBy(move binding.Move, goPath string) (patterns []string) {
	if t := typeAt(g.Type(move.Version), parsePattern(move.From), g.jsonField); t != nil {
		for _, pattern := range sameGoName(g, t, parsePattern(goPath[len(move.Field):])) {
			patterns = append(patterns, beneath(move.From, pattern))
		}
	}
	return patterns
}

// GoPathsOf returns the Go paths that the field at a pattern of a version has in the component's type. It returns none
// for a field that the type does not have, or that is opaque.
func (g *Group) GoPathsOf(pattern, v string) (goPaths []string) {
	steps := parsePattern(pattern)
	if typeAt(g.Type(v), steps, g.jsonField) == nil {
		return nil // unknown, or in a value that decodes itself
	}
	names := goNames(g.Type(v), steps, g.jsonField)
	goPath := patternOf(names)
	o, field := g.opaqueAt(goPath, v)
	for _, move := range g.movesOf(v, pattern, movedFrom) {
		from := parsePattern(move.From)
		above := patternOf(goNames(g.Type(v), from, g.jsonField))
		if len(above) < len(field) {
			break // a field of the moved struct that is opaque
		}
		rest := goNames(typeAt(g.Type(v), from, g.jsonField), steps[len(from):], g.jsonField)
		if goPath := beneath(move.Field, patternOf(rest)); typeAt(g.internal, parsePattern(goPath), goField) != nil {
			goPaths = append(goPaths, goPath)
		}
	}
	if len(goPaths) > 0 || o != nil || typeAt(g.internal, names, goField) == nil ||
		len(g.movesOf(v, goPath, movedTo)) > 0 {
		return goPaths
	}
	return []string{goPath}
}

// beneath joins two patterns.
func beneath(outer, inner string) string {
	if outer == "" || inner == "" || strings.HasPrefix(inner, "[]") {
		return outer + inner
	}
	return outer + "." + inner
}

// PatternsOf returns the patterns of a field of the component's type in a version: of a struct, the patterns of its
// fields, and of a list or map, the pattern of the whole. Zones[].File may be zones[].path. It returns none for a field
// that the version does not have, or that is opaque.
func (g *Group) PatternsOf(goPath, v string) []string {
	return g.places.Get([2]string{goPath, v}, func() []string {
		return g.inLeaves(goPath, func(leaf string) []string { return g.placesOf(leaf, v) })
	})
}

// Covering returns the patterns of PatternsOf and, where these are not known because the field is opaque, the patterns
// of everything that may have the value of the field.
func (g *Group) Covering(goPath, v string) []string {
	return g.inLeaves(goPath, func(leaf string) []string {
		places := g.placesOf(leaf, v)
		if o, _ := g.opaqueAt(leaf, v); len(places) == 0 && o != nil {
			places = g.named(o.Fields, v)
		}
		return places
	})
}

// inLeaves calls of with the field at a Go path or, if that is a struct, with each field in it. It returns all results.
func (g *Group) inLeaves(goPath string, of func(leaf string) []string) (out []string) {
	const deepest = 32 // A type may contain itself.
	steps := parsePattern(goPath)
	t := typeAt(g.internal, steps, goField)
	if t == nil || len(steps) > deepest {
		return nil
	}
	if t = deref(t); t.Kind() != reflect.Struct || opaque(t) {
		return of(goPath)
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && f.Name != "TypeMeta" {
			out = append(out, g.inLeaves(join(goPath, f.Name), of)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// named returns the patterns of the fields with some Go paths that a version has. The root ("") and an inlined struct
// have no pattern: named returns the patterns of the fields in them.
func (g *Group) named(goPaths []string, v string) (patterns []string) {
	root := g.Type(v)
	for _, goPath := range goPaths {
		steps := parsePattern(goPath)
		if found := sameGoName(g, root, steps); goPath != "" && len(found) > 0 {
			patterns = append(patterns, found...)
			continue
		}
		if t := typeAt(root, steps, goField); t != nil && deref(t).Kind() == reflect.Struct {
			for _, f := range g.Fields(deref(t)) {
				if f.Name != "apiVersion" && f.Name != "kind" {
					path := slices.Concat(steps, goNames(t, []string{f.Name}, g.jsonField))
					patterns = append(patterns, sameGoName(g, root, path)...)
				}
			}
		}
	}
	return patterns
}

// KeysOf returns the patterns of the keys of a field of the component's type in a version: of a struct, the pattern of
// the struct itself, and PatternsOf the patterns of the fields in it.
func KeysOf(g *Group, goPath, v string) []string {
	if typeAt(g.internal, parsePattern(goPath), goField) == nil {
		return nil
	}
	return g.placesOf(goPath, v)
}

// ObjectOf returns the pattern of the object that a Go field points to in a version: robot for Robot *Robot. It returns
// "" if the field is not a pointer to a struct. Such an object can be present without any value in it.
func (g *Group) ObjectOf(goPath, v string) string {
	t := typeAt(g.internal, parsePattern(goPath), goField)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct || opaque(t.Elem()) {
		return ""
	}
	return strings.Join(KeysOf(g, goPath, v), "")
}

// IsOpaque reports whether a version has a field of the component's type, or a part of it, in a place that is not
// declared.
func (g *Group) IsOpaque(goPath, v string) bool {
	found := false
	g.inLeaves(goPath, func(leaf string) []string {
		o, _ := g.opaqueAt(leaf, v)
		found = found || len(g.placesOf(leaf, v)) == 0 && o != nil
		return nil
	})
	return found
}

// Translated returns the patterns in version to of a field of version from: of a struct, the patterns of its fields. It
// returns none for a field that has no place there, or none that is declared.
func (g *Group) Translated(pattern, from, to string) []string {
	return g.translated.Get([3]string{pattern, from, to}, func() []string { return g.translate(pattern, from, to) })
}

// translate is Translated the first time.
func (g *Group) translate(pattern, from, to string) (out []string) {
	t := typeAt(g.Type(from), parsePattern(pattern), g.jsonField)
	switch {
	case t == nil:
	case deref(t).Kind() == reflect.Struct && !opaque(deref(t)):
		for _, f := range g.Fields(deref(t)) {
			if len(parsePattern(pattern)) < deepestPattern {
				out = append(out, g.Translated(beneath(pattern, f.Name), from, to)...)
			}
		}
	default:
		for _, goPath := range g.GoPathsOf(pattern, from) {
			out = append(out, g.placesOf(goPath, to)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// deepestPattern bounds the way into a type that contains itself.
const deepestPattern = 32

// Carried returns the paths in another version of a path.
func (g *Group) Carried(p layers.Path, from, to string) []layers.Path {
	if from == to {
		return []layers.Path{p}
	}
	var out []layers.Path
	for _, pattern := range g.Translated(p.Pattern(), from, to) {
		if path, ok := concrete(pattern, p); ok {
			out = append(out, path)
		}
	}
	return out
}

// CarriedIn returns the paths of a field of the newest version in a tree of another one. Of several places it is the
// one that is in use.
func CarriedIn(g *Group, p layers.Path, version string, tree *layers.Node) []layers.Path {
	newest := g.versions[0]
	if version == newest {
		return []layers.Path{p}
	}
	for _, goPath := range g.GoPathsOf(p.Pattern(), newest) {
		for _, move := range g.movesOf(version, goPath, movedTo) {
			if !Applies(g, move, p, tree) {
				continue
			}
			for _, pattern := range g.placesBy(move, goPath) {
				if path, ok := concrete(pattern, p); ok {
					return []layers.Path{path}
				}
			}
		}
	}
	return g.Carried(p, newest, version)
}

// SourcesOf returns the paths of a tree whose values can be the value of a field of the newest version. If declared is
// true, they are the paths of CarriedIn; otherwise all that a hand-written conversion may make the value from.
func SourcesOf(g *Group, p layers.Path, version string, tree *layers.Node) (paths []layers.Path, declared bool) {
	goPaths := g.hiddenIn(p, version)
	if len(goPaths) == 0 {
		return CarriedIn(g, p, version, tree), true
	}
	var patterns []string
	for _, goPath := range goPaths {
		patterns = append(patterns, g.Covering(goPath, version)...)
		if o, _ := g.opaqueAt(goPath, version); o != nil {
			patterns = append(patterns, g.named(o.Reads, version)...)
		}
	}
	slices.Sort(patterns)
	for _, pattern := range slices.Compact(patterns) {
		paths = append(paths, concreteAbove(pattern, p))
	}
	return paths, false
}

// NewestOf returns the paths in the newest version of a field of another version. If declared is true, they are the
// paths of Carried; otherwise all that a hand-written conversion may make the value from.
func NewestOf(g *Group, p layers.Path, version string) (paths []layers.Path, declared bool) {
	newest, pattern := g.versions[0], p.Pattern()
	if version == newest || !g.Undeclared(pattern, version, newest) {
		return g.Carried(p, version, newest), true
	}
	for _, goPath := range g.coveringGo(pattern, version) {
		for _, covering := range g.Covering(goPath, newest) {
			paths = append(paths, concreteAbove(covering, p))
		}
	}
	return paths, false
}

// hiddenIn returns the Go paths that a field of the newest version may have, if that, or its place in a version, is not
// declared.
func (g *Group) hiddenIn(p layers.Path, version string) []string {
	newest, pattern := g.versions[0], p.Pattern()
	steps := parsePattern(pattern)
	declared := len(g.Opaque) == 0 && g.declares(newest) && g.declares(version)
	if declared || typeAt(g.Type(newest), steps, g.jsonField) == nil {
		return nil
	}
	goPaths := g.GoPathsOf(pattern, newest)
	if len(goPaths) == 0 {
		if o, _ := g.opaqueAt(patternOf(goNames(g.Type(newest), steps, g.jsonField)), newest); o != nil {
			return o.Fields
		}
	}
	if slices.ContainsFunc(goPaths, func(goPath string) bool { return g.IsOpaque(goPath, version) }) {
		return goPaths
	}
	return nil
}
