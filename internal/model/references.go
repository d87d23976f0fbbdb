package model

import (
	"cmp"
	"fmt"
	"go/types"
	"path/filepath"
	"slices"

	"github.com/configgen/configgen/internal/flagsource"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// lookup finds the object that a reference names. The error is a sentence.
func lookup(at place, ref markers.Ref) (types.Object, error) {
	importPath := cmp.Or(ref.Package, at.home)
	pkg, _, err := at.session.Types(importPath)
	if err != nil {
		return nil, fmt.Errorf("cannot load %s: %w", importPath, err)
	}
	object := pkg.Scope().Lookup(ref.Name)
	if object == nil {
		return nil, fmt.Errorf("%s does not declare %s", importPath, ref.Name)
	}
	return object, nil
}

// unresolved reports a reference that lookup does not find: where only an excluded file declares the name, that file.
func (at place) unresolved(m markers.Marker, ref markers.Ref, code, message, fix string) {
	if pkg := at.session.Source(cmp.Or(ref.Package, at.home)); pkg != nil {
		if found, ok := pkg.Unbuilt(ref.Name); ok {
			at.unbuilt(found)
			return
		}
	}
	at.reportMarker(m, code, message, fix)
}

func objectOf(object types.Object) *group.Object {
	described := &group.Object{Package: object.Pkg().Path(), PackageName: object.Pkg().Name(), Name: object.Name()}
	switch o := object.(type) {
	case *types.Const:
		described.Type = typeOf(o.Type())
		if basic, ok := o.Type().(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
			described.Constant = o.Val().ExactString()
		} else {
			described.Value = o.Val().ExactString()
		}
	case *types.Var:
		described.Type = typeOf(o.Type())
	}
	return described
}

// function resolves a reference to a function and checks it; want describes the expected signature.
func function(
	at place, m markers.Marker, ref markers.Ref, code, want string, fits func(*types.Signature) bool,
) *group.Object {
	object, err := lookup(at, ref)
	if err != nil {
		at.unresolved(m, ref, code, err.Error(), "name a "+want+" as import/path.Func")
		return nil
	}
	function, ok := object.(*types.Func)
	if !ok || !fits(function.Type().(*types.Signature)) {
		at.reportMarker(m, code, fmt.Sprintf("%s is a %s, not a %s", ref, describeObject(object), want), "name a "+want)
		return nil
	}
	return objectOf(object)
}

func describeObject(object types.Object) string {
	if _, ok := object.(*types.TypeName); ok {
		return "type"
	}
	return types.TypeString(object.Type(), (*types.Package).Name)
}

// methodOf finds the method of *T, or of an interface, that a reference without a package names.
func methodOf(t types.Type, ref markers.Ref) types.Object {
	if ref.Package != "" {
		return nil
	}
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	if selection := types.NewMethodSet(t).Lookup(nil, ref.Name); selection != nil {
		return selection.Obj()
	}
	return nil
}

// isFlagSet reports whether t is *pflag.FlagSet.
func isFlagSet(t types.Type) bool {
	return types.TypeString(t, (*types.Package).Path) == "*github.com/spf13/pflag.FlagSet"
}

// isPointerTo reports whether t is *target.
func isPointerTo(t, target types.Type) bool {
	pointer, ok := types.Unalias(t).(*types.Pointer)
	return ok && sameType(pointer.Elem(), target)
}

// sameType compares types that may have been read from different export data.
func sameType(a, b types.Type) bool {
	full := func(p *types.Package) string { return p.Path() }
	return types.TypeString(types.Unalias(a), full) == types.TypeString(types.Unalias(b), full)
}

// isFlagValue reports whether t has the methods of pflag.Value.
func isFlagValue(t types.Type) bool {
	set := types.NewMethodSet(t)
	return set.Lookup(nil, "String") != nil && set.Lookup(nil, "Set") != nil && set.Lookup(nil, "Type") != nil
}

// immutable are types whose values can be shared although they hold pointers.
var immutable = []string{
	"time.Time", "k8s.io/apimachinery/pkg/apis/meta/v1.Time", "k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime",
	"net/netip.Addr", "net/netip.AddrPort", "net/netip.Prefix", "net/url.Userinfo", "regexp.Regexp",
}

const quantityType = "k8s.io/apimachinery/pkg/api/resource.Quantity"

// copier finds out how values are copied by code of the package home.
type copier struct {
	home string
	// inPlace prefers the parts of a value to its method DeepCopy: they are to be restored where they are.
	inPlace bool
	// lenient leaves out what cannot be copied.
	lenient bool
	outer   []types.Type
}

// copyOf returns how a value of type t is copied. The error says what cannot be copied, as what follows the value's
// name in a sentence.
func (c copier) copyOf(t types.Type) (*group.Copy, error) {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		if slices.Contains(immutable, types.TypeString(t, (*types.Package).Path)) {
			return nil, nil
		}
		method := deepCopy(named)
		if c.inPlace && types.TypeString(t, (*types.Package).Path) == quantityType {
			return nil, nil // nothing but its own methods writes to what its pointer points to
		}
		if c.inPlace && method != nil {
			inner := copier{home: c.home, inPlace: true, outer: append(slices.Clone(c.outer), t)}
			if parts, err := inner.parts(t); err == nil && !slices.Contains(c.outer, t) {
				return parts, nil
			}
		}
		if method != nil {
			return method, nil
		}
		if slices.Contains(c.outer, t) {
			return nil, fmt.Errorf("holds a %s inside a %[1]s", named.Obj().Name())
		}
		c.outer = append(slices.Clone(c.outer), t)
	}
	return c.parts(t)
}

// parts returns the copy of a value, part by part.
func (c copier) parts(t types.Type) (*group.Copy, error) {
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
	if err != nil && !c.lenient {
		return nil, err
	}
	return &group.Copy{Kind: kind, Elem: inner}, nil
}

// fields is the copy of a struct.
func (c copier) fields(s *types.Struct) (*group.Copy, error) {
	made := &group.Copy{Kind: "struct"}
	for field := range s.Fields() {
		inner, err := c.copyOf(field.Type())
		switch {
		case inner == nil && err == nil, c.lenient && (err != nil || !field.Exported()):
		case err != nil:
			return nil, err
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
	toPointer := hasMethod(named, "DeepCopy", signature(types.NewPointer(named)))
	if !toPointer && !hasMethod(named, "DeepCopy", signature(named)) {
		return nil
	}
	return &group.Copy{Kind: "method", ToPointer: toPointer}
}

// bridgeOf maps the fields of the struct whose flags a function registers to the fields of a counterpart in another
// version; nil if a field has no counterpart. A version often has a pointer where the other has a value.
func bridgeOf(target, registered types.Type) *group.Bridge {
	to, ok := target.Underlying().(*types.Struct)
	from, isStruct := registered.Underlying().(*types.Struct)
	if !ok || !isStruct || sameType(target, registered) {
		return nil
	}
	bridge := &group.Bridge{Type: typeOf(registered)}
	for field := range from.Fields() {
		if !field.Exported() || !types.Comparable(field.Type()) {
			return nil
		}
		counterpart := fieldOf(to, field.Name())
		switch {
		case counterpart == nil:
			return nil
		case sameType(counterpart.Type(), field.Type()):
			bridge.Fields = append(bridge.Fields, group.BridgeField{Name: field.Name()})
		case isPointerTo(counterpart.Type(), field.Type()):
			bridge.Fields = append(bridge.Fields, group.BridgeField{Name: field.Name(), Pointer: true})
		default:
			return nil
		}
	}
	if len(bridge.Fields) == 0 {
		return nil
	}
	return bridge
}

// registered are the flags that a function, or a method of a type, registers on its flag set. It is empty if its
// source does not tell all of them.
func registered(at place, ref markers.Ref, target types.Type) []group.Registered {
	object := methodOf(target, ref)
	if object == nil {
		object, _ = lookup(at, ref) // the error has been reported
	}
	if object == nil {
		return nil
	}
	file := at.session.Fset.Position(object.Pos()).Filename
	flags, all := flagsource.Flags(filepath.Dir(file), flagsource.Receiver(object), object.Name())
	if !all {
		return nil
	}
	var found []group.Registered
	for _, flag := range flags {
		found = append(found, group.Registered{
			Name: flag.Name, Shorthand: flag.Shorthand, Field: flag.Field, Default: flag.Default, Usage: flag.Usage,
		})
	}
	return found
}
