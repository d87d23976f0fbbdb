package dynamic

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// componentEnv makes the test binary play a component: the state directory, and commands, one a line.
const componentEnv = "DYNAMIC_TEST_COMPONENT"

func TestMain(m *testing.M) {
	if script, ok := os.LookupEnv(componentEnv); ok {
		playComponent(script)
		return
	}
	os.Exit(m.Run())
}

// component runs the commands in a process of its own and returns the output of the process.
func component(t *testing.T, dir string, commands ...string) string {
	t.Helper()
	cmd := exec.Command(must2(os.Executable()))
	cmd.Env = append(os.Environ(), componentEnv+"="+dir+"\n"+strings.Join(commands, "\n"))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", commands, err, out)
	}
	return string(out)
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

func componentOptions() Options {
	return Options{
		TrialParameters: &TrialParameters{TrialPeriod: trialPeriod, CrashLoopThreshold: 1}, Build: "build", Keep: 2,
		Check:  func(Payload) error { return nil },
		system: system{boot: func() string { return "boot" }, lockWait: -1},
	}
}

func playCommand(c *Controller, line string) {
	verb, arg, _ := strings.Cut(line, " ")
	switch verb {
	case "start":
		d, err := start(c)
		say("started %s %q %v; %s; %+v", d.Digest, d.Layer, err, d, c.Status().Warnings)
	case "assign":
		p, err := NewPayload(map[string][]byte{"config": []byte(arg)})
		if err != nil {
			panic(err)
		}
		out, err := c.Assign(p, "test")
		say("assigned %s %s %v", p.Digest(), verdictOf(out), err)
	case "clear":
		_, err := c.Clear("")
		say("cleared %v", err)
	default:
		panic("unknown command " + line)
	}
}

func say(format string, args ...any) { fmt.Printf(format+"\n", args...) }
