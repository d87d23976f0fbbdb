package cache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// limit is the number of bytes that a cache holds before the oldest values are removed.
const limit = 64 << 20

// Cache is a directory of values. Any number of processes may use it at a time.
type Cache struct{ dir string }

// Open returns the cache in the user's cache directory. It returns an error if the user has none.
func Open() (*Cache, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	return New(filepath.Join(dir, "configgen")), nil
}

// New returns the cache in the given directory, which need not exist.
func New(dir string) *Cache { return &Cache{dir} }

// Get returns the value that was put under key. It does not return a damaged value.
func (c *Cache) Get(key Key) ([]byte, bool) {
	path := c.path(key)
	entry, err := os.ReadFile(path)
	if err != nil || len(entry) < sha256.Size {
		return nil, false
	}
	sum, value := entry[:sha256.Size], entry[sha256.Size:]
	if actual := sha256.Sum256(value); !bytes.Equal(sum, actual[:]) {
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // trim keeps used values; without the new time, the value is removed sooner
	return value, true
}

// Put remembers a value. Other processes see the whole value or none.
func (c *Cache) Put(key Key, value []byte) error {
	path := c.path(key)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return err
	}
	sum := sha256.Sum256(value)
	_, err = file.Write(slices.Concat(sum[:], value))
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	c.trim(limit)
	return nil
}

func (c *Cache) path(key Key) string {
	name := fmt.Sprintf("%x", key[:])
	return filepath.Join(c.dir, name[:2], name[2:])
}

// trim removes the values that were not used for the longest time, until half of the limit is reached. What cannot be
// removed stays, because another process may be using it.
func (c *Cache) trim(limit int64) {
	type entry struct {
		path string
		size int64
		used time.Time
	}
	var entries []entry
	var total int64
	_ = filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			entries = append(entries, entry{path, info.Size(), info.ModTime()})
			total += info.Size()
		}
		return nil
	})
	if total <= limit {
		return
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.path, b.path)) })
	for _, e := range entries {
		if total <= limit/2 {
			return
		}
		if os.Remove(e.path) == nil {
			total -= e.size
		}
	}
}
