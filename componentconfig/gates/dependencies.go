package gates

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig"
)

// wholesale is the effect of AllAlpha and AllBeta on features that are not set by name.
type wholesale struct {
	// by is the gate that sets a feature.
	by map[featuregate.Feature]featuregate.Feature
	// heldBack are the features that stay disabled because features that they depend on are disabled.
	heldBack []featuregate.Feature
}

// resolve returns the state of every declared feature.
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

// wholesaleGate returns the gate that sets all features of a stage, or "".
func wholesaleGate(spec featuregate.FeatureSpec) featuregate.Feature {
	switch spec.PreRelease {
	case featuregate.Alpha:
		return allAlpha
	case featuregate.Beta:
		return allBeta
	}
	return ""
}

// missing returns the disabled features that an enabled feature depends on.
func (p *planning) missing(feature featuregate.Feature, state map[featuregate.Feature]bool) []featuregate.Feature {
	if !state[feature] {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.gates.dependencies[feature]),
		func(need featuregate.Feature) bool { return state[need] })
}

// holdBack disables features that only AllAlpha or AllBeta enables and that depend on disabled features: a user who
// enables all features but one wants all that work without that one. It reports whether it found any.
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
		message := fmt.Sprintf("%s=true does not enable %s, which depends on features that are disabled: %v%s",
			by, feature, missing, p.whoDisabled(missing))
		p.Warnings = append(p.Warnings,
			componentconfig.GateProblem{Name: string(by), Message: message, Origins: setting.Origins})
	}
	return found
}

// unmet reports an enabled feature that depends on disabled features. The problem is reported for a setting that the
// user can change.
func (p *planning) unmet(feature featuregate.Feature, missing []featuregate.Feature) {
	culprit, message := p.decider(feature), fmt.Sprintf("%s is enabled, but depends on features that are disabled: %v",
		feature, missing)
	if !p.isSet(feature) {
		for _, need := range missing {
			if by := p.decider(need); by.Name != "" {
				culprit = by
				break
			}
		}
	}
	p.problem(culprit, message+p.whoDisabled(missing))
}

// decider returns the setting that determines the state of a feature. Its name is empty if that is the default.
func (p *planning) decider(feature featuregate.Feature) componentconfig.Gate {
	if s, set := p.settings[feature]; set {
		return s
	}
	return p.settings[p.by[feature]]
}

// whoDisabled returns the settings that disable the given features, in parentheses.
func (p *planning) whoDisabled(features []featuregate.Feature) string {
	var settings []string
	for _, feature := range features {
		if s := p.decider(feature); s.Name != "" && len(s.Origins) > 0 {
			settings = append(settings, fmt.Sprintf("%s=%t at %s", s.Name, s.Enabled, s.Origins[0]))
		}
	}
	if len(settings) == 0 {
		return ""
	}
	slices.Sort(settings)
	return " (" + strings.Join(slices.Compact(settings), ", ") + ")"
}

// checkDependencies returns an error if a dependency names a feature that is not declared.
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
