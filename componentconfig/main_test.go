package componentconfig_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
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
		{[]string{"run"}, "", 1, "", "unexpected argument: relay accepts only flags; write a value as --flag=value, " +
			"without blanks\n"},
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
	for name, stream := range map[string]string{"a file": "file", "a pipe": "pipe", "a socket": "socket"} {
		if got := streamed(t, stream, binary, "--write-config-to=/dev/stdout"); !strings.HasPrefix(got, v1Header) {
			t.Errorf("/dev/stdout is %s: got %q", name, got)
		}
	}
}

// streamed runs a program with a standard output of a kind, and returns what it writes there.
func streamed(t *testing.T, kind string, program ...string) string {
	t.Helper()
	cmd := exec.Command(program[0], program[1:]...)
	if kind == "file" {
		file, err := os.Create(filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close() //nolint:errcheck // It is read by its name.
		cmd.Stdout = file
		if err := cmd.Run(); err != nil {
			t.Error(err)
		}
		out, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	reader, writer, err := os.Pipe()
	if kind == "socket" {
		var ends [2]int
		ends, err = syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		reader, writer = os.NewFile(uintptr(ends[0]), "reader"), os.NewFile(uintptr(ends[1]), "writer")
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = writer
	if err := cmd.Run(); err != nil { // What it writes fits into the buffer.
		t.Error(err)
	}
	if err := writer.Close(); err != nil {
		t.Error(err)
	}
	out, err := io.ReadAll(reader)
	if err != nil {
		t.Error(err)
	}
	return string(out)
}
