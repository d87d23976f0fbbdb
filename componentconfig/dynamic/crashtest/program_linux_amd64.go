package crashtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// Program is one run of the component, up to an end that is the same each time.
type Program struct {
	// Args are the command line; Args[0] is the path of the program. It runs in the directory Dir, the current one if that
	// is empty.
	Args []string
	Dir  string
	// Env is the environment; nil for the environment of this process.
	Env []string
	// State is the directory with the changes that are the points of the matrix; it need not exist yet.
	State string
	// Looks makes the calls that only look at the directory points, too: open, read, stat, readdir, close.
	Looks bool
	// Steps are taken in their order while the program runs. Together with what the program does by itself they have to
	// end it, whatever the fault.
	Steps []Step
	// Output receives what the program prints, as it does so, if it is not nil. Signals are sent on to the program.
	Output  io.Writer
	Signals <-chan os.Signal
}

// Step waits for the program to print something and then acts on it.
type Step struct {
	// Print is a regular expression of what to wait for in what the program has printed since the last step, standard
	// output and error together.
	Print string
	// Unless is a regular expression for what the program has printed since its start. If it matches, this step and those
	// after it are pointless, and the program is killed instead.
	Unless string
	// Do is what happens outside the program then, such as a change of its source; nil for nothing.
	Do func() error
	// Signal is sent after that, if it is not 0.
	Signal syscall.Signal
}

// Fault is what happens to the program at one of its changes of the directory.
type Fault struct {
	// At is the number of the change, from 1; 0 for no fault.
	At int
	// Calls is a regular expression for the changes that At counts, as Trace describes them; empty for all.
	Calls string
	// Errno is the error that the call fails with, without any effect; 0 kills the program with SIGKILL at the entry of
	// the call instead.
	Errno syscall.Errno
	// Hangs: the call does not return instead, as on a network file system that has lost its server.
	Hangs bool
	// Onward: the later calls fail, too, as on a full disk. With EINTR every third of them succeeds: a call that is
	// interrupted has to be made again, so that it would never end otherwise.
	Onward bool
}

func (f Fault) String() string {
	switch {
	case f.At == 0:
		return "no fault"
	case f.Hangs:
		return fmt.Sprintf("hanging at change %d", f.At)
	case f.Onward:
		return fmt.Sprintf("%q from change %d on", f.Errno.Error(), f.At)
	case f.Errno == 0:
		return fmt.Sprintf("SIGKILL at change %d", f.At)
	}
	return fmt.Sprintf("%q at change %d", f.Errno.Error(), f.At)
}

// strikes reports whether change number n meets the fault.
func (f Fault) strikes(n int) bool {
	if !f.Onward || n < f.At {
		return n == f.At
	}
	return f.Errno != syscall.EINTR || (n-f.At)%3 < 2
}

// Trace is the result of a run.
type Trace struct {
	// Changes are the calls that changed the directory, or would have: a name and the files, relative to the directory.
	Changes []string
	// Output is what the program printed.
	Output string
	// Fault is the requested fault; Struck reports whether the run reached it.
	Fault  Fault
	Struck bool
	// Steps is how many were taken.
	Steps int
	// Status is how the program ended.
	Status syscall.WaitStatus
}

// Run runs the program under the tracer until it ends. It returns an error if it could not be run or traced, if it did
// not end before the context did, or if a step failed.
func (p Program) Run(ctx context.Context, f Fault) (Trace, error) { return p.run(ctx, f, 0) }

// run is Run; unless limit is 0, it kills the program that long after the fault.
func (p Program) run(ctx context.Context, f Fault, limit time.Duration) (Trace, error) {
	type result struct {
		trace Trace
		err   error
	}
	done := make(chan result, 1)
	go func() {
		// Only the thread that started a traced process may act on it. The thread ends with this goroutine.
		runtime.LockOSThread()
		stay()
		t, err := p.trace(ctx, f, limit)
		done <- result{t, err}
	}()
	r := <-done
	return r.trace, r.err
}

func (p Program) trace(ctx context.Context, f Fault, limit time.Duration) (Trace, error) {
	state, err := realPath(p.State)
	if err != nil {
		return Trace{}, err
	}
	counts, err := regexp.Compile(f.Calls)
	if err != nil {
		return Trace{}, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return Trace{}, err
	}
	defer r.Close()
	null, err := os.Open(os.DevNull)
	if err != nil {
		return Trace{}, err
	}
	defer null.Close()
	env := p.Env
	if env == nil {
		env = os.Environ()
	}
	pid, err := syscall.ForkExec(p.Args[0], p.Args, &syscall.ProcAttr{
		Dir: p.Dir, Env: env, Files: []uintptr{null.Fd(), w.Fd(), w.Fd()},
		// In a process group of its own, so that the tracer waits for this program alone: its thread may have started others.
		Sys: &syscall.SysProcAttr{Ptrace: true, Setpgid: true},
	})
	w.Close()
	if err != nil {
		return Trace{}, fmt.Errorf("%s: %w", p.Args[0], err)
	}
	s := &steps{program: p, pid: pid}
	stop := context.AfterFunc(ctx, s.kill)
	defer stop()
	ended := make(chan struct{})
	defer close(ended)
	go s.pass(p.Signals, ended)
	read := make(chan struct{})
	go func() {
		defer close(read)
		s.read(r)
	}()
	t := tracer{pid: pid, state: state, fault: f, counts: counts, looking: p.Looks}
	if limit > 0 {
		t.after = func() { time.AfterFunc(limit, s.kill) }
	}
	if err = t.run(); err != nil {
		s.kill()
	}
	s.over()
	<-read
	out := Trace{t.changes, s.output.String(), f, t.struck, s.taken, t.status}
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("the program did not end: %w\n%s", context.Cause(ctx), out.Output)
	}
	return out, errors.Join(err, s.err)
}

// realPath is the path that the kernel shows, of a directory that need not exist.
func realPath(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(abs))
	return filepath.Join(parent, filepath.Base(abs)), err
}

// steps reads what the program prints, and takes the steps.
type steps struct {
	program Program
	output  bytes.Buffer
	seen    int
	taken   int
	err     error

	mu  sync.Mutex
	pid int
}

// over: the program has ended, and its process ID may soon be another's.
func (s *steps) over() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pid = 0
}

func (s *steps) signal(sig syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.pid == 0:
	case sig == syscall.SIGKILL:
		syscall.Kill(-s.pid, sig) // The programs that it has started, too: they keep the pipe open.
	default:
		syscall.Kill(s.pid, sig)
	}
}

// pass sends signals on until the program has ended.
func (s *steps) pass(signals <-chan os.Signal, ended <-chan struct{}) {
	for {
		select {
		case sig := <-signals:
			if number, ok := sig.(syscall.Signal); ok {
				s.signal(number)
			}
		case <-ended:
			return
		}
	}
}

func (s *steps) kill() { s.signal(syscall.SIGKILL) }

func (s *steps) read(r *os.File) {
	buf := make([]byte, 4096)
	for {
		n, err := r.Read(buf)
		s.output.Write(buf[:n])
		if s.program.Output != nil {
			s.program.Output.Write(buf[:n]) //nolint:errcheck // The trace has the output, too.
		}
		for s.err == nil && s.step() {
		}
		if err != nil {
			return
		}
	}
}

// step takes the next step if its time has come.
func (s *steps) step() bool {
	if s.taken == len(s.program.Steps) {
		return false
	}
	next := s.program.Steps[s.taken]
	at, err := find(next.Print, s.output.Bytes()[s.seen:])
	if s.fail(err) || at == nil {
		return false
	}
	s.seen += at[1]
	s.taken++
	if next.Unless != "" {
		pointless, err := find(next.Unless, s.output.Bytes())
		if err != nil || pointless != nil {
			s.taken = len(s.program.Steps)
			s.kill()
			s.err = err
			return false
		}
	}
	if next.Do != nil && s.fail(next.Do()) {
		return false
	}
	if next.Signal != 0 {
		s.signal(next.Signal)
	}
	return true
}

func find(expression string, in []byte) ([]int, error) {
	re, err := regexp.Compile(expression)
	if err != nil {
		return nil, err
	}
	return re.FindIndex(in), nil
}

// fail ends the run if err is not nil.
func (s *steps) fail(err error) bool {
	if err != nil {
		s.err = err
		s.kill()
	}
	return err != nil
}
