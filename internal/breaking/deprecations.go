package breaking

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
)

// deprecationRules are about deprecations, removals after them, and new names. They precede the rules about removals.
func deprecationRules() []Rule {
	return []Rule{
		{Code: "CB018", run: atOnce},
		{Code: "CB022", run: reused},
		{Code: "CB016", run: each(lessStable)},
		{Code: "CB017", run: each(unexplained)},
		{Code: "CB019", run: overdue},
	}
}

// atOnce finds objects that are removed in the release that deprecates them. Other rules decide whether they may be
// removed at all.
func atOnce(c *comparison) []explanation {
	var found []explanation
	for _, d := range c.open((*difference).gone) {
		since := deprecation(d.before).Since
		if isVersionField(d.was) {
			since = deprecation(c.old.facts[c.old.fieldOf(d.was)]).Since
		}
		if passed, known := group.ReleasesBetween(since, c.new.Release); !known || passed > 0 || c.track(d) == alpha {
			continue
		}
		itself := *d // so that the others look at it, too
		found = append(found, explanation{
			of: []*difference{&itself},
			message: fmt.Sprintf("%s is deprecated and gone in %s, so no release has announced it", c.name(d.was),
				c.new.Release),
			fix: "keep it in this release",
		})
	}
	return found
}

// reused explains removed names that have a new meaning, and removed tombstones, whose names the next change could use.
// The tombstones of a kind are removed with it.
func reused(c *comparison) []explanation {
	found := each(back)(c)
	for _, d := range c.open(func(d *difference) bool { return d.gone() && d.was.Removed }) {
		again := slices.ContainsFunc(found, func(e explanation) bool {
			return slices.Contains(tombstonesOfNew(e.of[0]), d.was)
		})
		if !again && c.lives(d.was.Kind) {
			found = append(found, explanation{of: []*difference{d},
				message: fmt.Sprintf("%s is gone, so that nothing keeps its name from being used again", c.name(d.was)),
				fix:     "keep the tombstone"})
		}
	}
	return found
}

// lives reports whether the newer API has a kind; without a name, whether it has anything.
func (c *comparison) lives(kind string) bool {
	return slices.ContainsFunc(c.new.Kinds, func(k descriptor.Kind) bool { return kind == "" || k.Name == kind })
}

// back explains a name that is back.
func back(c *comparison, d *difference) (explanation, bool) {
	for _, stone := range tombstonesOfNew(d) {
		facts := c.old.facts[stone]
		if facts == nil {
			facts = c.new.facts[stone]
		}
		if facts, ok := facts.(*descriptor.Tombstone); ok {
			return explanation{
				message: fmt.Sprintf("the %s is back with another meaning: %s had removed it", removed(stone), facts.Removed),
				fix:     "choose another name, and keep the tombstone",
			}, true
		}
	}
	return explanation{}, false
}

// tombstonesOfNew are the tombstones that something new can have: an object, the name of one, a value, or a gate.
func tombstonesOfNew(d *difference) []descriptor.Identity {
	var found []descriptor.Identity
	field, _ := d.New.(*descriptor.Field)
	values, isValues := d.New.([]descriptor.Value)
	switch {
	case d.added() && field != nil:
		return tombstonesOfGates(field.Gates, nil)
	case d.added() || d.is("path", "flag"):
		return tombstonesOf(d.Of)
	case isValues && isVersionField(d.Of):
		for _, value := range values {
			same := func(was descriptor.Value) bool { return was.Value == value.Value }
			if !slices.ContainsFunc(list[descriptor.Value](d.Old), same) {
				found = append(found, descriptor.Identity{
					Removed: true, Kind: d.Of.Kind, Path: d.Of.Path, Value: value.Value,
				})
			}
		}
	case d.is("gates"):
		return tombstonesOfGates(list[string](d.New), list[string](d.Old))
	}
	return found
}

// tombstonesOfGates are the tombstones that new feature gates can have.
func tombstonesOfGates(gates, known []string) []descriptor.Identity {
	var found []descriptor.Identity
	for _, gate := range gates {
		if !slices.Contains(known, gate) {
			found = append(found, descriptor.Identity{Removed: true, Gate: gate})
		}
	}
	return found
}

// lessStable explains flags that are deprecated in favor of a field that is less stable.
func lessStable(c *comparison, d *difference) (explanation, bool) {
	use := deprecation(d.after).Use
	if d.Of.Flag == "" || !d.is("warning", "deprecated") || isZero(d.New) || use == "" {
		return explanation{}, false
	}
	var best track
	var field descriptor.Identity
	for _, row := range c.new.rows {
		if row.Kind != d.Of.Kind || row.Path != use || row.Removed {
			continue
		}
		field = c.new.fieldOf(row.Identity)
		if t := trackOf(row.Version); best == "" || rank(t) > rank(best) {
			best = t
		}
	}
	is := c.track(d)
	gates := get[descriptor.Field](c.new, field).Gates
	guarded := len(gates) > 0 && !slices.Equal(gates, get[descriptor.Field](c.new, c.field(d.Of)).Gates)
	what := fmt.Sprintf("which is %s, and the flag is %s", best, is)
	if guarded {
		what = "which the feature gate " + strings.Join(gates, ",") + " guards"
	}
	return explanation{
		message: fmt.Sprintf("--%s is deprecated in favor of %s, %s", d.Of.Flag, use, what),
		fix:     "deprecate it when the field is as stable as the flag",
	}, best != "" && (rank(best) < rank(is) || guarded)
}

func rank(t track) int { return slices.Index([]track{alpha, beta, ga}, t) }

// replaces matches words that tell what to use instead, or that nothing is needed.
var replaces = regexp.MustCompile(`(?i)--[a-z]|\b(use|set|see|switch|move|instead|replace|replaced|replacement|` +
	`config|configuration|configure|no effect|no longer|ignored|nothing|unused)\b`)

// unexplained explains deprecations that leave users alone.
func unexplained(c *comparison, d *difference) (explanation, bool) {
	e := explanation{
		message: c.name(d.Of) + " is deprecated, and users are not told what to use instead",
		fix:     `add use: "..." to the marker`,
	}
	switch {
	case isZero(d.New) || d.Path == nil:
		return e, false
	case isVersion(d.Of) && d.is("doc"):
		doc := d.New.(string)
		_, paragraph, _ := strings.Cut("\n"+doc, "\nDeprecated: ")
		e.fix = "name the version that replaces it after Deprecated:"
		return e, deprecatedInDoc(doc) && !deprecatedInDoc(d.Old.(string)) && !replaces.MatchString(paragraph) &&
			!versionName.MatchString(paragraph)
	case deprecation(d.after).Use != "":
		return e, false
	case isFlag(d.Of) && d.is("warning"):
		return e, !replaces.MatchString(d.New.(string))
	}
	field, _ := d.after.(*descriptor.Field)
	return e, isField(d.Of) && d.Fact() == "deprecated" && !(deprecatedInDoc(field.Doc) && replaces.MatchString(field.Doc))
}

// versionName matches the name of a version in a text.
var versionName = regexp.MustCompile(`\bv[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?\b`)

// overdue finds what should have been removed. It is not a change: it is there in the newer API, whatever was before.
func overdue(c *comparison) []explanation {
	var found []explanation
	for _, row := range c.new.rows {
		removal := deprecation(row.Facts).Removal
		if order, ok := group.CompareReleases(c.new.Release, removal); !ok || order < 0 {
			continue
		}
		itself := &difference{was: row.Identity}
		itself.Of = row.Identity
		found = append(found, explanation{
			of: []*difference{itself},
			message: fmt.Sprintf("%s should have been removed in %s, and the release in development is %s",
				c.name(row.Identity), removal, c.new.Release),
			fix: "remove it and write a +tombstone, or announce a later release",
		})
	}
	return found
}

// unapproved explains new flags without an approval: each flag stays for years.
func unapproved(c *comparison, d *difference) (explanation, bool) {
	registered, isRegistered := d.New.(descriptor.Registered)
	missing := " and not approved"
	if c.track(d) == alpha {
		missing = "" // nobody has to approve it
	}
	switch now := member[string](d.after, "Approved"); {
	case !isFlag(d.Of) || d.added() && (now != "" || ignored(d.Of)):
	case d.added() && d.Of.Func != "":
		return explanation{message: c.name(d.Of) + " are new" + missing,
			fix: `specify who did: +flagsFrom(approved: "...")`}, true
	case d.added():
		return explanation{message: c.name(d.Of) + " is new" + missing,
			fix: `set the value in files only, or specify who agreed: +flag(approved: "...")`}, true
	case isRegistered && d.Old == nil && c.tellsFlags(d) && (now == "" || now == member[string](d.before, "Approved")):
		return explanation{
			message: fmt.Sprintf("--%s%s is new among %s%s", d.after.(*descriptor.Registration).Prefix,
				registered.Name, c.name(d.Of), missing),
			fix: "specify who agreed in the argument approved of +flagsFrom",
		}, true
	}
	return explanation{}, false
}

// tellsFlags reports whether both APIs tell which flags a function registers.
func (c *comparison) tellsFlags(d *difference) bool {
	return len(get[descriptor.Registration](c.old, d.was).Flags) > 0 &&
		len(get[descriptor.Registration](c.new, d.Of).Flags) > 0
}
