package options

import (
	"encoding/json"
	"fmt"
	"net"
	"net/netip"
	"reflect"
	"runtime"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"

	kinds "example.com/golden/legacydefaults-kinds"
	"example.com/golden/legacydefaults-kinds/v1beta1"
)

func text(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(encoded)
}

func TestApply(t *testing.T) {
	c := &kinds.Kinds{NilStrings: []string{"a"}, NilPointer: new(int32), NoDuration: time.Hour, Empty: "full", Map: map[string]string{"old": "1"}}
	ApplyKindsLegacyDefaults(c)
	quantity := resource.MustParse("1Gi")
	for _, tc := range []struct {
		what      string
		got, want any
	}{
		{"Port", c.Port, int32(10255)},
		{"Bool", c.Bool, true},
		{"String", c.String, "a, b"},
		{"Quoted", c.Quoted, "tab\there"},
		{"Empty", c.Empty, ""},
		{"Int", c.Int, 42},
		{"Int8", c.Int8, int8(-128)},
		{"Int16", c.Int16, int16(0o644)},
		{"Uint64", c.Uint64, uint64(1<<64 - 1)},
		{"Float64", c.Float64, 1e21},
		{"Mode", c.Mode, kinds.Mode("slow")},
		{"Level", c.Level, kinds.Level(3)},
		{"Duration", c.Duration, 5 * time.Minute},
		{"OddDuration", c.OddDuration, time.Hour + 1500*time.Millisecond},
		{"NoDuration", c.NoDuration, time.Duration(0)},
		{"Negative", c.Negative, -time.Second},
		{"MetaDuration", c.MetaDuration.Duration, 90 * time.Minute},
		{"Interval", c.Interval.Duration.Duration, time.Minute},
		{"Flush", c.Flush.Duration.Duration, 5 * time.Second},
		{"Quantity", c.Quantity.String(), "10Mi"},
		{"Surge", c.Surge, intstr.FromInt32(3)},
		{"Unavailable", c.Unavailable, intstr.FromString("25%")},
		{"IP", c.IP, net.ParseIP("192.0.2.1")},
		{"Addr", c.Addr, netip.MustParseAddr("2001:db8::1")},
		{"AddrPort", c.AddrPort, netip.MustParseAddrPort("192.0.2.1:53")},
		{"Prefix", c.Prefix, netip.MustParsePrefix("192.0.2.0/24")},
		{"Strings", c.Strings, []string{"a", "b,c"}},
		{"Numbers", c.Numbers, []int32{1, 2}},
		{"Durations", c.Durations, []time.Duration{time.Second, 2 * time.Minute}},
		{"Modes", c.Modes, kinds.Modes{"slow", "fast"}},
		{"NoStrings", c.NoStrings, []string{}},
		{"NilStrings", c.NilStrings, []string(nil)},
		{"Map", c.Map, map[string]string{"a": "1", "b": "2"}},
		{"Gates", c.Gates, map[string]bool{"AllAlpha": false}},
		{"Labels", c.Labels, kinds.Labels{"tier": "edge"}},
		{"Multimap", c.Multimap, map[string][]string{"a": {"1", "2"}, "b": {"3"}}},
		{"BoolPointer", *c.BoolPointer, false},
		{"Int32Pointer", *c.Int32Pointer, int32(110)},
		{"StringPointer", *c.StringPointer, "x"},
		{"DurationPointer", *c.DurationPointer, metav1.Duration{Duration: time.Hour}},
		{"QuantityPointer", c.QuantityPointer.String(), "1Gi"},
		{"LevelPointer", *c.LevelPointer, kinds.Level(7)},
		{"NilPointer", c.NilPointer, (*int32)(nil)},
		{"Group.Size", c.Group.Size.Cmp(quantity), 0},
		{"Whole", text(c.Whole), `{"Name":"n","Count":2,"TTL":"5s","Size":"1Ki","Tags":["a"],"Weights":null,"Level":null,"Deep":null}`},
		{"Backends", fmt.Sprintf("%d %s %d %s %v", len(c.Backends), c.Backends[0].Name, *c.Backends[0].Count, c.Backends[1].Name, c.Backends[1].Weights), "2 first 1 second map[a:0.5]"},
		{"Pointers", c.Pointers[0].Name, "first"},
		{"Routes", fmt.Sprintf("%d %s", len(c.Routes), c.Routes["b"].Name), "2 x"},
		{"ClientConnection", fmt.Sprint(c.ClientConnection.QPS, c.ClientConnection.Burst), "50 100"},
		{"LevelRef", c.LevelRef, kinds.Level(4)},
		{"ModeRef", c.ModeRef, kinds.DefaultMode},
		{"NameRef", *c.NameRef, "relay"},
		{"FractionRef", c.FractionRef, float32(0.25)},
		{"EnabledRef", *c.EnabledRef, true},
		{"GraceRef", c.GraceRef.Duration, 30 * time.Second},
		{"FlushRef", c.FlushRef.Duration.Duration, 5 * time.Second},
		{"Words", c.Words, kinds.DefaultWords},
		{"LabelsRef", c.LabelsRef, kinds.Labels{"app": "relay"}},
		{"NamesRef", c.NamesRef, []string{"a", "b"}},
	} {
		if !reflect.DeepEqual(tc.got, tc.want) {
			t.Errorf("%s is %#v, want %#v", tc.what, tc.got, tc.want)
		}
	}
}

func TestNilParentsAreAllocatedAndOthersKept(t *testing.T) {
	c := &kinds.Kinds{}
	ApplyKindsLegacyDefaults(c)
	if c.Optional == nil || c.Optional.Inner == nil || c.Optional.Inner.Value != 8 || c.Optional.Inner.Name != "deep" {
		t.Errorf("Optional is %+v", c.Optional)
	}
	kept := &kinds.Group{Inner: &kinds.Inner{Name: "mine"}}
	c = &kinds.Kinds{Optional: kept}
	ApplyKindsLegacyDefaults(c)
	if c.Optional != kept || c.Optional.Inner.Value != 8 {
		t.Errorf("Optional has been replaced: %+v", c.Optional)
	}
}

func TestConfigurationsShareNothing(t *testing.T) {
	first, second := &kinds.Kinds{}, &kinds.Kinds{}
	ApplyKindsLegacyDefaults(first)
	ApplyKindsLegacyDefaults(second)
	first.LabelsRef["app"], first.NamesRef[0], *first.Int32Pointer, first.Strings[0] = "changed", "changed", 1, "changed"
	if second.LabelsRef["app"] != "relay" || second.NamesRef[0] != "a" || *second.Int32Pointer != 110 || second.Strings[0] != "a" || kinds.DefaultLabels["app"] != "relay" {
		t.Error("a change of one configuration shows in another")
	}
}

// Legacy defaults are for flags alone. What a version defaults is there without them.
func TestLegacyDefaultsAreForFlagsAlone(t *testing.T) {
	c, err := NewKinds()
	if err != nil {
		t.Fatal(err)
	}
	if c.Port != 10255 {
		t.Errorf("without a file Port is %d, want the legacy default 10255", c.Port)
	}
	if c.Timeout.Duration != time.Minute {
		t.Errorf("without a file Timeout is %s, want the versioned default 1m", c.Timeout.Duration)
	}
	if versioned := versionedDefaults(t); versioned.Port != 10250 || versioned.Bool || versioned.BoolPointer != nil {
		t.Errorf("the defaults of a file are %+v, want the versioned ones alone", versioned)
	}
}

func TestSystems(t *testing.T) {
	c := &kinds.Kinds{}
	ApplyKindsLegacyDefaults(c)
	f := NewKindsFlags()
	windows, darwin, linux := runtime.GOOS == "windows", runtime.GOOS == "darwin", runtime.GOOS == "linux" || runtime.GOOS == "android"
	if got := c.Service == "relay"; got != windows {
		t.Errorf("Service, which exists on windows, is %q on %s", c.Service, runtime.GOOS)
	}
	if got := c.Cgroup != nil && *c.Cgroup == "/relay"; got != (!windows && !darwin) {
		t.Errorf("Cgroup, which exists on all but windows and darwin, is %v on %s", c.Cgroup, runtime.GOOS)
	}
	if c.Sandbox != linux || f.RunAsService != windows {
		t.Errorf("Sandbox is %t, RunAsService %t on %s", c.Sandbox, f.RunAsService, runtime.GOOS)
	}
}

func TestFlagsStructs(t *testing.T) {
	f := NewKindsFlags()
	if f.RootDirectory != "/var/lib/kinds" || *f.Retries != 3 {
		t.Errorf("NewKindsFlags() is %+v", f)
	}
	if *NewPlainFlags() != (PlainFlags{}) {
		t.Errorf("NewPlainFlags() is %+v", NewPlainFlags())
	}
}

// versionedDefaults are what a configuration file without any field gives.
func versionedDefaults(t *testing.T) *kinds.Kinds {
	t.Helper()
	scheme := kruntime.NewScheme()
	for _, add := range []func(*kruntime.Scheme) error{kinds.AddToScheme, v1beta1.AddToScheme} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	versioned, c := &v1beta1.Kinds{}, &kinds.Kinds{}
	scheme.Default(versioned)
	if err := scheme.Convert(versioned, c, nil); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestReferencesAreCopied changes one configuration everywhere, and expects nothing to change in the variables and in
// another configuration.
func TestReferencesAreCopied(t *testing.T) {
	before := text([]any{kinds.DefaultTarget, kinds.DefaultPointer, kinds.DefaultTargets, kinds.DefaultWords})
	changed, other := &kinds.Kinds{}, &kinds.Kinds{}
	ApplyKindsLegacyDefaults(changed)
	ApplyKindsLegacyDefaults(other)
	wanted := text(other)
	if changed.NoPointerRef != nil || changed.PointerRef.Limit.String() != "1Gi" || *changed.TargetsRef[0].Weight != 1 {
		t.Errorf("got %s", text(changed))
	}
	for _, target := range []*kinds.Target{
		&changed.TargetRef, changed.OptionalRef, changed.PointerRef, &changed.TargetsRef[0],
	} {
		*target.Weight = 2
		target.Ports[0][0] = 2
		target.Next["a"]["b"] = "d"
		target.Next["e"] = nil
		target.Limit.Add(resource.MustParse("1"))
	}
	changed.Words.Split[0] = "z"
	if after := text([]any{kinds.DefaultTarget, kinds.DefaultPointer, kinds.DefaultTargets, kinds.DefaultWords}); after != before {
		t.Errorf("the variables were changed:\n%s\n%s", before, after)
	}
	if after := text(other); after != wanted {
		t.Errorf("another configuration was changed:\n%s\n%s", wanted, after)
	}
}

// Fields that are not exported have flags and legacy defaults in a flags struct.
func TestUnexported(t *testing.T) {
	f := NewProcessFlags()
	f.cache = map[string]any{}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.AddFlags(fs)
	if err := fs.Parse([]string{"--client-burst=3"}); err != nil {
		t.Fatal(err)
	}
	if !f.verbose || f.limits.burst != 3 || fs.Lookup("verbose").DefValue != "true" || fs.Lookup("rate") != nil {
		t.Errorf("got %+v", f)
	}
}
