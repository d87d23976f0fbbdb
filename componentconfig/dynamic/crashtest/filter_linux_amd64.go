package crashtest

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"syscall"
)

// Constants of seccomp filters, which package syscall does not have.
const (
	sysSeccomp         = 317
	setModeFilter      = 1
	setNoNewPrivileges = 38
	architecture       = 0xc000003e // AUDIT_ARCH_X86_64
	loadWord           = 0x20       // BPF_LD | BPF_W | BPF_ABS
	jumpEqual          = 0x15       // BPF_JMP | BPF_JEQ | BPF_K
	returns            = 0x06       // BPF_RET | BPF_K
	allow, trace       = 0x7fff0000, 0x7ff00000
	// Where the data of a filter has the number of the call and the architecture.
	atNumber, atArchitecture = 0, 4
)

// filter is the seccomp filter that stops a program at the calls that may matter, and at no others: most of its calls
// have nothing to do with files, and each stop takes as long as many calls.
func filter(looking bool) []byte {
	numbers := slices.Collect(maps.Keys(calls))
	if looking {
		numbers = slices.AppendSeq(numbers, maps.Keys(looks))
	}
	var code []byte
	add := func(op uint16, yes, no int, value uint64) {
		code = binary.NativeEndian.AppendUint16(code, op)
		code = append(code, byte(yes), byte(no))
		code = binary.NativeEndian.AppendUint32(code, uint32(value))
	}
	add(loadWord, 0, 0, atArchitecture)
	add(jumpEqual, 0, len(numbers)+1, architecture)
	add(loadWord, 0, 0, atNumber)
	for i, number := range numbers {
		add(jumpEqual, len(numbers)-i, 0, number)
	}
	add(returns, 0, 0, allow)
	add(returns, 0, 0, trace)
	return code
}

// stopAt makes a program that has just been started put a filter on itself: it makes two calls that are not its own,
// with code and data in place of its first instructions.
func stopAt(pid int, filter []byte) error {
	var saved syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(pid, &saved); err != nil {
		return err
	}
	const header = 24 // the instruction of a call, the number of the filter's instructions, and its address
	at := uintptr(saved.Rip)
	code := []byte{0x0f, 0x05, 0, 0, 0, 0, 0, 0}
	code = binary.NativeEndian.AppendUint64(code, uint64(len(filter)/8))
	code = binary.NativeEndian.AppendUint64(code, uint64(at+header))
	code = append(code, filter...)
	own := make([]byte, len(code))
	if _, err := syscall.PtracePeekText(pid, at, own); err != nil {
		return err
	}
	if _, err := syscall.PtracePokeText(pid, at, code); err != nil {
		return err
	}
	for _, args := range [][4]uint64{
		{syscall.SYS_PRCTL, setNoNewPrivileges, 1, 0},
		{sysSeccomp, setModeFilter, 0, uint64(at) + 8},
	} {
		if err := call4(pid, saved, args); err != nil {
			return err
		}
	}
	if _, err := syscall.PtracePokeText(pid, at, own); err != nil {
		return err
	}
	return syscall.PtraceSetRegs(pid, &saved)
}

// call4 makes a stopped program execute the call instruction that it is at, with a number and three arguments.
func call4(pid int, regs syscall.PtraceRegs, args [4]uint64) error {
	regs.Rax, regs.Rdi, regs.Rsi, regs.Rdx, regs.R10, regs.R8 = args[0], args[1], args[2], args[3], 0, 0
	if err := syscall.PtraceSetRegs(pid, &regs); err != nil {
		return err
	}
	if err := syscall.PtraceSingleStep(pid); err != nil {
		return err
	}
	var ws syscall.WaitStatus
	if _, err := wait(pid, &ws); err != nil {
		return err
	}
	if !ws.Stopped() || ws.StopSignal() != syscall.SIGTRAP {
		return fmt.Errorf("it ended at once: %v", ws)
	}
	if err := syscall.PtraceGetRegs(pid, &regs); err != nil {
		return err
	}
	if result := int64(regs.Rax); result < 0 {
		return syscall.Errno(-result)
	}
	return nil
}
