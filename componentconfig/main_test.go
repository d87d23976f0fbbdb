package componentconfig_test

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestComponent builds and runs the component of testdata.
func TestComponent(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "port: 1\n", "bad.yaml": v1Header + "prot: 1\nport: x\n"})
	binary := filepath.Join(s.dir, "relay")
	if out, err := exec.Command("go", "build", "-o", binary, "./testdata/relay/cmd/relay").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct {
		args           []string
		stdin          string
		status         int
		stdout, stderr string
	}{
		{nil, "", 0, "listening on 0.0.0.0, port 53\n", ""},
		{[]string{"--config=$D/config.yaml"}, "", 0, "listening on 0.0.0.0, port 1\n", ""},
		{[]string{"--config=-", "--bind-address=::"}, v1Header + "port: 2\n", 0, "listening on ::, port 2\n", ""},
		{[]string{"--config=$D/bad.yaml"}, "", 1, "", "$D/bad.yaml:3:1: prot: unknown field; did you mean \"port\"?\n" +
			"$D/bad.yaml:4:7: port: must be a number, not \"x\"\n"},
		{[]string{"--config=-"}, "port: [1\n", 1, "", "<stdin>:1:1: not valid YAML: did not find expected ',' or ']': " +
			"close the list that is opened here\n"},
		{[]string{"--prot=1"}, "", 1, "", "unknown flag --prot; did you mean --port?\n"},
		{[]string{"run"}, "", 1, "", "unexpected first argument: relay accepts only flags; specify a value as " +
			"--flag=value, without blanks\n"},
	} {
		cmd := exec.Command(binary, s.args(c.args)...)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr, cmd.Stdin = &stdout, &stderr, strings.NewReader(c.stdin)
		status := 0
		var exit *exec.ExitError
		if err := cmd.Run(); errors.As(err, &exit) {
			status = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		if status != c.status || stdout.String() != c.stdout || s.hide(stderr.String()) != c.stderr {
			t.Errorf("%v: status %d\n%s%s", c.args, status, stdout.String(), s.hide(stderr.String()))
		}
	}
	writeToStandardOutput(t, binary)
}
