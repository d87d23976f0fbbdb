package cache

import (
	"errors"
	"hash"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// goSettings are the variables of the go command: from its settings files and from the environment, which takes
// precedence. Source: go help environment.
type goSettings map[string]string

// hashGo adds the go command and its settings. env are variables in addition to the environment of the process.
func hashGo(h hash.Hash, env []string) (goSettings, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return nil, err
	}
	if err := hashProgram(h, "go", path); err != nil {
		return nil, err
	}
	environment := goSettings{}
	for _, variable := range slices.Concat(os.Environ(), env) {
		environment.add(variable)
	}
	settings := goSettings{}
	for _, name := range settingsFiles(path, environment["GOENV"]) {
		content, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		field(h, "goenv", string(content))
		for line := range strings.Lines(string(content)) {
			settings.add(strings.TrimSpace(line))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(environment)) {
		if decides(name) {
			field(h, "env", name+"="+environment[name])
			if environment[name] != "" {
				settings[name] = environment[name]
			}
		}
	}
	return settings, settings.usable()
}

// add adds a variable in the form NAME=value.
func (s goSettings) add(variable string) {
	if name, value, found := strings.Cut(variable, "="); found {
		s[name] = value
	}
}

// usable returns an Unusable error if the go command reads packages in a way that this package does not know.
func (s goSettings) usable() error {
	for _, flag := range []string{"-modfile", "-overlay"} {
		if strings.Contains(s["GOFLAGS"], flag) {
			return &Unusable{"GOFLAGS has " + flag}
		}
	}
	if s["GO111MODULE"] == "off" {
		return &Unusable{"GO111MODULE is off"}
	}
	switch driver := s["GOPACKAGESDRIVER"]; driver {
	case "off":
		return nil
	case "":
		if path, err := exec.LookPath("gopackagesdriver"); err == nil {
			return &Unusable{path + " loads the packages"}
		}
		return nil
	default:
		return &Unusable{"GOPACKAGESDRIVER is set"}
	}
}

// decides reports whether a variable of the environment can affect how the go command, or the driver that packages.Load
// runs in its place, finds packages. The variables that go generate sets for its programs do not: they have the
// position of the directive.
func decides(name string) bool {
	switch name {
	case "GOFILE", "GOLINE", "GOPACKAGE":
		return false
	}
	return strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "CGO_")
}

// settingsFiles returns the files in which the go command at the given path looks for variables that the environment
// lacks: its own file, and the user's file, which takes precedence and which the variable GOENV may name.
func settingsFiles(path, goenv string) []string {
	var files []string
	if real, err := filepath.EvalSymlinks(path); err == nil {
		files = append(files, filepath.Join(filepath.Dir(filepath.Dir(real)), "go.env"))
	}
	switch goenv {
	case "off":
	case "":
		if dir, err := os.UserConfigDir(); err == nil {
			files = append(files, filepath.Join(dir, "go", "env"))
		}
	default:
		files = append(files, goenv)
	}
	return files
}

// workspace returns the workspace file that the go command uses in dir; empty for none.
func (s goSettings) workspace(dir string) string {
	switch work := s["GOWORK"]; work {
	case "":
		return above(dir, "go.work")
	case "off":
		return ""
	default:
		return work
	}
}
