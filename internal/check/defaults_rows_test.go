package check

import (
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/model"
)

var defaultRows = []row{
	{"dependent defaults", one(changed(dependsOn("B", "C"),
		field(10, "A", number), field(12, "B", number, "+flag=b"), field(14, "C", number, "+flag=c"),
	)), []string{
		"types.go:10:2: warning: the default of A depends on B, C, and --b, --c are applied after defaults: the same " +
			"value in a file gives another default, set at defaults.go:7; compute it after the flags are parsed, or, if it " +
			"is meant, add +configgen:allow(rule: dependent-default, reason: \"...\") (dependent-default)",
	}},
	{"dependent defaults with the loader", one(changed(func(g *group.Group) { loaded(g); dependsOn("B", "C")(g) },
		field(10, "A", number), field(12, "B", number), field(14, "C", number, "+flag=c"),
	)), []string{
		"types.go:10:2: warning: the default of A depends on C, and --c is applied after defaults: the same value in a " +
			"file gives another default, set at defaults.go:7; compute it in a function of " +
			"componentconfig.WithComplete, or, if it is meant, add +configgen:allow(rule: dependent-default, " +
			"reason: \"...\") (dependent-default)",
	}},
	{"a field without a flag", one(changed(dependsOn("B"),
		field(10, "A", number, "+flag=a"), field(12, "B", number), field(14, "C", number, "+flag=c"),
	)), nil},
	{"a field that another version has", one(changed(dependsOn("B"), field(12, "B", number, "+flag=b"))), nil},
}

// dependsOn makes the default of the field A depend on others.
func dependsOn(others ...string) func(*group.Group) {
	return func(g *group.Group) {
		set := at(7, 3)
		set.Filename = "/relay/config/defaults.go"
		a := &group.Field{Name: "A", Path: "A", JSONName: "a", JSONPath: "a", Type: number,
			Default: &group.Default{Code: &group.Code{Depends: others, Position: set}}}
		fields := []*group.Field{a}
		for _, name := range []string{"B", "C"} {
			fields = append(fields, &group.Field{Name: name, Path: name, JSONName: name, JSONPath: name, Type: number})
		}
		g.Roots[0].External = []*group.External{
			{Version: g.Versions[0].Package.Path, Fields: fields}, {Version: g.Versions[0].Package.Path, Fields: fields},
		}
		model.Describe(g)
	}
}
