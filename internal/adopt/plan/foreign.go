package plan

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/markers"
)

// isShared reports whether roots of other components have a struct, too.
func isShared(p *planner, named *types.Named) bool { return p.sharing[nameOf(named)] }

// nameOf is the name of a type with its import path.
func nameOf(named *types.Named) string { return pathOf(named) + "." + named.Obj().Name() }

// findShared finds the structs below the roots that other roots have, too.
func findShared(p *planner) {
	if p.Sharing == nil {
		return
	}
	ours, roots := map[string]bool{}, map[string]bool{}
	for name := range p.occurrences() {
		ours[name.Pkg().Path()+"."+name.Name()] = true
	}
	for _, r := range p.roots {
		for _, name := range []string{nameOf(r.named), r.ref.String()} {
			ours[name], roots[name] = true, true
		}
	}
	p.sharing = p.Sharing.sharedWith(ours, roots)
}

// checkForeign looks at the markers of structs that other components have, too. A path of theirs that is none of this
// one says so where it is used. A flag of theirs that is none of this one is a finding.
func checkForeign(p *planner, set map[string][]string) {
	if len(p.sharing) == 0 {
		return
	}
	places := p.occurrences()
	for _, name := range several(p, places) {
		named, ok := types.Unalias(name.Type()).(*types.Named)
		if !ok || !isShared(p, named) {
			continue
		}
		_, declared := p.model.fields(named)
		s, ok := named.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for field := range s.Fields() {
			source := declared.Field(field.Name())
			if source == nil {
				continue
			}
			for _, o := range places[name] {
				if !o.listed {
					checkForeignAt(p, o, step{field, named}, source.Markers, set)
				}
			}
		}
	}
}

// setFields are the names of the flags that set a field, by the path of the root and that from there.
func setFields(p *planner) map[string][]string {
	set := map[string][]string{}
	for _, flag := range p.Observed.Flags {
		if root, steps, problem := p.locate(flag.Field); flag.Field != "" && problem == nil {
			at := root.path() + ":" + dotted(steps)
			set[at] = append(set[at], flag.Name)
		}
	}
	return set
}

// checkForeignAt looks at the markers of a field of a struct in one of its places.
func checkForeignAt(p *planner, o occurrence, field step, have markers.Set, set map[string][]string) {
	path := append(slices.Clone(o.path), field)
	at := o.root.path() + ":" + dotted(path)
	wanted := slices.ContainsFunc(p.items, func(i *item) bool {
		return i.root == o.root && dotted(i.path) == dotted(path) && strings.HasPrefix(i.text, "+path")
	})
	marked, isPath := markers.Get[markers.Path](have)
	if isPath && marked.Is && !wanted && len(p.Observed.Paths)+len(p.Paths) > 0 {
		p.items = append(p.items, &item{root: o.root, path: path, anchor: len(o.path), text: "+path=false"})
	}
	usual := flagtext.Name(field.variable.Name(), initialismsOf(p, o.root))
	for _, m := range have.Named("flag") {
		name := flagNameOf(m, usual)
		registers := func(flag string) bool { return strings.HasSuffix(flag, name) }
		if slices.ContainsFunc(set[at], registers) ||
			slices.ContainsFunc(p.Elsewhere, func(e Elsewhere) bool { return registers(e.Flag.Name) }) {
			continue
		}
		p.plan.Findings = append(p.plan.Findings, diag.At(m.Position, m.End, "adopt-shared",
			fmt.Sprintf("%s is on %s, which another component has, too, and %s registers no such flag for %s", m.Text,
				field.owner.Obj().Name(), o.root.ref.Name, dotted(path)),
			fmt.Sprintf("remove it, and write +subfield(%s)=%s above the field of type %s in each component that has the flag",
				field.variable.Name(), m.Text, field.owner.Obj().Name())))
	}
}
