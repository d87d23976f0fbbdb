// Package answercache caches answers until their records expire.
package answercache

import (
	"container/list"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
)

// Cache holds answers up to a number of bytes, and evicts the least recently used answers. It is safe for concurrent
// use.
type Cache struct {
	config atomic.Pointer[config.CacheConfiguration]
	now    func() time.Time

	mu      sync.Mutex
	used    int64
	recent  *list.List // of *entry, most recently used first
	entries map[dnsmessage.Question]*list.Element
}

type entry struct {
	question dnsmessage.Question
	answer   dnsmessage.Message
	bytes    int64
	stored   time.Time
	lives    time.Duration
}

// New returns an empty cache. Now returns the current time.
func New(c *config.CacheConfiguration, now func() time.Time) *Cache {
	cache := &Cache{now: now, recent: list.New(), entries: map[dnsmessage.Question]*list.Element{}}
	cache.config.Store(c)
	return cache
}

// Reconfigure replaces the configuration. Cached answers stay.
func (c *Cache) Reconfigure(to *config.CacheConfiguration) { c.config.Store(to) }

// Get returns a cached answer with the remaining time to live of its records.
func (c *Cache) Get(question dnsmessage.Question) (dnsmessage.Message, bool) {
	return c.get(question, 0)
}

// GetStale also returns an expired answer, if the configuration allows it.
func (c *Cache) GetStale(question dnsmessage.Question) (dnsmessage.Message, bool) {
	grace := c.config.Load().ServeStale
	if grace == nil {
		return dnsmessage.Message{}, false
	}
	return c.get(question, grace.Duration)
}

func (c *Cache) get(question dnsmessage.Question, grace time.Duration) (dnsmessage.Message, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.entries[question]
	if !ok {
		return dnsmessage.Message{}, false
	}
	found := element.Value.(*entry)
	age := c.now().Sub(found.stored)
	if age >= found.lives+grace {
		return dnsmessage.Message{}, false
	}
	c.recent.MoveToFront(element)
	return aged(found.answer, age), true
}

// Put caches an answer of the given size in bytes. It ignores failures and truncated answers.
func (c *Cache) Put(question dnsmessage.Question, answer dnsmessage.Message, bytes int) {
	limit := c.config.Load().Size.Value()
	lives, ok := c.timeToLive(answer)
	if !ok || answer.Truncated || int64(bytes) > limit {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.entries[question]; ok {
		c.remove(old)
	}
	c.entries[question] = c.recent.PushFront(&entry{question, answer, int64(bytes), c.now(), lives})
	for c.used += int64(bytes); c.used > limit; {
		c.remove(c.recent.Back())
	}
}

func (c *Cache) remove(element *list.Element) {
	old := c.recent.Remove(element).(*entry)
	c.used -= old.bytes
	delete(c.entries, old.question)
}

// timeToLive returns the shortest time of the records, or the zone's time for an answer without records (RFC 2308,
// section 5).
func (c *Cache) timeToLive(answer dnsmessage.Message) (time.Duration, bool) {
	if answer.RCode != dnsmessage.RCodeSuccess && answer.RCode != dnsmessage.RCodeNameError {
		return 0, false
	}
	records := answer.Answers
	if len(records) == 0 {
		records = answer.Authorities
	}
	if len(records) == 0 {
		return 0, false
	}
	shortest := c.config.Load().MaxTTL.Duration
	for _, record := range records {
		shortest = min(shortest, time.Duration(record.Header.TTL)*time.Second)
	}
	return max(shortest, c.config.Load().MinTTL.Duration), true
}

// aged returns a copy of an answer in which the time to live of the records is reduced.
func aged(answer dnsmessage.Message, age time.Duration) dnsmessage.Message {
	seconds := uint32(age / time.Second)
	older := func(records []dnsmessage.Resource) []dnsmessage.Resource {
		copied := make([]dnsmessage.Resource, len(records))
		for i, record := range records {
			record.Header.TTL -= min(seconds, record.Header.TTL)
			copied[i] = record
		}
		return copied
	}
	answer.Answers, answer.Authorities, answer.Additionals = older(answer.Answers), older(answer.Authorities),
		older(answer.Additionals)
	return answer
}
