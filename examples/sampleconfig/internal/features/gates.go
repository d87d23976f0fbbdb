package features

import (
	"strings"
	"sync/atomic"

	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/bootstrap"
)

// Gates are the relay's gates as its configuration sets them.
type Gates struct{ current atomic.Pointer[Gate] }

// Current returns the gates of the configuration that was committed last; nil before the first.
func (g *Gates) Current() Gate {
	if gate := g.current.Load(); gate != nil {
		return *gate
	}
	return nil
}

// Set tries settings out on new gates, so that nothing is left of settings that are wrong.
func (g *Gates) Set(wanted []bootstrap.Gate) bootstrap.Gates {
	next, err := New()
	if err != nil {
		return bootstrap.Gates{Problems: []bootstrap.GateProblem{{Message: err.Error()}}}
	}
	answer := bootstrap.Gates{
		Enabled: func(name string) bool { return next.Enabled(featuregate.Feature(name)) },
		Commit:  func() { g.current.Store(&next) },
	}
	known, settings := next.GetAll(), map[string]bool{}
	for _, gate := range wanted {
		if _, ok := known[featuregate.Feature(gate.Name)]; !ok {
			answer.Problems = append(answer.Problems, bootstrap.GateProblem{Name: gate.Name, Message: "there is no such feature; --help lists those that there are"})
			continue
		}
		settings[gate.Name] = gate.Enabled
	}
	var mistakes []error
	if err := next.SetFromMap(settings); err != nil {
		mistakes = append(mistakes, err)
	}
	for _, mistake := range append(mistakes, next.Validate()...) {
		answer.Problems = append(answer.Problems, bootstrap.GateProblem{Name: named(mistake.Error(), wanted), Message: mistake.Error()})
	}
	return answer
}

// named finds the gate that a message is about.
func named(message string, gates []bootstrap.Gate) string {
	for _, gate := range gates {
		if strings.Contains(message, gate.Name) {
			return gate.Name
		}
	}
	return ""
}
