package plan

import (
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/load"
)

// skipForeign leaves the fields of a flags struct out that generated code would take for its own: those that hold a
// configuration, those that point to what has another place, and those that hold markers of something else. No flag of
// the struct is below them. Those that generated code cannot be made for are left out, too.
func skipForeign(p *planner) {
	if len(p.roots) == 0 || p.roots[0].config {
		return
	}
	r := p.roots[0]
	_, declared := p.model.declared(r.named)
	s := &skipper{
		planner: p, root: r, parts: configurationParts(p, r.named),
		fresh: declared != nil && !declared.Markers.Has("flags"),
	}
	s.structure(r.named, nil, nil)
}

// skipper is the work of skipForeign.
type skipper struct {
	*planner
	root *root
	// parts are the structs of configurations.
	parts map[*types.TypeName]bool
	// fresh is set if the struct is one with flags from now on: markers below it are of something else.
	fresh bool
}

// structure looks at the fields of a struct.
func (s *skipper) structure(named *types.Named, path []step, outer []*types.TypeName) {
	_, declared := s.model.fields(named)
	structure, ok := named.Underlying().(*types.Struct)
	if declared == nil || !ok || slices.Contains(outer, named.Obj()) {
		return
	}
	outer = append(slices.Clone(outer), named.Obj())
	for variable := range structure.Fields() {
		field := declared.Field(variable.Name())
		unfit := field != nil && whyUnfit(s.planner, s.root, named, variable.Name()) != ""
		if unfit && !isSkipped(s.planner, named, variable) {
			s.skip(variable, named)
			continue
		}
		inner, isNamed := types.Unalias(deref(element(variable.Type()))).(*types.Named)
		if field == nil || !isNamed || !entered(s.root, variable) || isSkipped(s.planner, named, variable) {
			continue
		}
		below := append(slices.Clone(path), step{variable, named})
		switch {
		case slices.Contains(outer, inner.Obj()):
		case !s.used(below) && !s.passes(variable) && (isConfiguration(s.planner, inner) || s.foreign(inner, dotted(below))):
			s.skip(variable, named)
		default:
			s.structure(inner, below, outer)
		}
	}
}

// skip leaves a field of a struct out.
func (s *skipper) skip(variable *types.Var, named *types.Named) {
	s.skipped[variable] = true
	s.add(s.model.at(step{variable, named}), "+configgen:skip", nil)
}

// isSkipped reports whether a field of a struct is left out, now or in this plan.
func isSkipped(p *planner, named *types.Named, variable *types.Var) bool {
	_, declared := p.model.fields(named)
	field := declared.Field(variable.Name())
	return p.skipped[variable] || field != nil && field.Markers.Has("configgen:skip")
}

// used reports whether a flag of the struct is below a field.
func (s *skipper) used(path []step) bool {
	prefix := dotted(path)
	within := func(other string) bool { return other == prefix || strings.HasPrefix(other, prefix+".") }
	return slices.ContainsFunc(s.root.adoptedAt, within) ||
		slices.ContainsFunc(s.items, func(i *item) bool { return i.root == s.root && within(dotted(i.path)) })
}

// passes reports whether a flag of the struct is below a field in another place: a struct can be used in several.
func (s *skipper) passes(variable *types.Var) bool {
	return slices.ContainsFunc(s.items, func(i *item) bool {
		return i.root == s.root && slices.ContainsFunc(i.path, func(at step) bool { return at.variable == variable })
	})
}

// foreign reports whether what a field leads to is not of the flags struct: a part of a configuration, what has another
// place, or a struct with markers that is used elsewhere.
func (s *skipper) foreign(named *types.Named, path string) bool {
	_, isStruct := named.Underlying().(*types.Struct)
	return isStruct && (s.parts[named.Obj()] || slices.Contains(s.Observed.Aliases, path) ||
		s.fresh && s.marked(named))
}

// marked reports whether fields of a struct have markers of flags or paths, now or in this plan.
func (s *skipper) marked(named *types.Named) bool {
	_, declared := s.model.fields(named)
	structure := named.Underlying().(*types.Struct)
	for variable := range structure.Fields() {
		if field := declared.Field(variable.Name()); field != nil && s.says(named, field) {
			return true
		}
	}
	return false
}

// says reports whether a field has a marker of a flag or a path, now or in this plan.
func (s *skipper) says(of *types.Named, field *load.Field) bool {
	for _, name := range []string{"flag", "flagsFrom", "subfield", "path", "legacyDefault"} {
		if field.Markers.Has(name) {
			return true
		}
	}
	return slices.ContainsFunc(s.items, func(i *item) bool {
		return i.anchor >= 0 && i.path[i.anchor].owner.Obj() == of.Obj() && i.path[i.anchor].variable.Name() == field.Name
	})
}

// isConfiguration reports whether a struct is the root of a configuration, of this run or another one.
func isConfiguration(p *planner, named *types.Named) bool {
	if slices.ContainsFunc(p.roots, func(r *root) bool { return r.config && r.named.Obj() == named.Obj() }) {
		return true
	}
	if _, given := configRef(p, named); given && len(p.Roots) > 0 {
		return true
	}
	_, declared := p.model.declared(named)
	return declared != nil && declared.Markers.Has("config")
}

// configurationParts are the structs below the configurations that a struct leads to, by fields of any depth.
func configurationParts(p *planner, from *types.Named) map[*types.TypeName]bool {
	parts, seen := map[*types.TypeName]bool{}, map[*types.TypeName]bool{}
	var visit func(named *types.Named, inside bool)
	visit = func(named *types.Named, inside bool) {
		structure, ok := named.Underlying().(*types.Struct)
		_, declared := p.model.fields(named)
		inside = inside || ok && isConfiguration(p, named)
		if !ok || declared == nil || parts[named.Obj()] || !inside && seen[named.Obj()] {
			return
		}
		if seen[named.Obj()] = true; inside {
			parts[named.Obj()] = true
		}
		for variable := range structure.Fields() {
			if inner, ok := types.Unalias(deref(element(variable.Type()))).(*types.Named); ok {
				visit(inner, inside)
			}
		}
	}
	visit(from, false)
	for _, r := range p.roots {
		visit(r.named, r.config)
	}
	return parts
}
