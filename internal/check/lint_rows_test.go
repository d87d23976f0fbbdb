package check

import (
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

var lintRows = []row{
	{"unknown rule", one(changed(func(g *group.Group) {
		g.Lint = &group.Lint{Disable: []string{"number-flot"}, Marker: markers.Marker{Position: at(1, 4)}}
	}, field(10, "A", text))), []string{
		`types.go:1:4: no rule "number-flot"; did you mean number-float? (lint-rule)`,
	}},
	{"known rule", one(changed(func(g *group.Group) {
		g.Lint = &group.Lint{Disable: []string{"number-float"}}
	}, field(10, "A", text))), nil},
}
