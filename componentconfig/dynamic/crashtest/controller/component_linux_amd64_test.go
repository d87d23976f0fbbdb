package controller_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

// componentEnv makes the test binary play a component: the state directory, and commands, one a line.
const componentEnv = "CONTROLLER_TEST_COMPONENT"

func TestMain(m *testing.M) {
	if script, ok := os.LookupEnv(componentEnv); ok {
		playComponent(script)
		return
	}
	os.Exit(m.Run())
}

func componentEnviron(dir string, commands ...string) []string {
	return append(os.Environ(), componentEnv+"="+dir+"\n"+strings.Join(commands, "\n"))
}

func playComponent(script string) {
	lines := strings.Split(script, "\n")
	s, err := dynamic.Open(lines[0], componentOptions())
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

func componentOptions() dynamic.Options {
	return dynamic.Options{
		TrialParameters: &dynamic.TrialParameters{TrialPeriod: time.Hour, CrashLoopThreshold: componentThreshold},
		Build:           "build", Keep: 2,
		Check: func(p dynamic.Payload) error {
			say("check %s", p.Digest())
			if strings.HasPrefix(text(p), "bad") {
				return fmt.Errorf("%s is invalid", text(p))
			}
			return nil
		},
	}
}

func playCommand(s *dynamic.Controller, line string) {
	verb, arg, _ := strings.Cut(line, " ")
	switch verb {
	case "start":
		p, err := s.Start(dynamic.Payload{})
		st := s.Status()
		say("started %s %q %v; %s; %q", p.Digest(), st.ActiveLayer, err, st.Condition.Message, st.Warnings)
	case "assign":
		p, err := dynamic.NewPayload(map[string][]byte{"config": []byte(arg)})
		if err != nil {
			panic(err)
		}
		say("assigning %s", p.Digest())
		out, err := s.Assign(p, "test")
		say("assigned %s %t %v", p.Digest(), out.Accepted, err)
	case "unassign":
		say("unassigning")
		_, err := s.Unassign()
		say("unassigned %v", err)
	case "confirm":
		if s.OnTrial() {
			say("confirming %s", s.Status().Active.Digest)
		}
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

func text(p dynamic.Payload) string { return string(p.Files()["config"]) }

func payload(t *testing.T, content string) dynamic.Payload {
	t.Helper()
	p, err := dynamic.NewPayload(map[string][]byte{"config": []byte(content)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// must ends a story with a failed preparation, which no mechanism may have.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func must2[T any](v T, err error) T {
	must(err)
	return v
}
