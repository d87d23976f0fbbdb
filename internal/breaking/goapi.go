package breaking

import (
	"fmt"
	"strings"
)

// goRules are about programs that import the types of a version.
func goRules() []Rule {
	return []Rule{
		{"CB020", Compatible, Warning, Error, each(otherInGo)},
	}
}

// otherInGo explains fields with another name or another type in Go. A field that is gone, or has another type in JSON,
// has been explained before.
func otherInGo(_ *comparison, d *difference) (explanation, bool) {
	if !isField(d) {
		return explanation{}, false
	}
	switch {
	case d.fact == "go" && lastName(d.was) != lastName(d.is):
		return explanation{
			message: fmt.Sprintf("%s is now called %s in Go, and was %s: programs that import it do not compile", name(d.key),
				lastName(d.is), lastName(d.was)),
			fix: "keep the name in this version",
		}, true
	case d.fact == "go type" && d.was != "" && d.is != "":
		return explanation{
			message: fmt.Sprintf("%s has the type %s in Go, and had %s: programs that import it may not compile", name(d.key),
				d.is, d.was),
			fix: "keep the type in this version",
		}, true
	}
	return explanation{}, false
}

// lastName is the name of a field without what it is in.
func lastName(path string) string {
	return strings.TrimSuffix(path[strings.LastIndexByte(path, '.')+1:], "[*]")
}
