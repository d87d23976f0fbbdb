package breaking

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// Level is the effect of a change on users.
type Level string

// The levels. Excepted changes break something, and the source declares an exception. Compatible changes are listed in
// release notes, changes of Wording are not.
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
	// Of is the object in the newer API; in the older one if it is gone. Near are the object and the objects around it.
	Of           descriptor.Identity
	Near         []descriptor.Identity
	Message, Fix string
	// Code is true for a change of the code that sets a default.
	Code bool
}

// difference is a fact that is not the same in both APIs. It has no path if the object as a whole is new or gone.
type difference struct {
	descriptor.Difference
	// was is the object in the older API, which can have another name.
	was descriptor.Identity
	// before and after are all facts about the object; nil for an API that does not have it.
	before, after any
	// told is true if a finding has told of it, and other rules may say more.
	taken, told bool
}

func (d *difference) gone() bool  { return d.Path == nil && d.New == nil }
func (d *difference) added() bool { return d.Path == nil && d.Old == nil }

// is reports whether the fact has one of the given names, alone or as the first part of its path.
func (d *difference) is(names ...string) bool {
	return len(d.Path) > 0 && slices.Contains(names, d.Path[0])
}

// comparison are two APIs with their differences.
type comparison struct {
	old, new    *api
	renames     map[descriptor.Identity]descriptor.Identity // from old to new
	kinds       map[string]string                           // former names of kinds, by the new ones
	differences []*difference
	strict      bool // whether alpha versions promise what beta versions do
}

// Compare returns what has changed from an older API to a newer one, in the order of the objects.
func Compare(old, new *descriptor.Descriptor) []Change { return compare(old, new, false) }

// CompareStrictly returns the same changes, those in alpha versions with the levels of beta versions.
func CompareStrictly(old, new *descriptor.Descriptor) []Change { return compare(old, new, true) }

func compare(old, new *descriptor.Descriptor, strict bool) []Change {
	kinds := renamedKinds(old, new)
	c := &comparison{
		old: index(withKinds(old, kinds)), new: index(new), kinds: kinds,
		renames: map[descriptor.Identity]descriptor.Identity{}, strict: strict,
	}
	c.findRenames()
	c.diff()
	var changes []Change
	first, more := map[string]int{}, map[int]int{} // the change that has a cause, and how many others have it
	for _, rule := range Rules() {
		for _, e := range rule.run(c) {
			for _, d := range e.of {
				d.taken = true
			}
			change := changeOf(c, rule, e)
			cause := c.cause(e.of[0])
			key := strings.Join([]string{rule.Code, string(change.Level), cause}, " ")
			if at, known := first[key]; known && cause != "" {
				more[at]++
				continue
			}
			first[key] = len(changes)
			changes = append(changes, change)
		}
	}
	for at, count := range more {
		changes[at].Message += elsewhere(count)
	}
	slices.SortStableFunc(changes, func(a, b Change) int {
		return cmp.Or(order(a.Of, b.Of), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(changes, func(a, b Change) bool {
		return a.Rule == b.Rule && a.Level == b.Level && a.Of == b.Of && a.Message == b.Message
	})
}

// elsewhere says that a change has been made in other places, too.
func elsewhere(places int) string {
	if places == 1 {
		return " (the same in another place)"
	}
	return fmt.Sprintf(" (the same in %d other places)", places)
}

// cause identifies the change of a declaration in the source that a difference of a field comes from: a type that
// several fields have gives each of them the same difference. It is empty for what has no declaration of its own.
func (c *comparison) cause(d *difference) string {
	holder := func(a *api, i descriptor.Identity) string {
		switch {
		case isVersionField(i):
			i.Path = parent(i.Path)
			return get[descriptor.VersionField](a, i).GoType
		case isField(i):
			i.Field = parent(i.Field)
			return get[descriptor.Field](a, i).GoType
		}
		return ""
	}
	typ, name := holder(c.new, d.Of), lastName(cmp.Or(d.Of.Path, d.Of.Field))
	if d.gone() {
		typ, name = holder(c.old, d.was), lastName(cmp.Or(d.was.Path, d.was.Field))
	}
	if typ == "" {
		return ""
	}
	typ = typ[strings.LastIndexAny(typ, "*]")+1:]
	text := func(value any) string {
		switch value := value.(type) {
		case *descriptor.VersionField, *descriptor.Field:
			return "all"
		case string:
			return lastName(value)
		}
		return valueText(value)
	}
	return strings.Join([]string{
		d.Of.Version, d.Of.Kind, typ, name, d.Fact(), text(d.Old), text(d.New),
	}, " ")
}

// order returns the rank of an object: the group, the versions with their fields, fields, functions, flags, tombstones,
// gates.
func order(a, b descriptor.Identity) int {
	parts := func(i descriptor.Identity) []string {
		rank := "0"
		for at, is := range []bool{
			i.Version != "", i.Kind != "" && i.Version == "", i.Func != "", i.Flag != "", i.Removed, i.Gate != "" && !i.Removed,
		} {
			if is {
				rank = strconv.Itoa(at + 1)
			}
		}
		if i.Flag != "" { // a flag is one of the component
			i.Kind = ""
		}
		return []string{rank, i.Version, i.Kind, i.Path, i.Flag, i.Field, i.Func, i.Gate, i.Value}
	}
	return slices.Compare(parts(a), parts(b))
}

// changeOf is what an explanation means, unless there is an exception.
func changeOf(c *comparison, rule Rule, e explanation) Change {
	found := Change{
		Rule: rule.Code, Level: cmp.Or(e.level, rule.level(c.track(e.of[0]))), Of: e.of[0].Of,
		Near: c.new.outwards(e.of[0].Of), Message: e.message, Fix: e.fix, Code: e.of[0].is("code"),
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

// diff finds the differences.
func (c *comparison) diff() {
	met := map[descriptor.Identity]bool{}
	for _, row := range c.old.rows {
		of := c.newIdentity(row.Identity)
		met[of] = true
		switch facts := c.new.facts[of]; {
		case facts != nil:
			c.compare(row, of, facts)
		case isField(row.Identity): // one that is not there has no facts
			c.compare(row, of, &descriptor.Field{})
		default:
			c.add(row.Identity, descriptor.Difference{Of: of, Old: row.Facts})
		}
	}
	for _, row := range c.new.rows {
		switch {
		case met[row.Identity]:
		case isField(row.Identity) && !c.newField(row.Identity):
			c.compare(descriptor.Row{Identity: row.Identity, Facts: &descriptor.Field{}}, row.Identity, row.Facts)
		default:
			c.add(row.Identity, descriptor.Difference{Of: row.Identity, New: row.Facts})
		}
	}
	slices.SortStableFunc(c.differences, func(a, b *difference) int {
		return cmp.Or(order(a.Of, b.Of), strings.Compare(a.Fact(), b.Fact()))
	})
}

func (c *comparison) add(was descriptor.Identity, d descriptor.Difference) {
	c.differences = append(c.differences, &difference{
		Difference: d, was: was, before: c.old.facts[was], after: c.new.facts[d.Of],
	})
}

// compare finds the differences of an object that both have.
func (c *comparison) compare(row descriptor.Row, of descriptor.Identity, facts any) {
	name := func(member, was, is string) {
		if was != is {
			c.add(row.Identity, descriptor.Difference{Of: of, Path: []string{member}, Old: was, New: is})
		}
	}
	switch {
	case isVersionField(of) && c.movedPath(row.Identity) != of.Path:
		name("path", row.Path, of.Path)
	case of.Flag != "" && !of.Removed:
		name("flag", row.Flag, of.Flag)
		name("field", c.target(row.Identity), c.target(of))
	}
	for _, d := range row.Compare(facts) {
		d.Of = of
		switch d.Old.(type) {
		case []descriptor.Registered:
			eachItem(c, row.Identity, d, func(flag descriptor.Registered) string { return flag.Name })
		case []descriptor.LibraryFlag:
			eachItem(c, row.Identity, d, func(flag descriptor.LibraryFlag) string { return flag.From + " " + flag.Name })
		default:
			c.ofKind(row.Identity, d)
		}
	}
}

// eachItem adds a difference for each item of a list that is new, gone or another one.
func eachItem[T comparable](c *comparison, was descriptor.Identity, d descriptor.Difference, name func(T) string) {
	find := func(items []T, wanted T) any {
		if i := slices.IndexFunc(items, func(item T) bool { return name(item) == name(wanted) }); i >= 0 {
			return items[i]
		}
		return nil
	}
	old, new := list[T](d.Old), list[T](d.New)
	for _, item := range old {
		if now := find(new, item); now != any(item) {
			c.add(was, descriptor.Difference{Of: d.Of, Path: d.Path, Old: item, New: now})
		}
	}
	for _, item := range new {
		if find(old, item) == nil {
			c.add(was, descriptor.Difference{Of: d.Of, Path: d.Path, New: item})
		}
	}
}

// ofKind adds a difference. What applies to the files of a kind is one of each version that both APIs have.
func (c *comparison) ofKind(was descriptor.Identity, d descriptor.Difference) {
	versions := 0
	if was.Kind != "" && was == (descriptor.Identity{Kind: was.Kind}) && d.Path[0] != "doc" && d.Path[0] != "exceptions" {
		for _, v := range c.new.kind(d.Of.Kind).Versions {
			each := descriptor.Identity{Kind: was.Kind, Version: v.Name}
			if c.old.facts[each] == nil || d.Path[0] == "resource" && versions > 0 {
				continue
			}
			versions++
			c.add(each, descriptor.Difference{Of: each, Path: d.Path, Old: d.Old, New: d.New})
		}
	}
	if versions == 0 {
		c.add(was, d)
	}
}

// open are the differences that no rule took so far.
func (c *comparison) open(wanted func(*difference) bool) []*difference {
	var found []*difference
	for _, d := range c.differences {
		if !d.taken && wanted(d) {
			found = append(found, d)
		}
	}
	return found
}
