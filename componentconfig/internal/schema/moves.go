package schema

import (
	"reflect"
	"slices"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// declared returns the patterns of a field that moves tell of, in version to.
func declared(g *Group, pattern, from, to string) (out []string) {
	for _, move := range g.Moves {
		here, there := move.From, move.To
		switch {
		case move.Version == from && to == g.versions[0]:
		case move.Version == to && from == g.versions[0]:
			here, there = there, here
		default:
			continue
		}
		if rest, below := layers.CutName(pattern, here); below {
			out = append(out, there+rest)
		}
	}
	return out
}

// MovesOf returns the moves of a version.
func MovesOf(g *Group, version string) []binding.Move {
	return slices.DeleteFunc(slices.Clone(g.Moves), func(m binding.Move) bool { return m.Version != version })
}

// Applies reports whether a move of a field at a path applies in a tree of the version: the one with the value that the
// tree has, or its default, or else the one without a condition.
func Applies(g *Group, move binding.Move, path layers.Path, tree *layers.Node) bool {
	chosen := false
	for _, other := range MovesOf(g, move.Version) {
		if other.To == move.To && other.When != "" && slices.Contains(other.Values, decidingText(g, other, path, tree)) {
			chosen = true
			if other.From == move.From {
				return true
			}
		}
	}
	return !chosen && move.When == ""
}

// decidingText is the value that decides about a move.
func decidingText(g *Group, move binding.Move, path layers.Path, tree *layers.Node) string {
	at, ok := concrete(move.When, path)
	if !ok {
		return ""
	}
	if n := tree.At(at); n.HasValue() {
		return n.Text
	}
	obj, err := g.New(move.Version)
	if err != nil || g.Decode(tree.Pruned(nil), obj) != nil {
		return ""
	}
	g.Default(obj)
	if full, err := g.Tree(obj, move.Version); err == nil && full.At(at) != nil {
		return full.At(at).Text
	}
	return ""
}

// CarriedIn returns the paths of a field of the newest version in a tree of another one. Of several places it is the
// one that is in use.
func CarriedIn(g *Group, p layers.Path, version string, tree *layers.Node) []layers.Path {
	pattern := p.Pattern()
	for _, move := range MovesOf(g, version) {
		if rest, below := layers.CutName(pattern, move.To); below && Applies(g, move, p, tree) {
			if path, ok := concrete(move.From+rest, p); ok {
				return []layers.Path{path}
			}
		}
	}
	return g.Carried(p, g.versions[0], version)
}

// IsStruct reports whether the field at a pattern of a version is a struct with fields of its own, or a list of these.
func IsStruct(g *Group, pattern, version string) bool {
	t := typeAt(g.Type(version), parsePattern(pattern), g.jsonField)
	for t != nil {
		if t = deref(t); opaque(t) {
			return false
		}
		switch t.Kind() {
		case reflect.Struct:
			return true
		case reflect.Slice:
			t = t.Elem()
		default:
			return false
		}
	}
	return false
}
