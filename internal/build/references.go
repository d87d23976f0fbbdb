package build

import (
	"fmt"
	"go/types"

	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/markers"
)

// lookup finds what a reference names. The error is a sentence.
func lookup(at place, ref markers.Ref) (types.Object, error) {
	importPath := ref.Package
	if importPath == "" {
		importPath = at.home
	}
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

// function resolves a reference to a function and checks it; want says what it should be.
func function(
	at place, m markers.Marker, ref markers.Ref, code, want string, fits func(*types.Signature) bool,
) *group.Object {
	object, err := lookup(at, ref)
	if err != nil {
		at.reportMarker(m, code, err.Error(), "name a "+want+" as import/path.Func")
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
