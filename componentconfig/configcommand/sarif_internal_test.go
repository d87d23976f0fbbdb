package configcommand

import (
	"os"
	"regexp"
	"testing"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// TestRulesOfCodes: each code of the loader has a text, except for codes that it shares with validation functions.
func TestRulesOfCodes(t *testing.T) {
	source, err := os.ReadFile("../internal/layers/problem.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`Code = "([a-z-]+)"`).FindAllSubmatch(source, -1)
	for _, code := range codes {
		code := layers.Code(code[1])
		if isShared := code == layers.Required || code == layers.DuplicateItem; (rules[code] == "") != isShared {
			t.Errorf("the rule of %s is %q", code, rules[code])
		}
	}
	if len(codes) < len(rules) {
		t.Errorf("%d codes, and %d rules", len(codes), len(rules))
	}
}
