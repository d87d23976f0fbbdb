package naming

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/lint"
)

func timeName() lint.Rule {
	return lint.Rule{
		Code:   "time-name",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			t := field.Type.Deref()
			meta := "k8s.io/apimachinery/pkg/apis/meta/v1"
			isTime := t.Is(meta, "Time") || t.Is(meta, "MicroTime") || t.Is("time", "Time")
			if !isTime || strings.HasSuffix(field.Name, "Time") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a time, and its name does not end in Time", field.Path),
				"rename it in the next version")
		}),
	}
}
