package dynamic

import (
	"context"
	"errors"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-base/metrics/legacyregistry"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

// TestWithConfigFrom: the source depends on the local configuration and the command line, whatever is assigned.
func TestWithConfigFrom(t *testing.T) {
	m := newMachine(t)
	var from []int32
	l := func() *componentconfig.Loader[relay.RelayConfiguration] {
		return newLoader(WithConfigFrom(func(local *componentconfig.Loaded[relay.RelayConfiguration]) (Source, error) {
			from = append(from, local.Config.Port, local.Config.MaxQueries)
			return m.source, nil
		}, Options{Build: "build", Policy: ByApplication()}))
	}
	m.source.push(v1Header + "port: 2\nmaxQueries: 2\n")
	for range 2 {
		out, err := l().Load(append(slices.Clone(m.args), "--max-queries=7"))
		if err != nil {
			t.Fatal(err)
		}
		m.wants(out, LayerAssigned, 2)
		if ControllerOf(out).OnTrial() {
			confirmLoaded(out)
		}
		ControllerOf(out).Close()
	}
	if !slices.Equal(from, []int32{1, 7, 1, 7}) {
		t.Errorf("the source was made of port and maxQueries %v, want the local ones each time", from)
	}
}

// TestSourceThatCannotBeMade: its error is one of the local configuration.
func TestSourceThatCannotBeMade(t *testing.T) {
	m := newMachine(t)
	broken := func(*componentconfig.Loaded[relay.RelayConfiguration]) (Source, error) {
		return nil, errors.New("no cluster")
	}
	other := func(*componentconfig.Loaded[string]) (Source, error) { return m.source, nil }
	for _, c := range []struct {
		option componentconfig.Option
		want   string
	}{
		{WithConfigFrom(broken, Options{}), "--dynamic-config-dir: the source of dynamic configuration cannot be used: no " +
			"cluster"},
		{WithConfigFrom(other, Options{}), "--dynamic-config-dir: the source of dynamic configuration cannot be used: " +
			"WithConfigFrom has a function of *componentconfig.Loaded[string], and the loader has a " +
			"*componentconfig.Loaded[github.com/configgen/configgen/componentconfig/testdata/relay.RelayConfiguration]"},
	} {
		if got := m.problems(newLoader(c.option), m.args...); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
		// Without --dynamic-config-dir it is not called.
		if _, err := newLoader(c.option).Load(m.args[:1]); err != nil {
			t.Error(err)
		}
	}
}

// TestNamesOfSources: --dynamic-config-source names a file, or a source that the component opens.
func TestNamesOfSources(t *testing.T) {
	m := newMachine(t)
	m.source.push(v1Header + "port: 2\n")
	l := newLoader(WithConfig(Options{Build: "build", Open: map[string]func(string) (Source, error){
		"object:NAME": func(name string) (Source, error) {
			if name != "this" {
				return nil, errors.New("no " + name)
			}
			return m.source, nil
		},
	}}))
	out, err := l.Load(append(slices.Clone(m.args), "--dynamic-config-source=object:this"))
	if err != nil {
		t.Fatal(err)
	}
	m.wants(out, LayerAssigned, 2)
	ControllerOf(out).Close()
	args := append(slices.Clone(m.args), "--dynamic-config-source=object:that")
	if got, want := m.problems(l, args...), "--dynamic-config-source=object:that: no that (object:NAME)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	sets, err := l.FlagSets()
	if err != nil {
		t.Fatal(err)
	}
	const want = "ConfigMap mount, or object:NAME."
	for _, set := range sets.FlagSets {
		if f := set.Lookup("dynamic-config-source"); f != nil && !strings.HasSuffix(f.Usage, want) {
			t.Errorf("%s does not end with %s", f.Usage, want)
		}
	}
}

// scrape returns the lines about dynamic configuration that a component serves, without comments.
func scrape(t *testing.T) string {
	t.Helper()
	response := httptest.NewRecorder()
	legacyregistry.Handler().ServeHTTP(response, httptest.NewRequest("GET", "/metrics", nil))
	var out strings.Builder
	for line := range strings.Lines(response.Body.String()) {
		if strings.HasPrefix(line, "dynamic_config_") {
			out.WriteString(line)
		}
	}
	return out.String()
}

// TestMetricsOfAComponent: what a component serves follows assignment, confirmation and roll-back, without any code of
// its author.
func TestMetricsOfAComponent(t *testing.T) {
	m := newMachine(t)
	shows := func(when string, want ...string) {
		t.Helper()
		got := scrape(t)
		for _, line := range want {
			absent, not := strings.CutPrefix(line, "!")
			if not == strings.Contains(got, absent) {
				t.Errorf("%s: want %s in\n%s", when, line, got)
			}
		}
	}
	one, two := digestOf(t, "port: 2\n"), digestOf(t, "port: 3\n")
	m.source.push(v1Header + "port: 2\n")
	m.start(func(out *componentconfig.Loaded[relay.RelayConfiguration]) {
		shows("assigned", `dynamic_config_info{digest="`+one+`",layer="",role="assigned"} 1`,
			`dynamic_config_info{digest="`+one+`",layer="assigned",role="active"} 1`,
			`!role="lastKnownGood"`, `dynamic_config_ok{status="True"} 1`, "dynamic_config_confirmed_total 0",
			"!dynamic_config_last_confirmed_timestamp_seconds")
		confirmLoaded(out)
		shows("confirmed", `dynamic_config_info{digest="`+one+`",layer="",role="lastKnownGood"} 1`,
			`dynamic_config_ok{status="True"} 1`,
			"dynamic_config_confirmed_total 1", "dynamic_config_last_confirmed_timestamp_seconds ",
			"dynamic_config_failed_total 0")
	})
	m.source.push(v1Header + "port: 3\n")
	m.start(nil)
	m.start(func(*componentconfig.Loaded[relay.RelayConfiguration]) {
		shows("rolled back", `dynamic_config_info{digest="`+two+`",layer="",role="assigned"} 1`,
			`dynamic_config_info{digest="`+one+`",layer="last-known-good",role="active"} 1`,
			`dynamic_config_ok{status="False"} 1`, "dynamic_config_confirmed_total 0", "dynamic_config_failed_total 1",
			"dynamic_config_last_failed_timestamp_seconds ")
	})
	m.source.err = errors.New("partition")
	m.start(func(*componentconfig.Loaded[relay.RelayConfiguration]) {
		shows("partition", "dynamic_config_sync_errors_total 1")
	})
}

// digestOf is the digest of what a pushed source assigns.
func digestOf(t *testing.T, body string) string {
	t.Helper()
	p, err := NewPayload(map[string][]byte{"pushed.yaml": []byte(v1Header + body)})
	if err != nil {
		t.Fatal(err)
	}
	return string(p.Digest())
}

// reporting is a source that fails to report a few times.
type reporting struct {
	pushed
	failures int
	reported chan Status
	bounded  bool
}

func (r *reporting) Report(ctx context.Context, s Status) error {
	_, r.bounded = ctx.Deadline()
	if r.failures--; r.failures >= 0 {
		return errors.New("the server does not answer")
	}
	select {
	case r.reported <- s:
	default: // The clock does not wait, and the status is reported every minute.
	}
	return nil
}

// hasty is a clock that does not wait.
type hasty struct{ protocol.Clock }

func (h hasty) After(time.Duration) <-chan time.Time { return h.Clock.After(0) }

// TestReports: every source gets the status, again if that fails, and each call of it is limited in time.
func TestReports(t *testing.T) {
	m := newMachine(t)
	source := &reporting{pushed: pushed{changes: make(chan struct{}, 1)}, failures: 2, reported: make(chan Status, 8)}
	o := Options{Build: "build", Source: source, Policy: ByApplication(),
		system: system{clock: hasty{protocol.SystemClock()}}}
	l := newLoader(WithConfig(o))
	out, err := l.Load([]string{"--dynamic-config-dir=" + filepath.Join(m.dir, "state")})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- ControllerOf(out).Run(ctx) }()
	if s := <-source.reported; s.Condition.Reason != "Local" || !source.bounded {
		t.Errorf("%+v, a deadline: %t", s.Condition, source.bounded)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	ControllerOf(out).Close()
}

// TestLoaderCheckThatHangsE4: a validation that does not end keeps neither another configuration from being checked and
// used, nor the one in use from being shown.
func TestLoaderCheckThatHangsE4(t *testing.T) {
	m := newMachine(t)
	hangs, over := make(chan struct{}), make(chan struct{})
	root := options.RelayConfigurationRoot()
	validate := root.Validate
	root.Validate = func(c *relay.RelayConfiguration) field.ErrorList {
		if c.Port == 3 {
			close(hangs)
			<-over
		}
		return validate(c)
	}
	l := componentconfig.New("relay", root, componentconfig.WithConfigFile(), componentconfig.WithExplainConfig(),
		componentconfig.WithFeatureGates("FeatureGates", func([]componentconfig.Gate) componentconfig.Gates {
			return componentconfig.Gates{Enabled: func(string) bool { return true }, Commit: func() {}}
		}), WithConfig(Options{Source: m.source, Policy: ByApplication(), Build: "build", CheckTime: 10 * time.Second}))
	out, err := l.Load(m.args)
	if err != nil {
		t.Fatal(err)
	}
	c := ControllerOf(out)
	push := func(port string) (AssignResult, error) {
		return c.Assign(must2(NewPayload(map[string][]byte{"p.yaml": []byte(v1Header + "port: " + port + "\n")})), "test")
	}
	hung := make(chan error, 1)
	go func() {
		_, err := push("3")
		hung <- err
	}()
	<-hangs
	if r, err := push("2"); err != nil || !r.Accepted {
		close(over)
		t.Fatalf("a repair: %+v, %v", r, err)
	}
	if got := explained(out, "port"); !strings.HasPrefix(got, "1 ") {
		t.Errorf("in use is port %q", got)
	}
	close(over)
	if err := <-hung; !errors.Is(err, errSuperseded) {
		t.Errorf("the check that ends late: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// TestDigestOfTheConfigurationInUse: alerts compare digests of instances, so they include what was assigned. Instances
// with the same assignment have the same one.
func TestDigestOfTheConfigurationInUse(t *testing.T) {
	digests := map[string]string{}
	for _, port := range []string{"", "2", "3", "2"} {
		m := newMachine(t)
		if port != "" {
			m.source.push(v1Header + "port: " + port + "\n")
		}
		loader := m.loader()
		loaded := must2(loader.Load(m.args))
		must(ControllerOf(loaded).Close())
		digest := loader.Status().Digest
		if other, known := digests[port]; known && other != digest {
			t.Errorf("port %s: %s and %s", port, digest, other)
		}
		digests[port] = digest
	}
	if digests[""] == digests["2"] || digests["2"] == digests["3"] {
		t.Errorf("%v", digests)
	}
}
