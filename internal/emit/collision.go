package emit

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
)

// Collisions returns a finding for each name that a generator declares in a package although a file of the user's
// declares it. A method is named Type.Method.
func Collisions(pkg group.Package, names []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, name := range names {
		declared, taken := pkg.Declared[name]
		if !taken {
			declared, taken = pkg.Elsewhere[name]
		}
		if !taken {
			continue
		}
		found := diag.At(declared.Position, declared.End, "name-collision",
			fmt.Sprintf("%s has the name of a generated declaration", name), "rename it")
		found.Transient = strings.HasSuffix(declared.Position.Filename, "_test.go") // not in the key of the cache
		findings = append(findings, found)
	}
	return findings
}
