package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/crashtest"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/options"
)

// The configurations that are pushed. "kills" is valid and names an address that no machine has, so the relay dies of
// it; "bad" is invalid.
var pushes = map[string]string{
	"nothing": "",
	"a":       document + "listen: {address: 127.0.0.1, port: 0, tcp: false}\n",
	"b":       document + "listen: {address: 127.0.0.1, port: 0, tcp: false, maxUDPSize: 999}\n",
	"c":       document + "listen: {address: 127.0.0.1, port: 0, tcp: false, maxUDPSize: 1000}\n",
	"d":       document + "listen: {address: 127.0.0.1, port: 0, tcp: false, maxUDPSize: 1001}\n",
	"e":       document + "listen: {address: 127.0.0.1, port: 0, tcp: false, maxUDPSize: 1002}\n",
	"f":       document + "listen: {address: 127.0.0.1, port: 0, tcp: false, maxUDPSize: 1003}\n",
	"g":       document + "listen: {address: 127.0.0.1, port: 0, tcp: false, maxUDPSize: 1004}\n",
	"kills":   document + "listen: {address: 203.0.113.9, port: 0, tcp: false}\n",
	"bad":     document + "listen: {prot: 1}\n",
}

// What the relay prints when something has completed.
const (
	serves    = "Answering queries on "
	confirmed = `ConfigOK="True" reason="Assigned"`
	restarts  = "exiting with status 0 to be restarted with it"
	readOnly  = "this process does not own the state directory"
	// unreadable: a file could not be read, so that the start passes over what is assigned.
	unreadable = `reason="Unreadable"`
)

// starts is how many starts are allowed for a configuration on trial: one more than the threshold.
const starts = 2

// host is a directory that the relay runs in.
type host struct{ dir, relay string }

// program is the relay, which notices pushes within ten milliseconds.
func (h host) program(trialPeriod string, steps ...crashtest.Step) crashtest.Program {
	return crashtest.Program{
		Args: []string{h.relay, "--config=local.yaml", "--dynamic-config-dir=state",
			"--dynamic-config-source=pushed.yaml", "--dynamic-config-source-interval=10ms",
			"--dynamic-config-trial-period=" + trialPeriod, fmt.Sprintf("--dynamic-config-crash-loop-threshold=%d", starts-1)},
		Dir: h.dir, State: h.state(), Steps: steps, Env: append(os.Environ(), "GOMAXPROCS=1", "GOGC=off",
			"GODEBUG=asyncpreemptoff=1"), // Each signal takes several stops of the tracer.
	}
}

func (h host) state() string { return filepath.Join(h.dir, "state") }

// push changes the source, as a whole.
func (h host) push(name string) error {
	text, ok := pushes[name]
	if !ok {
		return fmt.Errorf("there is no %q", name)
	}
	file := filepath.Join(h.dir, "pushed.yaml")
	return errors.Join(os.WriteFile(file+".new", []byte(text), 0o600), os.Rename(file+".new", file))
}

// run runs the relay without a tracer until it has printed text, and then kills it, or until it ends by itself.
func (h host) run(trialPeriod, text string) (output string, printed bool, err error) {
	p := h.program(trialPeriod)
	cmd := exec.Command(p.Args[0], p.Args[1:]...)
	cmd.Dir, cmd.Env = p.Dir, p.Env
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return "", false, err
	}
	if err := cmd.Start(); err != nil {
		return "", false, err
	}
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		output += lines.Text() + "\n"
		if strings.Contains(lines.Text(), text) {
			printed = true
			cmd.Process.Kill()
		}
	}
	cmd.Wait() // The output tells how it ended.
	return output, printed, nil
}

// begin prepares the host as it is before the first push.
func (h host) begin() error {
	return errors.Join(os.WriteFile(filepath.Join(h.dir, "local.yaml"),
		[]byte(document+"listen: {address: 127.0.0.1, port: 0, tcp: false, maxUDPSize: 512}\n"), 0o600), h.push("nothing"))
}

// confirm pushes configurations and waits until each is confirmed.
func (h host) confirm(names ...string) error {
	for _, name := range names {
		if err := h.push(name); err != nil {
			return err
		}
		if out, ok, err := h.run("1ms", confirmed); !ok || err != nil {
			return fmt.Errorf("%s was not confirmed: %v\n%s", name, err, out)
		}
	}
	return nil
}

// outcome is what a directory may hold after a run.
type outcome struct {
	assigned, good []string
	// done is what the run prints at its end, when the directory must hold sureAssigned and sureGood.
	done, sureAssigned, sureGood string
	// used are the starts on trial of the preparation; returned is what the run prints when it returns its own.
	used     map[string]int
	returned string
	// damaged: the preparation has damaged something, which is reported.
	damaged bool
}

// lab checks the outcomes.
type lab struct {
	relay string
	// build is the build of the relay.
	build string
	names map[dynamic.Digest]string
}

// digest returns the digest of a pushed configuration by name; empty if it is unknown.
func (l lab) digest(name string) dynamic.Digest {
	for d, n := range l.names {
		if n == name {
			return d
		}
	}
	return ""
}

// check starts the relay again on what a run has left, until it serves, and checks each start against the promises of
// package dynamic.
func (l lab) check(dir string, o outcome, trace crashtest.Trace) error {
	h := host{dir, l.relay}
	st, err := l.status(h)
	if err := errors.Join(err, l.records(st, o, trace)); err != nil {
		return err
	}
	tries := maps.Clone(o.used)
	if tries == nil {
		tries = map[string]int{}
	}
	if o.returned == "" || !strings.Contains(trace.Output, o.returned) {
		l.count(tries, trace.Output)
	}
	for {
		right, err := l.right(h, st)
		if err != nil {
			return err
		}
		out, serving, err := h.run("1h", serves)
		if err != nil {
			return err
		}
		l.count(tries, out)
		if used := l.used(out); used != right {
			return fmt.Errorf("the relay uses %q instead of %q\n%s", used, right, out)
		}
		if !o.damaged && regexp.MustCompile(`is missing|is damaged|is lost`).MatchString(out) {
			return fmt.Errorf("something is lost\n%s", out)
		}
		if st, err = l.status(h); err != nil {
			return err
		}
		if err := l.attempts(st, tries); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		if serving {
			return nil
		}
		if !strings.Contains(out, "bind: cannot assign requested address") { // The effect of "kills".
			return fmt.Errorf("the relay does not start\n%s", out)
		}
	}
}

// right is what a healthy start has to use, by the documented rules: what the source has, if it is valid, did not fail
// and has attempts left; otherwise what was confirmed last and did not fail; otherwise the local configuration, "".
func (l lab) right(h host, st dynamic.Status) (string, error) {
	text, err := os.ReadFile(filepath.Join(h.dir, "pushed.yaml"))
	if err != nil {
		return "", err
	}
	want := ""
	for name, pushed := range pushes {
		if pushed == string(text) {
			want = name
		}
	}
	if want == "nothing" {
		return "", nil
	}
	failed := func(name string) bool {
		return name == "bad" || slices.ContainsFunc(st.Failed, func(f dynamic.Failure) bool {
			return l.names[f.Digest] == name
		})
	}
	candidates := []string{want, l.name(st.Assigned), l.name(st.LastKnownGood)}
	for _, r := range st.EarlierGood {
		candidates = append(candidates, l.name(&r))
	}
	for _, name := range candidates {
		exhausted := st.Trial != nil && l.name(st.Assigned) == name && st.Trial.Used >= starts
		if !failed(name) && !exhausted {
			return name, nil
		}
	}
	return "", nil
}

// used is what the relay says that it uses, "" for the local configuration.
func (l lab) used(output string) string {
	m := regexp.MustCompile(`decision="using the [a-z-]+ configuration ?([0-9a-f]{12})?`).FindStringSubmatch(output)
	if m == nil {
		return "an unknown configuration"
	}
	for d, name := range l.names {
		if d.Short() == m[1] {
			return name
		}
	}
	return m[1]
}

// name is the push that a status refers to, "" for none.
func (l lab) name(r *dynamic.Reference) string {
	if r == nil {
		return ""
	}
	return l.names[r.Digest]
}

var onTrial = regexp.MustCompile(`decision="using the [a-z-]+ configuration ([0-9a-f]{12}), on trial`)

// count adds the starts on trial in the output.
func (l lab) count(tries map[string]int, output string) {
	for _, m := range onTrial.FindAllStringSubmatch(output, -1) {
		for d, name := range l.names {
			if d.Short() == m[1] {
				tries[name]++
			}
		}
	}
}

// attempts: no configuration is tried more often than allowed, and the ledger has every start.
func (l lab) attempts(st dynamic.Status, tries map[string]int) error {
	if t := st.Trial; t != nil && t.Used < tries[l.name(st.Assigned)] {
		return fmt.Errorf("the ledger knows of %d starts, and there were %v", t.Used, tries)
	}
	for name, n := range tries {
		if n > starts || name == "bad" {
			return fmt.Errorf("%d starts with %q", n, name)
		}
	}
	return nil
}

// status is what the command status of the relay shows. It runs in this process, with the build of the relay.
func (l lab) status(h host) (st dynamic.Status, err error) {
	if _, err := os.Stat(h.state()); errors.Is(err, fs.ErrNotExist) {
		return st, nil
	}
	command := componentconfig.New("relay", options.RelayConfigurationRoot(),
		dynamic.WithConfig(dynamic.Options{Build: l.build})).Command(nil)
	var out bytes.Buffer
	command.SetOut(&out)
	command.SetArgs([]string{"dynamic-config", "status", "--dynamic-config-dir=" + h.state(), "--output=json"})
	if err := command.Execute(); err != nil {
		return st, fmt.Errorf("status: %w", err)
	}
	return st, json.Unmarshal(out.Bytes(), &st)
}

// records checks the state files against what the run may have made of them.
func (l lab) records(st dynamic.Status, o outcome, trace crashtest.Trace) error {
	assigned, good := o.assigned, o.good
	if o.done != "" && regexp.MustCompile(o.done).MatchString(trace.Output) {
		assigned, good = []string{o.sureAssigned}, []string{o.sureGood}
	}
	if !slices.Contains(assigned, l.name(st.Assigned)) || !slices.Contains(good, l.name(st.LastKnownGood)) {
		return fmt.Errorf("assigned is %q, not one of %q, or last-known-good is %q, not one of %q", l.name(st.Assigned),
			assigned, l.name(st.LastKnownGood), good)
	}
	for _, warning := range st.Warnings {
		if !o.damaged && !strings.HasSuffix(warning, "is waiting for the component") { // An operator's request.
			return fmt.Errorf("warnings %q", st.Warnings)
		}
	}
	return nil
}

// bin is the directory for the relay that leanRelay builds for the first test that needs it.
var bin string

func TestMain(m *testing.M) {
	var err error
	if bin, err = os.MkdirTemp("", "relay"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(bin) //nolint:errcheck // It is a temporary directory.
	os.Exit(status)
}

// leanRelay builds a relay without the debugging pages of k8s.io/apiserver, which are served on request only and take
// half of the time of a start.
var leanRelay = sync.OnceValues(func() (string, error) {
	pages, err := filepath.Abs("pages.go")
	if err != nil {
		return "", err
	}
	program, stub := filepath.Join(bin, "lean"), filepath.Join(bin, "pages.go")
	overlay := filepath.Join(bin, "overlay.json")
	replaced, err := json.Marshal(map[string]any{"Replace": map[string]string{pages: stub}})
	if err != nil {
		return "", err
	}
	if err := errors.Join(os.WriteFile(overlay, replaced, 0o600), os.WriteFile(stub,
		[]byte("package main\n\nimport \"github.com/configgen/configgen/componentconfig/running\"\n\n"+
			"func pages(now *loaded) *running.Mux { return running.NewMux(now) }\n"), 0o600)); err != nil {
		return "", err
	}
	if out, err := exec.Command("go", "build", "-overlay", overlay, "-o", program, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return program, nil
})

// anotherBuild is the relay with another ID of the linker.
func (l lab) anotherBuild(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(l.relay)
	if err != nil {
		t.Fatal(err)
	}
	note := []byte("\x04\x00\x00\x00Go\x00\x00")
	at := bytes.Index(data, note)
	if at < 0 {
		t.Fatal("the relay has no ID")
	}
	data[at+len(note)] ^= 1
	relay := filepath.Join(t.TempDir(), "relay")
	if err := os.WriteFile(relay, data, 0o700); err != nil {
		t.Fatal(err)
	}
	return relay
}

// newLab builds the relay.
func newLab(t *testing.T) lab {
	t.Helper()
	relay, err := leanRelay()
	if err != nil {
		t.Fatal(err)
	}
	l := lab{relay: relay, names: map[dynamic.Digest]string{"": ""}}
	for name, text := range pushes {
		p, err := dynamic.NewPayload(map[string][]byte{"pushed.yaml": []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		l.names[p.Digest()] = name
	}
	h := host{t.TempDir(), l.relay}
	if err := errors.Join(h.begin(), h.push("bad")); err != nil {
		t.Fatal(err)
	}
	if out, ok, err := h.run("1h", serves); !ok || err != nil {
		t.Fatal(out, err)
	}
	st, err := l.status(h)
	if err != nil || len(st.Failed) != 1 {
		t.Fatalf("%+v, %v", st, err)
	}
	l.build = st.Failed[0].Build
	return l
}
