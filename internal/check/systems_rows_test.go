package check

import "github.com/configgen/configgen/internal/group"

var systemRows = []row{
	{"systems", one(relay(
		field(10, "A", text, "+os=widows"), field(12, "B", text, "+os=linux,!windows"),
		field(14, "C", text, "+os=!windows,!darwin"),
		field(16, "D", text, "+os=mainframe"),
		with(limited(field(18, "E", inner, "+os=windows"), "windows"),
			field(20, "F", text, "+os=linux"), field(22, "G", text, "+os=!linux")),
	)), []string{
		`types.go:9:5: there is no system "widows"; did you mean windows? (os-unknown)`,
		"types.go:11:5: systems with and without an exclamation mark are mixed; list those on which the field exists, or " +
			"those on which it does not (os-mixed)",
		`types.go:15:5: there is no system "mainframe"; use GOOS values, such as linux, darwin or windows (os-unknown)`,
		"types.go:19:5: E.F is excluded everywhere: its parent is limited to +os=windows; " +
			"remove it, or widen that of the parent (os-empty)",
	}},
}

func limited(f *group.Field, systems ...string) *group.Field {
	f.OS = systems
	return f
}
