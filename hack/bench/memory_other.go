//go:build !linux

package main

import (
	"fmt"
	"os"
	"runtime"
)

// maxMemory returns an error: the memory of a process is measured on Linux alone.
func maxMemory(*os.ProcessState) (int64, error) {
	return 0, fmt.Errorf("the memory of a process is not measured on %s", runtime.GOOS)
}
