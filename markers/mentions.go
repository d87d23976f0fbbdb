package markers

import (
	"bytes"
	"strings"

	"github.com/configgen/configgen/diag"
)

// Mentions reports whether the source of a file contains a line that looks like a marker of configgen, with at most one
// misspelled letter, or like the tag that connects a version to its internal package. It is a cheap filter: a file that
// it accepts is parsed; a file that it rejects cannot belong to a group.
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
		near, distance := diag.Nearest(name, own)
		if distance == 0 || distance == 1 && len(near) > 3 || strings.EqualFold(near, name) {
			return true
		}
	}
	return false
}
