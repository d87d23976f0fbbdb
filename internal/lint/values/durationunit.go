package values

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func durationUnit() rule.Rule {
	return rule.Rule{
		Code:   "duration-unit",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			unit := unitOf(field.Name)
			if unit == "" || !field.Type.Base().Is("k8s.io/apimachinery/pkg/apis/meta/v1", "Duration") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a duration with a unit in its value, and its name says %s", field.Path, unit),
				fmt.Sprintf("call it %s in the next version", strings.TrimSuffix(field.Name, unit)))
		}),
	}
}

// unitOf is the unit of time that a name ends with; empty for none.
func unitOf(name string) string {
	for _, unit := range []string{"Nanoseconds", "Milliseconds", "Microseconds", "Seconds", "Minutes", "Hours", "Days"} {
		if strings.HasSuffix(name, unit) {
			return unit
		}
	}
	return ""
}
