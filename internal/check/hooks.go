package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/nearname"
	"github.com/configgen/configgen/internal/rule"
)

// hookRules are about the functions that generated validation calls.
func hookRules() []rule.Rule {
	return []rule.Rule{
		forGroup("hook-name", hookNames),
		forGroup("hook-recursion", recursiveHooks),
	}
}

// hookNames finds functions that validate a struct and that are not called, because their names are nearly right.
func hookNames(g *group.Group) []finding {
	if len(g.Generators) > 0 && !slices.Contains(g.Generators, "validation") {
		return nil
	}
	hooks := map[string][]hook{} // by the import paths of their packages
	packages := map[string]group.Package{g.ValidationPackage.Path: g.ValidationPackage}
	add := func(pkg group.Package, t *group.Type, suffix string) {
		suffix = upper(suffix)
		names := []string{group.HookPrefix + suffix, "Validate" + suffix, "validate" + suffix}
		hooks[pkg.Path] = append(hooks[pkg.Path], hook{t, names})
	}
	for _, root := range g.Roots {
		add(g.ValidationPackage, root.Type, root.Name)
		root.Walk(func(field *group.Field) {
			if base := field.Type.Base(); base.Own && base.Kind == "struct" && base.Name != "" {
				add(g.ValidationPackage, base, suffixOf(g, base))
			}
		})
	}
	for _, flags := range g.FlagStructs {
		packages[flags.Package.Path] = flags.Package
		add(flags.Package, flags.Type, flags.Name)
	}
	var findings []finding
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		findings = append(findings, misnamedHooks(packages[path], hooks[path])...)
	}
	return findings
}

// recursiveHooks finds hooks that call the generated validation of a root, which calls them.
func recursiveHooks(g *group.Group) []finding {
	if len(g.Generators) > 0 && !slices.Contains(g.Generators, "validation") {
		return nil
	}
	var findings []finding
	for _, root := range g.AllRoots() {
		pkg := g.ValidationPackage
		if slices.Contains(g.FlagStructs, root) {
			pkg = root.Package
		}
		generated := pkg.Validator(root)
		seen := map[string]bool{}
		for next := slices.Clone(pkg.OwnCallers[generated]); len(next) > 0; next = next[1:] {
			by := next[0]
			if seen[by] || by == "" {
				continue
			}
			seen[by] = true
			if strings.HasPrefix(by, group.HookPrefix) {
				findings = append(findings, finding{onDeclared(pkg.Declared[by]),
					fmt.Sprintf("%s calls %s, which calls it, so validation does not end", by, generated),
					"check here only what the markers do not say; " + generated + " checks the rest"})
				continue
			}
			next = append(next, pkg.OwnCallers[by]...)
		}
	}
	return findings
}

// hook has the names of the functions that generated validation may call for a struct, the hook first.
type hook struct {
	of    *group.Type
	names []string
}

func misnamedHooks(pkg group.Package, hooks []hook) []finding {
	right := map[string]bool{"Validate": true}
	for _, h := range hooks {
		for _, name := range h.names {
			right[name] = true
		}
	}
	var findings []finding
	for _, name := range slices.Sorted(maps.Keys(pkg.Declared)) {
		declared := pkg.Declared[name]
		if right[name] || declared.Kind != "func" || len(pkg.Callers[name]) > 0 {
			continue
		}
		at := slices.IndexFunc(hooks, func(h hook) bool { _, fits := declared.ByHand(name, h.of); return fits })
		if at < 0 {
			continue
		}
		if f, found := misnamedHook(pkg, name, hooks[at].names); found {
			findings = append(findings, f)
		}
	}
	return findings
}

// suffixOf is the name of a struct below a root, in the names of functions of the validation package.
func suffixOf(g *group.Group, t *group.Type) string {
	if t.Package != g.Package.Path && t.Package+"/validation" != g.ValidationPackage.Path {
		return upper(t.PackageName) + upper(t.Name)
	}
	return t.Name
}

func upper(name string) string {
	first := min(1, len(name))
	return strings.ToUpper(name[:first]) + name[first:]
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
	} else {
		at = at.with(diag.Replace(at.Position, at.End, hook))
	}
	return finding{at, fmt.Sprintf("%s validates a struct and does not have the name of its hook, so it is not called",
		name), fix}, true
}
