package breaking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/configapi"
	"github.com/configgen/configgen/internal/group"
)

// compatible are the rules for changes that break nothing.
func compatible() []Rule {
	return []Rule{
		{"", Compatible, Compatible, Compatible, each(added)},
		{"", Compatible, Compatible, Compatible, each(wider)},
		{"", Wording, Wording, Wording, each(wording)},
	}
}

// added explains what is new. What is in something new is part of it.
func added(c *comparison, d *difference) (explanation, bool) {
	switch {
	case d.added() && d.key != configapi.Key{}:
		e := explanation{message: name(d.key) + " is new"}
		if isField(d) && !c.newInOldKind(d) || isSetting(d.key) || d.key.Tombstone != "" {
			e.level = Wording
		}
		if d.key.FlagsFrom != "" {
			e.message = name(d.key) + " are new"
		}
		return e, true
	}
	return explanation{}, false
}

func wider(c *comparison, d *difference) (explanation, bool) {
	e := explanation{message: fmt.Sprintf("%s: %s", name(d.key), changed(d.fact, d.was, d.is))}
	switch {
	case isGroup(d):
		longer, known := compare(d.is, d.was)
		return e, d.fact == "release" || d.fact == "loader" && d.was == "" ||
			strings.HasPrefix(d.fact, "window ") && known && longer > 0
	case isKind(d):
		return e, d.was == "" && (d.fact == "header optional" || d.fact == "custom resource") ||
			d.fact == "short names" && subset(d.was, d.is)
	case (isFlag(d) || isSetting(d.key)) && d.fact == "deprecated" && d.is != "":
		return explanation{message: name(d.key) + " is deprecated" + advice(c, d)}, true
	case isField(d) || isSetting(d.key):
		return e, writing(d) || limits(d) && looser(d) || d.fact == "type" && holds(d.is, d.was) ||
			c.promised(d)
	case isFlag(d):
		return e, d.fact == "type" && holds(d.is, d.was) || d.fact == "shorthand" && d.was == "" ||
			d.fact == "value if none" && d.was == "" ||
			slices.Contains([]string{"os", "deprecated", "shorthand deprecated", "other defaults"}, d.fact)
	}
	return e, false
}

// writing reports whether a difference is about how a field is written, and not about how it is read.
func writing(d *difference) bool {
	read := func(options string) bool { return strings.Contains(","+options+",", ",string,") }
	return d.fact == "json" && read(d.was) == read(d.is)
}

// advice says what to do about something that is deprecated now.
func advice(c *comparison, d *difference) string {
	facts := c.after[d.key]
	ending := group.Deprecation{Since: facts["deprecated since"], Removal: facts["removal"], Use: facts["use"]}
	if d.is != "true" {
		return ": " + d.is
	}
	return ": " + ending.Advice()
}

// promised reports whether a setting promises more than before.
func (c *comparison) promised(d *difference) bool {
	switch d.fact {
	case "reload", "os": // what is less has been explained before
		return true
	case "secret", "secret file":
		return d.was == ""
	case "moved":
		return !slices.ContainsFunc(onlyIn(d.was, d.is), func(move string) bool {
			version, _, _ := strings.Cut(move, " ")
			return c.after[configapi.Key{Version: version, Kind: d.key.Kind}] != nil
		})
	case "library flags":
		return d.is != ""
	case "deprecated", "missing library flags", "other defaults", "preflight": // and no longer is
		return true
	}
	return false
}

func wording(_ *comparison, d *difference) (explanation, bool) {
	words := []string{
		"doc", "go", "usage", "section", "hidden", "approved", "deprecated since", "removal", "use", "removed",
		"pointer", "go type", "since",
	}
	e := explanation{message: fmt.Sprintf("%s: %s", name(d.key), changed(d.fact, d.was, d.is))}
	if d.gone() && d.old.Tombstone != "" {
		e.message = name(d.old) + " is gone"
		return e, true
	}
	known := d.fact == registers+" known" || d.fact == registers
	ignored := isFlag(d) && d.fact == "default" // a flag that sets something has the default of that
	same := replacesList(d) || limits(d)        // what is tighter has been explained before
	return e, known || ignored || same || slices.Contains(words, d.fact) ||
		strings.HasPrefix(d.fact, configapi.Allow)
}
