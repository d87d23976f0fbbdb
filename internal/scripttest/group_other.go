//go:build !unix

package scripttest

import "os/exec"

// inGroup returns a function that ends a command.
func inGroup(cmd *exec.Cmd) func() { return func() { _ = cmd.Process.Kill() } }
