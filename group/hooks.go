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
	for _, owner := range groups {
		lacking := lackingHooks(owner)
		if len(lacking) == 0 {
			continue
		}
		awaited := map[string]bool{}
		for _, other := range groups {
			if other != owner {
				await(other, owner, lacking, awaited)
			}
		}
		owner.Awaited = slices.Sorted(maps.Keys(awaited))
	}
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

// await tells a group of the hooks of another one that are written for structs in its own roots, and adds the names of
// these structs to awaited.
func await(g, owner *Group, lacking, awaited map[string]bool) {
	hooks := map[string]Declaration{}
	for _, root := range g.Roots {
		root.Walk(func(field *Field) {
			if t := field.Type.Base(); t.Package == owner.Package.Path && lacking[t.Name] {
				hooks[HookPrefix+t.Name], awaited[t.Name] = hookOf(t), true
			}
		})
	}
	if len(hooks) == 0 {
		return
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
