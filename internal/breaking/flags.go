package breaking

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// flagRules are about command lines.
func flagRules() []Rule {
	return []Rule{
		{Code: "CB010", run: each(goneFlag)},
		{Code: "CB011", run: each(renamedFlag)},
		{Code: "CB012", run: each(otherSyntax)},
		{Code: "CB023", run: each(unapproved)},
		{Code: "CB024", run: each(goneInLibrary)},
		{Code: "CB014", run: each(undeclared)},
		{Code: "CB015", run: each(otherTarget)},
	}
}

func goneFlag(c *comparison, d *difference) (explanation, bool) {
	if registered, ok := d.Old.(descriptor.Registered); ok && d.New == nil && c.tellsFlags(d) {
		return explanation{
			message: fmt.Sprintf("--%s%s is gone from %s, and command lines that use it fail",
				d.before.(*descriptor.Registration).Prefix, registered.Name, c.name(d.Of)),
			fix: "register it with +flag, or keep the older version of the library",
		}, true
	}
	ends := isFlag(d.Of) && d.is("field") && ignored(d.Of) // it is accepted, and has no effect any more
	if !isFlag(d.Of) || !d.gone() && !ends {
		return explanation{}, false
	}
	name, e := c.name(d.was), explanation{}
	deprecated, was, were := member[string](d.before, "Warning") != "", "", ""
	if deprecated {
		was, were = " was deprecated and", " were deprecated and"
	}
	switch {
	case ends:
		e.message = name + was + " is ignored, and command lines that use it lose what it did"
		e.fix, e.of = "keep what it does, and deprecate it first", ofOneFlag(c, d)
	case d.was.Func != "":
		e.message = name + were + " are gone, and command lines that use them fail"
		e.fix = "keep them, and deprecate them first"
	default:
		e.message = name + was + " is gone, and command lines that use it fail"
		e.fix = "keep it, and deprecate it first"
	}
	if deprecated {
		e.level, e.fix = c.afterDeprecation(c.flagsStay(), deprecation(d.before))
		if d.gone() && e.level == Compatible && c.unburied(d.was) {
			e.level, e.fix = Warning, fmt.Sprintf("add +tombstone(flag: %q, removed: %q, use: \"...\") to %s", d.was.Flag,
				c.new.Release, d.was.Kind)
			e.message = name + withoutTombstone
		}
	}
	return e, true
}

// withoutTombstone reports a removal after the announced time that has no tombstone.
const withoutTombstone = " was deprecated and is gone without a tombstone, so that nothing keeps its name from being " +
	"used again"

// unburied reports whether something that is gone has no tombstone and could have one.
func (c *comparison) unburied(was descriptor.Identity) bool {
	return was.Func == "" && !slices.ContainsFunc(tombstonesOf(was), func(stone descriptor.Identity) bool {
		return c.new.facts[stone] != nil
	})
}

// flagsStay is how many releases a flag stays after its deprecation.
func (c *comparison) flagsStay() int {
	return c.stays(func(s *descriptor.Support) int { return s.Flags })
}

// ofOneFlag are the other differences of a flag that is ignored on one side: all that it did, and its type in other
// words.
func ofOneFlag(c *comparison, d *difference) []*difference {
	return slices.DeleteFunc(ofSame(c, d, "field", "type", "syntax", "value", "noValue", "default"),
		func(other *difference) bool { return other == d })
}

func renamedFlag(c *comparison, d *difference) (explanation, bool) {
	was := valueText(d.Old)
	switch {
	case !isFlag(d.Of):
	case d.is("flag"):
		return explanation{
			message: fmt.Sprintf("--%s is now called --%s, and command lines that use it fail", d.Old, d.New),
			fix:     "register both names with two +flag markers, and deprecate --" + was,
		}, true
	case d.is("shorthand") && was != "" && d.before.(*descriptor.Flag).ShorthandDeprecated != "":
		level, fix := c.afterDeprecation(c.flagsStay(), deprecation(d.before))
		return explanation{message: fmt.Sprintf("the shorthand -%s of %s was deprecated and is gone", was, c.name(d.Of)),
			level: level, fix: fix}, true
	case d.is("shorthand") && c.hasShorthand(d.Of, was):
		return explanation{level: Compatible,
			message: fmt.Sprintf("the shorthand -%s is of another flag that sets the same as %s", was, c.name(d.Of))}, true
	case d.is("shorthand") && was != "":
		return explanation{message: fmt.Sprintf("%s has lost its shorthand -%s", c.name(d.Of), was),
			fix: "restore it"}, true
	case d.is("prefix"):
		return explanation{message: fmt.Sprintf("%s have other names: the prefix was %s and is %s", c.name(d.Of),
			cmp.Or(was, "none"), cmp.Or(valueText(d.New), "none")), fix: "keep the prefix"}, true
	}
	return explanation{}, false
}

// hasShorthand reports whether a flag that does the same as another one has a shorthand.
func (c *comparison) hasShorthand(of descriptor.Identity, shorthand string) bool {
	return slices.ContainsFunc(c.new.rows, func(row descriptor.Row) bool {
		flag, ok := row.Facts.(*descriptor.Flag)
		return ok && shorthand != "" && flag.Shorthand == shorthand && c.target(row.Identity) == c.target(of) &&
			holds(&flag.Type, typeIn(c.new.facts[of]))
	})
}

func otherSyntax(c *comparison, d *difference) (explanation, bool) {
	if !isFlag(d.Of) || ignored(d.was) != ignored(d.Of) { // which CB010 and CB015 say
		return explanation{}, false
	}
	e := explanation{fix: "keep the syntax, and add a flag of another name"}
	switch {
	case isShape(d) && !sameType(d):
		e.of = c.open(func(other *difference) bool { return other.Of == d.Of && isShape(other) })
		e.message = changedAs("type", typeText(typeIn(d.before)), typeText(typeIn(d.after)))
	case d.is("value", "syntax") || d.is("noValue") && !isZero(d.Old):
		e.message = changed(d)
	case d.is("noValue") && typeIn(d.after).Form != descriptor.Bool: // "--level 4" sets the level to this value now
		e.message = fmt.Sprintf("%s takes its value only after an equals sign now: %s", c.name(d.Of), changed(d))
		return e, !isZero(d.New)
	default:
		return e, false
	}
	e.message = fmt.Sprintf("%s takes other values: %s", c.name(d.Of), e.message)
	return e, true
}

func otherTarget(c *comparison, d *difference) (explanation, bool) {
	switch {
	case !isFlag(d.Of) || !d.is("field") || d.New == "": // one that is ignored now is gone
		return explanation{}, false
	case d.Old == "":
		return explanation{message: fmt.Sprintf("%s was ignored and sets %s", c.name(d.Of), d.New),
			fix: "add a flag of another name", of: ofOneFlag(c, d)}, true
	}
	return explanation{
		message: fmt.Sprintf("%s set %s and sets %s", c.name(d.Of), d.Old, d.New),
		fix:     "keep what it sets, and add a flag of another name",
	}, true
}

// goneInLibrary explains a library that no longer has the flag that a field sets, or never had the flag of a new field.
func goneInLibrary(c *comparison, d *difference) (explanation, bool) {
	e := explanation{fix: "use the flag that replaces it, or pass the value to the library in code"}
	if field, ok := d.New.(*descriptor.Field); ok {
		var missing []string
		for _, flag := range field.Libraries {
			if flag.Missing {
				missing = append(missing, valueText(flag))
			}
		}
		e.message = fmt.Sprintf("%s is new and sets a flag that its library does not have: %s", c.name(d.Of),
			strings.Join(missing, ","))
		return e, len(missing) > 0
	}
	flag, _ := d.New.(descriptor.LibraryFlag)
	e.message = fmt.Sprintf("%s sets a flag that its library no longer has: %s", c.name(d.Of), valueText(flag))
	return e, flag.Missing
}

// undeclared explains functions that register flags with other defaults than the fields have.
func undeclared(c *comparison, d *difference) (explanation, bool) {
	was, _ := d.Old.(descriptor.Registered)
	is, _ := d.New.(descriptor.Registered)
	if is.Overrides == "" || was.Overrides == is.Overrides && was.Default == is.Default {
		return explanation{}, false
	}
	r := d.after.(*descriptor.Registration)
	var others []string
	for _, flag := range r.Flags {
		if flag.Overrides != "" {
			others = append(others, fmt.Sprintf("--%s%s=%s instead of %s", r.Prefix, flag.Name, flag.Default, flag.Overrides))
		}
	}
	return explanation{
		message: fmt.Sprintf("%s have defaults that their fields do not have: %s", c.name(d.Of), strings.Join(others, ", ")),
		fix:     "set the field by +legacyDefault, or register the flag with +flag",
	}, true
}
