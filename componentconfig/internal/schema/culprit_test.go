package schema

import (
	"errors"
	"fmt"
	"testing"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// TestCulpritAmongMany asks for few trees, as each is converted.
func TestCulpritAmongMany(t *testing.T) {
	root := &layers.Node{Kind: layers.Map, Dict: true, Fields: map[string]*layers.Node{}}
	for i := range 1000 {
		root.Fields[fmt.Sprintf("key%03d", i)] = &layers.Node{Kind: layers.String, Text: "good"}
	}
	root.Fields["key777"].Text = "bad"
	asked := 0
	_, path := Culprit(root, func(n *layers.Node) error {
		if asked++; n.Fields["key777"] != nil {
			return errors.New("there is something bad")
		}
		return nil
	})
	if path.String() != "[key777]" || asked > 20 {
		t.Errorf("got %s after %d trees", path, asked)
	}
}

// TestCulprit finds the innermost value that causes an error, and the tree itself if several do or none.
func TestCulprit(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\nb: [{c: 1}, {c: bad, d: 2}]":          "b[1].c f:2:14",
		"a: 1\nb: {args: {x: [1, bad]}, name: args}": "b.args.x[1] f:2:19",
		"a: bad\nb: bad":                             " f:1:1",
		"a: 1":                                       " f:1:1",
		"apiVersion: v1\na: bad":                     "a f:2:1", // the error quotes the version
	} {
		node, path := Culprit(tree(t, text), func(n *layers.Node) error {
			for _, leaf := range n.Leaves() {
				if leaf.Node.Text == "bad" {
					return fmt.Errorf("there is something bad, and the header is %t", n.Fields["apiVersion"] != nil)
				}
			}
			return nil
		})
		if got := path.String() + " " + node.Origin().String(); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
