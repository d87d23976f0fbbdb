package validation

import (
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/modeltest"
	"github.com/configgen/configgen/internal/testfiles"
)

func TestRecordedFiles(t *testing.T) { modeltest.Recorded(t, Generator) }

func TestFindings(t *testing.T) {
	modeltest.Findings(t, Generator, "constraint-conflict", "constraint-format", "constraint-gate", "constraint-item",
		"constraint-mode", "constraint-subfield",
		"constraint-type", "constraint-union", "constraint-unserved", "constraint-value", "hook-signature",
		"legacy-default-value")
}

// TestEveryTag holds the vocabulary to the list of the tags of declarative validation: each is served or refused. The
// golden case validation-tags compares served tags with validation-gen.
func TestEveryTag(t *testing.T) {
	content := testfiles.Read(t, "testdata/declarative_tags.csv")
	places := map[string][]markers.Place{}
	for _, spec := range markers.Vocabulary() {
		places[spec.Name] = spec.Places
	}
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")[1:]
	if len(lines) != 45 {
		t.Errorf("%d tags", len(lines))
	}
	for _, line := range lines {
		cells := strings.SplitN(line, ",", 3)
		name := "k8s:" + cells[0]
		if len(places[name]) == 0 {
			t.Errorf("+%s is not in the vocabulary", name)
			continue
		}
		c := &collector{scope: &scope{output: newOutput(&group.Group{}, group.Package{}), root: &group.Root{}}}
		field := &group.Field{Name: "A", Type: &group.Type{Kind: "string", Name: "string"}}
		var m markers.Marker
		text := "+" + name
		if err := m.UnmarshalText([]byte(text)); err != nil {
			continue // it needs arguments, so it has a meaning
		}
		c.delegation = &delegation{scope: c.scope}
		c.constraint(field, field.Type, &rules{}, m, source{marker: m})
		refused := len(c.findings) > 0 && c.findings[0].Code == "constraint-unserved"
		if want := strings.HasPrefix(cells[2], "finding"); refused != want {
			t.Errorf("+%s: refused is %t", name, refused)
		}
	}
}
