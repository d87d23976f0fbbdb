package source

import (
	"slices"
	"strings"
)

// Variant is a registration for other systems that differs from the registration for this system.
type Variant struct {
	Registration *Registration
	// Systems names the systems that have the registration, and What names the difference: the default, the help, or
	// another one.
	Systems, What string
}

// Systems returns the systems on which a flag exists, in the notation of +os: the systems of a registration, and of
// other registrations of the flag for disjoint sets of systems. The variant is the first of the other registrations
// that differs, nil if all are equal.
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
		if what := differing(at, r); variant == nil && what != "" {
			words := strings.ReplaceAll(r.OS, ",", ", ")
			if strings.HasPrefix(words, "!") {
				words = "all systems but " + strings.ReplaceAll(words, "!", "")
			}
			variant = &Variant{r, words, what}
		}
	}
	return both([]string{strings.Join(have, ",")}), variant
}

// allowed returns the systems that a constraint allows.
func allowed(constraint string) []string {
	return slices.DeleteFunc(systems(), func(system string) bool { return !allows(constraint, system) })
}

// differing returns the name of the first difference in the source of two registrations of a flag; empty if there is
// none.
func differing(a, b *Registration) string {
	for _, column := range []struct{ name, a, b string }{
		{"condition", beside(a), beside(b)}, {"type", a.Method, b.Method}, {"field", a.Value.Text, b.Value.Text},
		{"default", a.Default.Text, b.Default.Text}, {"shorthand", a.Shorthand.Text, b.Shorthand.Text},
		{"help", a.Usage.Text, b.Usage.Text},
	} {
		if column.a != column.b {
			return column.name
		}
	}
	return ""
}

// beside returns the conditions of a registration that are not about the system alone.
func beside(r *Registration) string {
	var all []string
	for _, c := range r.Conditions {
		if !c.System && !c.Nil {
			all = append(all, c.Text)
		}
	}
	return strings.Join(all, " && ")
}
