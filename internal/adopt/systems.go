package adopt

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/source"
)

// compilesElsewhere reports whether files compile on the other systems that the module has files for, as far as they do
// so now. Findings have what does not.
func compilesElsewhere(c *component, w *draft, overlay map[string][]byte) bool {
	failures := source.Failures(c.source, overlay)
	for _, failure := range failures {
		w.Findings = append(w.Findings, diag.At(failure.Position, token.Position{}, "adopt-system",
			fmt.Sprintf("this would not compile on %s: %s", strings.Join(failure.Systems, ", "), failure.Message),
			"keep what differs between systems out of the structs with flags, or mark the field +configgen:skip"))
	}
	return len(failures) == 0
}
