package probe

import "testing"

// TestMatches has the patterns of //go:embed.
func TestMatches(t *testing.T) {
	for patterns, want := range map[string]bool{
		"*": true, "all:*": true, "a.txt *": true, `"*"`: true, "`*/*.txt`": true, "c*": true,
		"*.txt": false, "all:static": false, "static/*": false, "": false, "[": false,
	} {
		if got := matches(patterns); got != want {
			t.Errorf("%s: got %v", patterns, got)
		}
	}
}
