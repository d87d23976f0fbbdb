package validationgen

import (
	"os"
	"path/filepath"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/load"
)

// tagName is the tag of a package that asks for the tool.
const tagName = "k8s:validation-gen"

// asks returns the tag by which a package asks for the tool, or nil. A tag that the tool would not see is a finding.
func asks(pkg *load.Package) (*load.Tag, []diag.Diagnostic) {
	var asked *load.Tag
	for _, t := range pkg.TagsInDoc() {
		if t.Name == tagName && t.Value != "false" {
			asked = &t
		}
	}
	var findings []diag.Diagnostic
	for _, t := range pkg.ClauseTags() {
		if t.Name == tagName && !load.InDoc(t.Pos) {
			findings = append(findings, diag.At(t.Pos, t.End, "misplaced-tag",
				"+"+tagName+" of a package is read in doc.go only",
				"move it there, to the comment of the package"))
		}
	}
	return asked, findings
}

// ofAnotherTool reports whether another tool wrote the file that validation-gen would write. It stays that tool's.
func ofAnotherTool(pkg *load.Package) bool {
	content, err := os.ReadFile(filepath.Join(pkg.Dir, fileName))
	return err == nil && !emit.IsOurs(content)
}

// reachable returns the source packages that a package imports, directly or indirectly, the package itself first.
func reachable(session *load.Session, pkg *load.Package) []*load.Package {
	packages, seen := []*load.Package{pkg}, map[string]bool{pkg.Path: true}
	for i := 0; i < len(packages); i++ {
		for _, path := range load.Imports(packages[i].Files) {
			if seen[path] {
				continue
			}
			seen[path] = true
			if imported := session.Source(path); imported != nil {
				packages = append(packages, imported)
			}
		}
	}
	return packages
}
