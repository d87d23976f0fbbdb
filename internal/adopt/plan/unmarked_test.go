package plan

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

// TestHowTo expects a section in the how-to for each reason, in the order of the alphabet, and no others.
func TestHowTo(t *testing.T) {
	page := testfiles.Read(t, "../../../docs/how-to/adopt.md")
	_, sections, _ := strings.Cut(string(page), "\n## What remains by hand\n")
	sections, _, _ = strings.Cut(sections, "\n## ")
	var got, want []string
	for _, found := range regexp.MustCompile(`(?m)^### (.*)$`).FindAllStringSubmatch(sections, -1) {
		got = append(got, found[1])
	}
	for kind, do := range advice {
		if want = append(want, string(kind)); do == "" {
			t.Errorf("%s has no advice", kind)
		}
	}
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
