package dynamic

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

// pushed is a source for tests.
type pushed struct {
	mu      sync.Mutex
	text    string
	err     error
	changes chan struct{}
	report  func(Status) error
}

func (p *pushed) push(text string) {
	p.mu.Lock()
	p.text = text
	p.mu.Unlock()
	select {
	case p.changes <- struct{}{}:
	default:
	}
}

func (p *pushed) Fetch(context.Context) (Assignment, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil || p.text == "" {
		return Assignment{}, p.err
	}
	payload, err := NewPayload(map[string][]byte{"pushed.yaml": []byte(p.text)})
	return Assignment{Payload: payload, Origin: "test"}, err
}

func (p *pushed) Changes(context.Context) <-chan struct{} { return p.changes }

func (p *pushed) Report(_ context.Context, s Status) error {
	if p.report == nil {
		return nil
	}
	return p.report(s)
}

// machine is a site whose relay has dynamic configuration.
type machine struct {
	site
	source *pushed
	args   []string
	files  store.Files // of a benchmark
}

// site is a directory of configuration files. In messages $D stands for the directory.
type site struct {
	testing.TB
	dir string
}

func newSite(t testing.TB, files map[string]string) site {
	t.Helper()
	s := site{t, t.TempDir()}
	for name, text := range files {
		s.write(name, text)
	}
	return s
}

func (s site) write(name, text string) {
	s.Helper()
	path := filepath.Join(s.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		s.Fatal(err)
	}
}

// problems loads what must not load.
func (s site) problems(l *componentconfig.Loader[relay.RelayConfiguration], args ...string) string {
	s.Helper()
	if _, err := l.Load(args); err != nil {
		return strings.ReplaceAll(err.Error(), s.dir, "$D")
	}
	s.Fatalf("%v: loaded without an error", args)
	return ""
}

const v1Header = "apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\n"

// newLoader is the loader of a relay.
func newLoader(more ...componentconfig.Option) *componentconfig.Loader[relay.RelayConfiguration] {
	allOn := func([]componentconfig.Gate) componentconfig.Gates {
		return componentconfig.Gates{Enabled: func(string) bool { return true }, Commit: func() {}}
	}
	return componentconfig.New("relay", options.RelayConfigurationRoot(), append([]componentconfig.Option{
		componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""), componentconfig.WithExplainConfig(),
		componentconfig.WithFeatureGates("FeatureGates", allOn),
	}, more...)...)
}

// explained is the line of a leaf in the output of --explain-config: value and origins.
func explained(l *componentconfig.Loaded[relay.RelayConfiguration], key string) string {
	for line := range strings.Lines(l.Explain()) {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " -"), key+": "); ok {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

func newMachine(t *testing.T) machine {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "port: 1\nmaxQueries: 1\n"})
	args := []string{"--config=" + filepath.Join(s.dir, "config.yaml"), "--dynamic-config-dir=" +
		filepath.Join(s.dir, "state"), "--dynamic-config-crash-loop-threshold=0"}
	return machine{s, &pushed{changes: make(chan struct{}, 1)}, args, nil}
}

func (m machine) loader(more ...componentconfig.Option) *componentconfig.Loader[relay.RelayConfiguration] {
	o := Options{Source: m.source, Policy: ByApplication(), Build: "build"}
	o.system = system{boot: func() string { return "boot" }, lockWait: -1, files: m.files}
	if m.files != nil {
		o.Build = "" // A benchmark does everything that a component does.
	}
	return newLoader(append(more, WithConfig(o))...)
}

// start runs one process that calls do after loading, and then ends without warning.
func (m machine) start(do func(*componentconfig.Loaded[relay.RelayConfiguration]),
	args ...string) *componentconfig.Loaded[relay.RelayConfiguration] {
	m.Helper()
	out, err := m.loader().Load(append(slices.Clone(m.args), args...))
	if err != nil {
		m.Fatal(err)
	}
	if do != nil {
		do(out)
	}
	if err := ControllerOf(out).Close(); err != nil {
		m.Fatal(err)
	}
	return out
}

// wants checks the layer that a start uses, and the port.
func (m machine) wants(out *componentconfig.Loaded[relay.RelayConfiguration], layer Layer, port int32) {
	m.Helper()
	if d := ControllerOf(out).decision; d.Layer != layer || int32(out.Config.Port) != port {
		m.Errorf("port %d, %s; want port %d of %s", out.Config.Port, d, port, layer)
	}
}

func confirmLoaded(out *componentconfig.Loaded[relay.RelayConfiguration]) {
	if err := ControllerOf(out).Confirm(); err != nil {
		panic(err)
	}
}

// TestAssignedElseLastKnownGoodElseLocal: the layers, the command line on top of each.
func TestAssignedElseLastKnownGoodElseLocal(t *testing.T) {
	m := newMachine(t)
	m.wants(m.start(nil), LayerLocal, 1)
	m.source.push(v1Header + "port: 2\n")
	out := m.start(confirmLoaded, "--max-queries=7")
	m.wants(out, LayerAssigned, 2)
	digest := ControllerOf(out).decision.Digest.Short()
	if got, want := explained(out, "port"), "2  # dynamic configuration sha256:"+digest+" (pushed.yaml):3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := explained(out, "maxQueries"), "7  # flag --max-queries"; got != want {
		t.Errorf("got %s, want %s: the local file has no say", got, want)
	}
	m.source.push(v1Header + "port: 3\n")
	m.wants(m.start(nil), LayerAssigned, 3)
	out = m.start(nil, "--max-queries=8")
	m.wants(out, LayerLastKnownGood, 2)
	if out.Config.MaxQueries != 8 {
		t.Errorf("maxQueries is %d, and the command line says 8", out.Config.MaxQueries)
	}
	if len(out.Warnings) == 0 || !strings.Contains(out.Warnings[len(out.Warnings)-1].Message, "crash loop") {
		t.Errorf("nothing says that there was a crash loop: %q", out.Warnings)
	}
}

// TestTotalStart: whatever is in the state directory, and whatever the source returns, the component starts.
func TestTotalStart(t *testing.T) {
	m := newMachine(t)
	m.source.push(v1Header + "port: 2\n")
	m.start(confirmLoaded)
	m.source.err = errors.New("partition")
	for _, name := range []string{"assigned", "lastknowngood", "trials"} {
		m.write(filepath.Join("state", name), "garbage")
	}
	out := m.start(nil)
	m.wants(out, LayerLocal, 1)
	if text := out.Warnings.Error(); !strings.Contains(text, "partition") ||
		!strings.Contains(text, "the record of the assigned configuration is lost") {
		t.Errorf("warnings: %s", text)
	}
}

// TestLocalIsAlwaysValidated, also when it is not used.
func TestLocalIsAlwaysValidated(t *testing.T) {
	m := newMachine(t)
	m.source.push(v1Header + "port: 2\n")
	m.start(confirmLoaded)
	m.write("config.yaml", v1Header+"prot: 1\n")
	if got, want := m.problems(m.loader(), m.args...), "$D/config.yaml:3:1: prot: unknown field; did you mean "+
		"\"port\"?"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestEarlyErrors: what cannot be loaded is found when it is assigned, with its position, and costs no attempt.
func TestEarlyErrors(t *testing.T) {
	m := newMachine(t)
	for _, c := range []struct{ text, want string }{
		{"prot: 1\n", "(pushed.yaml):3:1: prot: unknown field"},
		{"port: x\n", "(pushed.yaml):3:7: port: must be a number"},
		{"port: [1\n", "not valid YAML"},
		{"\xff\xfe\x00\x80", "not valid YAML"},
	} {
		m.source.push(v1Header + c.text)
		out := m.start(nil)
		m.wants(out, LayerLocal, 1)
		if text := out.Warnings.Error(); !strings.Contains(text, c.want) {
			t.Errorf("%s: got %q, want %s", c.text, text, c.want)
		}
	}
}

// TestFixedDropIn: a drop-in that conflicts only with the assigned configuration is fixed, and no operator's command is
// needed.
func TestFixedDropIn(t *testing.T) {
	m := newMachine(t)
	m.write("config.yaml", v1Header+"port: 1\nmaxParallelTransfers: 1\n")
	m.write("conf/10.conf", v1Header+"maxQueries: 1\n")
	m.args = append(m.args, "--config-dir="+filepath.Join(m.dir, "conf"))
	m.source.push(v1Header + "port: 2\nmaxParallelTransfers: 5\n")
	m.wants(m.start(confirmLoaded), LayerAssigned, 2)
	m.write("conf/10.conf", v1Header+"serializeTransfers: true\n")
	for _, reason := range []Reason{ReasonInvalid, ReasonFailed} {
		out := m.start(nil)
		m.wants(out, LayerLocal, 1)
		if p := ControllerOf(out).decision.PassedOver; len(p) != 1 || p[0].Reason != reason ||
			!strings.Contains(p[0].Message, "must be 1 while serializeTransfers is true") {
			t.Errorf("passed over %+v, want %s", p, reason)
		}
	}
	m.wants(m.start(nil, "--max-queries=2"), LayerLocal, 1)
	m.write("conf/10.conf", v1Header+"maxQueries: 1\n")
	if out := m.start(nil); ControllerOf(out).decision.OnTrial {
		t.Error("the fixed drop-in revoked the confirmation")
	} else {
		m.wants(out, LayerAssigned, 2)
	}
}

// TestStateThatAnyoneMayWrite: it is used, with a warning, since to refuse it could lock an operator out.
func TestStateThatAnyoneMayWrite(t *testing.T) {
	m := newMachine(t)
	m.source.push(v1Header + "port: 2\n")
	state := filepath.Join(m.dir, "state")
	warned := func(p componentconfig.Problem) bool {
		return p.Message == "dynamic configuration: anyone may write to "+state+
			", and thereby assign a configuration; run chmod o-w"
	}
	if out := m.start(confirmLoaded); slices.ContainsFunc(out.Warnings, warned) {
		t.Errorf("there is a warning about the directory that the controller created: %q", out.Warnings)
	}
	if err := os.Chmod(state, 0o777); err != nil {
		t.Fatal(err)
	}
	out := m.start(nil)
	if m.wants(out, LayerAssigned, 2); !slices.ContainsFunc(out.Warnings, warned) {
		t.Errorf("warnings %q", out.Warnings)
	}
}

// TestFeatureGatesAreValidatedToo: gates that cannot be set make a configuration invalid, and are not committed.
func TestFeatureGatesAreValidatedToo(t *testing.T) {
	m := newMachine(t)
	committed := 0
	gates := componentconfig.WithFeatureGates("FeatureGates", func(gates []componentconfig.Gate) componentconfig.Gates {
		out := componentconfig.Gates{Enabled: func(string) bool { return true }, Commit: func() { committed++ }}
		for _, g := range gates {
			if g.Name == "Unheard" {
				out.Problems = append(out.Problems, componentconfig.GateProblem{Name: g.Name, Message: "there is no such feature"})
			}
		}
		return out
	})
	m.source.push(v1Header + "port: 2\nfeatureGates: {Unheard: true}\n")
	out, err := m.loader(gates).Load(m.args)
	if err != nil {
		t.Fatal(err)
	}
	m.wants(out, LayerLocal, 1)
	if text := out.Warnings.Error(); !strings.Contains(text, "there is no such feature") || committed != 1 {
		t.Errorf("%d commits; warnings: %s", committed, text)
	}
}

// TestShowingTakesNoAttempt: --explain-config changes nothing in the state directory.
func TestShowingTakesNoAttempt(t *testing.T) {
	m := newMachine(t)
	m.source.push(v1Header + "port: 2\n")
	m.start(func(out *componentconfig.Loaded[relay.RelayConfiguration]) { confirmLoaded(out) })
	m.source.push(v1Header + "port: 3\n")
	for range 3 {
		m.wants(m.start(nil, "--explain-config"), LayerAssigned, 2)
	}
	m.wants(m.start(nil), LayerAssigned, 3)
}

func TestDynamicFlagsThatCannotBe(t *testing.T) {
	m := newMachine(t)
	plain := newLoader(WithConfig(Options{}))
	open := map[string]func(string) (Source, error){"pipe:NAME": nil}
	want := "--dynamic-config-dir: nothing assigns a configuration; set --dynamic-config-source to a file or directory, " +
		"or pipe:NAME"
	if got := m.problems(newLoader(WithConfig(Options{Open: open})), "--dynamic-config-dir=x"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, c := range []struct{ flags, want string }{
		{"--dynamic-config-source=x", "--dynamic-config-source: has no effect without --dynamic-config-dir; set both"},
		{"--dynamic-config-dir=x", "--dynamic-config-dir: nothing assigns a configuration; set --dynamic-config-source to " +
			"a file or directory"},
		{"--dynamic-config-dir=x --dynamic-config-source=x --dynamic-config-source-interval=0s",
			"--dynamic-config-source-interval: 0s must be greater than zero, such as 10s"},
	} {
		if got := m.problems(plain, strings.Fields(c.flags)...); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	for flag, want := range map[string]string{
		"--dynamic-config-crash-loop-threshold=11": "the crash-loop threshold is 11: it must be from 0 to 10",
		"--dynamic-config-trial-period=0s":         "the trial period is 0s: it must be greater than zero, such as 10m",
	} {
		if got := m.problems(m.loader(), append(slices.Clone(m.args), flag)...); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// command runs the component as Main does, until run returns.
func (m machine) command(ctx context.Context, run func(context.Context,
	*componentconfig.Loaded[relay.RelayConfiguration]) error) (string, error) {
	cmd := m.loader().Command(run)
	var stderr bytes.Buffer
	cmd.SetErr(&stderr)
	cmd.SetOut(&stderr)
	cmd.SetArgs(m.args)
	err := cmd.ExecuteContext(ctx)
	return stderr.String(), err
}

// TestRestartUsesTheAssignment: the component is told to stop, and prints why; the next start has the new
// configuration.
func TestRestartUsesTheAssignment(t *testing.T) {
	m := newMachine(t)
	stderr, err := m.command(t.Context(), func(ctx context.Context,
		out *componentconfig.Loaded[relay.RelayConfiguration]) error {
		m.wants(out, LayerLocal, 1)
		m.source.push(v1Header + "port: 2\n")
		<-ctx.Done()
		return nil
	})
	if err != nil || !strings.HasSuffix(stderr, "is assigned: exiting with status 0 to be restarted with it\n") {
		t.Errorf("%v: %s", err, stderr)
	}
	m.wants(m.start(nil), LayerAssigned, 2)
}

// TestTwoPhases: the attempt of a process that was asked to end is returned; the attempt of a process that returned by
// itself is not.
func TestTwoPhases(t *testing.T) {
	m := newMachine(t)
	m.source.push(v1Header + "port: 2\n")
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		if text, err := m.command(ctx, func(ctx context.Context,
			out *componentconfig.Loaded[relay.RelayConfiguration]) error {
			m.wants(out, LayerAssigned, 2)
			cancel()
			<-ctx.Done()
			return nil
		}); err != nil {
			t.Fatal(err, text)
		}
	}
	broken := errors.New("broken")
	if _, err := m.command(t.Context(), func(context.Context,
		*componentconfig.Loaded[relay.RelayConfiguration]) error {
		return broken
	}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	m.wants(m.start(nil), LayerLocal, 1)
}

// TestOperatorCommands: status shows what failed, clear lets it be tried again; neither has the component's flags.
func TestOperatorCommands(t *testing.T) {
	m := newMachine(t)
	m.source.push(v1Header + "port: x\n")
	m.start(nil)
	operate := func(args ...string) string {
		cmd := m.loader().Command(nil)
		var out bytes.Buffer
		cmd.SetOut(&out)
		cmd.SetErr(&out)
		cmd.SetArgs(append([]string{"dynamic-config"}, args...))
		if err := cmd.Execute(); err != nil {
			t.Errorf("%v: %v", args, err)
		}
		return out.String()
	}
	dir := "--dynamic-config-dir=" + filepath.Join(m.dir, "state")
	if out := operate("status", dir); !strings.Contains(out, "Failed:") ||
		!strings.Contains(out, "port: must be a number") {
		t.Errorf("status: %s", out)
	}
	operate("clear", dir)
	if out := operate("status", dir); strings.Contains(out, "Failed:") {
		t.Errorf("status after clear: %s", out)
	}
	if out := operate("--help"); !strings.Contains(out, "clear") || strings.Contains(out, "--port") {
		t.Errorf("help: %s", out)
	}
	if _, err := os.Stat(filepath.Join(m.dir, "state", "lock")); err != nil {
		t.Error(err)
	}
}
