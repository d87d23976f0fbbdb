package group

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/configgen/configgen/markers"
)

// references are the import paths that the markers of a package name.
func (s *syntax) references() []string {
	var paths []string
	collect := func(set markers.Set) {
		for _, m := range set {
			for _, ref := range referencesOf(m) {
				if ref.Package != "" {
					paths = append(paths, ref.Package)
				}
			}
		}
	}
	for _, t := range s.types {
		for _, f := range t.fields {
			collect(f.markers)
		}
	}
	return append(paths, s.conversionPeers()...)
}

// conversionPeers are the packages whose functions conversion-gen takes into account for this one: asked for now, they do not
// cost a question to the go command of their own.
func (s *syntax) conversionPeers() []string {
	var paths []string
	for _, conversion := range markers.All[markers.ConversionGen](s.markers) {
		if strings.Contains(conversion.Package, "/") {
			paths = append(paths, conversion.Package, "k8s.io/apimachinery/pkg/conversion", "k8s.io/apimachinery/pkg/runtime", "k8s.io/apimachinery/pkg/apis/meta/v1")
		}
	}
	for _, external := range markers.All[markers.ExternalTypes](s.markers) {
		paths = append(paths, external.Package)
	}
	return paths
}

func referencesOf(m markers.Marker) []markers.Ref {
	switch value := m.Value.(type) {
	case *markers.Flag:
		return []markers.Ref{value.Value, value.UsageFrom}
	case *markers.FlagsFrom:
		return []markers.Ref{value.Func}
	case *markers.ThirdPartyFlag:
		return []markers.Ref{value.From}
	case *markers.LegacyDefault:
		if ref, ok := refText(value.Value); ok {
			return []markers.Ref{ref}
		}
	case *markers.Subfield:
		return referencesOf(value.Marker)
	}
	return nil
}

// refText reads ref(Ident) and ref(import/path.Ident).
func refText(text string) (markers.Ref, bool) {
	inner, ok := strings.CutPrefix(text, "ref(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !ok || !closed {
		return markers.Ref{}, false
	}
	ref, err := markers.ParseRef(strings.TrimSpace(inner))
	return ref, err == nil
}

// lookup finds what a reference names; home is the package in which its marker stands. The error is a sentence.
func (b *builder) lookup(ref markers.Ref, home string) (types.Object, error) {
	importPath := ref.Package
	if importPath == "" {
		importPath = home
	}
	pkg, _, err := b.world.Types(importPath)
	if err != nil {
		return nil, fmt.Errorf("cannot load %s: %w", importPath, err)
	}
	object := pkg.Scope().Lookup(ref.Name)
	if object == nil {
		return nil, fmt.Errorf("%s declares no %s", importPath, ref.Name)
	}
	return object, nil
}

func objectOf(object types.Object) *Object {
	described := &Object{Package: object.Pkg().Path(), PackageName: object.Pkg().Name(), Name: object.Name()}
	switch o := object.(type) {
	case *types.Const:
		described.Type = typeOf(o.Type())
		if basic, ok := o.Type().(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
			described.Constant = o.Val().ExactString()
		}
	case *types.Var:
		described.Type = typeOf(o.Type())
	}
	return described
}

// function resolves a reference to a function and checks it; wrong says what it should have been.
func (b *builder) function(m markers.Marker, ref markers.Ref, home, code, want string, fits func(*types.Signature) bool) *Object {
	object, err := b.lookup(ref, home)
	if err != nil {
		b.reportMarker(m, code, err.Error(), "name a "+want+" as import/path.Func")
		return nil
	}
	function, ok := object.(*types.Func)
	if !ok || !fits(function.Type().(*types.Signature)) {
		b.reportMarker(m, code, fmt.Sprintf("%s is a %s, not a %s", ref, describeObject(object), want), "name a "+want)
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
