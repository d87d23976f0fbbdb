package values

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/configgen/configgen/internal/lint"
)

func enumType() lint.Rule {
	return lint.Rule{
		Code: "enum-type",
		Doc:  "A string with a list of values has a type of its own, with a constant for each.",
		Detail: "The rule reports fields of type string with a +enum, or with a comment that lists the " +
			"values. A name that ends in Version is that of an API version, which grows with releases.",
		Quote:  "Do not use enums. Use aliases for string instead (e.g., `NodeConditionType`).",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// policy is how servers are chosen: one of Ordered or Random.\n" +
			"\t// +optional\n" +
			"\tPolicy string `json:\"policy,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// policy is how servers are chosen: one of Ordered or Random.\n" +
			"\t// +optional\n" +
			"\tPolicy ForwardingPolicy `json:\"policy,omitempty\"`\n" +
			"}\n" +
			"\n" +
			"// ForwardingPolicy is how servers are chosen.\n" +
			"// +enum\n" +
			"type ForwardingPolicy string\n" +
			"\n" +
			"const (\n" +
			"\t// Ordered asks the first server first.\n" +
			"\tOrdered ForwardingPolicy = \"Ordered\"\n" +
			"\t// Random asks any server first.\n" +
			"\tRandom ForwardingPolicy = \"Random\"\n" +
			")",
		NoFix: lint.ChangesCode,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			t := field.Type.Deref()
			marked := field.Markers.Has("enum") || field.Markers.Has("k8s:enum")
			if t.Kind != "string" || t.Name != "string" || !marked && !listed(field) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has a list of values and the type string", field.Path),
				"declare a type with a constant for each value, and mark it +enum")
		}),
	}
}

// listed reports whether the comment of a field lists its values, other than API versions.
func listed(field lint.Field) bool {
	return listsValues.MatchString(field.Doc) && !strings.HasSuffix(field.Name, "Version")
}

// listsValues matches comments that list what a string may be.
var listsValues = regexp.MustCompile(
	`(?i)\b((valid|possible|allowed|supported|acceptable) )?(values|options)( \w+){0,4}( are| is| include)?:|` +
		"\\bone of ['\"`]?\\w+['\"`]?(,| or )")
