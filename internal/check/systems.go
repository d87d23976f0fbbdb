package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/markers"
)

// systemRules are about +os.
func systemRules() []Rule {
	return []Rule{
		forMarker("os-unknown", "The values of +os are GOOS values.", unknownSystem),
		forMarker("os-mixed", "A set of systems is what it lists, or everything else.", mixedSystems),
		forMarker("os-empty", "A field exists on some system.", noSystem),
	}
}

func unknownSystem(_ inRoot, m markers.Marker, value *markers.OS) []finding {
	for _, system := range value.Systems {
		name := strings.TrimPrefix(system, "!")
		if slices.Contains(group.KnownSystems(), name) {
			continue
		}
		fix := "write GOOS values, such as linux, darwin or windows"
		if near, distance := diag.Nearest(strings.ToLower(name), group.KnownSystems()); distance <= max(1, len(name)/3) {
			fix = "did you mean " + near + "?"
		}
		return []finding{{onMarker(m), fmt.Sprintf("there is no system %q", name), fix}}
	}
	return nil
}

func mixedSystems(at inRoot, m markers.Marker, value *markers.OS) []finding {
	excluded := func(system string) bool { return strings.HasPrefix(system, "!") }
	some := slices.ContainsFunc(value.Systems, excluded)
	all := !slices.ContainsFunc(value.Systems, func(system string) bool { return !excluded(system) })
	if !some || all || len(unknownSystem(at, m, value)) > 0 {
		return nil
	}
	return []finding{{onMarker(m), "systems with and without an exclamation mark are mixed",
		"list those on which the field exists, or those on which it does not"}}
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
	return []finding{{onMarker(m),
		fmt.Sprintf("%s is excluded everywhere: its parent is limited to +os=%s", at.field.Path, strings.Join(outer, ",")),
		"widen one of the two"}}
}
