package build

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/configgen/configgen/group"
)

// immutable are types whose values can be shared although they hold pointers.
var immutable = []string{
	"time.Time", "k8s.io/apimachinery/pkg/apis/meta/v1.Time", "k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime",
	"net/netip.Addr", "net/netip.AddrPort", "net/netip.Prefix", "net/url.Userinfo", "regexp.Regexp",
}

// copier finds out how values are copied by code of the package home.
type copier struct {
	home  string
	outer []types.Type
}

// copyOf returns how a value of type t is copied. The error says what cannot be copied, as what follows the value's
// name in a sentence.
func (c copier) copyOf(t types.Type) (*group.Copy, error) {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		if slices.Contains(immutable, types.TypeString(t, (*types.Package).Path)) {
			return nil, nil
		}
		if method := deepCopy(named); method != nil {
			return method, nil
		}
		if slices.Contains(c.outer, t) {
			return nil, fmt.Errorf("holds a %s inside a %[1]s", named.Obj().Name())
		}
		c.outer = append(slices.Clone(c.outer), t)
	}
	switch underlying := t.Underlying().(type) {
	case *types.Pointer:
		return c.around("pointer", underlying.Elem())
	case *types.Slice:
		return c.around("slice", underlying.Elem())
	case *types.Map:
		return c.around("map", underlying.Elem())
	case *types.Array:
		elem, err := c.copyOf(underlying.Elem())
		if elem == nil || err != nil {
			return nil, err
		}
		return &group.Copy{Kind: "array", Elem: elem}, nil
	case *types.Struct:
		return c.fields(underlying)
	case *types.Interface:
		return nil, fmt.Errorf("holds a value of the interface type %s", types.TypeString(t, (*types.Package).Name))
	case *types.Chan:
		return nil, fmt.Errorf("holds a channel")
	}
	return nil, nil
}

// around is the copy of a pointer, list or map.
func (c copier) around(kind string, elem types.Type) (*group.Copy, error) {
	inner, err := c.copyOf(elem)
	if err != nil {
		return nil, err
	}
	return &group.Copy{Kind: kind, Elem: inner}, nil
}

// fields is the copy of a struct.
func (c copier) fields(s *types.Struct) (*group.Copy, error) {
	made := &group.Copy{Kind: "struct"}
	for i := range s.NumFields() {
		field := s.Field(i)
		inner, err := c.copyOf(field.Type())
		switch {
		case err != nil:
			return nil, err
		case inner == nil:
		case !field.Exported() && field.Pkg().Path() != c.home:
			return nil, fmt.Errorf("holds a %s in the unexported field %s", inner.Kind, field.Name())
		default:
			made.Fields = append(made.Fields, group.CopyField{Name: field.Name(), Copy: inner})
		}
	}
	if len(made.Fields) == 0 {
		return nil, nil
	}
	return made, nil
}

// deepCopy is the copy by the method DeepCopy of a type; nil if it has none.
func deepCopy(named *types.Named) *group.Copy {
	for result, toPointer := range map[string]bool{"": false, "*": true} {
		name := types.TypeString(named, (*types.Package).Name)
		if hasMethods(named, "DeepCopy() "+result+name) {
			return &group.Copy{Kind: "method", ToPointer: toPointer}
		}
	}
	return nil
}
