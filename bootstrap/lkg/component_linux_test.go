package lkg

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
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
	out, err := componentUnder(t, nil, dir, commands...)
	if err != nil {
		t.Fatalf("%v: %v\n%s", commands, err, out)
	}
	return out
}

// componentUnder runs the component under another command, such as a tracer.
func componentUnder(t *testing.T, tracer []string, dir string, commands ...string) (string, error) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := append(slices.Clone(tracer), exe)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), componentEnv+"="+dir+"\n"+strings.Join(commands, "\n"))
	stdout, err := os.Create(filepath.Join(t.TempDir(), "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	cmd.Stdout, cmd.Stderr = stdout, os.Stderr
	err = cmd.Run()
	return string(must2(os.ReadFile(stdout.Name()))), err
}

func playComponent(script string) {
	runtime.LockOSThread()
	lines := strings.Split(script, "\n")
	say("began %d %d", os.Getpid(), syscall.Gettid())
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

// say prints with pwrite, which nothing else here uses, so that a fault injected into write hits the store and not the report.
func say(format string, args ...any) {
	end, err := syscall.Seek(1, 0, io.SeekEnd)
	if err != nil {
		panic(err)
	}
	if _, err := syscall.Pwrite(1, fmt.Appendf(nil, format+"\n", args...), end); err != nil {
		panic(err)
	}
}
