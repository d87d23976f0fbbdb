package schema

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	apijson "sigs.k8s.io/json"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// MeansUnset reports whether a node of a version is a zero that defaulting takes for a field that is not set: the field
// is not a pointer. Items of lists and values of maps are set.
func MeansUnset(g *Group, path layers.Path, n *layers.Node, v string) bool {
	if len(path) == 0 || path[len(path)-1].Kind != layers.String {
		return false
	}
	t := typeAt(g.Type(v), parsePattern(path.Pattern()), g.jsonField)
	if t == nil || t.Kind() == reflect.Pointer || n.Kind == layers.Null {
		return false
	}
	written := reflect.New(t)
	return apijson.UnmarshalCaseSensitivePreserveInts(n.JSON(), written.Interface()) == nil && isZero(written.Elem())
}

// RestoreZeros restores the zeros of a tree that defaulting took for unset values: false, 0, "" and [] in fields that
// are not pointers. Defaults only fill zeros, so nothing else is lost. Inside a list this works if defaulting kept its
// length.
func (ts *Types) RestoreZeros(root *layers.Node, object any) {
	zeros{ts, func(_ *layers.Node, v, zero reflect.Value) { v.Set(zero) }}.visit(root, reflect.ValueOf(object).Elem())
}

// ReplacedZeros returns the zeros of a tree that defaulting took for unset values, as RestoreZeros finds them, with the
// values that an object of the tree has in place of them.
func (ts *Types) ReplacedZeros(root *layers.Node, object any) map[*layers.Node]*layers.Node {
	var replaced map[*layers.Node]*layers.Node
	zeros{ts, func(n *layers.Node, v, _ reflect.Value) {
		if value, err := ts.Encode(v); err == nil && value != nil {
			if replaced == nil {
				replaced = map[*layers.Node]*layers.Node{}
			}
			replaced[n] = value
		}
	}}.visit(root, reflect.ValueOf(object).Elem())
	return replaced
}

// zeros finds the zeros of a tree that an object does not have.
type zeros struct {
	*Types
	found func(n *layers.Node, v, zero reflect.Value)
}

func (ts zeros) visit(n *layers.Node, v reflect.Value) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
		if n.Kind != layers.Map && n.Kind != layers.List {
			return // A pointer is set or nil.
		}
	}
	t := v.Type()
	switch {
	case opaque(t) || isBytes(t):
		ts.leaf(n, v)
	case n.Kind == layers.Map && t.Kind() == reflect.Struct:
		for _, f := range ts.Fields(t) {
			child := n.Fields[f.Name]
			if !child.HasValue() {
				continue
			}
			if fv, err := v.FieldByIndexErr(f.Index); err == nil {
				ts.visit(child, fv)
			}
		}
	case n.Kind == layers.Map && t.Kind() == reflect.Map:
		ts.values(n, v)
	case n.Kind == layers.List && t.Kind() == reflect.Slice:
		if len(n.Items) == 0 && v.Len() > 0 {
			ts.found(n, v, reflect.MakeSlice(t, 0, 0))
		}
		for i, item := range n.Items {
			if len(n.Items) == v.Len() {
				ts.visit(item, v.Index(i))
			}
		}
	default:
		ts.leaf(n, v)
	}
}

// values visits the struct values of a map. Defaulting does not change scalar values, which have a key.
func (ts zeros) values(n *layers.Node, v reflect.Value) {
	if v.Type().Key().Kind() != reflect.String || deref(v.Type().Elem()).Kind() != reflect.Struct {
		return
	}
	for k, child := range n.Fields {
		key := reflect.ValueOf(k).Convert(v.Type().Key())
		if old := v.MapIndex(key); old.IsValid() && child.Kind != layers.Null {
			value := reflect.New(old.Type()).Elem()
			value.Set(old)
			ts.visit(child, value)
			v.SetMapIndex(key, value)
		}
	}
}

// leaf decodes only what may be zero: most values are not, and a start looks at all of them.
func (ts zeros) leaf(n *layers.Node, v reflect.Value) {
	significant, _, _ := strings.Cut(strings.ToLower(n.Text), "e")
	some := strings.ContainsAny(significant, "123456789") || n.Kind == layers.Bool && n.Text == "true" ||
		v.Kind() == reflect.String && n.Text != "" && !opaque(v.Type())
	if v.IsZero() || some || n.Kind == layers.Null || n.Kind == layers.Map || n.Kind == layers.List {
		return
	}
	written := reflect.New(v.Type())
	if err := apijson.UnmarshalCaseSensitivePreserveInts(n.JSON(), written.Interface()); err == nil &&
		isZero(written.Elem()) && !isZero(v) {
		ts.found(n, v, written.Elem())
	}
}

// isZero reports whether a value is zero. A quantity of "0" is, although it remembers its text, and so are no bytes. A
// duration that remembers that it is to be written as a string is zero if it is written as one.
func isZero(v reflect.Value) bool {
	if isBytes(v.Type()) {
		return v.Len() == 0
	}
	if z, ok := v.Addr().Interface().(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	if v.IsZero() || !opaque(v.Type()) {
		return v.IsZero()
	}
	text, err := json.Marshal(v.Addr().Interface())
	return err == nil && slices.Contains([]string{`""`, "0", `"0"`, `"0s"`}, string(text))
}
