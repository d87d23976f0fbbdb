// Package controller_test has the crash matrix of a dynamic.Controller, step by step.
package controller_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/crashtest"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// crashScenario is a prepared state directory, and what the process under the tracer then does.
type crashScenario struct {
	name    string
	prepare func(*testing.T, string)
	play    []string
	// used are the attempts of each content that the preparation has used up.
	used map[string]int
}

var crashScenarios = []crashScenario{
	{"first assignment", script(), []string{"start", "assign a"}, nil},
	{"start on trial", script("assign a"), []string{"start"}, nil},
	{"confirm", script("assign a"), []string{"start", "confirm"}, nil},
	{"clean end", script("assign a"), []string{"start", "release"}, nil},
	{"assign over a confirmed one, sweep", script("assign a", "start", "confirm", "assign b", "assign c", "assign d",
		"assign e"), []string{"start", "assign f"}, map[string]int{}},
	{"invalid assignment", script("assign a", "start", "confirm"), []string{"start", "assign bad"}, nil},
	{"roll-back", script("assign a", "start", "confirm", "assign b", "reopen", "start", "reopen", "start"),
		[]string{"start"}, map[string]int{"b": 2}},
	{"reset", script("assign a", "start", "confirm"), []string{"start", "unassign"}, nil},
	{"clear", script("assign a", "start", "reopen", "start", "reopen", "start"), []string{"clear"},
		map[string]int{"a": 2}},
	{"damage", func(t *testing.T, dir string) {
		script("assign a", "start", "confirm", "assign b")(t, dir)
		must(os.WriteFile(filepath.Join(dir, store.AssignedFile), []byte("garbage"), 0o600))
		must(os.WriteFile(filepath.Join(dir, store.CheckpointDir, string(payload(t, "a").Digest())), []byte("garbage"),
			0o600))
	}, []string{"start", "assign c"}, nil},
}

// script prepares a state directory in this process.
func script(commands ...string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		open := func() *dynamic.Controller {
			opts := componentOptions()
			opts.Check = func(dynamic.Payload) error { return nil }
			return must2(dynamic.Open(dir, opts))
		}
		s := open()
		for _, c := range commands {
			verb, arg, _ := strings.Cut(c, " ")
			switch verb {
			case "assign":
				must2(s.Assign(payload(t, arg), "test"))
			case "start":
				if s.Status().ActiveLayer != "" {
					t.Fatal("start twice")
				}
				must2(s.Start(dynamic.Payload{}))
			case "confirm":
				if !s.OnTrial() {
					s.Close()
					s = open()
					must2(s.Start(dynamic.Payload{}))
				}
				must(s.Confirm())
			case "reopen":
				s.Close()
				s = open()
			}
		}
		must(s.Close())
	}
}

// TestCrashMatrix kills a real process at each system call that changes the state directory, makes each of them fail,
// and checks the result. It calls the controller step by step, and so checks each result more closely than a component
// allows; the sample component has a matrix, too.
func TestCrashMatrix(t *testing.T) {
	exe := must2(os.Executable())
	var scenarios []crashtest.Scenario
	for _, c := range crashScenarios {
		var before diskState
		state := func(dir string) string { return filepath.Join(dir, "state") }
		scenarios = append(scenarios, crashtest.Scenario{
			Name: c.name, Every: 4, First: int(time.Now().Unix() / 3600),
			Prepare: func(dir string) error {
				must(os.Mkdir(state(dir), 0o700))
				c.prepare(t, state(dir))
				before = readState(state(dir))
				return nil
			},
			Program: func(dir string) crashtest.Program {
				return crashtest.Program{Args: []string{exe}, Env: componentEnviron(state(dir), c.play...), State: state(dir)}
			},
			Check: func(dir string, trace crashtest.Trace) error {
				// On a busy machine, the matrix may lose its patience with a program with calls that fail from some moment on.
				killed := trace.Status.Signaled()
				if !(killed && trace.Fault.Onward) && (killed == strings.Contains(trace.Output, "\nended\n") ||
					killed != (trace.Struck && trace.Fault.Errno == 0)) {
					return errors.New("the fault did not strike, or more than once")
				}
				return c.verify(t, before, state(dir), trace.Output)
			},
		})
	}
	if points := crashtest.Run(t, scenarios...); points < 400 {
		t.Errorf("only %d points: the tracer does not see the calls", points)
	}
}

// verify checks what is left, and starts the component again without a fault.
func (c crashScenario) verify(t *testing.T, before diskState, dir, out string) error {
	after := readState(dir)
	allowed := append(found(out, `assigning (\w+)`), before.assigned)
	if strings.Contains(out, "unassigning") {
		allowed = append(allowed, "")
	}
	if done := found(out, `assigned (\w+) true <nil>`); done != nil {
		allowed = done
	}
	if c.name != "damage" && !slices.Contains(allowed, after.assigned) {
		return fmt.Errorf("assigned is %q, not one of %q", after.assigned, allowed)
	}
	allowed = append(found(out, `confirming (\w+)`), before.good)
	if strings.Contains(out, "unassigning") {
		allowed = append(allowed, "")
	}
	if strings.Contains(out, "confirmed <nil>") {
		allowed = found(out, `confirming (\w+)`)
	}
	if !slices.Contains(allowed, after.good) {
		return fmt.Errorf("last-known-good is %q, not one of %q", after.good, allowed)
	}
	return c.starts(t, dir, out)
}

// lost are the reasons of a start that misses a part of its state.
var lost = []dynamic.Reason{dynamic.ReasonCheckpointMissing, dynamic.ReasonCheckpointDamaged, dynamic.ReasonStateLost}

// starts lets the component crash until it settles.
func (c crashScenario) starts(t *testing.T, dir, out string) error {
	tries := map[string]int{}
	for content, n := range c.used {
		tries[string(payload(t, content).Digest())] += n
	}
	if c.name == "clear" && strings.Contains(out, "clearing") {
		tries = map[string]int{}
	}
	for _, d := range found(out, `started (\w+) "\S+" <nil>; .*on trial`) {
		if !strings.Contains(out, "releasing") && !strings.Contains(out, "confirming") {
			tries[d]++
		}
	}
	opts := componentOptions()
	opts.Check = func(p dynamic.Payload) error {
		if strings.HasPrefix(text(p), "bad") {
			return errors.New("invalid")
		}
		return nil
	}
	for range 4 {
		s := must2(dynamic.Open(dir, opts))
		p, err := s.Start(dynamic.Payload{})
		st, onTrial := s.Status(), s.OnTrial()
		s.Close()
		if err != nil {
			return err
		}
		if onTrial {
			tries[string(p.Digest())]++
		}
		if tries[string(p.Digest())] > componentThreshold+1 {
			return fmt.Errorf("%d starts with %s", tries[string(p.Digest())], p.Digest().Short())
		}
		if strings.HasPrefix(text(p), "bad") || text(p) == "garbage" {
			return fmt.Errorf("%q is active", text(p))
		}
		if c.name != "damage" && slices.Contains(lost, st.Condition.Reason) {
			return errors.New(st.Condition.Message)
		}
		if len(st.Warnings) > 0 && c.name != "damage" {
			return fmt.Errorf("warnings %q", st.Warnings)
		}
	}
	return nil
}

type diskState struct{ assigned, good string }

func readState(dir string) diskState {
	d := store.New(store.SystemFiles(), dir)
	var a store.Assigned
	var g store.Good
	d.Read(store.AssignedFile, &a)
	d.Read(store.GoodFile, &g)
	return diskState{string(a.Digest), string(g.Digest)}
}

func found(out, pattern string) []string {
	var all []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(out, -1) {
		all = append(all, m[1])
	}
	return all
}
