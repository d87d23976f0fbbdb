package load

import (
	"os"
	"os/exec"
	"slices"
)

// Command is a command that runs where the World was loaded and ends when loading is cancelled. More may be added to its
// environment, which is that of this process and of Load.
func (w *World) Command(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(w.ctx, name, args...)
	cmd.Dir = w.dir
	cmd.Env = append(slices.Concat(os.Environ(), w.env), "PWD="+w.dir)
	return cmd
}

// Dir is the folder in which the World was loaded.
func (w *World) Dir() string { return w.dir }

// ReferencePlatform are the variables that make the go command see packages as the World does.
func ReferencePlatform() []string { return append([]string(nil), referencePlatform...) }
