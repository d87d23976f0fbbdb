package source

import (
	"slices"
	"strings"
)

// Variant is a registration for other systems that is not like the one for this system.
type Variant struct {
	Registration *Registration
	// Systems are those that have it, in words, and What is what differs: the default, the help, or else.
	Systems, What string
}

// Systems are those on which a flag exists, as +os has them: those of a registration, and those of other registrations
// of the flag, which are for systems that this one is not for. The variant is the first of these that differs, nil if
// they are all alike.
func (f *Facts) Systems(at *Registration) (os string, variant *Variant) {
	have := allowed(at.OS)
	for i := range f.Registrations {
		r := &f.Registrations[i]
		more := allowed(r.OS)
		if at.Flag == "" || !r.Registers(at.Flag) || slices.ContainsFunc(more, func(s string) bool {
			return slices.Contains(have, s) // the same one, or a flag of another command
		}) {
			continue
		}
		have = append(have, more...)
		if what := f.differing(at, r); variant == nil && what != "" {
			variant = &Variant{r, inWords(r.OS), what}
		}
	}
	return both([]string{strings.Join(have, ",")}), variant
}

// allowed are the systems that a constraint allows.
func allowed(constraint string) []string {
	return slices.DeleteFunc(systems(), func(system string) bool { return !allows(constraint, system) })
}

// inWords is a constraint as a message has it.
func inWords(constraint string) string {
	text := strings.ReplaceAll(constraint, ",", ", ")
	if strings.HasPrefix(text, "!") {
		return "all systems but " + strings.ReplaceAll(text, "!", "")
	}
	return text
}

// differing is what two registrations of a flag differ in; empty if they are alike.
func (f *Facts) differing(a, b *Registration) string {
	switch {
	case !slices.Equal(beside(a), beside(b)):
		return "condition"
	case a.Method != b.Method:
		return "type"
	case !alike(a.Value, b.Value):
		return "field"
	case !alike(a.Default, b.Default):
		return "default"
	case !alike(a.Shorthand, b.Shorthand):
		return "shorthand"
	case !alike(a.Usage, b.Usage):
		return "help"
	case !slices.Equal(f.marksOf(a), f.marksOf(b)):
		return "deprecation"
	}
	return ""
}

// beside are the conditions of a registration that are not about the system alone.
func beside(r *Registration) []string {
	var all []string
	for _, c := range r.Conditions {
		if !c.System && !c.Nil {
			all = append(all, c.Text)
		}
	}
	return all
}

// alike reports whether two expressions stand for the same value.
func alike(a, b Expression) bool {
	switch {
	case a.Kind != b.Kind:
		return false
	case a.Kind == Constant:
		return a.Value == b.Value
	case a.Kind == Field:
		return a.Path == b.Path && a.RootType == b.RootType
	}
	return a.Text == b.Text
}

// marksOf are the marks of the flag of a registration on its systems, as text.
func (f *Facts) marksOf(r *Registration) []string {
	var all []string
	for _, m := range f.Marked(r.Flag) {
		if slices.ContainsFunc(allowed(r.OS), func(system string) bool { return allows(m.OS, system) }) {
			text := m.Text.Value
			if m.Text.Kind != Constant {
				text = m.Text.Text
			}
			all = append(all, m.Method+" "+text)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
