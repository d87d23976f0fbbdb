package schema

import (
	"slices"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// MovesOf returns the moves of a version.
func MovesOf(g *Group, version string) (moves []binding.Move) {
	if len(g.Moves) == 0 {
		return nil
	}
	directory := g.directory(version)
	for _, m := range g.Moves {
		if m.Version == directory {
			m.Version = version
			moves = append(moves, m)
		}
	}
	return moves
}

// Applies reports whether a move of a field at a path applies in a tree of the version: the one with the value that the
// tree has, or its default, or else the one without a condition.
func Applies(g *Group, move binding.Move, path layers.Path, tree *layers.Node) bool {
	chosen := false
	for _, other := range MovesOf(g, move.Version) {
		if other.Field == move.Field && other.When != "" &&
			slices.Contains(other.Values, decidingText(g, other, path, tree)) {
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
	at := concreteAbove(move.When, path) // The field that moves may be a list or map around the path.
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
