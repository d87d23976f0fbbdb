package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/rule"
)

// defaultRules are about defaults.
func defaultRules() []rule.Rule {
	return []rule.Rule{{Code: "dependent-default", Exceptable: true, Run: rule.Each(dependentDefaults)}}
}

// dependentDefaults finds defaults that depend on a field with a flag: they are computed before the flag is applied.
func dependentDefaults(g *group.Group) []rule.Finding {
	if !slices.ContainsFunc(g.Roots, dependent) {
		return nil
	}
	var findings []rule.Finding
	seen := map[*group.Field]bool{} // in another version
	for _, d := range render.Documents(g.Descriptor) {
		root := g.Roots[slices.IndexFunc(g.Roots, func(r *group.Root) bool { return r.Name == d.Kind.Name })]
		d.Walk(func(f *render.Field) {
			var on, flags []string
			for _, other := range f.Depends {
				if late := other.LateFlags(); len(late) > 0 && other.Of != nil {
					on, flags = append(on, other.Of.Path), append(flags, late...)
				}
			}
			if len(on) == 0 || f.Of == nil {
				return
			}
			root.Walk(func(field *group.Field) {
				if field.Path != f.Of.Path || seen[field] {
					return
				}
				seen[field] = true
				place := g.Places[descriptor.Identity{Kind: root.Name, Version: d.Version.Name, Path: f.Path}]
				f := onDependent(g, field, on, flags)
				f.at = f.at.see("set at", place.Code)
				found := f.found()
				found.Root, found.Of = root, field
				findings = append(findings, found)
			})
		})
	}
	return findings
}

// dependent reports whether a default of a root depends on another field.
func dependent(root *group.Root) bool {
	found := false
	for _, external := range root.External {
		external.Walk(func(field *group.Field) {
			found = found || field.Default != nil && field.Default.Code != nil && len(field.Default.Code.Depends) > 0
		})
	}
	return found
}

func onDependent(g *group.Group, field *group.Field, on, flags []string) finding {
	where := onField(field)
	own, allow := markable(field, `+configgen:allow(rule: dependent-default, reason: "...")`)
	if own != nil {
		where = marking(own, allow)
	}
	where.Severity = diag.Warning
	applied, instead := "is", "after the flags are parsed"
	if len(flags) > 1 {
		applied = "are"
	}
	if g.Loader {
		instead = "in a function of componentconfig.WithComplete"
	}
	return finding{where, fmt.Sprintf("the default of %s depends on %s, and %s %s applied after defaults: the same value "+
		"in a file gives another default", field.Path, strings.Join(on, ", "), strings.Join(flags, ", "), applied),
		"compute it " + instead + ", or, if it is meant, add " + allow}
}
