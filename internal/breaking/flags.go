package breaking

import (
	"fmt"
	"slices"
)

// flagRules are about command lines.
func flagRules() []Rule {
	return []Rule{
		{"CB010", Warning, Error, Error, each(goneFlag)},
		{"CB011", Warning, Error, Error, each(renamedFlag)},
		{"CB012", Warning, Error, Error, each(otherSyntax)},
		{"CB023", Warning, Warning, Warning, each(unapproved)},
		{"CB024", Error, Error, Error, each(goneInLibrary)},
		{"CB014", Error, Error, Error, each(undeclared)},
		{"CB015", Warning, Error, Error, each(otherTarget)},
	}
}

func goneFlag(c *comparison, d *difference) (explanation, bool) {
	if d.fact == registers && d.is == "" {
		return explanation{
			message: fmt.Sprintf("--%s%s is gone from %s, and command lines that use it fail", c.before[d.old]["prefix"], d.was,
				name(d.key)),
			fix: "register it with +flag, or keep the older version of the library",
		}, true
	}
	ignored := d.fact == "ignored" && d.is != ""
	if !isFlag(d) || !d.gone() && !ignored {
		return explanation{}, false
	}
	var e explanation
	deprecated, was, were := d.before["deprecated"] != "", "", ""
	if deprecated {
		was, were = " was deprecated and", " were deprecated and"
	}
	switch {
	case d.old.FlagsFrom != "":
		e.message = name(d.old) + were + " are gone, and command lines that use them fail"
		e.fix = "keep them, and deprecate them first"
	case ignored:
		e.message = name(d.old) + was + " is ignored, and command lines that use it lose what it did"
		e.fix = "keep what it does, and deprecate it first"
	default:
		e.message = name(d.old) + was + " is gone, and command lines that use it fail"
		e.fix = "keep it, and deprecate it first"
	}
	if ignored {
		e.of = ofOneFlag(c, d)
	}
	if deprecated {
		e.level, e.fix = c.afterDeprecation("window flags", d.before)
	}
	return e, true
}

// ofOneFlag are the other differences of a flag that is ignored on one side: all that it did, and its type in other
// words.
func ofOneFlag(c *comparison, d *difference) []*difference {
	facts := []string{"sets", "ignored", "type", "syntax", "value", "value if none", "default"}
	return c.left(func(other *difference) bool {
		return other != d && other.key == d.key && slices.Contains(facts, other.fact)
	})
}

func renamedFlag(c *comparison, d *difference) (explanation, bool) {
	switch {
	case !isFlag(d):
	case d.fact == renamed:
		return explanation{message: fmt.Sprintf("--%s is now called --%s, and command lines that use it fail", d.was, d.is),
			fix: "register both names with two +flag markers, and deprecate --" + d.was}, true
	case d.fact == "shorthand" && d.was != "" && c.before[d.old]["shorthand deprecated"] != "":
		level, fix := c.afterDeprecation("window flags", c.before[d.old])
		return explanation{message: fmt.Sprintf("the shorthand -%s of %s was deprecated and is gone", d.was, name(d.key)),
			level: level, fix: fix}, true
	case d.fact == "shorthand" && d.was != "":
		return explanation{message: fmt.Sprintf("%s has lost its shorthand -%s", name(d.key), d.was),
			fix: "restore it"}, true
	case d.fact == "prefix":
		message := fmt.Sprintf("%s have other names: the prefix was %s and is %s", name(d.key), orNone(d.was), orNone(d.is))
		return explanation{message: message, fix: "keep the prefix"}, true
	}
	return explanation{}, false
}

func otherSyntax(c *comparison, d *difference) (explanation, bool) {
	if c.before[d.old]["ignored"] != c.after[d.key]["ignored"] { // which CB010 and CB015 say
		return explanation{}, false
	}
	syntax := d.fact == "type" && !holds(d.is, d.was) || d.fact == "value" || d.fact == "syntax" ||
		d.fact == "value if none" && d.was != ""
	return explanation{
		message: fmt.Sprintf("%s takes other values: %s", name(d.key), changed(d.fact, d.was, d.is)),
		fix:     "keep the syntax, and add a flag of another name",
	}, isFlag(d) && syntax
}

func otherTarget(c *comparison, d *difference) (explanation, bool) {
	switch {
	case !isFlag(d) || d.fact != "sets" || d.is == "": // one that is ignored now is gone
		return explanation{}, false
	case d.was == "":
		return explanation{message: fmt.Sprintf("%s was ignored and sets %s", name(d.key), d.is),
			fix: "add a flag of another name", of: ofOneFlag(c, d)}, true
	}
	return explanation{
		message: fmt.Sprintf("%s set %s and sets %s", name(d.key), d.was, d.is),
		fix:     "keep what it sets, and add a flag of another name",
	}, true
}

// goneInLibrary explains a library that no longer has a flag which a field sets, or never had that of a new field.
func goneInLibrary(_ *comparison, d *difference) (explanation, bool) {
	e := explanation{fix: "use the flag that replaces it, or pass the value to the library in code"}
	if missing := d.after["missing library flags"]; missing != "" {
		e.message = fmt.Sprintf("%s is new and sets a flag that its library does not have: %s", name(d.key), missing)
		return e, true
	}
	e.message = fmt.Sprintf("%s sets a flag that its library no longer has: %s", name(d.key), d.is)
	return e, d.fact == "missing library flags" && d.is != ""
}

// undeclared explains functions that register flags with defaults other than those of the fields.
func undeclared(_ *comparison, d *difference) (explanation, bool) {
	return explanation{
		message: fmt.Sprintf("%s have defaults that their fields do not have: %s", name(d.key), d.is),
		fix:     "set the field by +legacyDefault, or register the flag with +flag",
	}, d.fact == "other defaults" && d.is != ""
}
