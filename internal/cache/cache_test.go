package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/configgen/configgen/internal/testfiles"
)

func key(b byte) Key { return Key{b} }

func TestPutAndGet(t *testing.T) {
	c := New(filepath.Join(t.TempDir(), "new"))
	if _, found := c.Get(key(1)); found {
		t.Fatal("an empty cache has a value")
	}
	if err := c.Put(key(1), []byte("one")); err != nil {
		t.Fatal(err)
	}
	if value, found := c.Get(key(1)); !found || string(value) != "one" {
		t.Errorf("got %q, %v", value, found)
	}
	if _, found := c.Get(key(2)); found {
		t.Error("another key has the value")
	}
}

func TestDamagedValue(t *testing.T) {
	for name, damage := range map[string]func(entry []byte) []byte{
		"truncated": func(entry []byte) []byte { return entry[:len(entry)-1] },
		"short":     func([]byte) []byte { return []byte("x") },
		"changed":   func(entry []byte) []byte { entry[len(entry)-1] ^= 1; return entry },
		"empty":     func([]byte) []byte { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			c := New(t.TempDir())
			if err := c.Put(key(1), []byte("one")); err != nil {
				t.Fatal(err)
			}
			entry := testfiles.Read(t, c.path(key(1)))
			if err := os.WriteFile(c.path(key(1)), damage(entry), 0o600); err != nil {
				t.Fatal(err)
			}
			if value, found := c.Get(key(1)); found {
				t.Errorf("got the damaged value %q", value)
			}
		})
	}
}

// TestConcurrent has many write and read one key: every reader gets a whole value.
func TestConcurrent(t *testing.T) {
	c := New(t.TempDir())
	values := [][]byte{bytes.Repeat([]byte("a"), 1<<16), bytes.Repeat([]byte("b"), 1<<15)}
	var work sync.WaitGroup
	for i := range 8 {
		work.Add(1)
		go func() {
			defer work.Done()
			for range 20 {
				if err := c.Put(key(1), values[i%2]); err != nil {
					t.Error(err)
				}
				value, found := c.Get(key(1))
				if !found || !bytes.Equal(value, values[0]) && !bytes.Equal(value, values[1]) {
					t.Errorf("got %d bytes, %v", len(value), found)
				}
			}
		}()
	}
	work.Wait()
	left, err := filepath.Glob(filepath.Join(c.dir, "*", "new-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v, %v", left, err)
	}
}

func TestTrim(t *testing.T) {
	c := New(t.TempDir())
	begin := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range byte(8) {
		if err := c.Put(key(i), make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		used := begin.Add(time.Duration(i) * time.Hour)
		if err := os.Chtimes(c.path(key(i)), used, used); err != nil {
			t.Fatal(err)
		}
	}
	if _, found := c.Get(key(0)); !found { // the oldest is used again
		t.Fatal("a value is missing")
	}
	c.trim(9000)
	if _, found := c.Get(key(1)); !found {
		t.Fatal("a cache within its limit lost a value")
	}
	os.Chtimes(c.path(key(1)), begin, begin)
	c.trim(5000)
	kept := ""
	for i := range byte(8) {
		if _, err := os.Stat(c.path(key(i))); err == nil {
			kept += fmt.Sprint(i)
		}
	}
	if kept != "07" {
		t.Errorf("kept %s, want those used last, 0 and 7", kept)
	}
}
