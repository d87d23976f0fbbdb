package cache

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// Key stands for all that a run can read.
type Key [sha256.Size]byte

// Request is what a run is asked to do.
type Request struct {
	// Dir is the absolute working directory, Patterns the packages as seen from there.
	Dir      string
	Patterns []string
	// Options are whatever else decides on the output, in an order of the caller's.
	Options []string
	// GeneratedPrefix starts the names of files that the run writes. Of those that are Ours it reads nothing, of others that
	// they are there.
	GeneratedPrefix string
	Ours            func(content []byte) bool
}

// Sources is the state of what a run reads.
type Sources struct {
	// Key is equal where the output is.
	Key Key
	// Generated are the files that bear the prefix, where Dir is the folder of a module and in folders that ./... reaches.
	Generated []string
}

// errUnknowable says that a run may read what Read does not know of.
var errUnknowable = errors.New("what the go command reads cannot be told without it")

// Read reads all sources that the request can lead to: every Go file of the modules that the user may edit, which are the main
// modules and those that replace directives put in the place of others, and what pins the rest. The error says why the
// outcome of such a run cannot be remembered.
func Read(request Request) (*Sources, error) {
	h := sha256.New()
	if err := hashTool(h); err != nil {
		return nil, err
	}
	if err := hashGo(h); err != nil {
		return nil, err
	}
	field(h, "dir", request.Dir)
	for _, pattern := range request.Patterns {
		field(h, "pattern", pattern)
	}
	for _, option := range request.Options {
		field(h, "option", option)
	}
	modules, err := findModules(request.Dir, h)
	if err != nil {
		return nil, err
	}
	sources := &Sources{}
	for _, m := range modules {
		if err := m.hash(h, request, sources); err != nil {
			return nil, err
		}
	}
	h.Sum(sources.Key[:0])
	return sources, nil
}

// field adds a named value to the hash, in a form that no two lists of values share.
func field(h hash.Hash, name, value string) {
	fmt.Fprintf(h, "%s %d %s\n", name, len(value), value)
}

// hashTool adds the identity of the running program: another build may write other code.
func hashTool(h hash.Hash) error {
	path, err := os.Executable()
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	field(h, "tool", fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano()))
	if build, ok := debug.ReadBuildInfo(); ok {
		field(h, "build", build.String())
	}
	return nil
}

// hashGo adds the go command and its settings.
func hashGo(h hash.Hash) error {
	path, err := exec.LookPath("go")
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	field(h, "go", fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano()))
	environment := slices.Sorted(slices.Values(os.Environ()))
	for _, variable := range environment {
		if strings.HasPrefix(variable, "GO") || strings.HasPrefix(variable, "CGO_") {
			field(h, "env", variable)
		}
	}
	settings := os.Getenv("GOENV")
	if settings == "" {
		if dir, err := os.UserConfigDir(); err == nil {
			settings = filepath.Join(dir, "go", "env")
		}
	}
	content, err := os.ReadFile(settings)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && settings != "off" {
		return err
	}
	field(h, "goenv", string(content))
	for _, flags := range []string{os.Getenv("GOFLAGS"), string(content)} {
		if strings.Contains(flags, "-modfile") || strings.Contains(flags, "-overlay") {
			return errUnknowable
		}
	}
	if os.Getenv("GOPACKAGESDRIVER") != "" || os.Getenv("GO111MODULE") == "off" {
		return errUnknowable
	}
	return nil
}
