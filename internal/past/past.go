// Package past reads the snapshots of an earlier state of a module: from a revision of git, a file or a directory.
package past

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
)

// Snapshot is a snapshot of an earlier state.
type Snapshot struct {
	// Dir is the directory that it belongs to, as an absolute path in the present; empty if it is not known.
	Dir string
	API *descriptor.Descriptor
	// Only marks a file that the user names: it belongs to one of the groups, whatever its name.
	Only bool
}

// Read returns the snapshots of a state, which is git:REF, or the path of a file or a directory as seen from dir. It
// returns an error in one line, with advice, if there is no such state or a snapshot cannot be read.
func Read(ctx context.Context, dir, state string) ([]Snapshot, error) {
	if ref, ok := strings.CutPrefix(state, "git:"); ok {
		return revision(ctx, dir, ref)
	}
	path := filepath.Clean(state)
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w; specify git:%s for a revision of git", state, plain(err), state)
	case info.IsDir():
		return directory(dir, path)
	}
	s, err := readSnapshot(state, func() ([]byte, error) { return os.ReadFile(path) })
	s.Only = true
	return []Snapshot{s}, err
}

// readSnapshot reads one snapshot, which errors call by the given name.
func readSnapshot(name string, read func() ([]byte, error)) (Snapshot, error) {
	content, err := read()
	if err != nil {
		return Snapshot{}, fmt.Errorf("cannot read %s: %w", name, plain(err))
	}
	var s Snapshot
	if line := conflict(content); line > 0 {
		return Snapshot{}, fmt.Errorf("cannot read %s: line %d has a marker of a conflict of git: resolve it in the "+
			"sources, and run configgen generate", name, line)
	}
	if s.API, err = descriptor.Decode(content); err != nil {
		return Snapshot{}, fmt.Errorf("cannot read %s: %w", name, err)
	}
	return s, nil
}

// conflict is the line of the first marker that git leaves in a file for a conflict; 0 for none.
func conflict(content []byte) int {
	number := 0
	for line := range bytes.Lines(content) {
		number++
		for _, marker := range []string{"<<<<<<< ", "=======", ">>>>>>> "} {
			if bytes.HasPrefix(line, []byte(marker)) {
				return number
			}
		}
	}
	return 0
}

// directory returns the snapshots in a directory, such as a checkout of another revision of the module.
func directory(dir, top string) ([]Snapshot, error) {
	var found []Snapshot
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", filepath.ToSlash(path), plain(err))
		}
		if entry.IsDir() && path != top && ignored(entry.Name()) {
			return filepath.SkipDir
		}
		if entry.Name() != group.APISnapshotFile {
			return nil
		}
		s, err := readSnapshot(filepath.ToSlash(path), func() ([]byte, error) { return os.ReadFile(path) })
		relative, _ := filepath.Rel(top, filepath.Dir(path))
		s.Dir = filepath.Join(Module(dir), relative)
		found = append(found, s)
		return err
	})
	return found, err
}

// ignored reports whether patterns such as ./... pass over a directory.
func ignored(name string) bool {
	return name == "testdata" || name == "vendor" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".")
}

// revision returns the snapshots in a revision of the git repository that a directory is in.
func revision(ctx context.Context, dir, ref string) ([]Snapshot, error) {
	git := func(args ...string) ([]byte, error) {
		cmd := exec.CommandContext(ctx, "git", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_NO_LAZY_FETCH=1", "LC_ALL=C")
		var printed bytes.Buffer
		cmd.Stderr = &printed
		out, err := cmd.Output()
		if text := strings.TrimSpace(printed.String()); err != nil && text != "" {
			err = errors.New(text)
		}
		return out, err
	}
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("git command not found in PATH; install git, or name a file or directory with --against")
	}
	if ref == "" {
		return nil, errors.New("git: names no revision; specify one, as in git:origin/main")
	}
	up, err := git("rev-parse", "--show-cdup")
	if err != nil {
		if _, fix, ok := strings.Cut(err.Error(), "\tgit config "); ok { // in a container of CI, often
			return nil, fmt.Errorf("git does not read a repository of another user; run git config %s", fix)
		}
		return nil, fmt.Errorf("%s is not in a git repository; name a file or directory with --against",
			filepath.ToSlash(dir))
	}
	commit, err := git("rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		if shallow, _ := git("rev-parse", "--is-shallow-repository"); strings.TrimSpace(string(shallow)) == "true" {
			return nil, fmt.Errorf("this shallow clone does not have %s; run git fetch --unshallow --tags, or clone with "+
				"fetch-depth: 0", ref)
		}
		return nil, fmt.Errorf("git does not know %s; run git fetch --tags, or name another revision", ref)
	}
	root := filepath.Join(dir, filepath.FromSlash(strings.TrimSpace(string(up))))
	list, err := git("ls-tree", "-r", "-z", "--full-tree", "--name-only", strings.TrimSpace(string(commit)))
	if err != nil {
		return nil, fmt.Errorf("cannot list the files of %s: %w", ref, err)
	}
	var found []Snapshot
	for name := range strings.SplitSeq(string(list), "\x00") {
		inside, base := filepath.Split(filepath.FromSlash(name))
		if base != group.APISnapshotFile || slices.ContainsFunc(strings.Split(name, "/"), ignored) {
			continue
		}
		s, err := readSnapshot(ref+":"+name, func() ([]byte, error) {
			return git("show", strings.TrimSpace(string(commit))+":"+name)
		})
		if err != nil {
			return nil, err
		}
		s.Dir = filepath.Join(root, inside)
		found = append(found, s)
	}
	return found, nil
}

// plain strips an error of the path, which the message has.
func plain(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// Module is the directory of the module that a directory, which need not exist, is in; "" if there is none.
func Module(dir string) string {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}
