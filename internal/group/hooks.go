package group

import (
	"go/token"
	"maps"
	"slices"
	"strings"
)

// HookPrefix begins the names of hooks: functions for what markers cannot express, which generated validation calls by
// the name that custom validation has for validation-gen.
const HookPrefix = "ValidateCustom_"

// ShareHooks tells the groups of a run of the hooks that are written for them in this run: the validation of a struct
// that is in another group calls the hook there, whether that exists already or this run writes it.
func ShareHooks(groups []*Group) {
	lacking := map[string]hooksToWrite{}
	for _, g := range groups {
		if structs := lackingHooks(g); len(structs) > 0 {
			lacking[g.Package.Path] = hooksToWrite{g, structs}
		}
	}
	for _, g := range groups {
		called := hooksCalled(g, lacking)
		for _, path := range slices.Sorted(maps.Keys(called)) {
			await(g, lacking[path].owner, called[path])
		}
	}
	for _, g := range groups {
		slices.Sort(g.Awaited)
		g.Awaited = slices.Compact(g.Awaited)
	}
}

// hooksToWrite are the structs, by name, whose hooks a run adds to the validation package of their group.
type hooksToWrite struct {
	owner   *Group
	structs map[string]bool
}

// hooksCalled are the structs in the roots of a group whose hooks this run adds to other groups, by the package and the
// name of the struct.
func hooksCalled(g *Group, lacking map[string]hooksToWrite) map[string]map[string]*Type {
	called := map[string]map[string]*Type{}
	for _, root := range g.Roots {
		root.Walk(func(field *Field) {
			t := field.Type.Base()
			if other := lacking[t.Package]; other.owner == g || !other.structs[t.Name] {
				return
			}
			if called[t.Package] == nil {
				called[t.Package] = map[string]*Type{}
			}
			called[t.Package][t.Name] = t
		})
	}
	return called
}

// lackingHooks are the structs of a group, by name, whose hooks are not declared and are written by the group, in the
// package where other groups look for them.
func lackingHooks(g *Group) map[string]bool {
	into, lacking := g.ValidationPackage, map[string]bool{}
	if into.Path != g.Package.Path+"/validation" || len(into.Files) > 0 && !g.Stubs ||
		len(g.Generators) > 0 && !slices.Contains(g.Generators, "validation") {
		return nil
	}
	for _, root := range g.Roots {
		root.Walk(func(field *Field) {
			if t := field.Type.Base(); t.Own && t.Kind == "struct" && !t.Leaf && t.Package == g.Package.Path &&
				token.IsExported(t.Name) && !ruledByHand(into, t) {
				lacking[t.Name] = true
			}
		})
	}
	return lacking
}

// ruledByHand reports whether a validation package has a function for a struct that makes a hook unnecessary.
func ruledByHand(into Package, t *Type) bool {
	for _, name := range []string{"Validate" + t.Name, "validate" + t.Name} {
		if f, fits := into.Declared[name].ByHand(name, t); fits && !f.NeedsGates() {
			return true
		}
	}
	_, hook := into.Declared[HookPrefix+t.Name]
	return hook
}

// await has a group call the hooks of another one that are written for the given structs, by name.
func await(g, owner *Group, structs map[string]*Type) {
	hooks := map[string]Declaration{}
	for name, t := range structs {
		hooks[HookPrefix+name] = hookOf(t)
		owner.Awaited = append(owner.Awaited, name)
	}
	g.Awaits = append(g.Awaits, owner.Package.Path)
	pkg := owner.ValidationPackage
	at, known := slices.BinarySearchFunc(g.SharedValidation, pkg, func(a, b Package) int {
		return strings.Compare(a.Path, b.Path)
	})
	if !known {
		g.SharedValidation = slices.Insert(g.SharedValidation, at, pkg)
	}
	maps.Copy(hooks, pkg.Declared)
	g.SharedValidation[at].Declared = hooks
}

// hookOf is the declaration of a hook for a struct of type t.
func hookOf(t *Type) Declaration {
	return Declaration{
		Kind: "func", Params: []string{"*" + t.Package + "." + t.Name, "*" + fieldPackage + ".Path"},
		Results: []string{fieldPackage + ".ErrorList"},
	}
}
