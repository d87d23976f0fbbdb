package main

import (
	"cmp"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic/crashtest"
)

// every is which of the points a run of go test takes; "make soak" takes all of them.
var every = flag.Int("every", 97, "one of so many points of TestCrashMatrix; 0 for all")

// first is the first of these points: any would do.
const first = 20

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
	p.Args = append([]string{p.Args[0], "dynamic-config", "--dynamic-config-dir=state"}, strings.Fields(command)...)
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
			outcome{assigned: []string{"kills"}, good: []string{"a"}}, "clear", ""},
		{"roll-back by command", l.prepared("b", 0, "a", "b"), "1h", "", nil,
			outcome{assigned: []string{"b"}, good: []string{"a", "b"}, done: "rolled back", sureAssigned: "b", sureGood: "a"},
			"rollback " + string(l.digest("a")), ""},
		{"upgrade", l.prepared("a", 0, "a"), "1h", "", end(serves, kill),
			outcome{assigned: []string{"a"}, good: []string{"a"}}, "", l.anotherBuild(t)},
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
	if points := crashtest.Run(t, scenarios...); points < 120 {
		t.Errorf("only %d points: the tracer does not see the calls", points)
	}
}
