package markers

import (
	_ "embed" // the list is data
	"slices"
	"strings"
	"sync"
)

//go:embed others.txt
var otherTools string

// others are the markers that other tools define and that configgen passes over.
type others struct {
	names    map[string]bool
	prefixes []string
	listed   []string
	// instead has what to write instead of a marker that has no effect on a configuration.
	instead map[string]replacement
}

// replacement is what to write instead of a marker: another one, and words that follow it, as in ", with the next
// number"; words alone for what no marker does.
type replacement struct{ marker, words string }

// otherMarkers reads the list once it is needed: most packages have only markers of the vocabulary.
var otherMarkers = sync.OnceValue(func() *others {
	o := &others{names: map[string]bool{}, instead: map[string]replacement{}}
	for line := range strings.Lines(otherTools) {
		tool, names, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(tool, "#") {
			continue
		}
		if name, instead := strings.CutPrefix(tool, "instead of "); instead {
			marker, words, _ := strings.Cut(names, "|")
			o.instead[name] = replacement{strings.TrimSpace(marker), words}
			o.listed = append(o.listed, name)
			continue
		}
		for name := range strings.FieldsSeq(names) {
			if prefix, wild := strings.CutSuffix(name, "*"); wild {
				o.prefixes = append(o.prefixes, prefix)
				name = strings.TrimRight(prefix, ":.=")
			} else {
				o.names[name] = true
			}
			o.listed = append(o.listed, name)
		}
	}
	return o
})

// has reports whether another tool defines the name.
func (o *others) has(name string) bool { return o.names[name] || hasPrefix(name, o.prefixes) }

func hasPrefix(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// insteadOf returns the name in the list that a marker of controller-gen begins with, whose arguments follow a colon,
// and what to write instead.
func (o *others) insteadOf(name string) (listed string, instead replacement, ok bool) {
	for listed = name; listed != ""; {
		if instead, ok = o.instead[listed]; ok {
			return listed, instead, true
		}
		listed = listed[:max(0, strings.LastIndexByte(listed, ':'))]
	}
	return "", replacement{}, false
}

// ReadByControllerGen reports whether a marker says that controller-gen reads the type or the package that has it.
func ReadByControllerGen(name string) bool {
	return strings.HasPrefix(name, "kubebuilder:object:") || strings.HasPrefix(name, "kubebuilder:resource")
}
