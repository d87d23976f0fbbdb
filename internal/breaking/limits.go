package breaking

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/quantity"
)

// limitRules are about the values that a field accepts.
func limitRules() []Rule {
	return []Rule{
		{Code: "CB004", run: narrowed},
	}
}

// narrowed explains limits that are tighter than before, and new fields that old files lack.
func narrowed(c *comparison) []explanation {
	found := slices.Concat(each(tighter)(c), each(closedGate)(c))
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
	case limit == "gates" && c.corrected(list[string](d.Old), list[string](d.New)):
		e.level = Warning
		e.message = fmt.Sprintf("%s has a feature gate of nearly the same name: %s", name, changed(d))
		e.fix = "make sure that the component has had the gate under the new name all the time"
		return e, true
	case limit == "secretFile":
		file := descriptor.Identity{Kind: d.Of.Kind, Field: valueText(d.New)}
		e.message = fmt.Sprintf("%s and %s exclude each other now, and files that set both are refused", name, c.name(file))
		return e, c.old.facts[file] != nil
	}
	return e, true
}

// corrected reports whether gates are others by a letter. The former, which nobody declares, may never have existed.
func (c *comparison) corrected(old, new []string) bool {
	return len(old) == len(new) && !slices.ContainsFunc(old, func(gate string) bool {
		_, distance := diag.Nearest(gate, new)
		declared := len(get[descriptor.Gate](c.old, descriptor.Identity{Gate: gate}).Stages) > 0
		return distance < 0 || distance > 1 || declared
	})
}

// wasSettable reports whether users could set a field: one in a struct of flags needs a flag.
func (c *comparison) wasSettable(d *difference) bool {
	return !isField(d.Of) || c.new.kind(d.Of.Kind).Scope != descriptor.FlagsOf ||
		slices.ContainsFunc(c.old.rows, func(row descriptor.Row) bool {
			return isFlag(row.Identity) && row.Kind == d.was.Kind && row.Field != "" && inside(d.was.Field, row.Field)
		})
}

// closedGate explains a feature gate that is off by default now, or can no longer be turned on. The finding is about
// the objects that the gate guarded before. For objects that it guards since then, the gate is a tighter limit.
func closedGate(c *comparison, d *difference) (explanation, bool) {
	stages := func(value any) (last descriptor.Stage) {
		if all := list[descriptor.Stage](value); len(all) > 0 {
			last = all[len(all)-1]
		}
		return last
	}
	was, is := stages(d.Old), stages(d.New)
	off, stuck := was.Default && !is.Default, is.Locked && !is.Default && !(was.Locked && !was.Default)
	if d.Of.Gate == "" || !d.is("stages") || was.Stage == "" || !off && !stuck {
		return explanation{}, false
	}
	guards := func(facts any) bool {
		field, _ := facts.(*descriptor.Field)
		needs := func(value descriptor.Value) bool { return slices.Contains(value.Gates, d.Of.Gate) }
		return field != nil && (slices.Contains(field.Gates, d.Of.Gate) || slices.ContainsFunc(field.Type.Values, needs))
	}
	var guarded []string
	for _, row := range c.old.rows {
		if of := c.newIdentity(row.Identity); guards(row.Facts) && guards(c.new.facts[of]) {
			guarded = append(guarded, c.name(of))
		}
	}
	if len(guarded) == 0 {
		return explanation{}, false
	}
	e := explanation{fix: "keep its default until the next version", message: fmt.Sprintf(
		"the feature gate %s is disabled by default now, and without it %s is refused", d.Of.Gate, guarded[0])}
	if stuck {
		e.message = fmt.Sprintf("the feature gate %s can no longer be enabled, and %s is refused", d.Of.Gate, guarded[0])
		e.fix = "deprecate what it guards first"
	}
	if more := len(guarded) - 1; more > 0 {
		e.message += elsewhere(more)
	}
	return e, true
}

// isLimit reports whether a fact says which values are accepted, or which machines.
func isLimit(d *difference) bool {
	about := isField(d.Of) || isVersionField(d.Of)
	return about && (d.is("gates", "file", "port", "secretFile") || d.is("type") && !isShape(d) && !mergesLists(d))
}

// echoes reports whether another difference says the same. If the fields of versions have lost values of an
// enumeration, too, the difference of the versions says it, and also that there is an enumeration.
func echoes(c *comparison, d *difference) bool {
	switch d.Path[len(d.Path)-1] {
	case "values":
		return isField(d.Of) && slices.ContainsFunc(c.differences, func(other *difference) bool {
			return isVersionField(other.Of) && c.new.fieldOf(other.Of) == d.Of && slices.Equal(other.Path, d.Path) &&
				looser(other) == looser(d)
		})
	case "gates": // of a struct around the field
		outer := descriptor.Identity{Kind: d.Of.Kind, Field: parent(d.Of.Field)}
		return outer.Field != "" && slices.ContainsFunc(c.differences, func(other *difference) bool {
			return other.Of == outer && other.is("gates") && reflect.DeepEqual(list[string](other.New), list[string](d.New)) &&
				reflect.DeepEqual(list[string](other.Old), list[string](d.Old))
		})
	case "enum":
		values := append(slices.Clone(d.Path[:len(d.Path)-1]), "values")
		return slices.ContainsFunc(c.differences, func(other *difference) bool {
			return other.Of == d.Of && slices.Equal(other.Path, values) && !echoes(c, other)
		})
	}
	return false
}

// looser reports whether a limit accepts at least the values that it accepted before.
func looser(d *difference) bool {
	switch limit := d.Path[len(d.Path)-1]; limit {
	case "optional":
		return d.New == true
	case "file":
		file, _ := d.New.(*descriptor.File)
		return file == nil || *file == descriptor.File{}
	case "kind":
		return isZero(d.New) || d.Old == descriptor.Executable && d.New == descriptor.RegularFile
	case "access":
		return strings.Trim(valueText(d.New), valueText(d.Old)) == ""
	case "networks":
		return subset(networks(d.New), networks(d.Old))
	case "address": // only one address has to be free
		return isZero(d.Old)
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

// networks returns the networks of a port check.
func networks(value any) []string {
	if all := list[string](value); len(all) > 0 {
		return all
	}
	return []string{"tcp"}
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
