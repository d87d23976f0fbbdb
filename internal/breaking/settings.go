package breaking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
)

// settingRules are about what applies to a field in all versions.
func settingRules() []Rule {
	return []Rule{
		{Code: "CB013", run: each(otherLegacyDefault)},
		{Code: "CB021", run: each(weaker)},
		{Alpha: Wording, Beta: Wording, GA: Wording, run: each(samePrecedence)},
	}
}

// samePrecedence explains a +precedence that the field has already, by the struct around it.
func samePrecedence(c *comparison, d *difference) (explanation, bool) {
	e := explanation{message: c.name(d.Of) + ": +precedence is declared in another place"}
	return e, d.is("precedence") // any other difference is CB008
}

// precedence returns how a flag of a field and files are combined: as the field, or the innermost field around it,
// declares; empty if the loader decides.
func (a *api) precedence(field descriptor.Identity) descriptor.Precedence {
	for ; field.Field != ""; field.Field = parent(field.Field) {
		if own := get[descriptor.Field](a, field).Precedence; own != "" {
			return own
		}
	}
	return ""
}

func otherLegacyDefault(c *comparison, d *difference) (explanation, bool) {
	when := "without a file, "
	if c.mostStable(d.Of.Kind) == "" { // a struct of flags
		when = ""
	}
	if !d.is("legacyDefault") {
		return explanation{}, false
	}
	return explanation{
		message: fmt.Sprintf("%s: %s%s", c.name(d.Of), when,
			changedAs("the legacy default", valueText(d.Old), valueText(d.New))), fix: "keep +legacyDefault as it was",
	}, true
}

func weaker(c *comparison, d *difference) (explanation, bool) {
	e, name := explanation{}, c.name(d.Of)
	switch {
	case !isField(d.Of) && d.Of.Flag == "" && !d.is("secret"):
	case d.is("reload"):
		was, is := c.old.reload(d.was), c.new.reload(d.Of)
		if slices.Index(classes, is) > slices.Index(classes, was) {
			e.message = fmt.Sprintf("%s: a change needed %s and needs %s", name, was, is)
			e.fix = "keep +reload as it was"
		}
	case d.is("os"):
		if lost := lostSystems(list[string](d.Old), list[string](d.New)); len(lost) > 0 {
			e.message = fmt.Sprintf("%s is gone on %s", name, strings.Join(lost, ", "))
			e.fix = "keep it there"
		}
	case d.Fact() == "file" && isZero(d.New):
		e.message = name + " is no longer a path, so relative paths in files have another meaning"
		e.fix = "keep +path"
	case d.is("secret") && isZero(d.New):
		e.message = name + " is no longer a secret, and is shown"
		e.fix = "keep +secret"
	}
	return e, e.message != ""
}

// classes are the reload classes, the least disruptive first.
var classes = []descriptor.Reload{descriptor.Hot, descriptor.Restart, descriptor.Reboot, descriptor.Immutable}

// reload returns the reload class of a field: its own, or the class of the innermost field around it that has one.
func (a *api) reload(field descriptor.Identity) descriptor.Reload {
	for ; field.Field != ""; field.Field = parent(field.Field) {
		if own := get[descriptor.Field](a, field).Reload; own != "" {
			return own
		}
	}
	return descriptor.Restart
}

// lostSystems returns the systems that only the first list has. An empty list has all systems.
func lostSystems(was, is []string) []string {
	if was = group.Systems(was).Known(); len(was) == 0 {
		was = group.KnownSystems()
	}
	return slices.DeleteFunc(slices.Clone(was), group.Systems(is).Has)
}
