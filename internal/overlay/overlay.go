// Package overlay gives the go command files that are not on disk where it looks for them.
package overlay

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// Write writes the files, by their absolute names, to a directory, and the JSON that the go command has for them. It
// returns the name of the JSON, for -overlay, and for each file that is written the name of the one that it replaces.
func Write(dir string, files map[string][]byte) (name string, originals map[string]string, err error) {
	replace := map[string]string{}
	originals = map[string]string{}
	for i, original := range slices.Sorted(maps.Keys(files)) {
		at := filepath.Join(dir, strconv.Itoa(i)+".go")
		if err := os.WriteFile(at, files[original], 0o600); err != nil {
			return "", nil, err
		}
		replace[original], originals[at] = at, original
	}
	content, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", nil, err
	}
	name = filepath.Join(dir, "overlay.json")
	return name, originals, os.WriteFile(name, content, 0o600)
}
