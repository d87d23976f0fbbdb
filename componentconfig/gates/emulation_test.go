package gates_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/compatibility"
	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig/gates"

	"github.com/configgen/configgen/componentconfig"
)

// emulating is our gates, of version 1.4, and a flag set with --emulated-version.
func emulating(t *testing.T, options ...gates.Option) (*gates.Gates, *pflag.FlagSet) {
	t.Helper()
	g := ours(t, append([]gates.Option{gates.WithVersion(version.MustParse(ownVersion)),
		gates.WithOldestVersion(version.MustParse("1.1"))}, options...)...)
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	g.AddEmulatedVersionFlag(fs)
	return g, fs
}

// The flag sets stages and defaults of the next load, and of no other.
func TestEmulatedVersionFlag(t *testing.T) {
	g, fs := emulating(t)
	if err := fs.Parse([]string{"--emulated-version=1.2"}); err != nil {
		t.Fatal(err)
	}
	want(t, g, map[featuregate.Feature]bool{detour: true, old: false})
	if err := apply(g, "SettledPath=false"); err != nil {
		t.Errorf("locked only from 1.3 on: %v", err)
	}
	want(t, g, map[featuregate.Feature]bool{settled: false, old: true, detour: false, usual: true})
	if got := g.EmulationVersion().String(); got != "1.2" {
		t.Errorf("the emulation version is %s, want 1.2", got)
	}
	if err := apply(g, "Detour=true"); err == nil || !strings.HasPrefix(err.Error(),
		"config.yaml:1: cannot set feature gate Detour to true, feature is PreAlpha at emulated version 1.2") {
		t.Errorf("error %v", err)
	}
	g.AddEmulatedVersionFlag(pflag.NewFlagSet("", pflag.ContinueOnError)) // another command line, without the flag
	if err := apply(g); err != nil {
		t.Fatal(err)
	}
	want(t, g, map[featuregate.Feature]bool{detour: true, old: false, settled: true})
}

// Refused values of the flag, and its help.
func TestEmulatedVersionValues(t *testing.T) {
	for value, wantError := range map[string]string{
		"1.4":   "",
		"v1.3":  "",
		"1.1":   "",
		"1.5":   "version 1.5 cannot be emulated: the component has version 1.4",
		"2.0":   "version 2.0 cannot be emulated: the component has version 1.4",
		"1.0":   "version 1.0 cannot be emulated: the oldest version that can be is 1.1",
		"1.3.1": "must be a major and minor version, such as 1.4",
		"1":     "must be a major and minor version, such as 1.4",
		"":      "must be a major and minor version, such as 1.4",
		"a.b":   "must be a major and minor version, such as 1.4",
	} {
		_, fs := emulating(t)
		got := ""
		if err := fs.Set("emulated-version", value); err != nil {
			got = err.Error()[strings.Index(err.Error(), "flag: ")+len("flag: "):]
		}
		if got != wantError {
			t.Errorf("%q: error %q, want %q", value, got, wantError)
		}
		if text := fs.Lookup("emulated-version").Value.String(); wantError == "" && fs.Set("emulated-version", text) != nil {
			t.Errorf("%q prints as %q, which it does not take", value, text)
		}
	}
	_, fs := emulating(t)
	const wantUsage = "      --emulated-version version   The version to emulate: the component has its features, with " +
		"their stages and defaults. From 1.1 to 1.4, the version of the component. (default 1.4)\n"
	if got := fs.FlagUsages(); got != wantUsage {
		t.Errorf("help says\n%s\nwant\n%s", got, wantUsage)
	}
}

// The help of --feature-gates lists the stages of the version of the binary, whatever --emulated-version says on the
// same command line: it is written when the flag is registered, here and in component-base. KnownFeatures lists the
// stages of the emulated version once it is set.
func TestHelpAtEmulatedVersion(t *testing.T) {
	registry, theirs := compatibility.NewComponentGlobalsRegistry(), plain(t)
	if err := registry.Register("relay", compatibility.NewEffectiveVersionFromString(ownVersion, "1.1", "1.1"),
		theirs); err != nil {
		t.Fatal(err)
	}
	g, fs := emulating(t)
	usage := gates.Usage(g)
	theirFlags := pflag.NewFlagSet("", pflag.ContinueOnError)
	registry.AddFlags(theirFlags)
	listed := func(text string) []string {
		_, text, _ = strings.Cut(text, "AllAlpha=")
		return strings.Split("AllAlpha="+strings.ReplaceAll(text, "relay:", ""), "\n")
	}
	if err := errors.Join(theirFlags.Parse([]string{"--emulated-version=relay=1.2"}), registry.Set(),
		fs.Parse([]string{"--emulated-version=1.2"}), apply(g)); err != nil {
		t.Fatal(err)
	}
	help := listed(theirFlags.Lookup("feature-gates").Usage)
	if got := listed(usage); !slices.Equal(got, help) ||
		!slices.Contains(help, "Detour=true|false (BETA - default=true)") {
		t.Errorf("help lists %q, that of component-base %q", got, help)
	}
	if got, want := g.KnownFeatures(), theirs.KnownFeatures(); !slices.Equal(got, want) || slices.Equal(got, help) {
		t.Errorf("at the emulated version %q are known, to component-base %q", got, want)
	}
}

// An alpha feature of an older version is not emulated; the features of a library never are.
func TestEmulatedAlpha(t *testing.T) {
	var warned []string
	g, fs := emulating(t,
		gates.WithWarningHandler(func(w componentconfig.GateProblem) { warned = append(warned, w.String()) }))
	if err := apply(g, "EarlyHints=true"); err != nil || len(warned) > 0 {
		t.Errorf("at its own version: %v, %q", err, warned)
	}
	if err := fs.Parse([]string{"--emulated-version=1.3"}); err != nil {
		t.Fatal(err)
	}
	if err := apply(g, "AllAlpha=true", "OptionalPath=true"); err != nil {
		t.Fatal(err)
	}
	const wantWarning = "config.yaml:1: EarlyHints is alpha and enabled while version 1.3 is emulated, which is not " +
		"supported: alpha features are not emulated"
	if len(warned) != 1 || warned[0] != wantWarning {
		t.Errorf("warnings %q, want %q", warned, wantWarning)
	}
}

// The minimum compatibility version does not become later by emulation.
func TestEmulatedCompatibility(t *testing.T) {
	type compatible interface {
		MinCompatibilityVersion() *version.Version
		SetEmulationVersionAndMinCompatibilityVersion(emulated, minimum *version.Version) error
	}
	declared := plain(t)
	with, ok := declared.(compatible)
	if !ok {
		return // this component-base knows no compatibility
	}
	g, err := gates.New(declared)
	if err != nil {
		t.Fatal(err)
	}
	for before, wantMinimum := range map[string]string{"1.1": "1.1", "1.3": "1.2"} {
		if err := with.SetEmulationVersionAndMinCompatibilityVersion(version.MustParse("1.4"),
			version.MustParse(before)); err != nil {
			t.Fatal(err)
		}
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		g.AddEmulatedVersionFlag(fs)
		if err := fs.Parse([]string{"--emulated-version=1.3"}); err != nil {
			t.Fatal(err)
		}
		if err := apply(g); err != nil {
			t.Fatal(err)
		}
		if got := any(g.DeepCopy()).(compatible).MinCompatibilityVersion().String(); got != wantMinimum {
			t.Errorf("compatible with %s before: with %s now, want %s", before, got, wantMinimum)
		}
	}
}
