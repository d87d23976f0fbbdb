package crashtest

import (
	"errors"
	"fmt"
	"regexp"
	"syscall"
	"unsafe"
)

// tracer follows one process, its threads and children, which were started to be traced. All of its methods run on the
// thread that started them.
type tracer struct {
	pid   int
	state string
	fault Fault
	// looking: calls that only look at the directory are points, too.
	looking bool

	changes []string
	// counts are the changes that may meet the fault, and counted is how many there were.
	counts  *regexp.Regexp
	counted int
	struck  bool
	// after is called at the fault, if it is not nil.
	after  func()
	status syscall.WaitStatus
}

// Constants that package syscall does not have, or not under this name.
const (
	ptraceGetSyscallInfo = 0x420e
	optionExitKill       = 0x100000
	waitAll              = 0x40000000 // __WALL: threads too
	waitOwn              = 0x20000000 // __WNOTHREAD: only the children of this thread
	optionSeccomp        = 0x80
	eventSeccomp         = 7
)

// syscallInfo is the kernel's struct ptrace_syscall_info, as it is at a stop by a filter.
type syscallInfo struct {
	op     uint8
	_      [3]uint8
	arch   uint32
	ip, sp uint64
	number uint64
	args   [6]uint64
	_      [2]uint64
}

// stay keeps this thread, and the program that it starts, on the processor on which it is: at each call one of the two
// waits for the other, and to wake a thread on another processor takes several times as long.
func stay() {
	var cpu uint32
	if _, _, errno := syscall.RawSyscall(sysGetcpu, uintptr(unsafe.Pointer(&cpu)), 0, 0); errno != 0 {
		return
	}
	var mask [128]byte
	if int(cpu) < 8*len(mask) {
		mask[cpu/8] = 1 << (cpu % 8)
		syscall.RawSyscall(syscall.SYS_SCHED_SETAFFINITY, 0, unsafe.Sizeof(mask), uintptr(unsafe.Pointer(&mask)))
	}
}

// run follows until the last thread has ended.
func (t *tracer) run() error {
	var ws syscall.WaitStatus
	if _, err := wait(t.pid, &ws); err != nil {
		return fmt.Errorf("the program cannot be traced: %w", err)
	}
	const options = syscall.PTRACE_O_TRACECLONE | syscall.PTRACE_O_TRACEFORK | syscall.PTRACE_O_TRACEVFORK |
		optionSeccomp | optionExitKill
	if err := syscall.PtraceSetOptions(t.pid, options); err != nil {
		return fmt.Errorf("the program cannot be traced: %w", err)
	}
	if err := stopAt(t.pid, filter(t.looking)); err != nil {
		return fmt.Errorf("the program cannot be traced: %w", err)
	}
	if err := goOn(t.pid, 0); err != nil {
		return err
	}
	for {
		pid, err := wait(-t.pid, &ws) // of the program's process group
		if errors.Is(err, syscall.ECHILD) {
			return nil
		}
		if err != nil {
			return err
		}
		if !ws.Stopped() {
			if pid == t.pid {
				t.status = ws
			}
			continue
		}
		if err := t.stopped(pid, ws); err != nil {
			return err
		}
	}
}

func wait(pid int, ws *syscall.WaitStatus) (int, error) {
	for {
		got, err := syscall.Wait4(pid, ws, waitAll|waitOwn, nil)
		if !errors.Is(err, syscall.EINTR) {
			return got, err
		}
	}
}

// goOn resumes a thread until its next stop. It ignores that the thread was killed meanwhile.
func goOn(pid int, sig syscall.Signal) error {
	if err := syscall.PtraceCont(pid, int(sig)); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("the program cannot be traced further: %w", err)
	}
	return nil
}

// stopped handles one stop of one thread, and resumes it.
func (t *tracer) stopped(pid int, ws syscall.WaitStatus) error {
	sig := ws.StopSignal()
	switch {
	case sig == syscall.SIGTRAP && ws.TrapCause() == eventSeccomp:
		switch err := t.atCall(pid); {
		case errors.Is(err, errHangs):
			return nil // Nothing but SIGKILL resumes the thread.
		case err != nil && !errors.Is(err, syscall.ESRCH):
			return err
		}
		return goOn(pid, 0)
	case sig == syscall.SIGTRAP || sig == syscall.SIGSTOP: // A new thread or program; nobody else sends these.
		return goOn(pid, 0)
	}
	return goOn(pid, sig)
}

// errHangs is returned by atCall if the call is not to return.
var errHangs = errors.New("the call hangs")

// atCall handles a call that the filter has stopped before it is executed.
func (t *tracer) atCall(pid int) error {
	var info syscallInfo
	_, _, errno := syscall.Syscall6(syscall.SYS_PTRACE, ptraceGetSyscallInfo, uintptr(pid), unsafe.Sizeof(info),
		uintptr(unsafe.Pointer(&info)), 0, 0)
	if errno != 0 {
		return errno
	}
	c := change(pid, t.state, info.number, info.args, t.looking)
	if c == "" {
		return nil
	}
	t.changes = append(t.changes, c)
	if !t.counts.MatchString(c) {
		return nil
	}
	if t.counted++; !t.fault.strikes(t.counted) {
		return nil
	}
	if t.after != nil && !t.struck {
		t.after()
	}
	t.struck = true
	switch {
	case t.fault.Hangs:
		return errHangs
	case t.fault.Errno == 0:
		// The kernel does not execute a call of a process that was killed at its entry.
		return syscall.Kill(-t.pid, syscall.SIGKILL) // The call may belong to a child process.
	}
	// No call has this number, so that the kernel executes none and returns what is set here.
	return setRegisters(pid, func(r *syscall.PtraceRegs) { r.Orig_rax, r.Rax = ^uint64(0), -uint64(t.fault.Errno) })
}

func setRegisters(pid int, change func(*syscall.PtraceRegs)) error {
	var r syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(pid, &r); err != nil {
		return err
	}
	change(&r)
	return syscall.PtraceSetRegs(pid, &r)
}
