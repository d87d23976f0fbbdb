package adopt

import (
	"slices"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
)

// writtenDefaults are the flags of a root whose registrations by hand write a default that the constructor does not
// have: assignments of these keep them.
func writtenDefaults(c *component, d *decisions, w *draft, root plan.Root) []string {
	if !root.Config {
		return writtenByHand(c, d, w)
	}
	var flags []string
	for _, flag := range c.theirs.Flags {
		if slices.Contains(root.Flags, flag.Name) && setByRegistration(c, flag.Name) {
			flags = append(flags, flag.Name)
		}
	}
	for _, other := range elsewhereOf(c, d) {
		if other.Default != "" && slices.Contains(root.Flags, other.Flag.Name) {
			flags = append(flags, other.Flag.Name)
		}
	}
	return flags
}

// tryWritten has an assignment ahead of the call of the generated method keep the default that the registration of a
// flag of options writes, as --remove does, and reports whether that has not been tried.
func tryWritten(d *decisions, w *draft, name string, kind plan.Kind) bool {
	of := slices.IndexFunc(w.Plan.Roots, func(root plan.Root) bool {
		return !root.Config && slices.Contains(root.Flags, name)
	})
	if kind != plan.Default || d.written[name] || d.own || of < 0 {
		return false
	}
	d.written[name] = true
	return true
}

// writtenFields are the fields of options that registrations by hand write defaults into, with these, in the order of
// the source.
func writtenFields(c *component, d *decisions, root plan.Root) []observe.Field {
	return slices.DeleteFunc(slices.Clone(c.theirs.Fields), func(field observe.Field) bool {
		return !slices.ContainsFunc(c.theirs.Flags, func(flag observe.Flag) bool {
			_, left := d.left[flag.Name]
			return flag.Field == field.Path && d.written[flag.Name] && !left && slices.Contains(root.Flags, flag.Name)
		})
	})
}

// writtenByHand are the flags whose registrations write such defaults, and have not given way to assignments yet, in
// the order of their fields.
func writtenByHand(c *component, d *decisions, w *draft) []string {
	var names []string
	for _, field := range c.theirs.Fields {
		for _, flag := range c.theirs.Flags {
			_, left := d.left[flag.Name]
			if flag.Field == field.Path && d.written[flag.Name] && !left && !adopted(c.facts, flag) &&
				!slices.Contains(w.Removed, flag.Name) {
				names = append(names, flag.Name)
			}
		}
	}
	return names
}
