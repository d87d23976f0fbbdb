package schema

import (
	"errors"
	"testing"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// TestCulprit finds the innermost value that causes an error, and the tree itself if several do or none.
func TestCulprit(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\nb: [{c: 1}, {c: bad, d: 2}]":          "b[1].c f:2:14",
		"a: 1\nb: {args: {x: [1, bad]}, name: args}": "b.args.x[1] f:2:19",
		"a: bad\nb: bad":                             " f:1:1",
		"a: 1":                                       " f:1:1",
	} {
		node, path := Culprit(tree(t, text), func(n *layers.Node) error {
			for _, leaf := range n.Leaves() {
				if leaf.Node.Text == "bad" {
					return errors.New("there is something bad")
				}
			}
			return nil
		})
		if got := path.String() + " " + node.Origin().String(); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
