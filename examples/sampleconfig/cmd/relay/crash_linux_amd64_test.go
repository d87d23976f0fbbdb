package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/crashtest"
)

// every is which of the points a run of go test takes; "make soak" takes all of them.
var every = flag.Int("every", 23, "one of so many points of TestCrashMatrix; 0 for all")

// first is the first of these points: any would do.
const first = 20

const document = "apiVersion: relay.config.configgen.dev/v1beta1\nkind: RelayConfiguration\nforwarding: {upstreams: " +
	"[\"198.51.100.1:53\"]}\n"

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
	// damaged: the preparation has damaged something, or a request is waiting, which is reported.
	damaged bool
}

// lab checks the outcomes.
type lab struct {
	relay string
	names map[dynamic.Digest]string
}

// digest is that of a push.
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
	if err := l.records(h, o, trace); err != nil {
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
		out, serving, err := h.run("1h", serves)
		if err != nil {
			return err
		}
		l.count(tries, out)
		if !o.damaged && regexp.MustCompile(`is missing|is damaged|is lost`).MatchString(out) {
			return fmt.Errorf("something is lost\n%s", out)
		}
		if err := l.attempts(h, tries); err != nil {
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
func (l lab) attempts(h host, tries map[string]int) error {
	if len(tries) == 0 {
		return nil
	}
	st, err := l.status(h)
	if err != nil {
		return err
	}
	if t := st.Trial; t != nil && t.Used < tries[l.names[st.Assigned.Digest]] {
		return fmt.Errorf("the ledger knows of %d starts, and there were %v", t.Used, tries)
	}
	for name, n := range tries {
		if n > starts || name == "bad" {
			return fmt.Errorf("%d starts with %q", n, name)
		}
	}
	return nil
}

// status is what the relay's own command shows.
func (l lab) status(h host) (st dynamic.Status, err error) {
	if _, err := os.Stat(h.state()); errors.Is(err, fs.ErrNotExist) {
		return st, nil
	}
	// How it ended is told by what it printed: a tracer may have waited for it.
	out, _ := exec.Command(h.relay, "dynamic-config", "status", "--dynamic-config-dir="+h.state(),
		"--output=json").Output()
	if err := json.Unmarshal(out, &st); err != nil {
		return st, fmt.Errorf("status: %w\n%s", err, out)
	}
	return st, nil
}

// records checks the state files against what the run may have made of them.
func (l lab) records(h host, o outcome, trace crashtest.Trace) error {
	st, err := l.status(h)
	if err != nil {
		return err
	}
	name := func(r *dynamic.Reference) string {
		if r == nil {
			return ""
		}
		return l.names[r.Digest]
	}
	assigned, good := o.assigned, o.good
	if o.done != "" && regexp.MustCompile(o.done).MatchString(trace.Output) {
		assigned, good = []string{o.sureAssigned}, []string{o.sureGood}
	}
	if !slices.Contains(assigned, name(st.Assigned)) || !slices.Contains(good, name(st.LastKnownGood)) {
		return fmt.Errorf("assigned is %q, not one of %q, or last-known-good is %q, not one of %q", name(st.Assigned),
			assigned, name(st.LastKnownGood), good)
	}
	if len(st.Warnings) > 0 && !o.damaged {
		return fmt.Errorf("warnings %q", st.Warnings)
	}
	return nil
}

// anotherBuild is a relay that the linker has given another ID.
func anotherBuild(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(builtRelay(t), "relay"))
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
	l := lab{relay: filepath.Join(builtRelay(t), "relay"), names: map[dynamic.Digest]string{"": ""}}
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
	if st, err := l.status(h); err != nil || len(st.Failed) != 1 {
		t.Fatalf("%+v, %v", st, err)
	}
	return l
}

// prepared returns a preparation: pushes that are confirmed one after the other, and one that is not; the relay then
// dies with it, or is killed, that often.
func (l lab) prepared(push string, deaths int, confirmed ...string) func(dir string) error {
	return func(dir string) error {
		h := host{dir, l.relay}
		err := errors.Join(h.begin(), h.confirm(confirmed...), h.push(push))
		for range deaths {
			out, _, rerr := h.run("1h", serves)
			if err = errors.Join(err, rerr); !onTrial.MatchString(out) {
				err = errors.Join(err, errors.New(out))
			}
		}
		return err
	}
}

// damage is a preparation with damage to its state afterwards.
func (l lab) damage(dir string) error {
	if err := l.prepared("b", 1, "a")(dir); err != nil {
		return err
	}
	h := host{dir, l.relay}
	return errors.Join(os.WriteFile(filepath.Join(h.state(), "checkpoints", string(l.digest("a"))), []byte("garbage"),
		0o600),
		os.WriteFile(filepath.Join(h.state(), "assigned"), nil, 0o600), h.push("c"))
}

// operate is the operator's command in place of the relay.
func operate(p crashtest.Program, command string) crashtest.Program {
	p.Args = []string{p.Args[0], "dynamic-config", command, "--dynamic-config-dir=state"}
	return p
}

// TestCrashMatrix kills the relay at each call that reads or changes its state directory, makes each of them fail, once
// and from there on, and starts it again on what is left.
func TestCrashMatrix(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	end := func(print string, sig syscall.Signal) []crashtest.Step {
		return []crashtest.Step{{Print: print, Signal: sig}}
	}
	const kill, term = syscall.SIGKILL, syscall.SIGTERM
	var scenarios []crashtest.Scenario
	for _, s := range []struct {
		name    string
		prepare func(dir string) error
		period  string
		// push is made while the relay runs; without one, only the steps happen to it.
		push    string
		steps   []crashtest.Step
		outcome outcome
		// command runs in place of the relay; binary is another one.
		command, binary string
	}{
		{"start without an assignment", l.prepared("nothing", 0), "1h", "", end(serves, kill),
			outcome{assigned: []string{""}, good: []string{""}}, "", ""},
		{"first assignment at the start", l.prepared("a", 0), "1h", "", end(serves, kill),
			outcome{assigned: []string{"", "a"}, good: []string{""}, done: "on trial", sureAssigned: "a"}, "", ""},
		{"start on trial", l.prepared("a", 1), "1h", "", end(serves, kill),
			outcome{assigned: []string{"a"}, good: []string{""}, used: map[string]int{"a": 1}}, "", ""},
		{"assignment while it runs", l.prepared("f", 0, "a", "b", "c", "d", "e", "f"), "1h", "g", nil,
			outcome{assigned: []string{"f", "g"}, good: []string{"f"}, done: restarts, sureAssigned: "g", sureGood: "f"},
			"", ""},
		{"confirm", l.prepared("b", 1, "a"), "1ms", "",
			end(confirmed+"|CrashLoop|AttemptNotRecorded|RestartPending|"+unreadable+"|"+readOnly, kill),
			outcome{assigned: []string{"b"}, good: []string{"a", "b"}, used: map[string]int{"b": 1}, done: confirmed,
				sureAssigned: "b", sureGood: "b"}, "", ""},
		{"clean end", l.prepared("b", 1, "a"), "1h", "", end(serves, term),
			outcome{assigned: []string{"b"}, good: []string{"a"}, used: map[string]int{"b": 1}, returned: serves}, "", ""},
		{"rejection", l.prepared("a", 0, "a"), "1h", "bad", end("Rejected", kill),
			outcome{assigned: []string{"a"}, good: []string{"a"}}, "", ""},
		{"a start that dies", l.prepared("kills", 0, "a"), "1h", "", end(serves, kill),
			outcome{assigned: []string{"a", "kills"}, good: []string{"a"}, done: "on trial", sureAssigned: "kills",
				sureGood: "a"}, "", ""},
		{"roll-back, and repair while it runs", l.prepared("kills", starts, "a"), "1h", "b", nil,
			outcome{assigned: []string{"kills", "b"}, good: []string{"a"}, used: map[string]int{"kills": starts},
				done: restarts, sureAssigned: "b", sureGood: "a"}, "", ""},
		{"reset", l.prepared("a", 0, "a"), "1h", "nothing", nil,
			outcome{assigned: []string{"a", ""}, good: []string{"a", ""}, done: restarts}, "", ""},
		{"damage", l.damage, "1h", "", end(serves, kill), outcome{assigned: []string{"", "c"}, good: []string{"a"},
			damaged: true, used: map[string]int{"b": 1}}, "", ""},
		{"status", l.prepared("b", 1, "a"), "1h", "", nil,
			outcome{assigned: []string{"b"}, good: []string{"a"}, used: map[string]int{"b": 1}}, "status", ""},
		{"clear", l.prepared("kills", starts, "a"), "1h", "", nil,
			outcome{assigned: []string{"kills"}, good: []string{"a"}, damaged: true}, "clear", ""},
		{"upgrade", l.prepared("a", 0, "a"), "1h", "", end(serves, kill),
			outcome{assigned: []string{"a"}, good: []string{"a"}}, "", anotherBuild(t)},
	} {
		scenarios = append(scenarios, crashtest.Scenario{
			Name: s.name, Prepare: s.prepare, Every: *every, First: first,
			Program: func(dir string) crashtest.Program {
				h := host{dir, cmp.Or(s.binary, l.relay)}
				p := h.program(s.period, s.steps...)
				if s.push != "" {
					push := crashtest.Step{
						Print: serves, Unless: readOnly + "|" + unreadable, Do: func() error { return h.push(s.push) },
					}
					p = h.program(s.period, append([]crashtest.Step{push}, s.steps...)...)
				}
				p.Looks = true
				if s.command != "" {
					return operate(p, s.command)
				}
				return p
			},
			Check: func(dir string, trace crashtest.Trace) error { return l.check(dir, s.outcome, trace) },
		})
	}
	if points := crashtest.Run(t, scenarios...); points < 600 {
		t.Errorf("only %d points: the tracer does not see the calls", points)
	}
}
