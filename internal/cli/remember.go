package cli

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/cache"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/load"
)

// memory is an output as the cache keeps it.
type memory struct {
	Groups             int
	Files              []generators.File
	Folders, Generated []string
	Findings           []diag.Diagnostic
	// Seen are the generated files that were on the disk, as in cache.Sources.
	Seen map[string]string
}

// holds reports whether the output would come out again: every generated file is as it was then, or as the output has it. What
// was there may have been read, be it only to learn whose flags a package holds; that reading its own output changes nothing is
// what makes a second run silent.
func (m *memory) holds(now map[string]string) bool {
	wanted := map[string]string{}
	for _, file := range m.Files {
		wanted[filepath.Join(file.Dir, file.Name)] = cache.Sum(file.Content)
	}
	for path, sum := range now {
		if sum != m.Seen[path] && sum != wanted[path] {
			return false
		}
	}
	for path := range m.Seen {
		if now[path] == "" {
			return false
		}
	}
	return true
}

// notebook finds and keeps the output of one request. Without a cache it does neither.
type notebook struct {
	cache   *cache.Cache
	request cache.Request
	sources *cache.Sources
}

// open makes the notebook of a request. Where the sources cannot be read ahead or there is no place for a cache, runs are
// slower, and nothing else.
func (t *tool) notebook(asked request, licence string) *notebook {
	if asked.noCache {
		return &notebook{}
	}
	store, err := cache.Open()
	if err != nil {
		return &notebook{}
	}
	n := &notebook{cache: store, request: cache.Request{
		Dir: t.env.Dir, Patterns: asked.patterns, Options: []string{licence}, GeneratedPrefix: load.GeneratedPrefix, Ours: emit.IsOurs,
	}}
	if n.sources, err = cache.Read(n.request); err != nil {
		return &notebook{}
	}
	return n
}

// recall returns the output of an earlier run on the same sources; nil where there was none.
func (n *notebook) recall() *output {
	if n.cache == nil {
		return nil
	}
	value, found := n.cache.Get(n.sources.Key)
	if !found {
		return nil
	}
	var m memory
	if err := json.Unmarshal(value, &m); err != nil {
		return nil
	}
	if !m.holds(n.sources.Generated) {
		return nil
	}
	return &output{groups: m.Groups, files: m.Files, folders: m.Folders, generated: m.Generated, findings: m.Findings}
}

// note keeps an output, unless the sources have changed since they were read: nobody knows then which of them it is made of.
// What passes by itself is not kept either.
func (n *notebook) note(out *output) {
	if n.cache == nil || slices.ContainsFunc(out.findings, func(d diag.Diagnostic) bool { return d.Passing }) {
		return
	}
	again, err := cache.Read(n.request)
	if err != nil || again.Key != n.sources.Key || !maps.Equal(again.Generated, n.sources.Generated) {
		return
	}
	value, err := json.Marshal(memory{out.groups, out.files, out.folders, out.generated, out.findings, again.Generated})
	if err != nil {
		return
	}
	_ = n.cache.Put(n.sources.Key, value) // the next run does without
}

// dependencies are what an earlier run knew of the build cache, and what keeps more. Both are nil without a cache.
func (n *notebook) dependencies() (known map[string]string, keep func(found map[string]string)) {
	if n.cache == nil {
		return nil, nil
	}
	key, err := cache.Dependencies(n.request)
	if err != nil {
		return nil, nil
	}
	if value, found := n.cache.Get(key); found && json.Unmarshal(value, &known) != nil {
		known = nil
	}
	return known, func(found map[string]string) {
		if value, err := json.Marshal(found); err == nil {
			_ = n.cache.Put(key, value) // the next run asks again
		}
	}
}
