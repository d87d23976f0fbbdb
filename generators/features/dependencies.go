package features

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/version"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// dependencies checks the features that features require, as AddDependencies of component-base does when a component
// starts: at the version of each stage, a feature must not promise more than its required features.
func (c checker) dependencies() {
	for _, f := range c.features {
		for _, name := range f.Requires {
			if required := c.byName[name]; required != nil {
				c.dependency(f, required)
			}
		}
	}
}

// dependency reports the newest stage of f that cannot rest on required.
func (c checker) dependency(f, required *feature) {
	for _, s := range slices.Backward(f.specs) {
		at := required.at(s.since, s.minimum)
		switch {
		case rank[s.Feature.Stage] > rank[at.Feature.Stage]:
			c.stage(s.Stage, "feature-requires",
				fmt.Sprintf("%s is %s in %s and requires %s, which is %s then", f.Name, s.Feature.Stage, s.since, required.Name,
					describe(at)),
				"promote "+required.Name+" first")
		case s.Default && !at.Default:
			c.stage(s.Stage, "feature-requires",
				fmt.Sprintf("%s is on by default in %s and requires %s, which is off then", f.Name, s.since, required.Name),
				"turn "+required.Name+" on by default first")
		case s.Locked && !at.Locked:
			c.stage(s.Stage, "feature-requires",
				fmt.Sprintf("%s is locked in %s and requires %s, which can be turned off then", f.Name, s.since, required.Name),
				"lock "+required.Name+" first")
		default:
			continue
		}
		return
	}
}

func describe(s spec) string {
	if s.Feature.Stage == "" {
		return "not there yet"
	}
	return s.Feature.Stage
}

// at is the stage in force at a version; one without a name before the first.
func (f *feature) at(v, minimum *version.Version) spec {
	if minimum == nil {
		minimum = v.SubtractMinor(1)
	}
	for _, s := range slices.Backward(f.specs) {
		if !s.since.GreaterThan(v) && (s.minimum == nil || minimum.AtLeast(s.minimum)) {
			return s
		}
	}
	return spec{Stage: &group.Stage{Feature: markers.Feature{}}}
}

// cycles refuses features that require each other.
func (c checker) cycles() {
	finished := map[*feature]bool{}
	var visit func(f *feature, way []*feature)
	visit = func(f *feature, way []*feature) {
		if finished[f] {
			return
		}
		if at := slices.Index(way, f); at >= 0 {
			var names []string
			for _, on := range append(way[at:], f) {
				names = append(names, on.Name)
			}
			c.report(f.Required.Position, f.Required.End, "feature-cycle",
				"features require each other: "+strings.Join(names, ", "), "remove one +featureRequires of the circle",
				f.Required.Remove())
			return
		}
		for _, name := range f.Requires {
			if required := c.byName[name]; required != nil {
				visit(required, append(slices.Clone(way), f))
			}
		}
		finished[f] = true
	}
	for _, f := range c.features {
		visit(f, nil)
	}
}
