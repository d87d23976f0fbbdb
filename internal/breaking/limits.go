package breaking

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/quantity"
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
	for _, d := range c.open(func(d *difference) bool { return isVersionField(d.Of) && d.added() && c.newInOldKind(d) }) {
		field := c.new.fieldOf(d.Of)
		limit := c.refusedZero(d.Of, nil)
		e := explanation{fix: "make it optional, with a default"}
		switch required := typeIn(d.after).Required || get[descriptor.Field](c.new, field).Type.Required; {
		case required && !c.alwaysSet(d.Of):
			e.message = c.name(d.Of) + " is new and required, so files without it are refused"
		case limit != "":
			e.message = fmt.Sprintf("%s is new, and files without it are refused: %s", c.name(d.Of), limit)
		default:
			continue
		}
		e.of = append([]*difference{d}, c.open(func(d *difference) bool { return d.Of == field && d.added() })...)
		found = append(found, e)
	}
	return found
}

// tighter explains a limit that refuses what was accepted.
func tighter(c *comparison, d *difference) (explanation, bool) {
	if !isLimit(d) || looser(d) || echoes(c, d) || isZero(d.Old) && c.knownLimit(d) || !c.wasSettable(d) {
		return explanation{}, false
	}
	name := c.name(d.Of)
	e := explanation{message: fmt.Sprintf("%s accepts less than before: %s", name, changed(d)),
		fix: "keep what was accepted in this version"}
	switch limit := d.Path[len(d.Path)-1]; {
	case limit == "optional":
		limit := c.refusedZero(d.Of, d.Path[1:len(d.Path)-1])
		e.message = fmt.Sprintf("%s is no longer optional, and what is not set is refused: %s", name, limit)
		return e, limit != ""
	case limit == "required" && len(d.Path) == 2 && c.alwaysSet(d.Of):
		flags := c.flagsOf(d)
		e.level = Warning
		e.message = fmt.Sprintf("%s is required now: files get its default, and a command line that sets it to nothing by "+
			"%s is refused", name, strings.Join(flags, " or "))
		return e, len(flags) > 0
	}
	return e, true
}

// wasSettable reports whether users could set a field: one in a struct of flags needs a flag.
func (c *comparison) wasSettable(d *difference) bool {
	return !isField(d.Of) || c.new.kind(d.Of.Kind).Scope != descriptor.FlagsOf ||
		slices.ContainsFunc(c.old.rows, func(row descriptor.Row) bool {
			return isFlag(row.Identity) && row.Kind == d.was.Kind && row.Field != "" && inside(d.was.Field, row.Field)
		})
}

// isLimit reports whether a fact says which values are accepted.
func isLimit(d *difference) bool {
	about := isField(d.Of) || isVersionField(d.Of)
	return about && (d.is("gates") || d.is("type") && !isShape(d) && !mergesLists(d))
}

// echoes reports whether another difference tells the same: the values of an enumeration are those of the fields of
// versions, if there are some. They tell that there is an enumeration.
func echoes(c *comparison, d *difference) bool {
	versioned := isField(d.Of) && len(c.new.versions[d.Of]) > 0
	switch d.Path[len(d.Path)-1] {
	case "values":
		return versioned
	case "enum":
		values := append(slices.Clone(d.Path[:len(d.Path)-1]), "values")
		return !versioned && slices.ContainsFunc(c.differences, func(other *difference) bool {
			return other.Of == d.Of && slices.Equal(other.Path, values)
		})
	}
	return false
}

// looser reports whether a limit accepts at least what it accepted before.
func looser(d *difference) bool {
	switch limit := d.Path[len(d.Path)-1]; limit {
	case "optional":
		return d.New == true
	case "gates", "formats", "others":
		return subset(list[string](d.New), list[string](d.Old))
	case "conditions":
		return subset(list[descriptor.Condition](d.New), list[descriptor.Condition](d.Old))
	case "values":
		return allows(list[descriptor.Value](d.New), list[descriptor.Value](d.Old))
	default:
		switch order, known := quantity.Compare(valueText(d.New), valueText(d.Old)); {
		case isZero(d.New) || d.New == d.Old:
			return true
		case isZero(d.Old):
			return false
		case strings.HasPrefix(limit, "min"):
			return known && order <= 0
		case strings.HasPrefix(limit, "max"):
			return known && order >= 0
		}
		return false
	}
}

// isZero reports whether an API does not have a fact.
func isZero(value any) bool { return value == nil || reflect.ValueOf(value).IsZero() }

// list is a fact that is a list; nil if an API does not have it.
func list[T any](value any) []T {
	all, _ := value.([]T)
	return all
}

// subset reports whether all items of a list are in another one.
func subset[T any](list, of []T) bool {
	return !slices.ContainsFunc(list, func(item T) bool {
		return !slices.ContainsFunc(of, func(known T) bool { return reflect.DeepEqual(known, item) })
	})
}

// allows reports whether an enumeration, which is empty for none, allows all values of another one, under no other
// gates.
func allows(now, before []descriptor.Value) bool {
	if len(now) == 0 || len(before) == 0 {
		return len(now) == 0
	}
	return !slices.ContainsFunc(before, func(was descriptor.Value) bool {
		return !slices.ContainsFunc(now, func(is descriptor.Value) bool {
			return is.Value == was.Value && subset(is.Gates, was.Gates)
		})
	})
}
