package cache

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"os"
	"runtime/debug"
	"slices"
)

// Key identifies everything that a run can read.
type Key [sha256.Size]byte

// With returns the key of something that depends on other content, too.
func (k Key) With(content []byte) Key { return sha256.Sum256(slices.Concat(k[:], content)) }

// Request is the request to a run.
type Request struct {
	// Dir is the absolute working directory, Patterns the packages as seen from there.
	Dir      string
	Patterns []string
	// Env are variables, as NAME=value, that the go command gets in addition to the environment of the process.
	Env []string
	// Options are all other inputs that the output depends on, in an order that the caller chooses.
	Options []string
	// GeneratedPrefix starts the names of files that code generators write. Ours reports whether configgen wrote a file.
	GeneratedPrefix string
	Ours            func(content []byte) bool
}

// Sources is the state of everything that a run reads.
type Sources struct {
	// Key is equal for equal outputs, provided that the files in Generated are as they were before or after the run.
	Key Key
	// Generated are the files that runs write, by absolute name, with the Sum of their contents: Go files that have the
	// prefix and are Ours.
	Generated map[string]string
}

// Sum identifies the content of a file.
func Sum(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

// Unusable is the error that a run may read files that a key does not cover, so that its result cannot be cached.
type Unusable struct {
	// Reason is a clause that names the files that the key does not cover, with the cause.
	Reason string
}

// Error implements error.
func (u *Unusable) Error() string { return u.Reason }

// Read reads all sources that the request can lead to: every Go file of the modules that the user may edit, which are
// the main modules and local replacements of modules, and the files that pin the versions of all other modules. It
// returns an Unusable error if it cannot determine the files that a run reads, and other errors if files cannot be
// read.
func Read(request Request) (*Sources, error) {
	if err := linked(request); err != nil {
		return nil, err
	}
	h := sha256.New()
	modules, err := read(request, h)
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
	r := &reader{Hash: h, request: request, generated: map[string]string{}}
	for _, m := range modules {
		if err := r.module(m); err != nil {
			return nil, err
		}
	}
	sources := &Sources{Generated: r.generated}
	h.Sum(sources.Key[:0])
	return sources, nil
}

// read hashes the programs that run, and returns the modules that they work on.
func read(request Request, h hash.Hash) ([]module, error) {
	if err := hashTool(h); err != nil {
		return nil, err
	}
	settings, err := hashGo(h, request.Env)
	if err != nil {
		return nil, err
	}
	return findModules(request.Dir, settings.workspace(request.Dir), h)
}

// field adds a named value to the hash, in a form that no two lists of values share.
func field(h hash.Hash, name, value string) {
	fmt.Fprintf(h, "%s %d %s\n", name, len(value), value)
}

// hashTool adds the identity of the running program: another build may generate other code.
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

// programStart is how much of a program is read. It contains the build ID that the linker writes, so that two builds
// differ even if their sizes and times are equal, as they are in images that are built reproducibly.
const programStart = 32 << 10

// hashProgram adds facts that distinguish builds of a program, without reading the whole program.
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
