package emit

import (
	"fmt"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/group"
)

// Collisions finds names that a generator declares in a package and that somebody has declared there by hand. A method is
// named Type.Method.
func Collisions(pkg group.Package, names []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, name := range names {
		declared, taken := pkg.Declared[name]
		if !taken {
			continue
		}
		findings = append(findings, diag.At(declared.Position, declared.End, "name-collision",
			fmt.Sprintf("%s is a name that configgen generates", name), "rename yours"))
	}
	return findings
}
