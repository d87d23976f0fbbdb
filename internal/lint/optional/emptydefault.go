package optional

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
)

func emptyDefault() lint.Rule {
	return lint.Rule{
		Code: "empty-default",
		Doc:  "A list or map with a default says how a file asks for none.",
		Detail: "An empty list is the same as no list, so that the default takes its place. The rule " +
			"reports those with a comment that does not name a value for it.",
		Quote: "If specifying an empty container type was previously valid (e.g. to disable), you will need " +
			"to provide an explicit substitute for doing so.",
		Source: lint.Versioned,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// upstreams are the servers that queries are forwarded to.\n" +
			"\t// +optional\n" +
			"\t// +default=[\"192.0.2.1:53\"]\n" +
			"\tUpstreams []string `json:\"upstreams,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// upstreams are the servers that queries are forwarded to. With none, the relay asks no server.\n" +
			"\t// +optional\n" +
			"\t// +default=[\"192.0.2.1:53\"]\n" +
			"\tUpstreams []string `json:\"upstreams,omitempty\"`\n" +
			"}",
		NoFix: lint.AuthorDecides,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			value := defaultOf(field)
			if !field.Nilable() || value == "" || value == "[]" || value == "{}" || value == "null" || field.Root.ZerosKept ||
				namesNone.MatchString(field.Doc) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has the default %s, and its comment does not say how to ask for none", field.Path,
				value), "name a value for it in the comment, such as none")
		}),
	}
}

// namesNone matches comments that say how to ask for no element at all.
var namesNone = regexp.MustCompile(`(?i)\b(none|empty|no elements?|disable[ds]?|must not|cannot)\b|"\*"|'\*'`)
