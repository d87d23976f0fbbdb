//go:build unix

package scripttest

import (
	"os/exec"
	"syscall"
)

// inGroup makes a command start a process group, and returns a function that ends the command and all its processes.
func inGroup(cmd *exec.Cmd) func() {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
