package cache

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"runtime/debug"
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
	// GeneratedPrefix starts the names of files that code generators write, Ours tells those that the run writes itself.
	GeneratedPrefix string
	Ours            func(content []byte) bool
}

// Sources is the state of what a run reads.
type Sources struct {
	// Key is equal where the output is, as long as the files that runs write themselves are what they were or became by it.
	Key Key
	// Generated are those files, by absolute name, each with the Sum of what it holds: Go files that bear the prefix and are
	// Ours.
	Generated map[string]string
}

// Sum stands for the content of a file.
func Sum(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

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
	tool, err := hashGo(h)
	if err != nil {
		return nil, err
	}
	field(h, "dir", request.Dir)
	for _, pattern := range request.Patterns {
		field(h, "pattern", pattern)
	}
	for _, option := range request.Options {
		field(h, "option", option)
	}
	modules, err := findModules(request.Dir, tool.workspace(request.Dir), h)
	if err != nil {
		return nil, err
	}
	sources := &Sources{Generated: map[string]string{}}
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
	if err := hashProgram(h, "tool", path); err != nil {
		return err
	}
	if build, ok := debug.ReadBuildInfo(); ok {
		field(h, "build", build.String())
	}
	return nil
}

// programStart is how much of a program is read. The identity that the linker gives it stands in there, so two builds differ
// whose size and time are the same, as they are in images that are built reproducibly.
const programStart = 32 << 10

// hashProgram adds what tells one build of a program from another without reading all of it.
func hashProgram(h hash.Hash, name, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	start, err := io.ReadAll(io.LimitReader(file, programStart))
	if err != nil {
		return err
	}
	field(h, name, fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano()))
	field(h, "its start", string(start))
	return nil
}
