package optional

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func zeroDefault() rule.Rule {
	return rule.Rule{
		Code:   "zero-default",
		Source: lint.Versioned,
		NoFix:  lint.ChangesCode,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
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
