package upstream

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// malformed reports whether the tools cannot parse a tag, or not as one of theirs: none of these has arguments.
func malformed(t load.Tag) bool { return t.Malformed || t.Arguments && taken(t.Name) }

// unreadableTag is the finding about a tag that the tools cannot parse.
func unreadableTag(t load.Tag) diag.Diagnostic {
	return diag.At(t.Pos, t.End, "tag-syntax", fmt.Sprintf("+%s cannot be read", t.Name),
		fmt.Sprintf("use the tag as in +%s=value", t.Name))
}

// toldBefore reports whether a finding is about a tag that is a marker, too, and that is a finding already.
func toldBefore(session *load.Session, inputs []string) func(diag.Diagnostic) bool {
	line := func(at token.Position) token.Position { return token.Position{Filename: at.Filename, Line: at.Line} }
	told := map[token.Position]bool{}
	for _, path := range inputs {
		if pkg := session.Source(path); pkg.Configures() || session.Grouped(pkg) {
			for _, known := range pkg.Findings {
				told[line(known.Position)] = true
			}
		}
	}
	return func(d diag.Diagnostic) bool { return d.Code == "tag-syntax" && told[line(d.Position)] }
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

// tagMistakes finds mistakes in the tags of packages that need no other package: a false beside other values, a
// directory, a second package of types. Older tools ignore some of these, and each version has other words.
func tagMistakes(session *load.Session, paths []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, path := range paths {
		values := map[string][]load.Tag{}
		for _, tag := range session.Source(path).TagsInDoc() {
			if taken(tag.Name) && !malformed(tag) {
				values[tag.Name] = append(values[tag.Name], tag)
			}
		}
		for _, name := range []string{"deepcopy-gen", "defaulter-gen", "conversion-gen", "register-gen"} {
			if mixed, found := mixedTag(values["k8s:"+name]); found {
				findings = append(findings, diag.At(mixed.Pos, mixed.End, "tag-value",
					fmt.Sprintf("+%[1]s=false contradicts other values of +%[1]s", mixed.Name), "keep the one or the others").
					With(diag.Replace(mixed.Pos, mixed.End, "")))
			}
		}
		for _, tag := range values[defaulterTag] {
			if near := nearField(session, session.Source(path), tag.Value); near != "" {
				findings = append(findings, diag.At(tag.Pos, tag.End, "tag-value",
					fmt.Sprintf("+%s=%s has no effect: no struct has a field %[2]s", tag.Name, tag.Value),
					fmt.Sprintf("did you mean +%s=%s?", tag.Name, near)).
					With(diag.Replace(tag.Pos, tag.End, fmt.Sprintf("+%s=%s", tag.Name, near))))
			}
		}
		for _, name := range []string{"k8s:conversion-gen", "k8s:conversion-gen-external-types", "k8s:defaulter-gen-input"} {
			for i, tag := range values[name] {
				switch {
				case tag.Value == "":
					findings = append(findings, diag.At(tag.Pos, tag.End, "tag-value",
						fmt.Sprintf("+%s does not name a package", name), "use +"+name+"=import/path, or =false").
						With(diag.Replace(tag.Pos, tag.End, "+"+name+"=false")))
				case strings.HasPrefix(tag.Value, "./") || strings.HasPrefix(tag.Value, "../"):
					findings = append(findings, diag.At(tag.Pos, tag.End, "tag-value",
						fmt.Sprintf("+%s names a directory, %s", name, tag.Value), "name a package by its import path"))
				case i > 0 && name != "k8s:conversion-gen":
					findings = append(findings, diag.At(tag.Pos, tag.End, "repeated-tag",
						fmt.Sprintf("+%s is specified more than once", name), "keep one").
						With(diag.Replace(tag.Pos, tag.End, "")))
				}
			}
		}
	}
	return findings
}

// nearField is the name of a field of a package's structs that a tag of defaulter-gen most likely means; "" if a struct
// has the field that the tag names, or none has one of nearly that name.
func nearField(session *load.Session, pkg *load.Package, name string) string {
	path := pkg.Path
	for _, tag := range pkg.TagsInDoc() {
		if tag.Name == defaulterTag+"-input" {
			path = tag.Value
		}
	}
	checked, _, err := session.Types(path)
	if err != nil || checked == nil || name == "true" || name == "false" {
		return ""
	}
	var fields []string
	for _, declared := range checked.Scope().Names() {
		if s, ok := checked.Scope().Lookup(declared).Type().Underlying().(*types.Struct); ok {
			for field := range s.Fields() {
				fields = append(fields, field.Name())
			}
		}
	}
	slices.Sort(fields)
	near, distance := diag.Nearest(name, slices.Compact(fields))
	if slices.Contains(fields, name) || distance < 0 || distance > 2 {
		return ""
	}
	return near
}

// moved is the advice to move a tag to the comment of the package in doc.go; it says nothing if there is no such file.
func moved(session *load.Session, pkg *load.Package, t load.Tag) diag.Advice {
	for _, file := range pkg.Files {
		clause := session.Fset.Position(file.Package)
		if load.InDoc(clause) {
			advice := diag.Mark(clause, "+"+t.Line)
			advice.Edits = append(advice.Edits, diag.Replace(t.Pos, t.End, "").Edits...)
			return advice
		}
	}
	return diag.Advice{}
}

// mixedTag returns the last of the tags of one name if one of them is false and another is not.
func mixedTag(tags []load.Tag) (load.Tag, bool) {
	no := func(t load.Tag) bool { return t.Value == "false" }
	if !slices.ContainsFunc(tags, no) || !slices.ContainsFunc(tags, func(t load.Tag) bool { return !no(t) }) {
		return load.Tag{}, false
	}
	return tags[len(tags)-1], true
}

// misplaced finds tags of a package above a package clause where the tools do not look: gengo reads the tags of a
// package in doc.go alone, and silently ignores others.
func (r *run) misplaced(paths []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	forPackages := func(name string) bool { return name == "k8s:deepcopy-gen" || name == "k8s:defaulter-gen" }
	for _, path := range paths {
		pkg := r.session.Source(path)
		for _, t := range pkg.Tags() {
			if t.Starred && taken(t.Name) {
				findings = append(findings, diag.At(t.Pos, t.End, "package-tag",
					fmt.Sprintf("Kubernetes' generators do not read +%s after a star", t.Name),
					"write it in a comment of lines that begin with //"))
			}
		}
		for _, t := range pkg.ClauseTags() {
			if forPackages(t.Name) && !load.InDoc(t.Pos) {
				findings = append(findings, diag.At(t.Pos, t.End, "package-tag",
					fmt.Sprintf("Kubernetes' generators read the tags of a package in its doc.go, and not +%s in %s",
						t.Name, filepath.Base(t.Pos.Filename)),
					"move the line above the package clause of doc.go").With(moved(r.session, pkg, t)))
			}
		}
	}
	return findings
}
