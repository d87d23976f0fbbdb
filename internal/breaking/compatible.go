package breaking

import (
	"fmt"
	"slices"

	"github.com/configgen/configgen/internal/configapi"
)

// compatible are the rules for changes that break nothing.
func compatible() []Rule {
	return []Rule{
		{"", "Something new.", Compatible, Compatible, Compatible, each(added)},
		{"", "A field accepts more, or promises more.", Compatible, Compatible, Compatible, each(wider)},
		{"", "Other words.", Wording, Wording, Wording, each(wording)},
	}
}

// added explains what is new. What is in something new is part of it.
func added(c *comparison, d *difference) (explanation, bool) {
	switch {
	case d.added() && d.key != configapi.Key{}:
		e := explanation{message: name(d.key) + " is new"}
		if isField(d) && !c.newInOldKind(d) {
			e.level = Wording
		}
		if d.key.FlagsFrom != "" {
			e.message = name(d.key) + " are new"
		}
		return e, true
	case d.was == "" && c.ofNewField(d):
		return explanation{message: name(d.key) + " is new", level: Wording}, true
	}
	return explanation{}, false
}

func wider(_ *comparison, d *difference) (explanation, bool) {
	e := explanation{message: fmt.Sprintf("%s: %s", name(d.key), changed(d.fact, d.was, d.is))}
	switch {
	case isGroup(d):
		return e, d.fact == "release" || d.fact == "loader" && d.was == ""
	case isKind(d):
		return e, d.fact == "header optional" && d.was == ""
	case isField(d) || isSetting(d.key):
		return e, limits(d) && looser(d) || d.fact == "type" && holds(d.is, d.was) || promised(d)
	case isFlag(d) && d.fact == "deprecated" && d.is != "":
		return explanation{message: name(d.key) + " is deprecated: " + d.is}, true
	case isFlag(d):
		return e, d.fact == "type" && holds(d.is, d.was) || d.fact == "shorthand" && d.was == "" ||
			d.fact == "value if none" && d.was == "" || d.fact == "os" || d.fact == "deprecated"
	}
	return e, false
}

// promised reports whether a setting promises more than before.
func promised(d *difference) bool {
	switch d.fact {
	case "reload", "os": // what is less has been explained before
		return true
	case "secret", "library flags":
		return d.was == ""
	}
	return false
}

func wording(_ *comparison, d *difference) (explanation, bool) {
	words := []string{"doc", "go", "usage", "section", "hidden"}
	return explanation{message: fmt.Sprintf("%s: %s", name(d.key), changed(d.fact, d.was, d.is))},
		slices.Contains(words, d.fact)
}
