package flags

import (
	"strings"
	"testing"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/modeltest"
)

func TestRecordedFiles(t *testing.T) { modeltest.Recorded(t, Generator) }

func TestFindings(t *testing.T) {
	modeltest.Findings(t, Generator, "no-opt-def-val", "precedence-value", "unbindable-type")
}

// TestHelpFromAFunctionNamesGates checks that the help of a flag whose text a function returns names its feature gates.
func TestHelpFromAFunctionNamesGates(t *testing.T) {
	usage := &group.Object{Package: "example.com/relay", PackageName: "relay", Name: "Usage"}
	root := &group.Root{
		Name: "Relay", Type: &group.Type{Kind: "struct", Package: "example.com/relay", PackageName: "relay", Name: "Relay"},
		Fields: []*group.Field{{
			Name: "A", Type: &group.Type{Kind: "string", Name: "string"},
			Flags: []*group.Flag{
				{Name: "a", UsageFrom: usage, Usage: " Needs the feature gate New."}, {Name: "b", UsageFrom: usage},
			},
		}},
	}
	files, _ := Generator.Run(generators.NewInput(
		&group.Group{FlagsPackage: group.Package{Path: "o", Name: "o"}, Roots: []*group.Root{root}}))
	for _, want := range []string{`c.A, relay.Usage()+" Needs the feature gate New.")`, `"b", c.A, relay.Usage())`} {
		if !strings.Contains(string(files[0].Content), want) {
			t.Errorf("want %s in\n%s", want, files[0].Content)
		}
	}
}
