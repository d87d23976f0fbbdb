package docs

import (
	"testing"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
)

// BenchmarkKubelet makes the documentation of the kubelet's group.
func BenchmarkKubelet(b *testing.B) {
	session, _, err := load.Load(b.Context(), load.Request{
		Dir: "../../testdata/kubelet", Patterns: []string{"./config"}, Wanted: markers.Mentions,
	})
	if err != nil {
		b.Fatal(err)
	}
	groups, _ := model.Groups(session)
	for b.Loop() {
		for _, g := range groups {
			Generator.Run(generators.NewInput(g))
		}
	}
}
