package breaking

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/configapi"
	"github.com/configgen/configgen/internal/group"
)

// kindRules are about groups, kinds and versions.
func kindRules() []Rule {
	return []Rule{
		{"CB007", Compatible, Error, Error, goneKinds},
		{"CB008", Warning, Error, Error, each(meaning)},
	}
}

// goneKinds explains kinds that are gone, with all that was in them.
func goneKinds(c *comparison) []explanation {
	var found []explanation
	for _, d := range c.left(func(d *difference) bool { return isGroup(d) && d.fact == "group" }) {
		found = append(found, explanation{of: []*difference{d}, level: ofGroup(c),
			message: fmt.Sprintf("the group %s is now called %s, and files of the former are refused",
				orNone(d.was), orNone(d.is)),
			fix: "keep the name, or serve both"})
	}
	for _, d := range c.left(func(d *difference) bool { return isKind(d) && d.gone() }) {
		e := explanation{of: []*difference{d}, message: name(d.old) + " is gone, and files that name it are refused",
			fix: "keep it until its deprecation is over, and deprecate it first"}
		e.of = append(e.of, c.left(func(other *difference) bool {
			return isField(other) && other.gone() && other.key.Version == d.key.Version && other.key.Kind == d.key.Kind
		})...)
		e.of = append(e.of, c.lostSettings(d.key.Kind, "")...)
		if deprecatedInDoc(d.before["doc"]) && trackOf(d.old.Version) != alpha {
			e.level, e.fix = c.afterDeprecation("window "+strings.ToLower(string(trackOf(d.old.Version))), d.before)
			e.message = name(d.old) + " was deprecated and is gone"
		}
		found = append(found, e)
	}
	return found
}

// ofGroup is the level of a change of the whole group.
func ofGroup(c *comparison) Level {
	if c.mostStable("") == alpha {
		return Warning
	}
	return Error
}

// lostSettings are the facts of settings of a field, and of those in it, which no version of the kind has any more. The
// path is empty for all fields.
func (c *comparison) lostSettings(kind, path string) []*difference {
	whole := !slices.ContainsFunc(c.new, func(o configapi.Object) bool { return o.Kind == kind && o.Version != "" })
	return c.left(func(d *difference) bool {
		if d.key.Kind != kind || d.key.Setting == "" || d.is != "" || d.fact == "" && !d.gone() {
			return false
		}
		known := whole || exists(c.old, kind, d.old.Setting)
		return (path == "" || inside(d.old.Setting, path)) && known && !exists(c.new, kind, d.key.Setting)
	})
}

// exists reports whether any version of a kind has a field.
func exists(s configapi.Snapshot, kind, path string) bool {
	return slices.ContainsFunc(s, func(o configapi.Object) bool { return o.Kind == kind && o.Field == path && path != "" })
}

// deprecatedInDoc reports whether a comment has a paragraph that says that something is deprecated.
func deprecatedInDoc(doc string) bool { return strings.Contains("\n"+doc, "\nDeprecated: ") }

// afterDeprecation is the level of the end of something that was deprecated in the older API; empty for that of the
// rule. If the deprecation does not name its release, only the releases between the two APIs are counted.
func (c *comparison) afterDeprecation(window string, before map[string]string) (Level, string) {
	api := c.after[configapi.Key{}]
	needed, err := strconv.Atoi(api[window])
	since := before["deprecated since"]
	passed, counted := group.ReleasesBetween(since, api["release"])
	between, known := group.ReleasesBetween(c.before[configapi.Key{}]["release"], api["release"])
	early, announced := group.CompareReleases(api["release"], before["removal"])
	switch {
	case announced && early < 0:
		return "", "keep it until " + before["removal"] + ", as announced"
	case err != nil:
		return Warning, "keep it for as many releases as +configgen:api promises"
	case needed == 0 || counted && passed >= needed || known && between >= needed:
		return Compatible, ""
	case counted:
		return "", fmt.Sprintf("keep it for %d releases after its deprecation in %s", needed, since)
	}
	return Warning, fmt.Sprintf("make sure that it was deprecated for %d releases; compare with a snapshot of that age "+
		"to prove it", needed)
}

// meaning explains facts about how files are read.
func meaning(c *comparison, d *difference) (explanation, bool) {
	was, is := orNone(d.was), orNone(d.is)
	switch {
	case d.fact == "" || d.fact == renamed:
	case isGroup(d) && d.fact == "loader" && d.is == "":
		return explanation{message: "files are no longer loaded by the runtime library, which is strict",
			fix: "keep loader: true in +configgen:output"}, true
	case isKind(d) && d.fact == "zeros kept":
		return explanation{message: fmt.Sprintf("a zero in a file of %s means something else now: zeros kept was %s and "+
			"is %s", name(d.key), was, is), fix: "keep +config as it was"}, true
	case isKind(d) && d.fact == "header optional" && d.is == "":
		return explanation{message: "files of " + name(d.key) + " must have apiVersion and kind now",
			fix: "accept files without them"}, true
	case isKind(d) && d.fact == "scope":
		return explanation{message: fmt.Sprintf("%s was read from the %s file and is read from the %s file", name(d.key), was,
			is), fix: "keep the scope of +config"}, true
	case isField(d) && d.fact == "pointer" && scalar(c.after[d.key]["type"]):
		return pointer(c, d), true
	case d.fact == "precedence":
		return explanation{message: fmt.Sprintf("%s: files and flags are combined in another way: +precedence was %s "+
			"and is %s", name(d.key), was, is), fix: "keep +precedence"}, true
	case replacesList(d):
	case strings.HasSuffix(d.fact, "listType") || strings.HasSuffix(d.fact, "listMapKey"):
		return explanation{message: fmt.Sprintf("%s: lists of several files are merged in another way: %s was %s and is %s",
			name(d.key), d.fact, was, is), fix: "keep it as it was"}, true
	}
	return explanation{}, false
}

// replacesList reports whether a list is replaced as a whole before and after: with atomic, or without a marker.
func replacesList(d *difference) bool {
	whole := func(kind string) bool { return kind == "" || kind == "atomic" }
	return strings.HasSuffix(d.fact, "listType") && whole(d.was) && whole(d.is)
}

// pointer explains that a field has become a pointer in Go, or has ceased to be one: that decides whether a zero can be
// told from a field that is not set.
func pointer(c *comparison, d *difference) explanation {
	message := name(d.key) + ": a zero in a file now means that the field is not set, and gets its default"
	if d.is != "" {
		message = name(d.key) + ": a zero in a file is now a value, and no longer gets the default"
	}
	return explanation{of: ofSame(c, d, "go type"), message: message, fix: "keep the type in Go"}
}

// scalar reports whether a type has a zero that a file can say. Objects, lists and maps do not: an empty one is the
// same with a pointer and without.
func scalar(text string) bool {
	return text != "object" && !strings.HasPrefix(text, "list of ") && !strings.HasPrefix(text, "map of ")
}

// orNone is a value, or none.
func orNone(value string) string {
	if value == "" {
		return "none"
	}
	return value
}
