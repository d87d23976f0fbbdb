package cache

import (
	"errors"
	"hash"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// goCommand is what its settings files say of the go command's variables; the environment has the last word. Source: go help
// environment.
type goCommand map[string]string

// hashGo adds the go command and its settings.
func hashGo(h hash.Hash) (goCommand, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return nil, err
	}
	if err := hashProgram(h, "go", path); err != nil {
		return nil, err
	}
	environment := slices.Sorted(slices.Values(os.Environ()))
	for _, variable := range environment {
		if counts(variable) {
			field(h, "env", variable)
		}
	}
	settings := goCommand{}
	for _, name := range settingsFiles(path) {
		content, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		field(h, "goenv", string(content))
		settings.add(string(content))
	}
	flags := settings.variable("GOFLAGS")
	if strings.Contains(flags, "-modfile") || strings.Contains(flags, "-overlay") || settings.variable("GO111MODULE") == "off" || hasDriver() {
		return nil, errUnknowable
	}
	return settings, nil
}

// counts reports whether the go command, as far as it decides on packages, reads a variable of the environment. What go generate
// sets for the programs that it runs does not count: it tells where the directive stands.
func counts(variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	switch name {
	case "GOFILE", "GOLINE", "GOPACKAGE":
		return false
	}
	return strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "CGO_")
}

// settingsFiles are the files in which the go command at the given path looks for variables that the environment lacks: the one
// that came with it, and the user's, which counts for more.
func settingsFiles(path string) []string {
	var files []string
	if real, err := filepath.EvalSymlinks(path); err == nil {
		files = append(files, filepath.Join(filepath.Dir(filepath.Dir(real)), "go.env"))
	}
	switch user := os.Getenv("GOENV"); user {
	case "off":
	case "":
		if dir, err := os.UserConfigDir(); err == nil {
			files = append(files, filepath.Join(dir, "go", "env"))
		}
	default:
		files = append(files, user)
	}
	return files
}

// add takes in a settings file, which counts for more than those before.
func (c goCommand) add(content string) {
	for line := range strings.Lines(content) {
		if name, value, found := strings.Cut(strings.TrimSpace(line), "="); found {
			c[name] = value
		}
	}
}

// variable is a variable as the go command takes it.
func (c goCommand) variable(name string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return c[name]
}

// workspace is the file of the workspace that counts in dir; "" where there is none.
func (c goCommand) workspace(dir string) string {
	switch work := c.variable("GOWORK"); work {
	case "":
		return above(dir, "go.work")
	case "off":
		return ""
	default:
		return work
	}
}

// hasDriver reports whether another program than the go command is asked about packages. Source: package
// golang.org/x/tools/go/packages.
func hasDriver() bool {
	if driver := os.Getenv("GOPACKAGESDRIVER"); driver != "" {
		return driver != "off"
	}
	_, err := exec.LookPath("gopackagesdriver")
	return err == nil
}
