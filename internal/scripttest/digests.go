package scripttest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// digests numbers the digests that it meets: they depend on the program and on the address that a test has.
type digests map[string]int

var (
	hexadecimal = regexp.MustCompile(`\b([0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{12})\b`)
	// beginning matches the beginning of a digest, as a command takes it.
	beginning = regexp.MustCompile(`\b[0-9a-f]{8}\b`)
)

// translate replaces the beginnings of digests on the page by the beginnings of the digests of this run with the same
// numbers.
func (d digests) translate(command string, run digests) string {
	return beginning.ReplaceAllStringFunc(command, func(shown string) string {
		for digest, number := range d {
			for other, same := range run {
				if strings.HasPrefix(digest, shown) && number == same {
					return other[:len(shown)]
				}
			}
		}
		return shown
	})
}

// hide replaces digests by their numbers.
func (d digests) hide(text string) string {
	return hexadecimal.ReplaceAllStringFunc(text, func(digest string) string {
		short := digest[:12]
		if d[short] == 0 {
			d[short] = len(d) + 1
		}
		return fmt.Sprintf("<digest %d, %d characters>", d[short], len(digest))
	})
}

// kept returns the output of a command. A line that differs from a line of the page in times, processes and digests
// only is replaced by the line of the page. In other lines, a digest of the page keeps its first twelve characters; a
// new digest is unchanged.
func (s *shell) kept(page, printed string) string {
	old, oldHidden := strings.SplitAfter(page, "\n"), strings.SplitAfter(s.shown.hide(page), "\n")
	lines, hidden := strings.SplitAfter(printed, "\n"), strings.SplitAfter(s.got.hide(printed), "\n")
	for i := range lines {
		same := slices.IndexFunc(oldHidden, func(line string) bool { return matches(line, hidden[i]) })
		if same >= 0 {
			lines[i] = old[same]
			old, oldHidden = old[same+1:], oldHidden[same+1:]
			continue
		}
		lines[i] = hexadecimal.ReplaceAllStringFunc(lines[i], func(digest string) string {
			short, rest := digest[:12], digest[12:]
			for shown, number := range s.shown {
				if number == s.got[short] {
					return shown + rest
				}
			}
			s.shown[short] = s.got[short]
			return digest
		})
	}
	return strings.Join(lines, "")
}
