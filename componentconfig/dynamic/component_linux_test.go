package dynamic

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// componentEnv makes the test binary play a component: the folder, a newline, and commands, one a line.
const componentEnv = "LKG_TEST_COMPONENT"

func TestMain(m *testing.M) {
	if script, ok := os.LookupEnv(componentEnv); ok {
		playComponent(script)
		return
	}
	os.Exit(m.Run())
}

// component runs the commands in a process of its own and returns what it printed.
func component(t *testing.T, dir string, commands ...string) string {
	t.Helper()
	cmd := exec.Command(must2(os.Executable()))
	cmd.Env, cmd.Stderr = componentEnviron(dir, commands...), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", commands, err, out)
	}
	return string(out)
}

func componentEnviron(dir string, commands ...string) []string {
	return append(os.Environ(), componentEnv+"="+dir+"\n"+strings.Join(commands, "\n"))
}

func playComponent(script string) {
	lines := strings.Split(script, "\n")
	s, err := Open(lines[0], componentOptions())
	if err != nil {
		panic(err)
	}
	for _, line := range lines[1:] {
		playCommand(s, line)
	}
	s.Close()
	say("ended")
}

// componentThreshold allows two starts.
const componentThreshold = 1

func componentOptions() Options {
	return Options{
		Parameters: &Parameters{TrialPeriod: trialPeriod, CrashLoopThreshold: componentThreshold}, Build: "build", LockWait: -1, Keep: 2,
		Boot: func() string { return "boot" },
		Check: func(p Payload) error {
			say("check %s", p.Digest())
			if strings.HasPrefix(text(p), "bad") {
				return fmt.Errorf("%s is invalid", text(p))
			}
			return nil
		},
	}
}

func playCommand(s *Store, line string) {
	verb, arg, _ := strings.Cut(line, " ")
	switch verb {
	case "start":
		d, err := s.Start(Payload{})
		say("started %s %q %v; %s; %+v", d.Digest, d.Layer, err, d, s.Status().Warnings)
	case "assign":
		p, err := NewPayload(File{Name: "config", Data: []byte(arg)})
		if err != nil {
			panic(err)
		}
		say("assigning %s", p.Digest())
		out, err := s.Assign(p, "test")
		say("assigned %s %s %v", p.Digest(), out.Verdict, err)
	case "unassign":
		say("unassigning")
		_, err := s.Unassign()
		say("unassigned %v", err)
	case "confirm":
		say("confirming %s", s.trial)
		say("confirmed %v", s.Confirm())
	case "release":
		say("releasing")
		say("released %v", s.Release())
	case "clear":
		say("clearing")
		_, err := s.Clear("")
		say("cleared %v", err)
	default:
		panic("unknown command " + line)
	}
}

func say(format string, args ...any) { fmt.Printf(format+"\n", args...) }
