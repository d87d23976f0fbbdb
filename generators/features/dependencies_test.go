package features

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// TestRequires has a feature A that promises more than B, which it requires, at one of its stages, and circles.
func TestRequires(t *testing.T) {
	stage := func(since, stage string, on, locked bool) *group.Stage {
		return &group.Stage{Feature: markers.Feature{Stage: stage, Since: since, Default: on, Locked: locked}}
	}
	alpha, beta := stage("1.1", "alpha", false, false), stage("1.2", "beta", true, false)
	ga := stage("1.3", "ga", true, true)
	for name, test := range map[string]struct {
		a, b []*group.Stage
		back bool // B requires A, too
		want string
	}{
		"as far": {a: []*group.Stage{alpha, beta, ga}, b: []*group.Stage{alpha, beta, ga}},
		"behind": {a: []*group.Stage{alpha}, b: []*group.Stage{alpha, beta, ga}},
		"ahead": {
			a: []*group.Stage{alpha, beta}, b: []*group.Stage{alpha},
			want: "A is beta in 1.2 and requires B, which is alpha then",
		},
		"alpha before": {a: []*group.Stage{alpha}, b: []*group.Stage{beta}},
		"later": {
			a: []*group.Stage{stage("1.1", "beta", true, false)}, b: []*group.Stage{beta},
			want: "A is beta in 1.1 and requires B, which is not there yet then",
		},
		"newest": {
			a: []*group.Stage{alpha, beta, ga}, b: []*group.Stage{alpha, beta},
			want: "A is ga in 1.3 and requires B, which is beta then",
		},
		"on by default": {
			a: []*group.Stage{beta}, b: []*group.Stage{stage("1.2", "beta", false, false)},
			want: "A is on by default in 1.2 and requires B, which is off then",
		},
		"locked": {
			a: []*group.Stage{ga}, b: []*group.Stage{stage("1.3", "ga", true, false)},
			want: "A is locked in 1.3 and requires B, which can be turned off then",
		},
		"each other": {
			a: []*group.Stage{alpha}, b: []*group.Stage{alpha}, back: true,
			want: "features require each other: A, B, A",
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := groupOf("A")
			g.Features[0].Stages, g.Features[0].Requires = test.a, []string{"B"}
			b := &group.Feature{Name: "B", Constant: "B", Doc: "B is B.", Stages: test.b}
			if test.back {
				b.Requires = []string{"A"}
			}
			g.Features = append(g.Features, b)
			_, findings := run(generators.NewInput(g))
			var got []string
			for _, finding := range findings {
				got = append(got, finding.Message)
			}
			if diff := cmp.Diff(test.want, strings.Join(got, "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
