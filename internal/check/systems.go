package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

// systemRules are about +os.
func systemRules() []rule.Rule {
	return []rule.Rule{
		forMarker("os-unknown", unknownSystem),
		forMarker("os-mixed", mixedSystems),
		forGroup("ignored-flag", ignoredSystems),
		forMarker("os-empty", noSystem),
	}
}

func unknownSystem(_ inRoot, m markers.Marker, value *markers.OS) []finding {
	return unknownSystems(onMarker(m), value.Systems, m.Correct)
}

func unknownSystems(on place, systems []string, correct func(wrong, right string) diag.Advice) []finding {
	for _, system := range systems {
		name := strings.TrimPrefix(system, "!")
		if slices.Contains(group.KnownSystems(), name) {
			continue
		}
		fix := "use GOOS values, such as linux, darwin or windows"
		if near, distance := diag.Nearest(strings.ToLower(name), group.KnownSystems()); distance <= max(1, len(name)/3) {
			on, fix = on.with(correct(name, near)), "did you mean "+near+"?"
		}
		return []finding{{on, fmt.Sprintf("there is no system %q", name), fix}}
	}
	return nil
}

func mixedSystems(_ inRoot, m markers.Marker, value *markers.OS) []finding {
	return mixed(onMarker(m), value.Systems, "the field", m)
}

// mixed reports systems that are listed and excluded at once.
func mixed(on place, systems []string, what string, m markers.Marker) []finding {
	excluded := func(system string) bool { return strings.HasPrefix(system, "!") }
	listed := slices.DeleteFunc(slices.Clone(systems), excluded)
	others := slices.DeleteFunc(slices.Clone(systems), func(system string) bool { return !excluded(system) })
	some := slices.ContainsFunc(systems, excluded)
	all := !slices.ContainsFunc(systems, func(system string) bool { return !excluded(system) })
	if !some || all || len(unknownSystems(on, systems, markers.Marker{}.Correct)) > 0 {
		return nil
	}
	if m.Name == "os" {
		on = on.with(m.Argument("", strings.Join(listed, ",")), m.Argument("", strings.Join(others, ",")))
	}
	return []finding{{on, "systems with and without an exclamation mark are mixed",
		"list those on which " + what + " exists, or those on which it does not"}}
}

// ignoredSystems checks the systems of flags without effect.
func ignoredSystems(g *group.Group) []finding {
	var findings []finding
	for _, root := range g.AllRoots() {
		for _, flag := range root.Ignored {
			findings = append(findings, unknownSystems(onFlag(flag), flag.OS, root.Markers.At(flag.Position).Correct)...)
			findings = append(findings, mixed(onFlag(flag), flag.OS, "the flag", markers.Marker{})...)
		}
	}
	return findings
}

func noSystem(at inRoot, m markers.Marker, value *markers.OS) []finding {
	if len(unknownSystem(at, m, value))+len(mixedSystems(at, m, value)) > 0 {
		return nil
	}
	var outer group.Systems
	if at.field.Parent != nil {
		outer = at.field.Parent.OS
	}
	if _, valid := outer.Limit(value.Systems); valid {
		return nil
	}
	return []finding{{removing(m),
		fmt.Sprintf("%s is excluded everywhere: its parent is limited to +os=%s", at.field.Path, strings.Join(outer, ",")),
		"remove it, or widen that of the parent"}}
}
