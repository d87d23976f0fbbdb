// Package querylog logs queries as JSON, with one object on each line.
package querylog

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
)

// Entry is one logged query.
type Entry struct {
	Time   time.Time `json:"time"`
	Client string    `json:"client"`
	Name   string    `json:"name"`
	Type   string    `json:"type"`
	Code   string    `json:"code"`
	// Source of the answer: hosts, cache, stale, upstream, alias, or the name of a blocklist.
	Source string `json:"source,omitempty"`
}

// Log writes entries. It is safe for concurrent use.
type Log struct {
	filter atomic.Pointer[Filter]

	mu  sync.Mutex
	out io.WriteCloser
}

// Filter selects the queries that are logged.
type Filter struct {
	exclude []*regexp.Regexp
	share   float64 // fraction of all queries
}

// NewFilter returns the filter of c. It returns an error if an expression is invalid.
func NewFilter(c *config.QueryLogConfiguration) (*Filter, error) {
	filter := &Filter{share: share(c.Sample)}
	for _, text := range c.Exclude {
		exclude, err := regexp.Compile(text)
		if err != nil {
			return nil, err
		}
		filter.exclude = append(filter.exclude, exclude)
	}
	return filter, nil
}

// SetFilter replaces the filter.
func (l *Log) SetFilter(f *Filter) { l.filter.Store(f) }

// Open opens the file of c for appending. Without a file, the log discards entries.
func Open(c *config.QueryLogConfiguration) (*Log, error) {
	filter, err := NewFilter(c)
	if err != nil {
		return nil, err
	}
	log := &Log{}
	log.SetFilter(filter)
	if c.File == "" {
		return log, nil
	}
	mode, err := strconv.ParseUint(c.Mode, 8, 9)
	if err != nil {
		return nil, err
	}
	log.out, err = os.OpenFile(c.File, os.O_CREATE|os.O_APPEND|os.O_WRONLY, os.FileMode(mode))
	return log, err
}

// share returns a sample rate as a fraction of all queries: 5% and 20 are the same.
func share(sample intstr.IntOrString) float64 {
	if percent, ok := strings.CutSuffix(sample.StrVal, "%"); ok {
		number, _ := strconv.ParseFloat(percent, 64) // Validated before.
		return number / 100
	}
	return 1 / max(1, float64(sample.IntValue()))
}

// Record writes an entry, unless the filter excludes it.
func (l *Log) Record(entry Entry) error {
	filter := l.filter.Load()
	if l.out == nil || rand.Float64() >= filter.share {
		return nil
	}
	for _, exclude := range filter.exclude {
		if exclude.MatchString(entry.Name) {
			return nil
		}
	}
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err = l.out.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (l *Log) Close() error {
	if l.out == nil {
		return nil
	}
	return l.out.Close()
}
