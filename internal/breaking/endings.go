package breaking

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/configapi"
	"github.com/configgen/configgen/internal/group"
)

// endingRules are about deprecations, what comes after them, and names that are new. They come before the rules about
// what is gone.
func endingRules() []Rule {
	return []Rule{
		{"CB018", Compatible, Warning, Error, atOnce},
		{"CB022", Error, Error, Error, reused},
		{"CB016", Compatible, Warning, Error, each(lessStable)},
		{"CB017", Warning, Error, Error, each(unexplained)},
		{"CB019", Compatible, Warning, Warning, overdue},
	}
}

// atOnce finds what is gone in the release that deprecates it. Whether it may be gone at all is what other rules say.
func atOnce(c *comparison) []explanation {
	var found []explanation
	release := c.after[configapi.Key{}]["release"]
	for _, d := range c.left((*difference).gone) {
		since := d.before["deprecated since"]
		if isField(d) {
			since = c.before[configapi.Key{Kind: d.old.Kind, Setting: d.old.Field}]["deprecated since"]
		}
		if passed, known := group.ReleasesBetween(since, release); !known || passed > 0 || c.track(d) == alpha {
			continue
		}
		itself := *d // so that the others look at it, too
		found = append(found, explanation{
			of:      []*difference{&itself},
			message: fmt.Sprintf("%s is deprecated and gone in %s, so no release has announced it", name(d.old), release),
			fix:     "keep it in this release",
		})
	}
	return found
}

// reused explains names that mean something new after what they meant was removed, and tombstones that are gone, so
// that the next change could use their names. Those of a kind go with it.
func reused(c *comparison) []explanation {
	found := each(back)(c)
	for _, d := range c.left(func(d *difference) bool { return d.gone() && d.old.Tombstone != "" }) {
		again := slices.ContainsFunc(found, func(e explanation) bool {
			return slices.Contains(tombstonesOfNew(e.of[0]), d.old)
		})
		if !again && c.lives(d.old.Kind) {
			found = append(found, explanation{of: []*difference{d},
				message: fmt.Sprintf("%s is gone, so that nothing keeps its name from being used again", name(d.old)),
				fix:     "keep the tombstone"})
		}
	}
	return found
}

// lives reports whether the newer API has a kind; without a name, whether it has anything.
func (c *comparison) lives(kind string) bool {
	return slices.ContainsFunc(c.new, func(o configapi.Object) bool {
		return o.Key != configapi.Key{} && o.Tombstone == "" && (kind == "" || o.Kind == kind)
	})
}

// back explains a name that is back.
func back(c *comparison, d *difference) (explanation, bool) {
	for _, key := range tombstonesOfNew(d) {
		facts := c.before[key]
		if facts == nil {
			facts = c.after[key]
		}
		if facts != nil {
			return explanation{
				message: fmt.Sprintf("the %s is back with another meaning: %s had removed it", key.Tombstone, facts["removed"]),
				fix:     "choose another name, and keep the tombstone",
			}, true
		}
	}
	return explanation{}, false
}

// tombstonesOfNew are the tombstones that something new can have: an object, the name of one, a value, or a gate.
func tombstonesOfNew(d *difference) []configapi.Key {
	var keys []configapi.Key
	switch {
	case d.added() && isSetting(d.key):
		keys = tombstonesOfGates(onlyIn(d.after["gates"], "")...)
	case d.added() || d.fact == renamed:
		keys = tombstonesOf(d.key)
	case d.fact == "values":
		for _, text := range onlyIn(d.is, d.was) {
			value, _, _ := strings.Cut(text, " ") // without its gates
			keys = append(keys, tombstoneKey(d.key.Kind, group.Tombstone{Path: d.key.Field, Value: value}))
		}
	case d.fact == "gates":
		keys = tombstonesOfGates(onlyIn(d.is, d.was)...)
	}
	return keys
}

// tombstonesOfGates are the tombstones that feature gates can have.
func tombstonesOfGates(gates ...string) []configapi.Key {
	var keys []configapi.Key
	for _, gate := range gates {
		keys = append(keys, tombstoneKey("", group.Tombstone{Gate: gate}))
	}
	return keys
}

// lessStable explains flags that are deprecated in favor of a field that is less stable.
func lessStable(c *comparison, d *difference) (explanation, bool) {
	use := c.after[d.key]["use"]
	if d.key.Flag == "" || d.fact != "deprecated" && d.fact != "use" || d.is == "" || use == "" {
		return explanation{}, false
	}
	kind, sets, _ := strings.Cut(c.after[d.key]["sets"], " ")
	var best track
	for _, object := range c.new {
		if object.Kind != kind || object.Field != use {
			continue
		}
		if t := trackOf(object.Version); best == "" || rank(t) > rank(best) {
			best = t
		}
	}
	is := c.track(d)
	gates := c.after[configapi.Key{Kind: kind, Setting: use}]["gates"]
	guarded := gates != "" && gates != c.after[configapi.Key{Kind: kind, Setting: sets}]["gates"]
	what := fmt.Sprintf("which is %s, and the flag is %s", best, is)
	if guarded {
		what = "which the feature gate " + gates + " guards"
	}
	return explanation{
		message: fmt.Sprintf("--%s is deprecated in favor of %s, %s", d.key.Flag, use, what),
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
		message: name(d.key) + " is deprecated, and users are not told what to use instead",
		fix:     `add use: "..." to the marker`,
	}
	switch {
	case isKind(d) && d.fact == "doc" && deprecatedInDoc(d.is) && !deprecatedInDoc(d.was):
		_, paragraph, _ := strings.Cut("\n"+d.is, "\nDeprecated: ")
		e.fix = "name the version that replaces it after Deprecated:"
		return e, !replaces.MatchString(paragraph) && !versionName.MatchString(paragraph)
	case d.fact != "deprecated" || d.is == "" || c.after[d.key]["use"] != "":
		return e, false
	case isFlag(d):
		return e, !replaces.MatchString(d.is)
	}
	return e, isSetting(d.key)
}

// versionName matches the name of a version in a text.
var versionName = regexp.MustCompile(`\bv[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?\b`)

// overdue finds what should have been removed. It is not a change: it is there in the newer API, whatever was before.
func overdue(c *comparison) []explanation {
	var found []explanation
	release := c.after[configapi.Key{}]["release"]
	for _, object := range c.new {
		removal := object.Facts["removal"]
		if order, ok := group.CompareReleases(release, removal); !ok || order < 0 {
			continue
		}
		found = append(found, explanation{
			of: []*difference{{key: object.Key, old: object.Key, fact: "removal"}},
			message: fmt.Sprintf("%s should have been removed in %s, and the release in development is %s", name(object.Key),
				removal, release),
			fix: "remove it and write a +tombstone, or announce a later release",
		})
	}
	return found
}

// unapproved explains new flags without an approval: each flag stays for years.
func unapproved(c *comparison, d *difference) (explanation, bool) {
	approved, was := c.after[d.key]["approved"], c.before[d.old]["approved"]
	switch {
	case !isFlag(d) || d.added() && (approved != "" || c.after[d.key]["ignored"] != ""):
	case d.added() && d.key.FlagsFrom != "":
		return explanation{message: name(d.key) + " are new and not approved",
			fix: `write who did: +flagsFrom(approved: "...")`}, true
	case d.added():
		return explanation{message: name(d.key) + " is new and not approved",
			fix: `set the value in files only, or write who agreed: +flag(approved: "...")`}, true
	case d.fact == "registers" && d.was == "" && (approved == "" || approved == was):
		return explanation{
			message: fmt.Sprintf("--%s%s is new among %s and not approved", c.after[d.key]["prefix"], d.is,
				name(d.key)),
			fix: "write who agreed in the argument approved of +flagsFrom",
		}, true
	}
	return explanation{}, false
}

// onlyIn are the names that only the first of two lists has.
func onlyIn(list, other string) []string {
	known := strings.Split(other, ",")
	return slices.DeleteFunc(strings.Split(list, ","), func(s string) bool { return s == "" || slices.Contains(known, s) })
}
