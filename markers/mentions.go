package markers

import (
	"bytes"
	"strings"

	"github.com/configgen/configgen/diag"
)

// Mentions reports whether the source of a file has a line that looks like one of configgen's own markers, misspelt by one
// letter at the most, or ties a version to its internal package. It is a filter, cheap and generous: what it lets pass is
// parsed, what it does not cannot belong to a group.
func Mentions(source []byte) bool {
	var own []string
	for _, spec := range Vocabulary() {
		if !spec.Foreign || spec.Name == "k8s:conversion-gen" {
			own = append(own, spec.Name)
		}
	}
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
		line := string(rest[:end])
		source = rest[min(1, len(rest)):]
		if comment := strings.Trim(string(before), "/* \t"); comment != "" && !bytes.Contains(before, []byte("//")) || !isMarker(line) {
			continue
		}
		name := Line{Text: line}.Name()
		if near, distance := diag.Nearest(name, own); distance == 0 || distance == 1 && len(near) > 3 || strings.EqualFold(near, name) {
			return true
		}
	}
	return false
}
