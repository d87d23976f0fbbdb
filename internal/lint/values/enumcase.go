package values

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/lint"
)

func enumCase() lint.Rule {
	return lint.Rule{
		Code: "enum-case",
		Doc:  "The values of an enumeration are in camel case and begin with a capital.",
		Detail: "Names of programs, such as systemd, are spelled as their authors spell them: the rule " +
			"reports values with hyphens or underscores, and the words none, auto, always, never, enabled, disabled, " +
			"static, strict and restricted.",
		Quote: "These values will be strings, and they will be in CamelCase, with an initial uppercase " +
			"letter.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// policy is how servers are chosen.\n" +
			"\t// +optional\n" +
			"\tPolicy ForwardingPolicy `json:\"policy,omitempty\"`\n" +
			"}\n" +
			"\n" +
			"// ForwardingPolicy is how servers are chosen.\n" +
			"// +enum\n" +
			"type ForwardingPolicy string\n" +
			"\n" +
			"const (\n" +
			"\t// InOrder asks the first server first.\n" +
			"\tInOrder ForwardingPolicy = \"in-order\"\n" +
			"\t// Random asks any server first.\n" +
			"\tRandom ForwardingPolicy = \"Random\"\n" +
			")",
		Good: "type RelayConfiguration struct {\n" +
			"\t// policy is how servers are chosen.\n" +
			"\t// +optional\n" +
			"\tPolicy ForwardingPolicy `json:\"policy,omitempty\"`\n" +
			"}\n" +
			"\n" +
			"// ForwardingPolicy is how servers are chosen.\n" +
			"// +enum\n" +
			"type ForwardingPolicy string\n" +
			"\n" +
			"const (\n" +
			"\t// InOrder asks the first server first.\n" +
			"\tInOrder ForwardingPolicy = \"InOrder\"\n" +
			"\t// Random asks any server first.\n" +
			"\tRandom ForwardingPolicy = \"Random\"\n" +
			")",
		NoFix: lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			var other []string
			for _, constant := range field.Type.Base().Constants {
				if lowerCase(constant.Value) {
					other = append(other, strconv.Quote(constant.Value))
				}
			}
			if len(other) == 0 || !field.Type.Base().Own {
				return nil
			}
			return field.Found(
				fmt.Sprintf("%s can be %s, which is not in camel case with a capital at the beginning", field.Path,
					strings.Join(other, ", ")), "accept a value in camel case, too, and prefer it")
		}),
	}
}

// lowerCase reports whether a value of an enumeration has words that are not in camel case.
func lowerCase(value string) bool {
	words := []string{"none", "auto", "always", "never", "enabled", "disabled", "static", "strict", "restricted"}
	return strings.ContainsAny(value, "-_ ") || slices.Contains(words, value)
}
