package cache

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// errDependent is the error that a dependency is compiled with the user's own sources.
var errDependent = errors.New("a dependency requires the main module")

// Dependencies returns the key of everything that the declarations in the dependencies of the main modules depend on:
// the files that pin their versions, the sources of replaced and vendored dependencies, the go command with its
// settings, and this program. Neither the sources of the main modules nor their directories are part of the key, so it
// stays the same after an edit and in another clone. It returns an error if the key cannot be determined.
func Dependencies(request Request) (Key, error) {
	h := sha256.New()
	field(h, "of", "dependencies")
	modules, err := read(request, h)
	if err != nil {
		return Key{}, err
	}
	r := &reader{Hash: h, request: request}
	var pins [][]byte // the content that determines the needed modules
	var main []string // their paths
	for _, m := range modules {
		content, err := os.ReadFile(filepath.Join(m.dir, "go.mod"))
		if err != nil && (m.main || !errors.Is(err, fs.ErrNotExist)) { // a vendor directory has none
			return Key{}, err
		}
		if m.main {
			main = append(main, modfile.ModulePath(content))
			found, err := r.pins(m)
			if err != nil {
				return Key{}, err
			}
			pins = append(pins, found...)
			continue
		}
		pins = append(pins, content)
		if err := r.module(m); err != nil {
			return Key{}, err
		}
	}
	if slices.ContainsFunc(pins, func(pin []byte) bool { return requiresAny(pin, main) }) {
		return Key{}, errDependent
	}
	var key Key
	h.Sum(key[:0])
	return key, nil
}

// pins adds the files that pin the dependencies of a main module, and vendored dependencies, and returns the content of
// go.sum.
func (r *reader) pins(m module) ([][]byte, error) {
	field(r, "module", "main")
	var sums [][]byte
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(m.dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		field(r, name, string(content))
		if name == "go.sum" {
			sums = append(sums, content)
		}
	}
	vendored := module{dir: filepath.Join(m.dir, "vendor")}
	if info, err := os.Stat(vendored.dir); err != nil || !info.IsDir() {
		return sums, nil
	}
	return sums, r.module(vendored)
}

// requiresAny reports whether a go.mod or a go.sum has a line that requires one of the modules.
func requiresAny(pin []byte, paths []string) bool {
	for lines := bufio.NewScanner(bytes.NewReader(pin)); lines.Scan(); {
		words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(lines.Text()), "require "))
		if len(words) > 1 && slices.Contains(paths, words[0]) {
			return true
		}
	}
	return false
}
