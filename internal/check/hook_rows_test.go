package check

import "github.com/configgen/configgen/internal/group"

// hookRows are about the functions that generated validation calls.
var hookRows = []row{
	{"hook names", one(validated("ValidateCustom_Innr", "validateInne", "ValidateInnerr", "Inspect")), []string{
		"types.go:1:6: ValidateCustom_Innr validates a struct and does not have the name of its hook, so it is not called; " +
			"rename it to ValidateCustom_Inner (hook-name)",
		"types.go:2:6: validateInne validates a struct and does not have the name of its hook, so it is not called; rename " +
			"it to ValidateCustom_Inner (hook-name)",
		"types.go:3:6: warning: ValidateInnerr validates a struct and does not have the name of its hook, so it is not " +
			"called; rename it to ValidateCustom_Inner (hook-name)",
	}},
	{"a hook beside the right one", one(validated("ValidateInner", "ValidateCustom_Inners", "validateInners")), []string{
		"types.go:2:6: ValidateCustom_Inners validates a struct and does not have the name of its hook, so it is not " +
			"called; call it in ValidateInner (hook-name)",
	}},
	{"the root is a published struct", one(changed(func(g *group.Group) {
		*g = *validated("ValidateCustom_Relay")
		g.Roots[0].Type = &group.Type{Kind: "struct", Package: config, PackageName: "config", Name: "Inner"}
		g.Package.Path = "example.com/kiosk"
	})), nil},
	{"called by hand", one(changed(func(g *group.Group) {
		*g = *validated("ValidateInner", "ValidateCustom_Inners")
		g.ValidationPackage.Callers = map[string][]string{"ValidateCustom_Inners": {"ValidateInner"}}
	})), nil},
	{"a hook calls the generated validation", one(changed(func(g *group.Group) {
		*g = *validated("ValidateCustom_Inner", "ValidateInner")
		g.ValidationPackage.OwnCallers = map[string][]string{
			"Validate" + g.Roots[0].Name: {"again"}, "again": {"ValidateCustom_Inner"}, "ValidateInner": {"Other"},
		}
	})), []string{
		"types.go:1:6: ValidateCustom_Inner calls ValidateRelay, which calls it, so validation does not end; check here " +
			"only what the markers do not say; ValidateRelay checks the rest (hook-recursion)",
	}},
	{"validation that is not generated", one(changed(func(g *group.Group) {
		*g = *validated("ValidateCustom_Innr")
		g.Generators = []string{"flags"}
	})), nil},
}

// validated is a relay with a struct and with functions in its validation package, one on each line.
func validated(names ...string) *group.Group {
	g := relay(with(field(10, "A", inner), field(12, "B", text)))
	g.ValidationPackage.Declared = map[string]group.Declaration{}
	for i, name := range names {
		g.ValidationPackage.Declared[name] = group.Declaration{
			Kind: "func", Params: []string{"*" + config + ".Inner"}, Results: []string{"error"},
			Position: at(i+1, 6), End: at(i+1, 6+len(name)),
		}
	}
	return g
}
