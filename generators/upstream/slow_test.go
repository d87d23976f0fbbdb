package upstream

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators/upstream/universe"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/load"
)

// TestSlowLoad expects one warning, on the group of the first input, when gengo had to load everything itself, and none else.
func TestSlowLoad(t *testing.T) {
	world, findings, err := load.Load(t.Context(), "../../testdata/kubelet", []string{"./config/..."}, func([]byte) bool { return true })
	if err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	const config, v1beta1 = "example.com/kubelet/config", "example.com/kubelet/config/v1beta1"
	first, second := &group.Group{}, &group.Group{}
	for name, test := range map[string]struct {
		slow error
		want int
	}{
		"fast": {nil, 0},
		"slow": {errors.New("the parser has another field"), 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := &run{world: world, owner: map[string]*group.Group{config: first, v1beta1: second}, findings: map[*group.Group][]diag.Diagnostic{}}
			r.adopt(&universe.Universe{Slow: test.slow}, []string{config, v1beta1})
			if r.universe == nil || len(r.findings[first]) != test.want || len(r.findings[second]) != 0 {
				t.Fatalf("got %v", r.findings)
			}
			for _, finding := range r.findings[first] {
				if finding.Severity != diag.Warning || diag.Failed(r.findings[first]) || finding.Code != "slow-load" || !strings.Contains(finding.Message, test.slow.Error()) {
					t.Errorf("got %s", finding)
				}
				if filepath.Base(finding.Position.Filename) != "doc.go" || finding.Position.Line == 0 {
					t.Errorf("it stands at %s", finding.Position)
				}
			}
		})
	}
}
