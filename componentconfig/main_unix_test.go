//go:build unix

package componentconfig_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// writeToStandardOutput writes the configuration of a program to /dev/stdout, whatever that is.
func writeToStandardOutput(t *testing.T, binary string) {
	t.Helper()
	for name, stream := range map[string]string{"a file": "file", "a pipe": "pipe", "a socket": "socket"} {
		if got := streamed(t, stream, binary, "--write-config-to=/dev/stdout"); !strings.HasPrefix(got, v1Header) {
			t.Errorf("/dev/stdout is %s: got %q", name, got)
		}
	}
}

// streamed runs a program with a standard output of a kind, and returns its output.
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
