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

// Systems are those that sets mention, sorted, and the others behind them; nothing where none does.
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

// Constraint is the build constraint of a system's file beside those of all.
func Constraint(system string, all []string) string {
	if system == Others {
		return "!" + strings.Join(all[:len(all)-1], " && !")
	}
	if included := includes[system]; included != "" && slices.Contains(all, included) {
		return system + " && !" + included
	}
	return system
}
