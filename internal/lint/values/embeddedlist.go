package values

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
)

func embeddedList() lint.Rule {
	return lint.Rule{
		Code: "embedded-list",
		Doc:  "A list or map is one in a file, too, not a string that is taken apart.",
		Detail: "The rule reports strings with a comment that says that their parts are separated by " +
			"commas.",
		Quote: "If a flag embeds structure in a string format (e.g. a list or map), you should use the " +
			"appropriate language structures (e.g. Go slice or map) to represent that structure in your config API, " +
			"which will facilitate writing JSON and YAML files.",
		Source: lint.Versioned,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// upstreams is a comma-separated list of servers.\n" +
			"\t// +optional\n" +
			"\tUpstreams string `json:\"upstreams,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// upstreams are servers.\n" +
			"\t// +optional\n" +
			"\tUpstreams []string `json:\"upstreams,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if field.Type.Deref().Kind != "string" || field.Type.Deref().Leaf || !separated.MatchString(field.Doc) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a string with a list in it", field.Path),
				"use a list or a map in the next version; a flag can still take one string")
		}),
	}
}

var separated = regexp.MustCompile(
	`(?i)\b(comma|colon|semicolon|space)[- ](separated|delimited)|separated by (commas?|colons?|semicolons?|spaces)`)
