package breaking

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
)

// kindRules are about groups, kinds and versions.
func kindRules() []Rule {
	return []Rule{
		{Code: "CB007", run: goneKinds},
		{Code: "CB008", run: each(meaning)},
	}
}

// goneKinds explains kinds that are gone, with all that was in them.
func goneKinds(c *comparison) []explanation {
	var found []explanation
	for _, d := range c.open(func(d *difference) bool { return isGroup(d.Of) && d.is("group") }) {
		e := explanation{
			of: []*difference{d}, level: Error, fix: "keep the name, or serve both",
			message: fmt.Sprintf("the group %s is now called %s, and files of the former are refused",
				cmp.Or(valueText(d.Old), "none"), cmp.Or(valueText(d.New), "none")),
		}
		if c.mostStable("") == alpha && !c.strict {
			e.level = Warning
		}
		found = append(found, e)
	}
	for _, name := range slices.Sorted(maps.Keys(c.kinds)) {
		itself := &difference{was: descriptor.Identity{Kind: name}}
		itself.Of = itself.was
		k := c.new.kind(name)
		if k.Scope == descriptor.FlagsOf { // no file has its name
			continue
		}
		found = append(found, explanation{of: []*difference{itself}, fix: "keep the name, or serve both",
			message: fmt.Sprintf("%s is now called %s, and files of the former are refused (%d fields, %d flags)", c.kinds[name],
				name, len(k.Fields), len(k.Flags)),
		})
	}
	for _, d := range c.open(func(d *difference) bool { return isVersion(d.Of) && d.gone() }) {
		e := explanation{of: []*difference{d}, message: c.name(d.was) + " is gone, and files that name it are refused",
			fix: "keep it until its deprecation is over, and deprecate it first"}
		e.of = append(e.of, c.open(func(other *difference) bool {
			return isVersionField(other.Of) && other.gone() && other.Of.Version == d.Of.Version && other.Of.Kind == d.Of.Kind
		})...)
		e.of = append(e.of, c.lostSettings(descriptor.Identity{Kind: d.was.Kind})...)
		if track := trackOf(d.was.Version); track != alpha && deprecatedInDoc(d.before.(*descriptor.Version).Doc) {
			stays := c.stays(func(s *descriptor.Support) int {
				if track == beta {
					return s.Beta
				}
				return s.GA
			})
			e.level, e.fix = c.afterDeprecation(stays, descriptor.Deprecation{})
			e.message = c.name(d.was) + " was deprecated and is gone"
			if e.level == Compatible && c.unburied(d.was) && c.lives(d.was.Kind) {
				e.level, e.fix = Warning, fmt.Sprintf("add +tombstone(version: %q, removed: %q, use: \"...\") to %s",
					d.was.Version, c.new.Release, d.was.Kind)
				e.message = c.name(d.was) + withoutTombstone
			}
		}
		found = append(found, e)
	}
	return found
}

// lostSettings are the facts that applied in all versions to a field, and to those in it, which no version of the kind
// has any more. Those of all fields are meant if the Go path is empty.
func (c *comparison) lostSettings(field descriptor.Identity) []*difference {
	whole := len(c.new.kind(field.Kind).Versions) == 0
	return c.open(func(d *difference) bool {
		if d.was.Kind != field.Kind || d.was.Field == "" || d.was.Flag != "" || valueText(d.New) != "" {
			return false
		}
		was := descriptor.Identity{Kind: d.was.Kind, Field: d.was.Field}
		known := whole || len(c.old.versions[was]) > 0
		return (field.Field == "" || inside(was.Field, field.Field)) && known &&
			len(c.new.versions[descriptor.Identity{Kind: d.Of.Kind, Field: d.Of.Field}]) == 0
	})
}

// deprecatedInDoc reports whether a comment has a paragraph that says that something is deprecated.
func deprecatedInDoc(doc string) bool { return strings.Contains("\n"+doc, "\nDeprecated: ") }

// stays is how many releases something stays after its deprecation, by the policy of the newer API; negative if it has
// none.
func (c *comparison) stays(of func(*descriptor.Support) int) int {
	if c.new.Support == nil {
		return -1
	}
	return of(c.new.Support)
}

// afterDeprecation is the level of the end of something that was deprecated in the older API and stays for a number of
// releases; empty for the level of the rule. If the deprecation does not name its release, only the releases between
// the two APIs are counted.
func (c *comparison) afterDeprecation(needed int, was descriptor.Deprecation) (Level, string) {
	passed, counted := group.ReleasesBetween(was.Since, c.new.Release)
	between, known := group.ReleasesBetween(c.old.Release, c.new.Release)
	early, announced := group.CompareReleases(c.new.Release, was.Removal)
	switch {
	case announced && early < 0:
		return "", "keep it until " + was.Removal + ", as announced"
	case needed < 0:
		return Warning, "keep it for as many releases as +configgen:api promises"
	case needed == 0 || counted && passed >= needed || known && between >= needed:
		return Compatible, ""
	case counted:
		return "", fmt.Sprintf("keep it for %d releases after its deprecation in %s", needed, was.Since)
	}
	return Warning, fmt.Sprintf("make sure that it was deprecated for %d releases; compare with a snapshot of that age "+
		"to prove it", needed)
}

// meaning explains facts about how files are read.
func meaning(c *comparison, d *difference) (explanation, bool) {
	was, is := cmp.Or(valueText(d.Old), "none"), cmp.Or(valueText(d.New), "none")
	name, gone := c.name(d.Of), valueText(d.New) == ""
	switch {
	case isGroup(d.Of) && d.is("loader") && gone:
		return explanation{message: "files are no longer loaded by the runtime library, which is strict",
			fix: "keep loader: true in +configgen:output"}, true
	case isVersion(d.Of) && d.is("zerosKept"):
		return explanation{message: fmt.Sprintf("a zero in a file of %s means something else now: zeros kept was %s and "+
			"is %s", name, was, is), fix: "keep +config as it was"}, true
	case isVersion(d.Of) && d.is("headerOptional") && gone:
		return explanation{message: "files of " + name + " must have apiVersion and kind now",
			fix: "accept files without them"}, true
	case isVersion(d.Of) && d.is("scope"):
		return explanation{message: fmt.Sprintf("%s was read from the %s file and is read from the %s file", name, was, is),
			fix: "keep the scope of +config"}, true
	case isVersionField(d.Of) && d.is("pointer") && scalar(typeIn(d.after)):
		e := explanation{of: ofSame(c, d, "goType"), fix: "keep the type in Go",
			message: name + ": a zero in a file is now a value, and no longer gets the default"}
		if gone {
			e.message = name + ": a zero in a file now means that the field is not set, and gets its default"
		}
		return e, true
	case d.is("precedence") && c.old.precedence(d.was) != c.new.precedence(d.Of):
		return explanation{message: fmt.Sprintf("%s: files and flags are combined in another way: +precedence was %s "+
			"and is %s", name, was, is), fix: "keep +precedence"}, true
	case mergesLists(d):
		if d.Path[len(d.Path)-1] == "list" {
			was, is = cmp.Or(valueText(d.Old), "atomic"), cmp.Or(valueText(d.New), "atomic")
		}
		return explanation{message: fmt.Sprintf("%s: lists of several files are merged in another way: %s was %s and is %s",
			name, word(d), was, is), fix: "keep it as it was"}, true
	}
	return explanation{}, false
}

// mergesLists reports whether a difference is about how lists are merged.
func mergesLists(d *difference) bool {
	return d.is("type") && slices.Contains([]string{"list", "keys"}, d.Path[len(d.Path)-1])
}
