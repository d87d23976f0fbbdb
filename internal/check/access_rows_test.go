package check

import "github.com/configgen/configgen/internal/group"

var hidden = &group.Type{Kind: "struct", Package: config, PackageName: "config", Name: "mode", Own: true}

var accessRows = []row{
	{"main", one(changed(func(g *group.Group) { g.Package.Name = "main" })), []string{
		"types.go:6:6: Relay is in a package main, which generated packages cannot import; move the types to a package of " +
			"their own (main-package)",
	}},
	{"not main", one(relay()), nil},
	{"internal types", one(changed(func(g *group.Group) { g.Package.Path = "example.com/a/internal/config" })), []string{
		"types.go:6:6: the generated package example.com/relay/config/options cannot import example.com/a/internal/config, " +
			"which is internal to another directory; choose a package inside of that directory with +configgen:output " +
			"(output-package)",
		"types.go:6:6: the generated package example.com/relay/config/validation cannot import " +
			"example.com/a/internal/config, which is internal to another directory; choose a package inside of that directory " +
			"with +configgen:output (output-package)",
	}},
	{"internal beside", one(changed(func(g *group.Group) { g.Package.Path = "example.com/relay/internal/config" })), nil},
	{"unexported root", one(changed(func(g *group.Group) { g.Roots[0].Name = "relay" })), []string{
		"types.go:6:6: the root relay is not exported and cannot be named by generated packages; export it (unexported-type)",
	}},
	{"unexported type of a flag", one(relay(
		field(10, "Mode", hidden, "+flag=mode"), field(12, "Silent", hidden),
		with(field(14, "Zone", pointer(hidden)), field(18, "Name", text, "+flag=zone")),
		field(22, "Word", &group.Type{Kind: "string", Package: config, Name: "word", Own: true}, "+flag=word"),
	)), []string{
		"types.go:10:2: Mode has the type config.mode, which is not exported and cannot be named by generated packages; " +
			"export it (unexported-type)",
		"types.go:18:2: Zone.Name has the type config.mode, which is not exported and cannot be named by generated " +
			"packages; export it (unexported-type)",
	}},
	{"internal reference", one(relay(
		field(10, "A", text, `+flag(value: "example.com/other/internal/values.New")=a`),
		field(12, "B", text, `+flag(value: "example.com/relay/internal/values.New")=b`),
	)), []string{
		"types.go:9:5: the generated package example.com/relay/config/options cannot import " +
			"example.com/other/internal/values, which is internal to another directory; move what is named to a package that " +
			"it can import (internal-package)",
	}},
}
