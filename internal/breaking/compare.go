package breaking

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/configapi"
)

// Level is what a change means for users.
type Level string

// The levels. Excepted changes break something, and the source declares an exception. Compatible changes are worth a
// line in release notes, those of Wording are not.
const (
	Error      Level = "error"
	Warning    Level = "warning"
	Excepted   Level = "excepted"
	Compatible Level = "compatible"
	Wording    Level = "wording"
)

// Change is one finding of a comparison.
type Change struct {
	// Rule is the ID of a rule; empty for what breaks nothing.
	Rule  string
	Level Level
	// Key is the object in the newer API; in the older one if it is gone.
	Key configapi.Key
	// Near is the field that a flag sets, in the newer API, or the setting that a fact was about.
	Near         configapi.Key
	Message, Fix string
}

// difference is a fact that is not the same in both APIs. It has no fact if the object as a whole is new or gone.
type difference struct {
	key, old configapi.Key // in the newer API, and in the older one; the same unless the object has another name
	fact     string
	was, is  string
	// before and after are the facts of an object that is gone, and of one that is new.
	before, after map[string]string
	taken         bool
}

func (d *difference) gone() bool  { return d.fact == "" && d.after == nil }
func (d *difference) added() bool { return d.fact == "" && d.before == nil }

// renamed is the fact that the name of an object has changed.
const renamed = "(name)"

// comparison are two APIs with their differences.
type comparison struct {
	old, new    configapi.Snapshot
	before      map[configapi.Key]map[string]string
	after       map[configapi.Key]map[string]string
	renames     map[configapi.Key]configapi.Key // of fields and flags, from old to new
	differences []*difference
}

// Compare returns what has changed from an older API to a newer one, in the order of the objects.
func Compare(old, new configapi.Snapshot) []Change {
	old, new = configapi.Aligned(old, new)
	c := &comparison{old: old, new: new, before: index(old), after: index(new), renames: map[configapi.Key]configapi.Key{}}
	c.findRenames()
	c.diff()
	var changes []Change
	for _, rule := range Rules() {
		for _, e := range rule.run(c) {
			for _, d := range e.of {
				d.taken = true
			}
			changes = append(changes, changeOf(c, rule, e))
		}
	}
	slices.SortStableFunc(changes, func(a, b Change) int {
		return cmp.Or(a.Key.Compare(b.Key), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message))
	})
	return slices.Compact(changes)
}

// changeOf is what an explanation means, unless there is an exception.
func changeOf(c *comparison, rule Rule, e explanation) Change {
	key := e.of[0].key
	found := Change{Rule: rule.Code, Level: cmp.Or(e.level, rule.level(c.track(e.of[0]))), Key: key, Message: e.message,
		Fix: e.fix}
	if sets := c.before[e.of[0].old]["sets"]; sets != "" {
		found.Near.Kind, found.Near.Setting, _ = strings.Cut(c.target(sets), " ")
	}
	if found.Level == Error || found.Level == Warning {
		if reason := exception(c, rule.Code, e.of[0]); reason != "" {
			found.Level = Excepted
			found.Message = fmt.Sprintf("%s (an exception from %s: %s)", found.Message, rule.Code, reason)
		}
	}
	if found.Level != Error && found.Level != Warning {
		found.Rule, found.Fix = "", ""
	}
	return found
}

func index(s configapi.Snapshot) map[configapi.Key]map[string]string {
	all := map[configapi.Key]map[string]string{}
	for _, object := range s {
		all[object.Key] = object.Facts
		if object.Facts == nil {
			all[object.Key] = map[string]string{}
		}
	}
	return all
}

// diff finds the differences.
func (c *comparison) diff() {
	met := map[configapi.Key]bool{}
	for _, object := range c.old {
		key := c.newKey(object.Key)
		met[key] = true
		if after, ok := c.after[key]; ok || isSetting(key) {
			c.facts(object.Key, key, object.Facts, after)
			continue
		}
		c.differences = append(c.differences, &difference{key: key, old: object.Key, before: c.before[object.Key]})
	}
	for _, object := range c.new {
		switch {
		case met[object.Key]:
		case isSetting(object.Key) && !c.newSetting(object):
			c.facts(object.Key, object.Key, nil, object.Facts)
		default:
			c.differences = append(c.differences, &difference{key: object.Key, old: object.Key, after: c.after[object.Key]})
		}
	}
	slices.SortStableFunc(c.differences, func(a, b *difference) int {
		return cmp.Or(a.key.Compare(b.key), strings.Compare(a.fact, b.fact))
	})
}

// isSetting reports whether an object is nothing but its facts: one without facts is not listed.
func isSetting(key configapi.Key) bool { return key.Setting != "" && key.FlagsFrom == "" }

// facts finds the differences of an object that both have.
func (c *comparison) facts(old, new configapi.Key, was, is map[string]string) {
	add := func(fact, a, b string) {
		c.differences = append(c.differences, &difference{key: new, old: old, fact: fact, was: a, is: b})
	}
	if old.Field+old.Flag != new.Field+new.Flag && c.ownName(old, new) {
		add(renamed, old.Field+old.Flag, new.Field+new.Flag)
	}
	for fact, value := range was {
		if fact == registers {
			continue
		}
		if fact == "sets" {
			value = c.target(value)
		}
		if value != is[fact] {
			add(fact, value, is[fact])
		}
	}
	registeredFlags(add, was[registers], is[registers])
	for fact, value := range is {
		if _, known := was[fact]; !known && value != "" && fact != registers {
			add(fact, "", value)
		}
	}
}

// registers is the fact about which flags a function registers. It is not known of every function.
const registers = "registers"

// registeredFlags finds the flags that only one of two versions of a function registers.
func registeredFlags(add func(fact, was, is string), was, is string) {
	if was == "" || is == "" {
		if was != is {
			add(registers+" known", was, is)
		}
		return
	}
	for _, name := range onlyIn(was, is) {
		add(registers, name, "")
	}
	for _, name := range onlyIn(is, was) {
		add(registers, "", name)
	}
}

// left are the differences that no rule took so far.
func (c *comparison) left(wanted func(*difference) bool) []*difference {
	var found []*difference
	for _, d := range c.differences {
		if !d.taken && wanted(d) {
			found = append(found, d)
		}
	}
	return found
}
