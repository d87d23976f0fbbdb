package check

import "github.com/configgen/configgen/internal/group"

// silenceRows are about markers that had no effect, or one that kills the component; each has its neighbor.
var silenceRows = []row{
	{"S7 flags of the loader", one(changed(func(g *group.Group) { g.Loader, g.Name = true, "relay.config.example.io" },
		field(10, "A", text, "+flag=config"), field(12, "B", text, "+flag=explain-config"),
		field(14, "C", text, "+flag=configs"),
	)), []string{
		"types.go:9:5: --config belongs to the loader of the configuration; choose another name (flag-name)",
		"types.go:11:5: --explain-config belongs to the loader of the configuration; choose another name (flag-name)",
	}},
	{"S7 in a +flags struct, which may have its own way to a file", one(changed(func(g *group.Group) {
		g.Loader, g.Name = true, "relay.config.example.io"
		flagStruct(g)
	}, field(10, "A", text, "+flag=config"))), nil},
	{"S7 without the loader", one(relay(field(10, "A", text, "+flag=config"))), nil},
	{"S4 lists", one(relay(
		field(10, "A", text, "+listType=set"), field(12, "B", mapOf(text), "+k8s:listType=atomic"),
		field(14, "C", texts, "+listMapKey=name"),
		field(16, "D", texts, "+listType=set"),
	)), []string{
		"types.go:9:5: +listType=set is on A, which has the type string; use it on lists (list-key)",
		"types.go:11:5: +listType=atomic is on B, which has the type map[string]string; use it on lists (list-key)",
		"types.go:13:5: +listMapKey has no effect: C does not have +listType=map; add +listType=map, or remove it " +
			"(list-key)",
	}},
	{"S4 lists with keys", one(relay(
		with(field(10, "A", list(inner), "+listType=map", "+listMapKey=name"), field(20, "Name", text)),
		with(field(12, "B", list(inner), "+k8s:unique=map", "+k8s:listMapKey=name"), field(22, "Name", text)),
	)), nil},
}
