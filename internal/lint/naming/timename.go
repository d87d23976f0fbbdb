package naming

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func timeName() rule.Rule {
	return rule.Rule{
		Code:   "time-name",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
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
