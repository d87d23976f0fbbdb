package upstream

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// interfacesTag names what deepcopy-gen is to implement for a type, and does not ask for deepcopy-gen by itself.
const interfacesTag = "k8s:deepcopy-gen:interfaces"

// unasked finds types that name interfaces for deepcopy-gen while neither they nor their packages ask for it, which it
// passes over without a word: the type is then none of those interfaces, and what registers it does not compile.
func (r *run) unasked(paths []string) []diag.Diagnostic {
	asks := func(t load.Tag) bool {
		return t.Name == "k8s:deepcopy-gen" && t.Value != "false"
	} // of a wrong value the tool tells
	s := sourceOf(r.session, paths)
	asking := map[string]bool{} // by the directory of the package
	for _, t := range s.tags {
		if asks(t) && load.InDoc(t.Pos) {
			asking[filepath.Dir(t.Pos.Filename)] = true
		}
	}
	var findings []diag.Diagnostic
	for _, path := range paths {
		pkg := r.session.Source(path)
		if asking[pkg.Dir] || r.ofAnotherTool(path, "zz_generated.deepcopy.go") {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(s.types)) {
			name, ours := strings.CutPrefix(key, path+".")
			if _, byHand := s.function(key + ".DeepCopyObject"); !ours || byHand {
				continue
			}
			tags := s.types[key].Tags()
			at := slices.IndexFunc(tags, func(t load.Tag) bool { return t.Name == interfacesTag })
			asked := slices.ContainsFunc(tags, asks)
			if at >= 0 && !asked {
				findings = append(findings, diag.At(tags[at].Pos, tags[at].End, "deepcopy-unasked",
					"+"+interfacesTag+" has no effect: deepcopy-gen is not enabled for "+name+" or its package",
					"add +k8s:deepcopy-gen=package to doc.go").With(diag.Mark(s.clauseOf(path).pos, "+k8s:deepcopy-gen=package")))
			}
		}
	}
	return findings
}

// unaskedTools are the tools whose code hand-written code of a package calls, in the package itself.
// Marker asks for the tool; without it, the words say what does.
var unaskedTools = []struct{ name, file, uses, marker, words string }{
	{
		"conversion-gen", "zz_generated.conversion.go", "autoConvert_",
		"", "+k8s:conversion-gen= with the package that the types convert to",
	},
	{"defaulter-gen", "zz_generated.defaults.go", "RegisterDefaults", "+k8s:defaulter-gen=TypeMeta", ""},
	{"defaulter-gen", "zz_generated.defaults.go", "SetObjectDefaults_", "+k8s:defaulter-gen=TypeMeta", ""},
}

// untagged finds packages that use the output of a tool without requesting it: most likely the tag is gone or
// misspelled, and the file of the tool would be removed.
func untagged(r *run, paths []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, path := range paths {
		pkg := r.session.Source(path)
		for _, tool := range unaskedTools {
			asks := slices.ContainsFunc(pkg.TagsInDoc(), func(t load.Tag) bool { return t.Name == "k8s:"+tool.name })
			name := pkg.Uses(tool.uses)
			if asks || name == "" || r.ofAnotherTool(path, tool.file) {
				continue
			}
			start, end := r.session.Position(pkg.Clause)
			var advice diag.Advice
			if tool.marker != "" {
				advice = diag.Mark(start, tool.marker)
			}
			findings = append(findings, diag.At(start, end, "tool-unasked",
				fmt.Sprintf("functions of this package use %s, which %s writes, and the package does not ask for %s",
					name, tool.name, tool.name),
				"add "+tool.marker+tool.words+" to the comment on the package clause in doc.go").With(advice))
			break
		}
	}
	return findings
}
