package crashtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// playEnv makes the test binary play a program that changes "state/file" from "old" to "new content".
const playEnv = "CRASHTEST_PLAY"

func TestMain(m *testing.M) {
	if how, ok := os.LookupEnv(playEnv); ok {
		fmt.Println("begins")
		if err := plays[how](); err != nil {
			fmt.Println("failed:", err)
			os.Exit(1)
		}
		fmt.Println("ends")
		return
	}
	os.Exit(m.Run())
}

const file = "state/file"

var plays = map[string]func() error{
	// The naive way: the file is emptied first.
	"in place": func() error { return os.WriteFile(file, []byte("new content"), 0o600) },
	"replace":  replace,
	"every":    every,
	// Each file is replaced on another thread.
	"threads": func() error {
		var errs []error
		var wg sync.WaitGroup
		for range 4 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				runtime.LockOSThread() // Ends the thread with the goroutine.
				errs = append(errs, replace())
			}()
			wg.Wait()
		}
		return errors.Join(errs...)
	},
	"once more": func() error {
		_, err := syscall.Open(file+".new", syscall.O_CREAT|syscall.O_WRONLY, 0o600)
		if errors.Is(err, syscall.EINTR) {
			_, err = syscall.Open(file+".new", syscall.O_CREAT|syscall.O_WRONLY, 0o600)
		}
		return err
	},
	"patient": func() error {
		for os.WriteFile(file+".new", nil, 0o600) != nil {
			runtime.Gosched()
		}
		return nil
	},
	"beside": func() error {
		go func() { fmt.Println("replaced", replace()) }()
		for data, _ := os.ReadFile(file + ".new"); len(data) == 0; data, _ = os.ReadFile(file + ".new") {
			runtime.Gosched()
		}
		fmt.Println("goes on")
		<-time.After(time.Hour)
		return nil
	},
	"waits": func() error { <-time.After(time.Hour); return nil },
	// Another program has the same output.
	"starts another": func() error {
		cmd := exec.Command(os.Args[0])
		cmd.Env, cmd.Stdout = append(os.Environ(), playEnv+"=waits"), os.Stdout
		return cmd.Run()
	},
	"stops": func() error {
		fmt.Println("tell me")
		for {
			if data, _ := os.ReadFile("told"); string(data) == "stop" {
				return nil
			}
			runtime.Gosched()
		}
	},
}

func replace() error {
	if err := os.WriteFile(file+".new", []byte("new content"), 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// scenario requires that the file has one content or the other, and the new one if the program prints that it
// succeeded.
func scenario(how string) Scenario {
	return Scenario{
		Name: how,
		Prepare: func(dir string) error {
			return errors.Join(os.Mkdir(filepath.Join(dir, "state"), 0o700),
				os.WriteFile(filepath.Join(dir, file), []byte("old"), 0o600))
		},
		Program: func(dir string) Program {
			return Program{Args: []string{exe(), "-test.run=^$"}, Dir: dir, Env: append(os.Environ(), playEnv+"="+how),
				State: filepath.Join(dir, "state")}
		},
		Check: func(dir string, trace Trace) error {
			data, err := os.ReadFile(filepath.Join(dir, file))
			if ended := strings.Contains(trace.Output, "ends"); string(data) == "new content" || string(data) == "old" &&
				!ended {
				return err
			}
			return fmt.Errorf("the file has %q", data)
		},
	}
}

func exe() string {
	path, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return path
}

// TestNaiveProgramIsFound: the matrix finds what a program that writes in place does wrong, and where.
func TestNaiveProgramIsFound(t *testing.T) {
	changes, findings, err := scenario("in place").explore(t.Context())
	if err != nil || changes != 2 {
		t.Fatalf("%d changes, %v", changes, err)
	}
	var got []string
	for _, f := range findings {
		if !slices.Contains([]syscall.Errno{0, syscall.EIO, syscall.ENOSPC}, f.Fault.Errno) || f.Fault.Onward {
			continue
		}
		got = append(got, fmt.Sprintf("%s (%s): %v", f.Fault, f.Change, f.Err))
	}
	want := []string{
		`SIGKILL at change 2 (write file): the file has ""`,
		`"input/output error" at change 2 (write file): the file has ""`,
		`"no space left on device" at change 2 (write file): the file has ""`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// TestCarefulProgram: nothing is found, and the calls of all threads are one sequence.
func TestCarefulProgram(t *testing.T) {
	for how, times := range map[string]int{"replace": 1, "threads": 4} {
		trace, err := scenarioRun(t, how, Fault{})
		if err != nil {
			t.Fatal(err)
		}
		once := []string{"openat file.new", "write file.new", "renameat file.new file"}
		if want := slices.Repeat(once, times); !slices.Equal(trace.Changes, want) {
			t.Errorf("%s: %q, want %q", how, trace.Changes, want)
		}
		if changes, findings, err := scenario(how).explore(t.Context()); err != nil || len(findings) > 0 ||
			changes != 3*times {
			t.Errorf("%s: %d changes, %v, %v", how, changes, findings, err)
		}
	}
}

func scenarioRun(t *testing.T, how string, f Fault, steps ...Step) (Trace, error) {
	t.Helper()
	dir := t.TempDir()
	s := scenario(how)
	if err := s.Prepare(dir); err != nil {
		t.Fatal(err)
	}
	p := s.Program(dir)
	p.Steps = steps
	return p.Run(t.Context(), f)
}

func TestFaults(t *testing.T) {
	for f, want := range map[Fault]string{
		{At: 3}:                        "",
		{At: 3, Errno: syscall.EIO}:    "failed: rename state/file.new state/file: input/output error\n",
		{At: 1, Errno: syscall.ENOSPC}: "failed: open state/file.new: no space left on device\n",
		{At: 1, Errno: syscall.EIO, Calls: "^wr.* file"}: "failed: write state/file.new: input/output error\n",
		{At: 2, Errno: syscall.EIO, Calls: "write"}:      "ends\n",
		{At: 4}: "ends\n",
	} {
		trace, err := scenarioRun(t, "replace", f)
		if err != nil || trace.Output != "begins\n"+want || trace.Struck == (want == "ends\n") ||
			trace.Status.Signaled() != (want == "") {
			t.Errorf("%s: %q, struck %t, %v", f, trace.Output, trace.Struck, err)
		}
	}
	if _, err := scenarioRun(t, "replace", Fault{At: 1, Calls: "("}); err == nil {
		t.Error("an invalid expression was accepted")
	}
}

// TestCallThatHangs: the rest of the program goes on, is sent signals, and its output is passed on.
func TestCallThatHangs(t *testing.T) {
	dir, s := t.TempDir(), scenario("beside")
	if err := s.Prepare(dir); err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	p, signals := s.Program(dir), make(chan os.Signal, 1)
	p.Output, p.Signals = &printed, signals
	p.Steps = []Step{{Print: "goes on", Do: func() error { signals <- syscall.SIGTERM; return nil }}}
	trace, err := p.Run(t.Context(), Fault{At: 1, Calls: "rename", Hangs: true})
	if err != nil || trace.Status.Signal() != syscall.SIGTERM || printed.String() != "begins\ngoes on\n" {
		t.Errorf("%+v, %v, printed %q", trace, err, printed.String())
	}
}

// TestLooks: calls that only look are points, if that is asked for, and fail as others do.
func TestLooks(t *testing.T) {
	dir := t.TempDir()
	s := scenario("in place")
	if err := s.Prepare(dir); err != nil {
		t.Fatal(err)
	}
	p := s.Program(dir)
	p.Looks = true
	trace, err := p.Run(t.Context(), Fault{At: 3, Errno: syscall.EIO})
	if want := []string{"openat file", "write file", "close file"}; err != nil || !slices.Equal(trace.Changes, want) ||
		!strings.Contains(trace.Output, "failed: close state/file: input/output error") {
		t.Errorf("%q, %v\n%s", trace.Changes, err, trace.Output)
	}
}

// TestFaultOnward: the first replacement fails at its second call, those after it at their first.
func TestFaultOnward(t *testing.T) {
	trace, err := scenarioRun(t, "threads", Fault{At: 2, Errno: syscall.ENOSPC, Onward: true})
	want := []string{"openat file.new", "write file.new", "openat file.new", "openat file.new", "openat file.new"}
	if err != nil || !slices.Equal(trace.Changes, want) {
		t.Errorf("%q, %v, want %q", trace.Changes, err, want)
	}
}

// TestInterrupted: from there on, two of three calls are interrupted. A program that makes them again comes to its end,
// and one that makes them again only once does not.
func TestInterrupted(t *testing.T) {
	trace, err := scenarioRun(t, "replace", Fault{At: 1, Errno: syscall.EINTR, Onward: true})
	open, write := []string{"openat file.new"}, []string{"write file.new"}
	want := slices.Concat(slices.Repeat(open, 3), slices.Repeat(write, 3), slices.Repeat([]string{
		"renameat file.new file"}, 3))
	if err != nil || !slices.Equal(trace.Changes, want) || trace.Output != "begins\nends\n" {
		t.Errorf("%q, %v\n%s", trace.Changes, err, trace.Output)
	}
	trace, err = scenarioRun(t, "once more", Fault{At: 1, Errno: syscall.EINTR, Onward: true})
	if err != nil || trace.Output != "begins\nfailed: interrupted system call\n" {
		t.Errorf("%q, %v\n%s", trace.Changes, err, trace.Output)
	}
}

// TestKilledAfterTheFault: a program that waits for calls to succeed again is killed.
func TestKilledAfterTheFault(t *testing.T) {
	s := scenario("patient")
	s.Check = func(_ string, trace Trace) error {
		if trace.Struck && trace.Status.Signal() != syscall.SIGKILL {
			return errors.New("it was not killed")
		}
		return nil
	}
	s.Every = 1
	root := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(root, "prepared"), 0o700), s.Prepare(filepath.Join(root,
		"prepared"))); err != nil {
		t.Fatal(err)
	}
	m := matrix{s, root}
	if trace, err := m.point(t.Context(), Fault{At: 1, Errno: syscall.EROFS, Onward: true}); err != nil || !trace.Struck {
		t.Errorf("%+v, %v", trace, err)
	}
}

func TestSteps(t *testing.T) {
	var told string
	tell := Step{Print: "tell .e\n", Do: func() error { return os.WriteFile(told, []byte("stop"), 0o600) }}
	for name, c := range map[string]struct {
		how    string
		step   Step
		status string
	}{
		"signal":                       {"waits", Step{Print: "begins", Signal: syscall.SIGTERM}, "terminated"},
		"do":                           {"stops", tell, "exited"},
		"unless":                       {"waits", Step{Print: "begins", Unless: "^beg"}, "killed"},
		"unless, with another program": {"starts another", Step{Print: "begins\nbegins", Unless: "^beg"}, "killed"},
		"do fails": {"waits", Step{Print: "begins", Do: func() error { return errors.New("the source is away") }},
			"the source is away"},
		"bad expression": {"waits", Step{Print: "("}, "error parsing regexp: missing closing ): `(`"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			told = filepath.Join(dir, "told")
			s := scenario(c.how)
			if err := s.Prepare(dir); err != nil {
				t.Fatal(err)
			}
			p := s.Program(dir)
			p.Steps = []Step{c.step}
			trace, err := p.Run(t.Context(), Fault{})
			status := "exited"
			switch {
			case err != nil:
				status = err.Error()
			case trace.Status.Signaled():
				status = trace.Status.Signal().String()
			}
			if status != c.status {
				t.Errorf("%s, want %s", status, c.status)
			}
		})
	}
}

func TestProgramThatIsNotThere(t *testing.T) {
	if _, err := (Program{Args: []string{"/nowhere"}, State: t.TempDir()}).Run(t.Context(), Fault{}); err == nil ||
		err.Error() != "/nowhere: no such file or directory" {
		t.Errorf("got %v", err)
	}
}
