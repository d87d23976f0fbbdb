package adopt

import (
	"slices"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
)

// writtenDefaults are the flags of a root whose registrations by hand write a default that the constructor does not
// have: assignments of these keep them.
func writtenDefaults(r *run, root plan.Root) []string {
	if !root.Config {
		return writtenByHand(r)
	}
	var flags []string
	for _, flag := range r.theirs.Flags {
		if slices.Contains(root.Flags, flag.Name) && setByRegistration(r, flag.Name) {
			flags = append(flags, flag.Name)
		}
	}
	for _, other := range elsewhereOf(r) {
		if other.Default != "" && slices.Contains(root.Flags, other.Flag.Name) {
			flags = append(flags, other.Flag.Name)
		}
	}
	return flags
}

// tryWritten has an assignment ahead of the call of the generated method keep the default that the registration of a
// flag of options writes, as --remove does, and reports whether that has not been tried.
func tryWritten(r *run, name string, kind plan.Kind) bool {
	of := slices.IndexFunc(r.plan.Roots, func(root plan.Root) bool {
		return !root.Config && slices.Contains(root.Flags, name)
	})
	if kind != plan.Default || r.written[name] || r.own || of < 0 {
		return false
	}
	r.written[name] = true
	return true
}

// writtenFields are the fields of options that registrations by hand write defaults into, with these, in the order of
// the source.
func writtenFields(r *run, root plan.Root) []observe.Field {
	return slices.DeleteFunc(slices.Clone(r.theirs.Fields), func(field observe.Field) bool {
		return !slices.ContainsFunc(r.theirs.Flags, func(flag observe.Flag) bool {
			_, left := r.left[flag.Name]
			return flag.Field == field.Path && r.written[flag.Name] && !left && slices.Contains(root.Flags, flag.Name)
		})
	})
}

// writtenByHand are the flags whose registrations write such defaults, and have not given way to assignments yet, in
// the order of their fields.
func writtenByHand(r *run) []string {
	var names []string
	for _, field := range r.theirs.Fields {
		for _, flag := range r.theirs.Flags {
			_, left := r.left[flag.Name]
			if flag.Field == field.Path && r.written[flag.Name] && !left && !adopted(r.facts, flag) &&
				!slices.Contains(r.removed, flag.Name) {
				names = append(names, flag.Name)
			}
		}
	}
	return names
}
