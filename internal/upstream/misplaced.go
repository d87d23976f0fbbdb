package upstream

import (
	"fmt"
	"path/filepath"

	"github.com/configgen/configgen/diag"
)

// misplaced finds tags of a package above a package clause where the tools do not look for them: gengo takes those of a
// package from its doc.go alone, and passes over the others without a word.
func (r *run) misplaced(paths []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	forPackages := func(name string) bool { return name == "k8s:deepcopy-gen" || name == "k8s:defaulter-gen" }
	for _, path := range paths {
		pkg := r.session.Source(path)
		for _, file := range pkg.Files {
			name := filepath.Base(r.session.Fset.Position(file.FileStart).Filename)
			if name == "doc.go" {
				continue
			}
			for _, t := range tagsIn(r.session.Fset, file.Doc, forPackages) {
				findings = append(findings, diag.At(t.pos, t.end, "package-tag",
					fmt.Sprintf("Kubernetes' generators read the tags of a package in its doc.go, and not +%s in %s", t.name, name), "move the line above the package clause of doc.go"))
			}
		}
	}
	return findings
}
