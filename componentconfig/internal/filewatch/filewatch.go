// Package filewatch tells when configuration files may have changed.
package filewatch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Paths are what is watched. Empty names, and - for standard input, are ignored.
type Paths struct {
	Files, Directories []string
}

// settle is how long the files have to be left alone before they are read: a file that is written in place is empty for
// a moment, and an empty file is valid.
const settle = 100 * time.Millisecond

// Watch calls read at once, since files may have changed after they were loaded, and then after every change until the
// context ends. It returns an error if a directory cannot be watched.
func Watch(ctx context.Context, paths Paths, read func()) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("the configuration files cannot be watched: %w", err)
	}
	defer w.Close() //nolint:errcheck // Nothing is lost.
	if err := add(w, paths); err != nil {
		return err
	}
	read()
	quiet := time.NewTimer(0)
	quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-w.Events:
			quiet.Reset(settle)
		case <-w.Errors: // Events may have been lost.
			quiet.Reset(settle)
		case <-quiet.C:
			if err := add(w, paths); err != nil {
				return err
			}
			read()
		}
	}
}

// add watches the directories, also those that were replaced or created since. If a directory does not exist, its
// nearest parent is watched.
func add(w *fsnotify.Watcher, paths Paths) error {
	for _, dir := range directories(paths) {
		for ; ; dir = filepath.Dir(dir) {
			err := w.Add(dir)
			if err == nil {
				break
			}
			if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
				return fmt.Errorf("the directory %s cannot be watched: %w", dir, err)
			}
		}
	}
	return nil
}

// directories returns what to watch. For a file this is its parent, since editors and ConfigMaps replace files, and the
// parent of the file that it links to.
func directories(paths Paths) []string {
	var out []string
	for _, dir := range paths.Directories {
		if dir != "" {
			out = append(out, dir)
		}
	}
	for _, file := range paths.Files {
		if file == "" || file == "-" {
			continue
		}
		out = append(out, filepath.Dir(file))
		if target, err := filepath.EvalSymlinks(file); err == nil {
			out = append(out, filepath.Dir(target))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
