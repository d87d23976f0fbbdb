package validationgen

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/markers"
)

// tagName is the tag of a package that asks for the tool.
const tagName = "k8s:validation-gen"

// tag is one line of a comment that starts with a plus sign.
type tag struct {
	name, value string
	pos, end    token.Position
}

// tagsOf lists the tags of a comment.
func tagsOf(fset *token.FileSet, group *ast.CommentGroup) []tag {
	var tags []tag
	for _, line := range markers.Lines(group) {
		name, value, _ := strings.Cut(line.Text[1:], "=")
		name, _, _ = strings.Cut(name, "(")
		tags = append(tags, tag{name, value, fset.Position(line.Pos), fset.Position(line.Pos + token.Pos(len(line.Text)))})
	}
	return tags
}

// packageTags are the tags that stand in the file doc.go, anywhere, since the tool reads no other for tags of packages.
func packageTags(fset *token.FileSet, pkg *load.Package) []tag {
	var tags []tag
	for _, file := range pkg.Files {
		if filepath.Base(fset.Position(file.FileStart).Filename) == "doc.go" {
			for _, comment := range file.Comments {
				tags = append(tags, tagsOf(fset, comment)...)
			}
		}
	}
	return tags
}

// asks is the tag by which a package asks for the tool; nil where it does not. A tag that the tool would not see is a finding.
func asks(fset *token.FileSet, pkg *load.Package) (*tag, []diag.Diagnostic) {
	var asked *tag
	for _, t := range packageTags(fset, pkg) {
		if t.name == tagName && t.value != "false" {
			asked = &t
		}
	}
	var findings []diag.Diagnostic
	for _, file := range pkg.Files {
		if filepath.Base(fset.Position(file.FileStart).Filename) == "doc.go" {
			continue
		}
		for _, t := range tagsOf(fset, file.Doc) {
			if t.name == tagName {
				findings = append(findings, diag.At(t.pos, t.end, "misplaced-tag", "+"+tagName+" counts for a package in doc.go only", "move it there, to the comment of the package"))
			}
		}
	}
	return asked, findings
}

// leftToOthers reports whether another tool wrote the file that validation-gen would write. It stays that tool's.
func leftToOthers(pkg *load.Package) bool {
	content, err := os.ReadFile(filepath.Join(pkg.Dir, fileName))
	return err == nil && !emit.IsOurs(content)
}

// reachable are the packages of the user's modules that a package leads to by its imports, itself first.
func reachable(session *load.Session, pkg *load.Package) []*load.Package {
	packages, seen := []*load.Package{pkg}, map[string]bool{pkg.Path: true}
	for i := 0; i < len(packages); i++ {
		for _, file := range packages[i].Files {
			for _, spec := range file.Imports {
				path := strings.Trim(spec.Path.Value, "\"`")
				if seen[path] {
					continue
				}
				seen[path] = true
				if imported := session.Source(path); imported != nil {
					packages = append(packages, imported)
				}
			}
		}
	}
	return packages
}
