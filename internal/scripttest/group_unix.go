//go:build unix

package scripttest

import (
	"os/exec"
	"syscall"
)

// inGroup lets a command begin a process group, and returns what ends it and all that it starts.
func inGroup(cmd *exec.Cmd) func() {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
