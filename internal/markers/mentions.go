package markers

import (
	"bytes"
	"go/ast"
	"slices"
	"strings"
	"sync"

	"github.com/configgen/configgen/diag"
)

// toolTags are the tags by which a package asks for Kubernetes' own generators.
var toolTags = []string{"k8s:conversion-gen", "k8s:deepcopy-gen", "k8s:defaulter-gen", "k8s:register-gen"}

// Mentions reports whether the source of a file contains a line that looks like a marker of configgen, with at most one
// misspelled letter, or like a tag by which a package asks for Kubernetes' generators, or a function that sets
// defaults. It is a cheap filter: a file that it accepts is parsed; a file that it rejects cannot belong to a group.
func Mentions(source []byte) bool {
	if bytes.Contains(source, []byte("\nfunc SetDefaults_")) {
		return true
	}
	names := slices.Concat(ownNames(), toolTags)
	for len(source) > 0 {
		at := bytes.IndexByte(source, '+')
		if at < 0 {
			return false
		}
		start := bytes.LastIndexByte(source[:at], '\n') + 1
		before := bytes.TrimSpace(source[start:at])
		rest := source[at:]
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			end = len(rest)
		}
		source = rest[min(1, len(rest)):]
		inComment := strings.Trim(string(before), "/* \t") == "" || bytes.Contains(before, []byte("//"))
		if !inComment {
			continue
		}
		line := tightened(Line{Text: string(bytes.TrimRight(rest[:end], " \t\r"))})
		if !isMarker(line.Text) {
			continue
		}
		name := line.Name()
		spaced, value := bytes.ContainsAny(rest[1:2], " \t"), line.Text[1+len(name):]
		if spaced && value != "" && !strings.ContainsAny(value[:1], "=(") {
			continue // prose, as in "+ flags for the proxy"
		}
		if looksLike(name, names) {
			return true
		}
	}
	return false
}

// MentionsConfiguration reports whether a comment contains a line that looks like a marker of configgen, with at most
// one misspelled letter. Those for feature gates and deprecations do not count: Kubernetes has them in the comments of
// all its APIs.
func MentionsConfiguration(comment *ast.CommentGroup) bool {
	return slices.ContainsFunc(Lines(comment), func(line Line) bool {
		return looksLike(line.Name(), configurationNames())
	})
}

// configurationNames are the names of the markers of configgen that other comments do not have.
var configurationNames = sync.OnceValue(func() []string {
	return slices.DeleteFunc(slices.Clone(ownNames()), func(name string) bool {
		return name == "featureGate" || name == "deprecated"
	})
})

// ownNames are the names of the markers of configgen.
var ownNames = sync.OnceValue(func() []string {
	var own []string
	for _, spec := range Vocabulary() {
		if !spec.Foreign {
			own = append(own, spec.Name)
		}
	}
	return own
})

// looksLike reports whether a name is one of the known ones, but for one letter or the case.
func looksLike(name string, known []string) bool {
	return slices.ContainsFunc(known, func(other string) bool {
		if strings.EqualFold(other, name) {
			return true
		}
		if len(other) <= 3 || len(other) < len(name)-1 || len(other) > len(name)+1 {
			return false
		}
		_, distance := diag.Nearest(name, []string{other})
		return distance == 1
	})
}
