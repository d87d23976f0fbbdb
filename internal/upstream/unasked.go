package upstream

import (
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
		if asking[pkg.Dir] || r.leftToOthers(path, "zz_generated.deepcopy.go") {
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
					"add +k8s:deepcopy-gen=package to doc.go"))
			}
		}
	}
	return findings
}
