package gates

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig"
)

// wholesale is what AllAlpha and AllBeta do to features that nobody names.
type wholesale struct {
	// by is the gate that decides over a feature.
	by map[featuregate.Feature]featuregate.Feature
	// heldBack are features that would be on, were all that they need on as well.
	heldBack []featuregate.Feature
}

// resolve works out the state of every declared feature.
func (p *planning) resolve() map[featuregate.Feature]bool {
	p.by = map[featuregate.Feature]featuregate.Feature{}
	state := make(map[featuregate.Feature]bool, len(p.declared))
	for feature := range p.declared {
		spec, available := p.specs[feature]
		setting, set := p.settings[feature]
		switch by := wholesaleGate(spec); {
		case set:
			state[feature] = setting.Enabled
		case !available:
			state[feature] = false
		case by != "" && feature != allAlpha && feature != allBeta && p.isSet(by):
			state[feature], p.by[feature] = p.settings[by].Enabled, by
		default:
			state[feature] = spec.Default
		}
	}
	for p.holdBack(state) {
	}
	for _, feature := range slices.SortedFunc(maps.Keys(p.gates.dependencies), byName) {
		if missing := p.missing(feature, state); len(missing) > 0 {
			p.unmet(feature, missing)
		}
	}
	return state
}

func (p *planning) isSet(feature featuregate.Feature) bool {
	_, set := p.settings[feature]
	return set
}

// wholesaleGate is the gate that sets all features of the stage.
func wholesaleGate(spec featuregate.FeatureSpec) featuregate.Feature {
	switch spec.PreRelease {
	case featuregate.Alpha:
		return allAlpha
	case featuregate.Beta:
		return allBeta
	}
	return ""
}

// missing are the features that feature needs and that are off, while it is on.
func (p *planning) missing(feature featuregate.Feature, state map[featuregate.Feature]bool) []featuregate.Feature {
	if !state[feature] {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.gates.dependencies[feature]), func(need featuregate.Feature) bool { return state[need] })
}

// holdBack turns features off that only AllAlpha or AllBeta turned on, and whose needs are not met: whoever asks for all
// features and against one of them means all that can be had without it. It reports whether it found any.
func (p *planning) holdBack(state map[featuregate.Feature]bool) bool {
	found := false
	for _, feature := range slices.SortedFunc(maps.Keys(p.gates.dependencies), byName) {
		by := p.by[feature]
		missing := p.missing(feature, state)
		if by == "" || len(missing) == 0 || p.specs[feature].Default {
			continue
		}
		state[feature], found = false, true
		p.heldBack = append(p.heldBack, feature)
		setting := p.settings[by]
		p.Warnings = append(p.Warnings, Warning{string(by), fmt.Sprintf("%s=true does not enable %s, which depends on features that are disabled: %v%s", by, feature, missing, p.whoDisabled(missing)), setting.Origins})
	}
	return found
}

// unmet reports that a feature is on and lacks what it needs. The problem goes to the setting that somebody can change.
func (p *planning) unmet(feature featuregate.Feature, missing []featuregate.Feature) {
	culprit, message := p.decider(feature), fmt.Sprintf("%s is enabled, but depends on features that are disabled: %v", feature, missing)
	if !p.isSet(feature) {
		for _, need := range missing {
			if by := p.decider(need); by.Name != "" {
				culprit = by
				break
			}
		}
	}
	p.Problems = append(p.Problems, Problem{culprit.Name, message + p.whoDisabled(missing), culprit.Origins})
}

// decider is the setting that decides over a feature; without a name where it is the default.
func (p *planning) decider(feature featuregate.Feature) componentconfig.Gate {
	if s, set := p.settings[feature]; set {
		return s
	}
	return p.settings[p.by[feature]]
}

// whoDisabled names the settings that turn the given features off.
func (p *planning) whoDisabled(features []featuregate.Feature) string {
	var said []string
	for _, feature := range features {
		if s := p.decider(feature); s.Name != "" && len(s.Origins) > 0 {
			said = append(said, fmt.Sprintf("%s=%t at %s", s.Name, s.Enabled, s.Origins[0]))
		}
	}
	if len(said) == 0 {
		return ""
	}
	slices.Sort(said)
	return " (" + strings.Join(slices.Compact(said), ", ") + ")"
}

// checkDependencies finds dependencies on or of features that nobody declared.
func (g *Gates) checkDependencies() error {
	declared := g.declared.GetAllVersioned()
	for _, feature := range slices.SortedFunc(maps.Keys(g.dependencies), byName) {
		for _, name := range append([]featuregate.Feature{feature}, g.dependencies[feature]...) {
			if _, known := declared[name]; !known {
				return fmt.Errorf("%s depends on %v: the feature %s is not declared", feature, g.dependencies[feature], name)
			}
		}
	}
	return nil
}
