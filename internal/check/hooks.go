package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/nearname"
)

// hookRules are about the functions that generated validation calls.
func hookRules() []Rule {
	return []Rule{
		forGroup("hook-name", "Generated validation knows the functions that it calls by their names.", hookNames),
	}
}

// hookNames finds functions that validate a struct and that are not called, because their names are nearly right.
func hookNames(g *group.Group) []finding {
	if len(g.Generators) > 0 && !slices.Contains(g.Generators, "validation") {
		return nil
	}
	types := map[string][]*group.Type{} // by the import paths of the packages in which their hooks are
	packages := map[string]group.Package{g.ValidationPackage.Path: g.ValidationPackage}
	for _, root := range g.Roots {
		add := func(t *group.Type) { types[g.ValidationPackage.Path] = append(types[g.ValidationPackage.Path], t) }
		add(root.Type)
		root.Walk(func(field *group.Field) {
			if base := field.Type.Base(); base.Own && base.Kind == "struct" && base.Name != "" {
				add(base)
			}
		})
	}
	for _, flags := range g.FlagStructs {
		packages[flags.Package.Path] = flags.Package
		types[flags.Package.Path] = append(types[flags.Package.Path], flags.Type)
	}
	var findings []finding
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		findings = append(findings, misnamedHooks(g, packages[path], types[path])...)
	}
	return findings
}

func misnamedHooks(g *group.Group, pkg group.Package, types []*group.Type) []finding {
	right := map[string]bool{"Validate": true}
	for _, t := range types {
		for _, name := range hooksOf(g, pkg, t) {
			right[name] = true
		}
	}
	var findings []finding
	for _, name := range slices.Sorted(maps.Keys(pkg.Declared)) {
		declared := pkg.Declared[name]
		if right[name] || declared.Kind != "func" || len(pkg.Callers[name]) > 0 {
			continue
		}
		for _, t := range types {
			if _, fits := declared.ByHand(name, t); !fits {
				continue
			}
			if f, found := misnamedHook(pkg, name, hooksOf(g, pkg, t)); found {
				findings = append(findings, f)
			}
			break
		}
	}
	return findings
}

// hooksOf are the names by which generated validation knows the functions for a struct, that of the hook first.
func hooksOf(g *group.Group, pkg group.Package, t *group.Type) []string {
	upper := func(name string) string {
		first := min(1, len(name))
		return strings.ToUpper(name[:first]) + name[first:]
	}
	suffix := upper(t.Name)
	if t.Package != g.Package.Path && t.Package != pkg.Path && t.Package+"/validation" != pkg.Path {
		suffix = upper(t.PackageName) + suffix
	}
	return []string{group.HookPrefix + suffix, "Validate" + suffix, "validate" + suffix}
}

// misnamedHook is the finding about a function that could be called, given the names that it could have. An exported
// function whose name is only near a customary one may be meant for other packages.
func misnamedHook(pkg group.Package, name string, names []string) (finding, bool) {
	hook, at := names[0], onDeclared(pkg.Declared[name])
	existing := slices.IndexFunc(names, func(name string) bool { return pkg.Declared[name].Kind == "func" })
	switch {
	case nearname.Meant(name, hook):
	case existing < 0 && nearname.Meant(name, names[1]):
		if at.Severity = diag.Warning; name[0] >= 'a' {
			at.Severity = diag.Error
		}
	default:
		return finding{}, false
	}
	fix := "rename it to " + hook
	if existing >= 0 {
		fix = "call it in " + names[existing]
	}
	return finding{at, fmt.Sprintf("%s validates a struct and does not have the name of its hook, so it is not called",
		name), fix}, true
}
