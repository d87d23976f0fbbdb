package breaking

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/configapi"
)

// fieldRules are about the fields of versions.
func fieldRules() []Rule {
	return []Rule{
		{"CB001", Warning, Error, Error, goneFields},
		{"CB002", Warning, Error, Error, each(renamedField)},
		{"CB003", Warning, Error, Error, each(otherType)},
		{"CB005", Warning, Error, Error, each(otherDefault)},
		{"CB006", Warning, Error, Error, each(newDefault)},
		{"CB009", Error, Error, Error, lossy},
	}
}

// goneFields explains fields that are gone, with the fields in them and their settings.
func goneFields(c *comparison) []explanation {
	var found []explanation
	for _, d := range c.left(func(d *difference) bool { return isField(d) && d.gone() }) {
		e := explanation{message: name(d.old) + " is gone, and files that set it are refused",
			fix: "restore it, and leave it out of the next version only"}
		if slices.ContainsFunc(found, func(outer explanation) bool {
			return outer.of[0].old.Kind == d.old.Kind && outer.of[0].old.Version == d.old.Version &&
				inside(d.old.Field, outer.of[0].old.Field)
		}) {
			continue
		}
		e.of = append(e.of, d)
		e.of = append(e.of, c.left(func(other *difference) bool {
			return other != d && isField(other) && other.gone() && other.old.Version == d.old.Version &&
				other.old.Kind == d.old.Kind && inside(other.old.Field, d.old.Field)
		})...)
		e.of = append(e.of, c.lostSettings(d.old.Kind, d.old.Field)...)
		found = append(found, e)
	}
	return found
}

func renamedField(c *comparison, d *difference) (explanation, bool) {
	if !isField(d) || d.fact != renamed {
		return explanation{}, false
	}
	return explanation{
		of:      ofSame(c, d, "go", "go type"),
		message: fmt.Sprintf("%s is now called %s, and files that set it are refused", name(d.old), d.is),
		fix:     "keep the name " + d.was + " in this version",
	}, true
}

func otherType(c *comparison, d *difference) (explanation, bool) {
	if !isField(d) || d.fact != "type" || holds(d.is, d.was) {
		return explanation{}, false
	}
	return explanation{
		of:      ofSame(c, d, "go type", "pointer"),
		message: fmt.Sprintf("%s: the type changed from %s to %s", name(d.key), d.was, d.is),
		fix:     "keep the type, and add a field of the new one",
	}, true
}

// ofSame are the differences of the same object in some facts.
func ofSame(c *comparison, d *difference, facts ...string) []*difference {
	return c.left(func(other *difference) bool { return other.key == d.key && slices.Contains(facts, other.fact) })
}

func otherDefault(c *comparison, d *difference) (explanation, bool) {
	if was, is := statedDefault(d.was), statedDefault(d.is); isField(d) && d.fact == "doc" && was != "" && is != "" {
		known := c.before[d.old]["default"] + c.after[d.key]["default"]
		return explanation{
			level:   Warning,
			message: fmt.Sprintf("%s: its comment says that the default is %s, and said %s", name(d.key), is, was),
			fix:     "keep the default in this version, or correct the comment",
		}, !sameValue(was, is) && known == ""
	}
	return explanation{
			message: fmt.Sprintf("%s: the default changed from %s to %s", name(d.key), d.was, d.is),
			fix:     "keep it in this version, and change it in the next",
		}, isField(d) && d.fact == "default" && d.was != "" && d.is != "" && d.was != configapi.Computed &&
			d.is != configapi.Computed
}

// sameValue reports whether two words of comments mean the same value: a constant in Go has the value at the end of its
// name, as LocalModeClusterCIDR has.
func sameValue(a, b string) bool {
	ends := func(long, short string) bool {
		return strings.HasSuffix(long, short) && strings.ToUpper(short[:1]) == short[:1] && token.IsIdentifier(long)
	}
	return a == b || ends(a, b) || ends(b, a)
}

// defaultWords come before the default in a comment.
var defaultWords = regexp.MustCompile(`(?i)\bdefaults? to |\bdefault( value)? is |\bdefault( value)?: *|\bdefault=`)

// statedDefault is the default that a comment states; empty if it does not state one, or says what it depends on.
func statedDefault(doc string) string {
	at := defaultWords.FindAllStringIndex(doc, -1)
	if len(at) != 1 {
		return ""
	}
	value, _, _ := strings.Cut(doc[at[0][1]:], "\n")
	value, _, _ = strings.Cut(value, " ")
	return strings.Trim(value, "\"'`,.;()")
}

func newDefault(_ *comparison, d *difference) (explanation, bool) {
	what := "has the default " + d.is + " now, and had none"
	if d.is == "" {
		what = "no longer has the default " + d.was
	}
	e := explanation{message: name(d.key) + " " + what, fix: "change defaults in the next version only"}
	if d.was == configapi.Computed || d.is == configapi.Computed { // it may be the same
		e.level, e.message = Warning, fmt.Sprintf("%s: the default may have changed: it was %s and is %s", name(d.key),
			orNone(d.was), orNone(d.is))
	}
	return e, isField(d) && d.fact == "default"
}

// lossy finds new fields that another version of the kind, which existed before, does not have.
func lossy(c *comparison) []explanation {
	var found []explanation
	for _, d := range c.left(func(d *difference) bool { return isField(d) && d.added() && c.newInOldKind(d) }) {
		var missing []string
		for _, object := range c.new {
			sibling := object.Key
			if sibling.Kind != d.key.Kind || sibling.Version == "" || sibling.Field != "" || sibling.Version == d.key.Version {
				continue
			}
			if !c.holdsField(sibling, d) && c.before[sibling] != nil {
				missing = append(missing, sibling.Version)
			}
		}
		if len(missing) > 0 {
			found = append(found, explanation{of: []*difference{d},
				message: fmt.Sprintf("%s is new, and a conversion to %s loses it", name(d.key), strings.Join(missing, " and ")),
				fix:     "add it to " + strings.Join(missing, " and ") + ", too"})
		}
	}
	return found
}

// newInOldKind reports whether a new field is in something that existed before.
func (c *comparison) newInOldKind(d *difference) bool {
	outer := d.key
	outer.Field = parent(d.key.Field)
	for outer.Field != "" && c.after[outer] == nil {
		outer.Field = parent(outer.Field)
	}
	return c.before[outer] != nil || c.isTarget(outer)
}

// holdsField reports whether another version of a kind has a field, by its name in JSON or in Go, or in another place.
func (c *comparison) holdsField(sibling configapi.Key, d *difference) bool {
	moved := c.after[configapi.Key{Kind: d.key.Kind, Setting: d.key.Field}]["moved"]
	for move := range strings.SplitSeq(moved, ",") {
		if version, _, _ := strings.Cut(move, " "); version == sibling.Version && version != "" {
			return true
		}
	}
	for _, object := range c.new {
		if object.Version == sibling.Version && object.Kind == sibling.Kind && object.Field != "" &&
			(object.Field == d.key.Field || object.Facts["go"] == d.after["go"]) {
			return true
		}
	}
	return false
}

// sizes are the bits of numbers, by the name of the type; those of signed types are less than what they are called.
var sizes = map[string]int{
	"int8": 7, "int16": 15, "int32": 31, "int64": 63, "int": 63, "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64,
	"uint": 64,
}

// holds reports whether a type accepts everything that another one does.
func holds(now, before string) bool {
	for {
		was, _, ok := strings.Cut(before, " of ")
		is, _, also := strings.Cut(now, " of ")
		if !ok || !also || was != is || was != "list" {
			break
		}
		before, now = strings.TrimPrefix(before, "list of "), strings.TrimPrefix(now, "list of ")
	}
	signed := !strings.HasPrefix(now, "u") || strings.HasPrefix(before, "u")
	switch {
	case now == before:
		return true
	case sizes[now] > 0 && sizes[before] > 0:
		return signed && sizes[now] >= sizes[before]
	}
	return before == "float32" && now == "float64" || before == "int32" && now == "integer or string"
}
