package cache

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// Dependencies returns the key of all that decides on what the main modules' dependencies declare: what pins them, the sources of
// those that stand in the place of others or are vendored, the go command with its settings, and this program. The sources of the
// main modules are no part of it, so it outlives an edit. The error says why it cannot be told.
func Dependencies(request Request) (Key, error) {
	h := sha256.New()
	field(h, "of", "dependencies")
	if err := hashTool(h); err != nil {
		return Key{}, err
	}
	tool, err := hashGo(h)
	if err != nil {
		return Key{}, err
	}
	modules, err := findModules(request.Dir, tool.workspace(request.Dir), h)
	if err != nil {
		return Key{}, err
	}
	var pins [][]byte // what tells which modules are needed
	var main []string // their paths
	for _, m := range modules {
		content, err := os.ReadFile(filepath.Join(m.dir, "go.mod"))
		if err != nil && (m.main || !errors.Is(err, fs.ErrNotExist)) { // a vendor folder has none
			return Key{}, err
		}
		if m.main {
			main = append(main, modfile.ModulePath(content))
			found, err := m.hashPins(h)
			if err != nil {
				return Key{}, err
			}
			pins = append(pins, found...)
			continue
		}
		pins = append(pins, content)
		if err := m.hash(h, request, &Sources{}); err != nil {
			return Key{}, err
		}
	}
	if slices.ContainsFunc(pins, func(pin []byte) bool { return requiresAny(pin, main) }) {
		return Key{}, errUnknowable // a dependency is compiled with the user's own sources
	}
	var key Key
	h.Sum(key[:0])
	return key, nil
}

// hashPins adds what pins the dependencies of a main module to the hash, with those that are vendored, and returns the sums.
func (m module) hashPins(h hash.Hash) ([][]byte, error) {
	field(h, "module", m.dir)
	var sums [][]byte
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(m.dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		field(h, name, string(content))
		if name == "go.sum" {
			sums = append(sums, content)
		}
	}
	vendored := module{dir: filepath.Join(m.dir, "vendor")}
	if info, err := os.Stat(vendored.dir); err != nil || !info.IsDir() {
		return sums, nil
	}
	return sums, vendored.hash(h, Request{}, &Sources{})
}

// requiresAny reports whether a go.mod or a go.sum has a line about one of the modules, as what it requires.
func requiresAny(pin []byte, paths []string) bool {
	for lines := bufio.NewScanner(bytes.NewReader(pin)); lines.Scan(); {
		words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(lines.Text()), "require "))
		if len(words) > 1 && slices.Contains(paths, words[0]) {
			return true
		}
	}
	return false
}
