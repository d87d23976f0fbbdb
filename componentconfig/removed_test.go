package componentconfig_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/descriptor"
)

// endedLoader is a loader of a relay that has lost fields, values, flags, gates and a version, and announces more.
func endedLoader(more ...componentconfig.Option) *componentconfig.Loader[relay.RelayConfiguration] {
	return changedLoader(func(root *binding.Root[relay.RelayConfiguration]) {
		root.Removed = []descriptor.Tombstone{
			{Of: descriptor.Identity{Path: "cache.memory"}, Removed: "1.4", Use: "cache.size"},
			{Of: descriptor.Identity{Path: "zones[].origin"}, Removed: "1.4"},
			{Of: descriptor.Identity{Path: "port", Version: "v1beta1"}, Removed: "1.3"}, // not a version of this one
			{Of: descriptor.Identity{Path: "transport", Value: "sctp"}, Removed: "1.5", Use: "transport: tcp is the nearest."},
			{Of: descriptor.Identity{Flag: "cache-memory"}, Removed: "1.4", Use: "--cache-size"},
			{Of: descriptor.Identity{Gate: "Old"}, Removed: "1.2"},
			{Of: descriptor.Identity{Version: "v1beta1"}, Removed: "1.5", Use: "v1"},
		}
		factsAt(root, "Port").Deprecated = &descriptor.Deprecation{Since: "1.4", Removal: "1.6", Use: "bindAddress"}
	}, more...)
}

// TestRemoved names what has been removed, and never says that it is unknown.
func TestRemoved(t *testing.T) {
	s := newSite(t, map[string]string{
		"field.yaml": v1Header + "cache:\n  memory: 3\n  size: 3\nzones:\n- {name: a, origin: b, file: c}\n",
		"value.yaml": v1Header + "transport: sctp\n",
		"old.yaml":   strings.Replace(v1Header, "/v1", "/v1beta1", 1),
		"typo.yaml":  v1Header + "cache: {memry: 3}\n",
		"good.yaml":  v1Header + "transport: tcp\ncache: {size: 3}\n",
	})
	for args, want := range map[string]string{
		"--config=$D/good.yaml": "",
		"--config=$D/field.yaml": "$D/field.yaml:4:3: cache.memory: removed in 1.4; set cache.size in the configuration " +
			"file\n" +
			"$D/field.yaml:7:13: zones[0].origin: removed in 1.4",
		"--config=$D/value.yaml": `$D/value.yaml:3:1: transport: the value "sctp" was removed in 1.5; ` +
			"transport: tcp is the nearest",
		"--config=$D/old.yaml":  "$D/old.yaml:1:13: apiVersion: v1beta1 was removed in 1.5; use v1",
		"--config=$D/typo.yaml": "$D/typo.yaml:3:9: cache.memry: unknown field",
		"--cache-memory=3":      "--cache-memory was removed in 1.4; use --cache-size",
		"--cache_memory":        "--cache_memory was removed in 1.4; use --cache-size",
		"--cache-memry=3":       "unknown flag --cache-memry",
	} {
		if got := found(s, endedLoader(), args); got != want {
			t.Errorf("%s: got %q, want %q", args, got, want)
		}
	}
}

// TestRemovedGate names a feature gate that has been removed, at its setting.
func TestRemovedGate(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "featureGates: {Old: true}\n"})
	unknown := func(all []componentconfig.Gate) componentconfig.Gates {
		answer := allOn(all)
		for _, gate := range all {
			answer.Problems = append(answer.Problems, componentconfig.GateProblem{Name: gate.Name, Message: "is unknown"})
		}
		return answer
	}
	l := endedLoader(componentconfig.WithFeatureGates("FeatureGates", unknown))
	for args, want := range map[string]string{
		"--config=$D/config.yaml":    "$D/config.yaml:3:16: featureGates[Old]: the feature gate was removed in 1.2",
		"--feature-gates=Newer=true": "--feature-gates: featureGates[Newer]: is unknown",
		"--feature-gates=Old=true":   "--feature-gates: featureGates[Old]: the feature gate was removed in 1.2",
	} {
		if got := found(s, l, args); got != want {
			t.Errorf("%s: got %q, want %q", args, got, want)
		}
	}
}

// TestRemovedLenient makes warnings of removed fields, as of unknown ones.
func TestRemovedLenient(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "cache: {memory: 3}\n"})
	loaded, err := endedLoader(componentconfig.WithLenientDecoding()).Load(s.args([]string{"--config=$D/config.yaml"}))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"$D/config.yaml:3:9: cache.memory: removed in 1.4; set cache.size in the configuration file"}
	if got := s.hide(loaded.Warnings.Error()); got != strings.Join(want, "\n") {
		t.Errorf("got %q", got)
	}
}

// TestDeprecated warns once of a field that files set, with its place in each version.
func TestDeprecated(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "port: 1\n", "old.yaml": v1alpha1Header + "port: 1\n", "other.yaml": v1Header,
	})
	const want = "port: deprecated since 1.4; set bindAddress in the configuration file; it will be removed in 1.6"
	for file, at := range map[string]string{"config.yaml": "$D/config.yaml:3:1: ", "old.yaml": "$D/old.yaml:3:1: ",
		"other.yaml": ""} {
		loaded, err := endedLoader().Load(s.args([]string{"--config=$D/" + file}))
		if err != nil {
			t.Fatal(err)
		}
		got := slices.DeleteFunc(texts(loaded.Warnings), func(w string) bool { return !strings.Contains(w, "deprecated") })
		if at == "" && len(got) > 0 || at != "" && (len(got) != 1 || s.hide(got[0]) != at+want) {
			t.Errorf("%s: got %q", file, got)
		}
	}
}
