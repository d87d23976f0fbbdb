package emit

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
)

// Others stands for the systems that no marker mentions, in the name of their file. It is the name of no system.
const Others = "others"

// includes are systems whose name, as a build tag, holds on another system, too.
var includes = map[string]string{"linux": "android", "darwin": "ios", "solaris": "illumos"}

// Systems returns the operating systems that sets mention, sorted, followed by Others; nil if no set mentions one.
func Systems(sets []group.Systems) []string {
	var names []string
	for _, set := range sets {
		names = append(names, set.Names()...)
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > 0 {
		names = append(names, Others)
	}
	return names
}

// Constraint returns the build constraint of the file for a system or for Others, given all of them.
func Constraint(system string, all []string) string {
	if system == Others {
		return "!" + strings.Join(all[:len(all)-1], " && !")
	}
	if included := includes[system]; included != "" && slices.Contains(all, included) {
		return system + " && !" + included
	}
	return system
}
