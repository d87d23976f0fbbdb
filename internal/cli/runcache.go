package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/cache"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/load"
)

// runCache finds and keeps the output of one request. A nil runCache does neither.
type runCache struct {
	store   *cache.Cache
	request cache.Request
	sources *cache.Sources
}

// runCache opens the cache for a request. If a run may read files that its key does not cover, it prints a message on
// standard error. It returns nil if the cache is disabled or unusable.
func (t *tool) runCache(asked request, license string) *runCache {
	if asked.noCache {
		return nil
	}
	store, err := cache.Open()
	if err != nil {
		return nil
	}
	c := &runCache{store: store, request: cache.Request{
		Dir: t.env.Dir, Patterns: asked.patterns, Env: t.goEnv, Options: []string{license, fmt.Sprint(t.stubs, asked.docs)},
		GeneratedPrefix: load.GeneratedPrefix, Ours: emit.IsOurs,
	}}
	c.sources, err = cache.Read(c.request)
	if unusable := (*cache.Unusable)(nil); errors.As(err, &unusable) {
		fmt.Fprintf(t.env.Stderr, "configgen: the result cache is not used: %s\n", unusable.Reason)
	}
	if err != nil {
		return nil
	}
	return c
}

// entry is an output as the cache keeps it.
type entry struct {
	Groups                 int
	Files                  []generators.File
	Directories, Generated []string
	Foreign                []string
	Docs                   []string
	Blocked                []string
	Owners                 map[string][]int
	Awaits                 [][2]int
	Findings               []diag.Diagnostic
	// Seen are the generated files that were on the disk, as in cache.Sources.
	Seen map[string]string
}

// holds reports whether a run would have the same output again: every generated file is as it was before, or as the
// output has it. A run may read earlier generated files, but has the same output after its own: therefore a second run
// changes nothing.
func (e *entry) holds(now map[string]string) bool {
	wanted := map[string]string{}
	for _, file := range e.Files {
		wanted[filepath.Join(file.Dir, file.Name)] = cache.Sum(file.Content)
	}
	for path, sum := range now {
		if sum != e.Seen[path] && sum != wanted[path] {
			return false
		}
	}
	for path := range e.Seen {
		if now[path] == "" {
			return false
		}
	}
	return true
}

// get returns the output of an earlier run on the same sources; nil if there is none.
func (c *runCache) get() *output {
	if c == nil {
		return nil
	}
	value, found := c.store.Get(c.sources.Key)
	if !found {
		return nil
	}
	var e entry
	if err := json.Unmarshal(value, &e); err != nil || !e.holds(c.sources.Generated) {
		return nil
	}
	return &output{
		groups: e.Groups, files: e.Files, directories: e.Directories, generated: e.Generated, findings: e.Findings,
		foreign: e.Foreign,
		docs:    e.Docs, blocked: e.Blocked, owners: e.Owners, awaits: e.Awaits,
	}
}

// unchanged reports whether the sources are the same as when the cache was opened, and returns the generated files.
// After a change, it is unknown which sources a result comes from.
func (c *runCache) unchanged() (generated map[string]string, ok bool) {
	again, err := cache.Read(c.request)
	if err != nil || again.Key != c.sources.Key || !maps.Equal(again.Generated, c.sources.Generated) {
		return nil, false
	}
	return again.Generated, true
}

// findings returns the findings of an earlier run on the same sources and additional content; false if there was no
// such run.
func (c *runCache) findings(content []byte) (found []diag.Diagnostic, known bool) {
	if c == nil {
		return nil, false
	}
	value, known := c.store.Get(c.sources.Key.With(content))
	return found, known && json.Unmarshal(value, &found) == nil
}

// putFindings keeps findings about the sources and other content.
func (c *runCache) putFindings(content []byte, findings []diag.Diagnostic) {
	if c == nil {
		return
	}
	value, err := json.Marshal(findings)
	if _, ok := c.unchanged(); err == nil && ok {
		_ = c.store.Put(c.sources.Key.With(content), value) // without it, the next run starts anew
	}
}

// put keeps an output, unless the sources have changed since they were read. It does not keep findings that another run
// may not have.
func (c *runCache) put(out *output) {
	if c == nil || slices.ContainsFunc(out.findings, func(d diag.Diagnostic) bool { return d.Transient }) {
		return
	}
	generated, ok := c.unchanged()
	if !ok {
		return
	}
	value, err := json.Marshal(entry{
		out.groups, out.files, out.directories, out.generated, out.foreign, out.docs, out.blocked, out.owners, out.awaits,
		out.findings, generated,
	})
	if err != nil {
		return
	}
	_ = c.store.Put(c.sources.Key, value) // without it, the next run starts anew
}

// answers returns the answers of the go command in earlier runs, and a function that stores the answers of this run;
// the function is nil without a cache.
func (c *runCache) answers() (known load.Answers, keep func(load.Answers)) {
	if c == nil {
		return known, nil
	}
	key, err := cache.Dependencies(c.request)
	if err != nil {
		return known, nil
	}
	if value, found := c.store.Get(key); found && json.Unmarshal(value, &known) != nil {
		known = load.Answers{}
	}
	return known, func(found load.Answers) {
		if value, err := json.Marshal(found); err == nil {
			_ = c.store.Put(key, value) // without it, the next run asks the go command again
		}
	}
}
