package breaking

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// goRules are about programs that import the types of a version.
func goRules() []Rule {
	return []Rule{
		{Code: "CB020", run: each(otherInGo)},
	}
}

// otherInGo explains fields with another name or another type in Go. A field that is gone, or has another type in JSON,
// has been explained before.
func otherInGo(c *comparison, d *difference) (explanation, bool) {
	was, is := valueText(d.Old), valueText(d.New)
	switch {
	case !isVersionField(d.Of):
	case d.is("go") && lastName(was) != lastName(is):
		return explanation{
			message: fmt.Sprintf("%s is now called %s in Go, and was %s: programs that import it do not compile",
				c.name(d.Of), lastName(is), lastName(was)),
			fix: "keep the name in this version",
		}, true
	case d.is("goType") && was != "" && is != "" && !c.isAlias(d.Of, was, is):
		return explanation{
			message: fmt.Sprintf("%s has the type %s in Go, and had %s: programs that import it may not compile",
				c.name(d.Of), is, was),
			fix: "keep the type in this version",
		}, true
	}
	return explanation{}, false
}

// isAlias reports whether the former type of a field, or of its items, is an alias of the new type.
func (c *comparison) isAlias(of descriptor.Identity, was, is string) bool {
	name := was[strings.LastIndexAny(was, "*]")+1:]
	named := get[descriptor.Version](c.new, descriptor.Identity{Kind: of.Kind, Version: of.Version}).Aliases[name]
	return named != "" && strings.TrimSuffix(was, name)+named == is
}

// lastName returns the last element of a field's path.
func lastName(path string) string {
	return strings.TrimSuffix(path[strings.LastIndexByte(path, '.')+1:], "[*]")
}
