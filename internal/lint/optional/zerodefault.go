package optional

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/lint"
)

func zeroDefault() lint.Rule {
	return lint.Rule{
		Code: "zero-default",
		Doc:  "A field with a default is a pointer if a file may set it to zero.",
		Detail: "The rule reports booleans with the default true, and numbers with a default and a comment " +
			"that says what zero means.",
		Quote: "If a field requires a non-zero default value, but the zero-value is still a valid option, " +
			"it should carry a pointer type in the versioned config struct. This allows the defaulter to " +
			"differentiate between omitted fields and fields explicitly configured to the zero value.",
		Source: lint.Versioned,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// recursive makes the relay ask other servers.\n" +
			"\t// +optional\n" +
			"\t// +default=true\n" +
			"\tRecursive bool `json:\"recursive,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// recursive makes the relay ask other servers.\n" +
			"\t// +optional\n" +
			"\t// +default=true\n" +
			"\tRecursive *bool `json:\"recursive,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesCode,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			kind := field.Type.Kind
			number := slices.Contains([]string{"int", "int32", "int64", "float32", "float64"}, kind) && !field.Type.Leaf
			isDuration := field.Type.Is("k8s.io/apimachinery/pkg/apis/meta/v1", "Duration")
			zeros := []string{"", "0", "false", "null", `""`, `"0s"`, "{}"}
			switch {
			case field.Root.ZerosKept || slices.Contains(zeros, defaultOf(field)):
				return nil
			case kind == "bool", (number || isDuration) && meansZero.MatchString(field.Doc):
			default:
				return nil
			}
			return field.Found(
				fmt.Sprintf("%s has the default %s, and a file cannot set it to zero", field.Path, defaultOf(field)),
				"make it a pointer in the next version")
		}),
	}
}

// meansZero matches comments that say what zero does.
var meansZero = regexp.MustCompile(
	`(?i)\b(zero|0) (means|disables|is unlimited|for no|to disable|turns)|(set|setting)( \w+){0,3} to (0|zero)`)

// defaultOf is the default of a field in JSON: the one that is known, or the one that its comment states. It is empty
// for none.
func defaultOf(field lint.Field) string {
	if field.Default != nil {
		return field.Default.Value
	}
	if stated := statesDefault.FindStringSubmatch(field.Doc); stated != nil {
		return strings.TrimRight(stated[1], ".,;")
	}
	return ""
}

// statesDefault matches the line in which the comments of Kubernetes state a default of a simple type.
var statesDefault = regexp.MustCompile(`(?m)^Default: ("[^"]*"|true|false|-?[0-9.]+[a-z]*)$`)
