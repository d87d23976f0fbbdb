package breaking

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/configgen/configgen/internal/configapi"
)

// limitRules are about the values that a field accepts.
func limitRules() []Rule {
	return []Rule{
		{"CB004", Warning, Error, Error, narrowed},
	}
}

// narrowed explains limits that are tighter than before, and new fields that old files lack.
func narrowed(c *comparison) []explanation {
	found := each(tighter)(c)
	for _, d := range c.left(func(d *difference) bool { return isField(d) && d.added() && c.newInOldKind(d) }) {
		setting := configapi.Key{Kind: d.key.Kind, Setting: d.key.Field}
		limit := c.refusedZero(d.key, "")
		e := explanation{fix: "make it optional, with a default"}
		switch required := d.after["required"] != "" || c.after[setting]["required"] != ""; {
		case required && !c.alwaysSet(d.key):
			e.message = name(d.key) + " is new and required, so files without it are refused"
		case limit != "":
			e.message = fmt.Sprintf("%s is new, and files without it are refused: %s", name(d.key), limit)
		default:
			continue
		}
		e.of = append([]*difference{d}, c.left(func(d *difference) bool { return d.key == setting && d.added() })...)
		found = append(found, e)
	}
	return found
}

// tighter explains a limit that refuses what was accepted.
func tighter(c *comparison, d *difference) (explanation, bool) {
	e := explanation{message: fmt.Sprintf("%s accepts less than before: %s", name(d.key), changed(d.fact, d.was, d.is)),
		fix: "keep what was accepted in this version"}
	if !limits(d) || looser(d) || d.was == "" && c.knownLimit(d) {
		return e, false
	}
	if prefix, optional := strings.CutSuffix(d.fact, "optional"); optional {
		limit := c.refusedZero(d.key, prefix)
		e.message = fmt.Sprintf("%s is no longer optional, and what is not set is refused: %s", name(d.key), limit)
		return e, limit != ""
	}
	if flags := c.flagsOf(d); d.fact == "required" && c.alwaysSet(d.key) {
		e.level = Warning
		e.message = fmt.Sprintf("%s is required now: files get its default, and a command line that sets it to nothing by "+
			"%s is refused", name(d.key), strings.Join(flags, " or "))
		return e, len(flags) > 0
	}
	return e, true
}

// limits reports whether a fact says which values are accepted.
func limits(d *difference) bool {
	if d.fact == "" || d.fact == renamed || isFlag(d) || isKind(d) || isGroup(d) {
		return false
	}
	return slices.Contains([]string{"values", "gates"}, d.fact) || configapi.Limits(d.fact)
}

// looser reports whether a limit accepts at least what it accepted before.
func looser(d *difference) bool {
	last := lastWord(d.fact)
	switch {
	case last == "optional":
		return d.is != ""
	case d.fact == "gates":
		return subset(d.is, d.was)
	case d.fact == "values":
		return d.is == "" || d.was != "" && allows(d.is, d.was)
	case d.is == "" || d.is == d.was:
		return true
	case d.was == "":
		return false
	case strings.HasPrefix(last, "k8s:min"):
		order, ok := compare(d.is, d.was)
		return ok && order <= 0
	case strings.HasPrefix(last, "k8s:max"):
		order, ok := compare(d.is, d.was)
		return ok && order >= 0
	}
	return false
}

// subset reports whether all names of a list are in another one.
func subset(list, of string) bool {
	all := strings.Split(of, ",")
	missing := func(s string) bool { return !slices.Contains(all, s) }
	return list == "" || !slices.ContainsFunc(strings.Split(list, ","), missing)
}

// allows reports whether an enumeration allows all values of another one, under no other gates.
func allows(now, before string) bool {
	is := map[string]string{}
	for text := range strings.SplitSeq(now, ",") {
		value, gates := guarded(text)
		is[value] = gates
	}
	for text := range strings.SplitSeq(before, ",") {
		value, was := guarded(text)
		if gates, known := is[value]; !known || !subset(gates, was) {
			return false
		}
	}
	return true
}

// guarded splits a value of an enumeration, as in Random (RandomOrder), from the list of its gates.
func guarded(text string) (value, gates string) {
	value, gates, _ = strings.Cut(text, " (")
	return value, strings.ReplaceAll(strings.TrimSuffix(gates, ")"), ") (", ",")
}

// compare compares two numbers, durations or quantities.
func compare(a, b string) (int, bool) {
	p, errP := time.ParseDuration(a)
	q, errQ := time.ParseDuration(b)
	if errP == nil && errQ == nil {
		return cmp.Compare(p, q), true
	}
	x, okX := quantity(a)
	y, okY := quantity(b)
	return x.Cmp(y), okX && okY
}

// multiples are the suffixes of quantities. Source: package k8s.io/apimachinery/pkg/api/resource.
var multiples = map[string]*big.Rat{
	"": big.NewRat(1, 1), "n": big.NewRat(1, 1e9), "u": big.NewRat(1, 1e6), "m": big.NewRat(1, 1e3),
	"k": big.NewRat(1e3, 1), "M": big.NewRat(1e6, 1), "G": big.NewRat(1e9, 1), "T": big.NewRat(1e12, 1),
	"P": big.NewRat(1e15, 1), "E": big.NewRat(1e18, 1),
	"Ki": big.NewRat(1<<10, 1), "Mi": big.NewRat(1<<20, 1), "Gi": big.NewRat(1<<30, 1), "Ti": big.NewRat(1<<40, 1),
	"Pi": big.NewRat(1<<50, 1), "Ei": big.NewRat(1<<60, 1),
}

// quantity is the value of a number, which may have the suffix of a quantity.
func quantity(text string) (*big.Rat, bool) {
	number := strings.TrimRight(text, "numkKMGTPEi")
	value, ok := new(big.Rat).SetString(number)
	multiple, known := multiples[text[len(number):]]
	if !ok || !known {
		return new(big.Rat), false
	}
	return value.Mul(value, multiple), true
}
