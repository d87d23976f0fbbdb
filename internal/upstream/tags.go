package upstream

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"k8s.io/gengo/v2/codetags"
	"k8s.io/gengo/v2/types"

	conversionargs "k8s.io/code-generator/cmd/conversion-gen/args"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/markers"
)

// tag is a line of a comment that one of the tools may read.
type tag struct {
	name, value string
	// line is the tag as it stands in the source, behind the plus sign.
	line      string
	malformed bool
	pos, end  token.Position
}

// tagsIn lists the tags in a comment whose names are wanted.
func tagsIn(fset *token.FileSet, group *ast.CommentGroup, wanted func(name string) bool) []tag {
	var tags []tag
	for _, line := range markers.Lines(group) {
		if t := parseTag(line.Text[1:]); wanted(t.name) {
			t.pos, t.end = fset.Position(line.Pos), fset.Position(line.Pos+token.Pos(len(line.Text)))
			tags = append(tags, t)
		}
	}
	return tags
}

// parseTag splits a tag as the tools do.
func parseTag(line string) tag {
	name := line
	if end := strings.IndexAny(line, "=( \t"); end >= 0 {
		name = line[:end]
	}
	t := tag{name: name, line: line}
	if parsed, err := codetags.Parse(line, codetags.RawValues(true)); err == nil {
		t.value = parsed.Value
		t.malformed = len(parsed.Args) > 0 && taken(name) // no tag of theirs takes any
	} else {
		t.malformed = true
	}
	return t
}

// unreadable is the finding about a tag that the tools cannot parse.
func (t tag) unreadable() diag.Diagnostic {
	return diag.At(t.pos, t.end, "tag-syntax", fmt.Sprintf("+%s cannot be read", t.name), fmt.Sprintf("write the tag as in +%s=value", t.name))
}

// taken reports whether one of the tools reads the tag of the given name.
func taken(name string) bool {
	base, _, _ := strings.Cut(strings.TrimPrefix(name, "k8s:"), ":")
	switch strings.TrimSuffix(strings.TrimSuffix(base, "-external-types"), "-input") {
	case "deepcopy-gen", "defaulter-gen", "conversion-gen", "conversion-fn", "register-gen":
		return strings.HasPrefix(name, "k8s:")
	}
	return name == "groupName" || name == "default"
}

// askingTags are the tags by which a package asks for a tool.
var askingTags = []string{"k8s:deepcopy-gen", "k8s:defaulter-gen", "k8s:conversion-gen", "k8s:register-gen", "groupName"}

// asks reports whether a package may ask for some tool. The tools have the last word.
func asks(session *load.Session, pkg *load.Package) bool {
	return slices.ContainsFunc(pkg.Files, func(file *ast.File) bool {
		return slices.ContainsFunc(file.Comments, func(comment *ast.CommentGroup) bool {
			return len(tagsIn(session.Fset, comment, func(name string) bool { return slices.Contains(askingTags, name) })) > 0
		})
	})
}

// peer is a package that a tag names.
type peer struct {
	path  string
	tag   tag
	owner string // the path of its group
}

// peersOf are the packages whose declarations the tools look up for pkg: those that its tags name, and those that
// conversion-gen takes into account for everybody, which have no tag.
func peersOf(session *load.Session, pkg *load.Package) []peer {
	var peers []peer
	for _, file := range pkg.Files {
		global := filepath.Base(session.Fset.Position(file.FileStart).Filename) == "doc.go"
		for _, comment := range file.Comments {
			for _, t := range tagsIn(session.Fset, comment, namesPackage) {
				switch {
				case t.name == "k8s:deepcopy-gen:interfaces":
					for _, name := range strings.Split(t.value, ",") {
						peers = append(peers, peer{path: types.ParseFullyQualifiedName(strings.TrimSpace(name)).Package, tag: t})
					}
				case global && t.value != "false" && t.value != "" && !strings.HasPrefix(t.value, "."): // the tools refuse folders themselves
					peers = append(peers, peer{path: t.value, tag: t})
				}
				if global && t.name == "k8s:conversion-gen" {
					for _, path := range conversionargs.DefaultBasePeerDirs {
						peers = append(peers, peer{path: path})
					}
				}
			}
		}
	}
	return slices.DeleteFunc(peers, func(p peer) bool { return p.path == "" })
}

// namesPackage reports whether the value of a tag is an import path, or begins with one.
func namesPackage(name string) bool {
	switch name {
	case "k8s:conversion-gen", "k8s:conversion-gen-external-types", "k8s:defaulter-gen-input", "k8s:deepcopy-gen:interfaces":
		return true
	}
	return false
}
