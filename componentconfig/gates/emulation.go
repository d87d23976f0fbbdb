package gates

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/descriptor/render"
)

// AddEmulatedVersionFlag adds --emulated-version, which gives the component the features of an older version of itself,
// with their stages and defaults (KEP-4330). Pass it to [componentconfig.WithFlags]. The flag applies from the next
// load on. The options WithVersion and WithOldestVersion limit its values. If a declared stage depends on the
// compatibility with older versions, as help says then, it adds --min-compatibility-version, too.
func (g *Gates) AddEmulatedVersionFlag(fs *pflag.FlagSet) {
	g.emulated.Store(nil)
	g.minimum.Store(nil)
	if compatibilityMatters(g.declared) {
		fs.Var((*minimumVersion)(g), "min-compatibility-version", "The oldest `version` that the other components of the "+
			"system may have: stages that require a later one do not apply. By default the one before --emulated-version.")
	}
	usage, _ := strings.CutSuffix(render.LoaderFlagHelp("emulated-version"), ".")
	usage = strings.Replace(usage, "version", "`version`", 1) // the name of the value in help
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
	g := (*Gates)(e)
	v, err := parse(g, text)
	if err != nil {
		return err
	}
	if problem := g.outOfRange(v); problem != "" {
		return errors.New(problem)
	}
	g.emulated.Store(v)
	return nil
}

// Type implements pflag.Value.
func (e *emulatedVersion) Type() string { return "version" }

// parse reads a version.
func parse(g *Gates, text string) (*version.Version, error) {
	v, err := version.ParseGeneric(text)
	if err != nil || len(v.Components()) != 2 {
		return nil, fmt.Errorf("must be a major and minor version, such as %s", g.emulationVersion())
	}
	return v, nil
}

// minimumVersion is the value of --min-compatibility-version.
type minimumVersion Gates

// String implements pflag.Value.
func (m *minimumVersion) String() string {
	if m == nil || m.declared == nil { // Pflag calls it on the zero value.
		return ""
	}
	if v := m.minimum.Load(); v != nil {
		return v.String()
	}
	return ""
}

// Set implements pflag.Value.
func (m *minimumVersion) Set(text string) error {
	v, err := parse((*Gates)(m), text)
	if err == nil {
		m.minimum.Store(v)
	}
	return err
}

// Type implements pflag.Value.
func (m *minimumVersion) Type() string { return "version" }

// compatibilityMatters reports whether a declared stage requires compatibility with a version. Component-base has had
// the field that says so since v0.35.
func compatibilityMatters(declared featuregate.MutableVersionedFeatureGate) bool {
	for _, stages := range declared.GetAllVersioned() {
		for _, stage := range stages {
			requires := reflect.ValueOf(stage).FieldByName("MinCompatibilityVersion")
			if requires.IsValid() && !requires.IsNil() {
				return true
			}
		}
	}
	return false
}

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

// emulate sets the emulation version of a gate, and the oldest version that it is compatible with. If that is nil, the
// gate stays compatible with the versions that it was compatible with before, and at least with the one before the
// emulated version.
func emulate(gate featuregate.MutableVersionedFeatureGate, v, minimum *version.Version) error {
	with, ok := gate.(compatible)
	if !ok {
		return gate.SetEmulationVersion(v)
	}
	if minimum != nil {
		if v.LessThan(minimum) {
			minimum = v // This is reported, and must not break anything.
		}
		return with.SetEmulationVersionAndMinCompatibilityVersion(v, minimum)
	}
	minimum = v.SubtractMinor(1)
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
