package plan

import (
	"go/types"
	"slices"
	"strings"
)

// skipForeign adds +configgen:skip to fields of a flags struct that generated code would otherwise include: fields that
// hold a configuration, and fields that point to a struct with another path. No flag of the struct is below these
// fields.
func skipForeign(p *planner) {
	if len(p.roots) > 0 && !p.roots[0].config {
		skipBelow(p, p.roots[0], p.roots[0].named, nil, nil)
	}
}

// skipBelow looks at the fields of a struct.
func skipBelow(p *planner, r *root, named *types.Named, path []step, outer []*types.TypeName) {
	_, declared := p.model.fields(named)
	structure, ok := named.Underlying().(*types.Struct)
	if declared == nil || !ok || slices.Contains(outer, named.Obj()) {
		return
	}
	outer = append(slices.Clone(outer), named.Obj())
	for variable := range structure.Fields() {
		inner, isNamed := types.Unalias(deref(element(variable.Type()))).(*types.Named)
		field := declared.Field(variable.Name())
		if field == nil || !isNamed || !entered(r, variable) || isSkipped(p, named, variable) {
			continue
		}
		below := append(slices.Clone(path), step{variable, named})
		_, isStruct := inner.Underlying().(*types.Struct)
		foreign := isStruct && slices.Contains(p.Observed.Aliases, dotted(below)) || isConfiguration(p, inner)
		switch {
		case slices.Contains(outer, inner.Obj()):
		case foreign && !isUsed(p, r, below):
			p.skipped[variable] = true
			p.add(p.model.at(step{variable, named}), "+configgen:skip", nil)
		default:
			skipBelow(p, r, inner, below, outer)
		}
	}
}

// isSkipped reports whether a field of a struct is left out, now or in this plan.
func isSkipped(p *planner, named *types.Named, variable *types.Var) bool {
	_, declared := p.model.fields(named)
	field := declared.Field(variable.Name())
	return p.skipped[variable] || field != nil && field.Markers.Has("configgen:skip")
}

// isUsed reports whether a flag of the struct is below a field, also in another place: a struct can be in several.
func isUsed(p *planner, r *root, path []step) bool {
	prefix := dotted(path)
	within := func(other string) bool { return other == prefix || strings.HasPrefix(other, prefix+".") }
	return slices.ContainsFunc(r.adoptedAt, within) || slices.ContainsFunc(p.items, func(i *item) bool {
		return i.root == r && (within(dotted(i.path)) || slices.ContainsFunc(i.path, func(at step) bool {
			return at.variable == path[len(path)-1].variable
		}))
	})
}

// isConfiguration reports whether a struct is the root of a configuration, of this run or another one.
func isConfiguration(p *planner, named *types.Named) bool {
	if slices.ContainsFunc(p.roots, func(r *root) bool { return r.config && r.named.Obj() == named.Obj() }) {
		return true
	}
	s, isStruct := named.Underlying().(*types.Struct)
	_, declared := p.model.declared(named)
	return isStruct && hasTypeMeta(s) || declared != nil && declared.Markers.Has("config")
}
