package adopt

import (
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/source"
)

func TestAssigned(t *testing.T) {
	const file = `package options

func ApplyRelayLegacyDefaults(c *config.Relay) {
	c.Port = 25
	if c.Client == nil {
		c.Client = &config.Client{}
	}
	c.Client.Wait.Max = metav1.Duration{Duration: time.Second}
}

func ApplyOtherLegacyDefaults(c *config.Other) {
	c.Text = "a"
}
`
	want := []string{"Port", "Client", "Client.Wait.Max"}
	if got := assigned([]byte(file), "ApplyRelayLegacyDefaults"); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if got := assigned([]byte(file), "ApplyAbsentLegacyDefaults"); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}

const legacySource = `package options

type Config struct {
	Address string
	Server  Server
}

type Server struct{ Port int }

func set(c *Config) {
	c.Address = "a"
	c.Server.Port, c.Address = 1, "b"
}

func more(c *Config) {
	c.Address = "a"
	println(c.Address)
}

func other(c *Config) {
	d := &Config{}
	d.Address = "a"
}

func another(c *Config) {
	other := &Config{}
	c, other.Address = other, "a"
}

func value(c Config) { c.Address = "a" }

func New() *Config {
	c := &Config{}
	set(c)
	more(c)
	other(c)
	another(c)
	value(*c)
	return c
}
`

// TestAssignedBy finds the fields that a function sets that does nothing else.
func TestAssignedBy(t *testing.T) {
	dir := t.TempDir()
	const mod = "module example.com/relay\n\ngo 1.25\n"
	for name, text := range map[string]string{"go.mod": mod, "options.go": legacySource} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	module, err := source.Load(t.Context(), source.Request{Dir: dir, Packages: []string{"example.com/relay"}})
	if err != nil {
		t.Fatal(err)
	}
	facts := module.Facts(module.Package("example.com/relay").Types.Scope().Lookup("New").(*types.Func))
	got := map[string][]string{}
	for _, f := range facts.Reached(module) {
		got[strings.TrimPrefix(f.Name, "example.com/relay.")] = assignedBy(f, "example.com/relay.Config")
	}
	want := map[string][]string{
		"New": nil, "set": {"Address", "Server.Port", "Address"}, "more": nil, "other": nil, "another": nil, "value": nil,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestTryWritten has flags of options whose registrations write defaults: each is tried once, and keeps an assignment
// until its registration is deleted. The field of a configuration has a legacy default instead, and a constructor that
// is generated sets all of them.
func TestTryWritten(t *testing.T) {
	theirs := &observe.Observation{
		Flags: []observe.Flag{{Name: "a", Field: "A"}, {Name: "b", Field: "B"}, {Name: "c", Field: "C.C"}},
		Fields: []observe.Field{
			{Path: "B", Value: "2"}, {Path: "A", Value: `"1"`}, {Path: "C.C", Value: "3"}, {Path: "D", Value: "4"},
		},
	}
	options, config := plan.Root{Flags: []string{"a", "b"}}, plan.Root{Config: true, At: "C", Flags: []string{"c"}}
	r := &run{
		theirs: theirs, facts: &source.Facts{}, left: map[string]plan.Left{}, written: map[string]bool{},
		plan: &plan.Plan{Roots: []plan.Root{options, config}},
	}
	for _, test := range []struct {
		flag string
		kind plan.Kind
		own  bool
		want bool
	}{
		{"a", plan.Differs, false, false}, {"a", plan.Default, true, false}, {"a", plan.Default, false, true},
		{"a", plan.Default, false, false}, {"b", plan.Default, false, true}, {"c", plan.Default, false, false},
	} {
		if r.own = test.own; tryWritten(r, test.flag, test.kind) != test.want {
			t.Errorf("%+v", test)
		}
	}
	want := []observe.Field{theirs.Fields[0], theirs.Fields[1]}
	if got := writtenFields(r, options); !slices.Equal(got, want) {
		t.Errorf("assigned: %+v", got)
	}
	if _, got := writtenDefaults(r, options); !slices.Equal(got, []string{"b", "a"}) {
		t.Errorf("written: %q", got)
	}
	if got := writtenFields(r, config); len(got) > 0 {
		t.Errorf("a configuration: %+v", got)
	}
	r.left["a"], r.removed = plan.Left{Kind: plan.Default}, []string{"b"}
	if got := writtenByHand(r); len(got) > 0 {
		t.Errorf("still written: %q", got)
	}
}
