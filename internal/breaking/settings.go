package breaking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/configapi"
	"github.com/configgen/configgen/internal/group"
)

// settingRules are about what applies to a field in all versions.
func settingRules() []Rule {
	return []Rule{
		{"CB013", Warning, Error, Error, each(otherLegacyDefault)},
		{"CB021", Warning, Error, Error, each(weaker)},
	}
}

func otherLegacyDefault(c *comparison, d *difference) (explanation, bool) {
	when := "without a file, "
	if c.mostStable(d.key.Kind) == "" { // a struct of flags
		when = ""
	}
	return explanation{
		message: fmt.Sprintf("%s: %s%s", name(d.key), when, changed("the legacy default", d.was, d.is)),
		fix:     "keep +legacyDefault as it was",
	}, d.fact == "legacy default"
}

func weaker(c *comparison, d *difference) (explanation, bool) {
	e := explanation{}
	switch {
	case d.key.Setting == "" && d.key.Flag == "":
	case d.fact == "reload" && weakerClass(c.reload(c.before, d.old, d.was), c.reload(c.after, d.key, d.is)):
		e.message = fmt.Sprintf("%s: a change needed %s and needs %s", name(d.key), c.reload(c.before, d.old, d.was),
			c.reload(c.after, d.key, d.is))
		e.fix = "keep +reload as it was"
	case d.fact == "os" && len(lostSystems(d.was, d.is)) > 0:
		e.message = fmt.Sprintf("%s is gone on %s", name(d.key), strings.Join(lostSystems(d.was, d.is), ", "))
		e.fix = "keep it there"
	case d.fact == "path" && d.is == "":
		e.message = name(d.key) + " is no longer a path, so relative paths in files have another meaning"
		e.fix = "keep +path"
	case d.fact == "secret" && d.is == "":
		e.message = name(d.key) + " is no longer a secret, and is shown"
		e.fix = "keep +secret"
	}
	return e, e.message != ""
}

// classes are what a change of a field needs, the least first.
var classes = []string{"hot", "restart", "reboot", "immutable"}

func weakerClass(was, is string) bool { return slices.Index(classes, is) > slices.Index(classes, was) }

// reload is the reload class of a setting: its own, or that of what it is in.
func (c *comparison) reload(facts map[configapi.Key]map[string]string, key configapi.Key, own string) string {
	for key.Setting != "" {
		if own != "" {
			return own
		}
		key.Setting = parent(key.Setting)
		own = facts[key]["reload"]
	}
	return "restart"
}

// lostSystems are those that only the first list has. An empty list has all.
func lostSystems(was, is string) []string {
	if is == "" {
		return nil
	}
	before, now := strings.Split(was, ","), strings.Split(is, ",")
	if was == "" {
		before = group.KnownSystems()
	}
	return slices.DeleteFunc(slices.Clone(before), func(s string) bool { return slices.Contains(now, s) })
}
