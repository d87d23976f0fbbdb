package upstream

import (
	"fmt"
	"path/filepath"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// misplaced finds tags of a package above a package clause where the tools do not look for them: gengo takes those of a
// package from its doc.go alone, and passes over the others without a word.
func (r *run) misplaced(paths []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	forPackages := func(name string) bool { return name == "k8s:deepcopy-gen" || name == "k8s:defaulter-gen" }
	for _, path := range paths {
		pkg := r.session.Source(path)
		for _, t := range pkg.ClauseTags() {
			if forPackages(t.Name) && !load.InDoc(t.Pos) {
				findings = append(findings, diag.At(t.Pos, t.End, "package-tag",
					fmt.Sprintf("Kubernetes' generators read the tags of a package in its doc.go, and not +%s in %s",
						t.Name, filepath.Base(t.Pos.Filename)),
					"move the line above the package clause of doc.go"))
			}
		}
	}
	return findings
}
