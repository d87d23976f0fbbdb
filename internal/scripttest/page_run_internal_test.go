//go:build linux

package scripttest

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/configgen/configgen/internal/testfiles"
)

// TestPage expects a page to pass if it waits for its background processes and ends them, and to fail otherwise.
func TestPage(t *testing.T) {
	const passes = "$ echo a\na\n$ sleep 60 &\n$ kill $!; wait $!\n$ git clone https://github.com/configgen/configgen\n" +
		"$ ls\nconfiggen\n"
	for _, row := range []struct{ name, console, failure string }{
		{"ends what it starts", passes, ""},
		{"prints something else", "$ echo a\nb\n", "$ echo a\ngot\na\n\nwant\nb\n"},
		{"looks too early", "$ sleep 9 && touch done &\n$ ls done\ndone\n", "$ ls done\ngot\n"},
		{"leaves a process", "$ sleep 60 &\n", "does not end the processes that it starts in the background: "},
		{"ends the shell", "$ exit\n", "the command does not end, or ends the shell"},
	} {
		t.Run(row.name, func(t *testing.T) {
			recorder := runPage(t, row.console)
			if recorder.failed != (row.failure != "") || !strings.Contains(recorder.log.String(), row.failure) {
				t.Errorf("failed: %t\n%s", recorder.failed, recorder.log.String())
			}
		})
	}
}

// TestFailedPage: a page that fails ends all that it has started, which holds the pipe open.
func TestFailedPage(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	reader, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	runPage(t, "$ exec 3>"+pipe+"\n$ (sleep 600; true) &\n$ echo held >&3\n$ echo a\nb\n")
	if err := reader.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(reader); err != nil || string(text) != "held\n" {
		t.Errorf("read %q from the pipe, and %v", text, err)
	}
}

// runPage runs a page with a console.
func runPage(t *testing.T, console string) *recorded {
	script := filepath.Join(t.TempDir(), "script.txtar")
	text := "env REPO=$WORK\npage a.md\n-- a.md --\n```console\n" + console + "```\n"
	testfiles.Write(t, script, text)
	recorder := &recorded{T: t}
	ended := make(chan struct{})
	go func() { // which Goexit may end
		defer close(ended)
		testscript.RunT(recorder, testscript.Params{
			Files: []string{script}, Cmds: map[string]func(*testscript.TestScript, bool, []string){"page": page(false)},
		})
	}()
	<-ended
	return recorder
}

// recorded is a test whose failure is recorded.
type recorded struct {
	*testing.T
	log    strings.Builder
	failed bool
}

func (r *recorded) Run(_ string, f func(testscript.T)) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f(r)
	}()
	<-ended
}

func (r *recorded) Parallel()         {}
func (r *recorded) Verbose() bool     { return false }
func (r *recorded) Log(args ...any)   { fmt.Fprintln(&r.log, args...) }
func (r *recorded) Fatal(args ...any) { r.Log(args...); r.FailNow() }
func (r *recorded) FailNow()          { r.failed = true; runtime.Goexit() }
