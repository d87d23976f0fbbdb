package naming

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/lint"
)

func timeName() lint.Rule {
	return lint.Rule{
		Code: "time-name",
		Doc:  "The name of a point in time ends in Time.",
		Quote: "The name of a field that specifies the time at which `something` occurs should be called " +
			"`somethingTime`. Do not use `stamp` (e.g., `creationTimestamp`).",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// startTimestamp is when the relay starts to answer.\n" +
			"\t// +optional\n" +
			"\tStartTimestamp *metav1.Time `json:\"startTimestamp,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// startTime is when the relay starts to answer.\n" +
			"\t// +optional\n" +
			"\tStartTime *metav1.Time `json:\"startTime,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesFiles,
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
