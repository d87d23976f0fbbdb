package main

import (
	"errors"
	"os"
	"syscall"
)

// maxMemory returns the largest memory that a process had, in bytes.
func maxMemory(state *os.ProcessState) (int64, error) {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, errors.New("the process has no resource usage")
	}
	return usage.Maxrss << 10, nil // Linux counts in KiB.
}
