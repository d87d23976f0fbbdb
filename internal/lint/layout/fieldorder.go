package layout

import (
	"fmt"
	"slices"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func fieldOrder() rule.Rule {
	return rule.Rule{
		Code:   "field-order",
		Source: lint.Versioned,
		NoFix:  lint.ChangesCode,
		Run: rule.Each(func(g *group.Group) []rule.Finding {
			var findings []rule.Finding
			if !g.Internal() {
				return nil
			}
			for _, root := range g.Roots {
				for _, external := range root.External {
					findings = append(findings, displaced(root, root.Fields, external.Fields)...)
				}
			}
			return findings
		}),
	}
}

// displaced reports the first field in each struct that comes before one that it follows in the internal type.
func displaced(root *group.Root, internal, external []*group.Field) []rule.Finding {
	place := func(name string) int {
		return slices.IndexFunc(internal, func(field *group.Field) bool { return field.Name == name })
	}
	var findings []rule.Finding
	last, reported := -1, false
	for _, field := range external {
		at := place(field.Name)
		if at < 0 {
			continue
		}
		if at < last && !reported && field.Own() {
			reported = true
			findings = append(findings, lint.Found(field.Position, field.End, root, field,
				fmt.Sprintf("%s follows %s, and comes before it in the internal type", field.Path, internal[last].Name),
				"keep the fields of both structs in one order")...)
		}
		last = max(last, at)
		findings = append(findings, displaced(root, internal[at].Fields, field.Fields)...)
	}
	return findings
}
