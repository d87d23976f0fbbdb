package schema

import (
	"maps"
	"slices"
	"sort"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Culprit returns the innermost part of a tree that causes an error, with its path: without it, fails returns another
// error or none. It is for errors without a path, such as errors of conversions. It returns the tree itself if no part
// of it is the cause.
func Culprit(tree *layers.Node, fails func(*layers.Node) error) (*layers.Node, layers.Path) {
	err := fails(tree)
	if err == nil {
		return tree, nil
	}
	search := culprit{func(changed *layers.Node) bool {
		again := fails(changed)
		return again != nil && again.Error() == err.Error()
	}}
	return search.in(tree, nil, func(n *layers.Node) *layers.Node { return n })
}

// culprit is the search for the cause of an error. same reports whether a tree has the same error.
type culprit struct {
	same func(*layers.Node) bool
}

// in searches a node. with returns the whole tree with another node in its place.
func (s culprit) in(n *layers.Node, at layers.Path, with func(*layers.Node) *layers.Node) (*layers.Node, layers.Path) {
	switch n.Kind {
	case layers.Map:
		keys := largestFirst(n)
		if len(at) == 0 { // Errors quote the header.
			keys = slices.DeleteFunc(keys, func(key string) bool { return key == "apiVersion" || key == "kind" })
		}
		for len(keys) > 1 {
			half := keys[:len(keys)/2]
			if s.same(with(withoutKeys(n, half...))) {
				half = keys[len(keys)/2:]
			}
			keys = half
		}
		if len(keys) == 1 && !s.same(with(withoutKeys(n, keys...))) {
			return s.in(n.Fields[keys[0]], at.Child(n, keys[0]), func(value *layers.Node) *layers.Node {
				c := withoutKeys(n, keys...)
				c.Fields[keys[0]] = value
				return with(c)
			})
		}
	case layers.List:
		// The cause is the last item of the shortest list that has the error. The items before it keep their indexes.
		cut := func(i int, last ...*layers.Node) *layers.Node {
			c := *n
			c.Items = append(slices.Clone(n.Items[:i]), last...)
			return with(&c)
		}
		i := sort.Search(len(n.Items), func(i int) bool { return s.same(cut(i + 1)) })
		if i < len(n.Items) && !s.same(cut(i)) {
			return s.in(n.Items[i], at.Index(i), func(c *layers.Node) *layers.Node { return cut(i, c) })
		}
	}
	return n, at
}

// withoutKeys returns a copy of a map without some keys.
func withoutKeys(n *layers.Node, keys ...string) *layers.Node {
	c := *n
	c.Fields = maps.Clone(n.Fields)
	for _, key := range keys {
		delete(c.Fields, key)
	}
	return &c
}

// largestFirst returns the keys of a map, the keys of objects and lists first: if a scalar that determines how an
// object is read is missing, the error changes, too.
func largestFirst(n *layers.Node) []string {
	keys := n.Keys()
	scalar := func(key string) bool { return n.Fields[key].Kind != layers.Map && n.Fields[key].Kind != layers.List }
	slices.SortStableFunc(keys, func(a, b string) int {
		switch {
		case scalar(a) == scalar(b):
			return 0
		case scalar(a):
			return 1
		}
		return -1
	})
	return keys
}
