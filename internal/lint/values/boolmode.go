package values

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
)

func boolMode() lint.Rule {
	return lint.Rule{
		Code: "bool-mode",
		Doc:  "A choice between several ways is a string, not one boolean for each.",
		Detail: "The rule reports booleans with names that end in Mode, Policy, Strategy or Type, and those " +
			"with a comment that says that another field excludes them.",
		Quote: "Think twice about `bool` fields. Many ideas start as boolean but eventually trend towards a " +
			"small set of mutually exclusive options.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// strictMode refuses queries with mistakes.\n" +
			"\t// +optional\n" +
			"\tStrictMode *bool `json:\"strictMode,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// mode is what the relay does with mistakes in queries.\n" +
			"\t// +optional\n" +
			"\tMode QueryMode `json:\"mode,omitempty\"`\n" +
			"}\n" +
			"\n" +
			"// QueryMode is what the relay does with mistakes in queries.\n" +
			"// +enum\n" +
			"type QueryMode string\n" +
			"\n" +
			"const (\n" +
			"\t// Strict refuses queries with mistakes.\n" +
			"\tStrict QueryMode = \"Strict\"\n" +
			"\t// Lenient corrects them.\n" +
			"\tLenient QueryMode = \"Lenient\"\n" +
			")",
		NoFix: lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if field.Type.Deref().Kind != "bool" || !modeName.MatchString(field.Name) && !excludes.MatchString(field.Doc) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a boolean that chooses one of several ways", field.Path),
				"use a string with a constant for each way in the next version")
		}),
	}
}

var (
	modeName = regexp.MustCompile(`(Mode|Policy|Strategy|Type)$`)
	excludes = regexp.MustCompile(`(?i)mutually exclusive|(can|must) ?not be (used|set|specified) (together )?with`)
)
