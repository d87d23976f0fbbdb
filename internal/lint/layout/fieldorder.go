package layout

import (
	"fmt"
	"slices"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
)

func fieldOrder() lint.Rule {
	return lint.Rule{
		Code:   "field-order",
		Doc:    "The fields of a struct have the same order in the internal type and in the versions.",
		Detail: "The rule reports the first field of a struct that has another place.",
		Quote: "Try to keep the order of the fields the same between the internal and external types, the " +
			"defaulter, and the flag registrations. This makes the code much easier to read and maintain.",
		Source: lint.Versioned,
		Bad: "-- config/types.go --\n" + "type RelayConfiguration struct {\n" +
			"\t// Address is the address that the relay listens on.\n" +
			"\tAddress string\n" +
			"\t// Workers is the number of workers.\n" +
			"\tWorkers int32\n}\n" +
			"-- config/v1/types.go --\n" + "type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\tAddress string `json:\"address,omitempty\"`\n}",
		Good: "-- config/types.go --\n" + "type RelayConfiguration struct {\n" +
			"\t// Address is the address that the relay listens on.\n" +
			"\tAddress string\n" +
			"\t// Workers is the number of workers.\n" +
			"\tWorkers int32\n}\n" +
			"-- config/v1/types.go --\n" + "type RelayConfiguration struct {\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\tAddress string `json:\"address,omitempty\"`\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n}",
		NoFix: lint.ChangesCode,
		Check: func(g *group.Group) []lint.Finding {
			var findings []lint.Finding
			if !g.Internal() {
				return nil
			}
			for _, root := range g.Roots {
				for _, external := range root.External {
					findings = append(findings, displaced(root, root.Fields, external.Fields)...)
				}
			}
			return findings
		},
	}
}

// displaced reports the first field in each struct that comes before one that it follows in the internal type.
func displaced(root *group.Root, internal, external []*group.Field) []lint.Finding {
	place := func(name string) int {
		return slices.IndexFunc(internal, func(field *group.Field) bool { return field.Name == name })
	}
	var findings []lint.Finding
	last, reported := -1, false
	for _, field := range external {
		at := place(field.Name)
		if at < 0 {
			continue
		}
		if at < last && !reported && field.Own() {
			reported = true
			findings = append(findings, lint.Finding{
				At: lint.Place{Position: field.Position, End: field.End}, Root: root, Field: field,
				Message: fmt.Sprintf("%s follows %s, and comes before it in the internal type", field.Path, internal[last].Name),
				Fix:     "keep the fields of both structs in one order",
			})
		}
		last = max(last, at)
		findings = append(findings, displaced(root, internal[at].Fields, field.Fields)...)
	}
	return findings
}
