package naming

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/configgen/configgen/internal/lint"
)

func boolName() lint.Rule {
	return lint.Rule{
		Code: "bool-name",
		Doc:  "The name of a boolean does not begin with is.",
		Quote: "The name of a field expressing a boolean property called 'fooable' should be called " +
			"`Fooable`, not `IsFooable`.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// isRecursive makes the relay ask other servers.\n" +
			"\t// +optional\n" +
			"\tIsRecursive *bool `json:\"isRecursive,omitempty\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// recursive makes the relay ask other servers.\n" +
			"\t// +optional\n" +
			"\tRecursive *bool `json:\"recursive,omitempty\"`\n}",
		NoFix: lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			rest, ok := strings.CutPrefix(field.Name, "Is")
			if field.Type.Deref().Kind != "bool" || !ok || rest == "" || !unicode.IsUpper([]rune(rest)[0]) {
				return nil
			}
			return field.Found(fmt.Sprintf("the name of %s begins with Is", field.Path), "call it "+rest)
		}),
	}
}
