package markers

import (
	"strings"
	"testing"

	vocabulary "github.com/configgen/configgen/internal/markers"
)

// TestManual checks that every marker and every argument is explained.
func TestManual(t *testing.T) {
	manual, err := Manual()
	if err != nil {
		t.Fatal(err)
	}
	for _, help := range manual {
		if help.Doc == "" || help.Synopsis == "" || len(help.Places) == 0 {
			t.Errorf("+%s has no help", help.Name)
		}
		for _, spec := range vocabulary.Vocabulary() {
			if spec.Name == help.Name && strings.HasPrefix(help.Doc, spec.Shape.Name()+" ") {
				t.Errorf("the help of +%s begins with the name of a Go type: %s", help.Name, help.Doc)
			}
		}
		for _, argument := range help.Arguments {
			if argument.Doc == "" || argument.Name == "" {
				t.Errorf("the argument %q of +%s has no help", argument.Name, help.Name)
			}
		}
	}
}
