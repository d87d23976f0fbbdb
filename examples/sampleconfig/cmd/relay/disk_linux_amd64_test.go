package main

import (
	"strings"
	"syscall"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic/crashtest"
)

// TestDiskThatFails: on a disk that is full or read-only, after "a" was confirmed and "b" was pushed, the relay serves
// with "a" and reports why. Once the disk works, it uses "b".
func TestDiskThatFails(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for _, c := range []struct {
		name  string
		fault crashtest.Fault
		want  []string
	}{
		{"read-only", crashtest.Fault{At: 1, Errno: syscall.EROFS, Onward: true}, []string{
			"warning: dynamic configuration: this process does not own the state directory: openat lock: read-only file system",
			`ConfigOK="Unknown" reason="ReadOnly"`,
		}},
		{"full", crashtest.Fault{At: 3, Errno: syscall.ENOSPC, Onward: true}, []string{
			"/state/trials could not be written: openat .tmp-trials: no space left on device",
			`ConfigOK="Unknown" reason="AssignmentNotStored"`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := host{t.TempDir(), l.relay}
			if err := l.prepared("b", 0, "a")(h.dir); err != nil {
				t.Fatal(err)
			}
			p := h.program("1h", crashtest.Step{Print: `(?s)Answering.*ConfigOK|ConfigOK.*Answering`, Signal: syscall.SIGKILL})
			trace, err := p.Run(t.Context(), c.fault)
			if err != nil || !trace.Struck {
				t.Fatalf("%v, struck %t\n%s", err, trace.Struck, trace.Output)
			}
			for _, want := range append(c.want, serves,
				`decision="using the assigned configuration `+string(l.digest("a"))[:12]+`"`) {
				if !strings.Contains(trace.Output, want) {
					t.Errorf("nothing says %s:\n%s", want, trace.Output)
				}
			}
			if out, ok, err := h.run("1ms", confirmed); !ok || err != nil || !strings.Contains(out, string(l.digest("b"))[:12]) {
				t.Errorf("the disk is well: %v\n%s", err, out)
			}
		})
	}
}

// TestTwoProcesses: a second relay on the directory serves, too, with what is confirmed, reports who owns the
// directory, and changes nothing.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	h := host{t.TempDir(), l.relay}
	if err := l.prepared("b", 0, "a")(h.dir); err != nil {
		t.Fatal(err)
	}
	var second crashtest.Trace
	p := h.program("1h", crashtest.Step{Print: serves, Signal: syscall.SIGKILL, Do: func() (err error) {
		p := h.program("1h", crashtest.Step{Print: serves, Signal: syscall.SIGKILL})
		second, err = p.Run(t.Context(), crashtest.Fault{})
		return err
	}})
	first, err := p.Run(t.Context(), crashtest.Fault{})
	if err != nil {
		t.Fatal(err, first.Output)
	}
	for _, want := range []string{
		"warning: dynamic configuration: this process does not own the state directory: process ",
		"using the last-known-good configuration " + string(l.digest("a"))[:12],
	} {
		if !strings.Contains(second.Output, want) {
			t.Errorf("the second relay does not say %s:\n%s", want, second.Output)
		}
	}
	for _, c := range second.Changes {
		if c != "openat lock" && c != "flock lock" {
			t.Errorf("the second relay changes the directory: %s", c)
		}
	}
	if !strings.Contains(first.Output, string(l.digest("b"))[:12]) {
		t.Errorf("the first relay does not use what was pushed:\n%s", first.Output)
	}
}
