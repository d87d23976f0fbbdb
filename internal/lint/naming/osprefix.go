package naming

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/lint"
)

func osPrefix() lint.Rule {
	return lint.Rule{
		Code: "os-prefix",
		Doc:  "The name of a field that exists on one system begins with the name of the system.",
		Off:  true,
		Quote: "I think that a simple and flexible solution is to prefix OS-specific fields with the name " +
			"of the OS",
		Source: lint.Versioned,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// priorityClass is the priority of the process.\n" +
			"\t// +optional\n" +
			"\t// +os=windows\n" +
			"\tPriorityClass string `json:\"priorityClass,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// windowsPriorityClass is the priority of the process.\n" +
			"\t// +optional\n" +
			"\t// +os=windows\n" +
			"\tWindowsPriorityClass string `json:\"windowsPriorityClass,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if field.Setting == nil || len(field.Setting.OS) != 1 || strings.HasPrefix(field.Setting.OS[0], "!") {
				return nil
			}
			system := field.Setting.OS[0]
			if strings.Contains(strings.ToLower(field.Path), system) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s exists on %s alone, and its name does not say so", field.Path, system),
				fmt.Sprintf("call it %s%s%s in the next version", strings.ToUpper(system[:1]), system[1:], field.Name))
		}),
	}
}
