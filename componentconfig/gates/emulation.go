package gates

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
)

// AddEmulatedVersionFlag adds --emulated-version, by which an operator lets the component have the features of an older version of
// its own, with their stages and defaults (KEP-4330). It is for [componentconfig.WithFlags]; what the flag says counts from the next load
// on. Which versions it takes is said by the options Version and Oldest.
func (g *Gates) AddEmulatedVersionFlag(fs *pflag.FlagSet) {
	g.emulated.Store(nil)
	usage := "The `version` to emulate: the component has its features, with their stages and defaults"
	switch {
	case g.oldest != nil && g.own != nil:
		usage += fmt.Sprintf(". From %s to %s, the version of the component", g.oldest, g.own)
	case g.own != nil:
		usage += fmt.Sprintf(". Up to %s, the version of the component", g.own)
	}
	fs.Var((*emulatedVersion)(g), "emulated-version", usage+".")
}

// emulatedVersion is the value of --emulated-version.
type emulatedVersion Gates

// String implements pflag.Value.
func (e *emulatedVersion) String() string {
	if e == nil || e.declared == nil { // pflag asks the zero value
		return ""
	}
	if v := (*Gates)(e).emulationVersion(); v != nil {
		return v.String()
	}
	return ""
}

// Set implements pflag.Value.
func (e *emulatedVersion) Set(text string) error {
	v, err := version.ParseGeneric(text)
	if err != nil || len(v.Components()) != 2 {
		return fmt.Errorf("must be a major and minor version, such as %s", (*Gates)(e).emulationVersion())
	}
	g := (*Gates)(e)
	if problem := g.outOfRange(v); problem != "" {
		return errors.New(problem)
	}
	g.emulated.Store(v)
	return nil
}

// Type implements pflag.Value.
func (e *emulatedVersion) Type() string { return "version" }

// emulationVersion is the version that the next load is to emulate.
func (g *Gates) emulationVersion() *version.Version {
	if v := g.emulated.Load(); v != nil {
		return v
	}
	return g.declared.EmulationVersion()
}

// outOfRange says why a version cannot be emulated; empty where it can.
func (g *Gates) outOfRange(v *version.Version) string {
	switch {
	case v == nil:
	case g.own != nil && g.own.LessThan(v):
		return fmt.Sprintf("version %s cannot be emulated: the component has version %s", v, g.own)
	case g.oldest != nil && v.LessThan(g.oldest):
		return fmt.Sprintf("version %s cannot be emulated: the oldest version that can be is %s", v, g.oldest)
	}
	return ""
}

// compatible is a gate of a component-base that knows what a component has to be compatible with: from v0.35 on.
type compatible interface {
	MinCompatibilityVersion() *version.Version
	SetEmulationVersionAndMinCompatibilityVersion(emulated, minimum *version.Version) error
}

// emulate lets a gate have the features of a version, and stay compatible with what it was compatible with before: that is at
// least the version before the emulated one.
func emulate(gate featuregate.MutableVersionedFeatureGate, v *version.Version) error {
	minimum := v.SubtractMinor(1)
	with, ok := gate.(compatible)
	if !ok {
		return gate.SetEmulationVersion(v)
	}
	if before := with.MinCompatibilityVersion(); before != nil && before.LessThan(minimum) {
		minimum = before
	}
	return with.SetEmulationVersionAndMinCompatibilityVersion(v, minimum)
}

// warnOfEmulatedAlpha warns of alpha features that are on while an older version is emulated, which upstream does not support:
// what is alpha is as this version has it, not as the other had it.
func (p *planning) warnOfEmulatedAlpha(state map[featuregate.Feature]bool) {
	emulated := p.fresh.EmulationVersion()
	if p.gates.own == nil || emulated == nil || !emulated.LessThan(p.gates.own) {
		return
	}
	for _, feature := range slices.SortedFunc(maps.Keys(p.specs), byName) {
		spec := p.specs[feature]
		if !state[feature] || spec.PreRelease != featuregate.Alpha || feature == allAlpha || spec.Version.EqualTo(version.MajorMinor(0, 0)) {
			continue // what holds at every version is a library's, and not emulated
		}
		s := p.decider(feature)
		p.Warnings = append(p.Warnings, Warning{cmp.Or(s.Name, string(feature)), fmt.Sprintf("%s is alpha and enabled while version %s is emulated, which is not supported: alpha features are not emulated", feature, emulated), s.Origins})
	}
}
