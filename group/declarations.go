package group

import (
	"cmp"
	"go/constant"
	"go/types"
	"slices"
)

// declarations adds to a type what the declarations of the names in it say: the markers on them, and the constants of string
// types.
func (b *builder) declarations(t *Type) {
	for _, inner := range []*Type{t.Elem, t.Key} {
		if inner != nil {
			b.declarations(inner)
		}
	}
	if t.Package == "" {
		return
	}
	if s := b.syntaxOf(t.Package); s != nil && s.types[t.Name] != nil {
		t.Own, t.Markers = true, s.types[t.Name].markers
	}
	if t.Kind == "string" {
		t.Constants = b.constants(t)
	}
}

// constants are the exported constants of a named string type that the type's own package declares.
func (b *builder) constants(t *Type) []Constant {
	pkg, _, err := b.world.Types(t.Package)
	if err != nil {
		return nil // a package that is only reached through others: nobody needs its constants
	}
	var found []*types.Const
	for _, name := range pkg.Scope().Names() {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		if ok && c.Exported() && types.TypeString(c.Type(), (*types.Package).Path) == t.Package+"."+t.Name && c.Val().Kind() == constant.String {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(x, y *types.Const) int {
		at, other := b.world.Fset.Position(x.Pos()), b.world.Fset.Position(y.Pos())
		return cmp.Or(cmp.Compare(at.Filename, other.Filename), cmp.Compare(at.Line, other.Line), cmp.Compare(at.Column, other.Column))
	})
	var constants []Constant
	for _, c := range found {
		constants = append(constants, Constant{c.Name(), constant.StringVal(c.Val()), b.constantGates(t.Package, c.Name())})
	}
	return constants
}
