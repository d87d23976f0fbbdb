package gates

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
)

// AddEmulatedVersionFlag adds --emulated-version, which gives the component the features of an older version of itself,
// with their stages and defaults (KEP-4330). Pass it to [componentconfig.WithFlags]. The flag applies from the next
// load on. The options WithVersion and WithOldestVersion limit its values.
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
	if e == nil || e.declared == nil { // Pflag calls it on the zero value.
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

// emulationVersion returns the version that the next load emulates.
func (g *Gates) emulationVersion() *version.Version {
	if v := g.emulated.Load(); v != nil {
		return v
	}
	return g.declared.EmulationVersion()
}

// outOfRange returns why a version cannot be emulated, or "".
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

// compatible is implemented by gates of component-base v0.35 and later.
type compatible interface {
	MinCompatibilityVersion() *version.Version
	SetEmulationVersionAndMinCompatibilityVersion(emulated, minimum *version.Version) error
}

// emulate sets the emulation version of a gate. The gate stays compatible with the versions that it was compatible with
// before, and at least with the one before the emulated version.
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

// warnOfEmulatedAlpha warns of alpha features that are enabled while an older version is emulated. Upstream does not
// support this: the feature works as in the present version, not as in the emulated one.
func (p *planning) warnOfEmulatedAlpha(state map[featuregate.Feature]bool) {
	emulated := p.fresh.EmulationVersion()
	if p.gates.own == nil || emulated == nil || !emulated.LessThan(p.gates.own) {
		return
	}
	for _, feature := range slices.SortedFunc(maps.Keys(p.specs), byName) {
		spec := p.specs[feature]
		if !state[feature] || spec.PreRelease != featuregate.Alpha || feature == allAlpha ||
			spec.Version.EqualTo(version.MajorMinor(0, 0)) {
			continue // A stage for every version belongs to a library, which is not emulated.
		}
		s := p.decider(feature)
		if s.Name == "" {
			s.Name = string(feature)
		}
		p.warning(s, fmt.Sprintf("%s is alpha and enabled while version %s is emulated, which is not supported: "+
			"alpha features are not emulated", feature, emulated))
	}
}
