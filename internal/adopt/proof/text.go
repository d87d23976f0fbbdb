package proof

import (
	"fmt"
	"slices"
	"strings"
)

// Unequal is a difference that is not intended.
type Unequal struct {
	// Position is the position of the registration of a flag by hand, if it is known.
	Position Position
	// Flag is the name of the flag, or Field the Go path of the field, that differs.
	Flag, Field string
	// Why is the difference, and Do the advice; empty for a flag that remains by hand, because its reason includes the
	// advice.
	Why, Do string
}

// String returns the difference as a line of a report.
func (u Unequal) String() string {
	text := u.Field + ": " + u.Why
	if u.Flag != "" {
		text = "--" + u.Flag + ": " + u.Why
	}
	if u.Position.File != "" {
		text = fmt.Sprintf("%s:%d:%d: %s", u.Position.File, u.Position.Line, u.Position.Column, text)
	}
	if u.Do != "" {
		text += "; " + u.Do
	}
	return text
}

// Text returns the differences, a line each, then the intended differences by their reasons, and last the counts of the
// summary.
func (r *Report) Text() string {
	var b strings.Builder
	for _, unequal := range r.Unequal() {
		fmt.Fprintln(&b, unequal)
	}
	r.intended(&b)
	r.summary(&b)
	return b.String()
}

// doCorrect is the advice for a marker that contradicts the registration.
const doCorrect = "correct its marker, or keep the registration"

// Unequal returns the differences that are not intended: differences of flags, of fields before any flag is set, and of
// paths.
func (r *Report) Unequal() []Unequal {
	var all []Unequal
	for _, flag := range r.Flags {
		all = append(all, flag.Unequal()...)
	}
	for _, field := range r.Fields {
		if field.Intended != "" {
			continue
		}
		do := fmt.Sprintf("use +legacyDefault=%s above %s", field.Theirs, field.Path)
		switch field.Theirs {
		case absent:
			do = "compare the constructors"
		case varying:
			do = "set it in your own code, after the generated constructor"
		}
		all = append(all, Unequal{Field: field.Path, Do: do, Why: fmt.Sprintf(
			"the generated code makes it %s instead of %s before any flag is set", field.Ours, field.Theirs)})
	}
	for _, path := range r.Paths {
		why, do := "is a file path in the code written by hand, and not in the generated code", "use +path above "
		if path.Variant == Ours {
			why, do = "is a file path in the generated code, and not in the code written by hand", "use +path=false above "
		}
		all = append(all, Unequal{Field: path.Field, Why: why, Do: do + path.Field})
	}
	return all
}

// Unequal returns the differences of a flag that are not intended.
func (f Flag) Unequal() []Unequal {
	at := Unequal{Position: f.Position, Flag: f.Name, Do: doCorrect}
	switch f.Verdict {
	case Missing:
		at.Why, at.Do = "the generated code does not register the flag", "use its marker, or keep the registration"
		return []Unequal{at}
	case Additional:
		at.Why, at.Do = "only the generated code registers the flag", "remove its marker"
		return []Unequal{at}
	case ByHand:
		at.Why, at.Do = "the flag remains in the code written by hand: "+f.Reason, ""
		return []Unequal{at}
	}
	var all []Unequal
	moved := slices.ContainsFunc(f.Differences, func(d Difference) bool { return d.Column == fieldColumn })
	for _, d := range f.Differences {
		isSet := strings.HasPrefix(d.Column, "--")
		switch {
		case d.Intended != "", isSet && moved: // the other field is the cause
			continue
		case isSet:
			at.Why = fmt.Sprintf("%s leads to %s instead of %s in the generated code", d.Column, d.Ours, d.Theirs)
		default:
			at.Why = fmt.Sprintf("the generated %s is %q instead of %q", d.Column, d.Ours, d.Theirs)
		}
		all = append(all, at)
	}
	return all
}

// intended prints the flags and the fields with each of the intended differences.
func (r *Report) intended(b *strings.Builder) {
	names := map[Intended][]string{}
	add := func(intended Intended, name string) {
		if known := names[intended]; len(known) == 0 || known[len(known)-1] != name {
			names[intended] = append(known, name)
		}
	}
	for _, flag := range r.Flags {
		for _, difference := range flag.Differences {
			add(difference.Intended, "--"+flag.Name)
		}
	}
	for _, field := range r.Fields {
		add(field.Intended, field.Path)
	}
	for _, row := range Reasons() {
		if all := names[Intended(row[0])]; len(all) > 0 {
			fmt.Fprintf(b, "intended difference %s (%s): %s\n", row[0], row[1], strings.Join(all, ", "))
		}
	}
}

// summary prints how much is equal.
func (r *Report) summary(b *strings.Builder) {
	s := r.Summary
	fmt.Fprintf(b, "flags: %d of %d are equal", s.Flags.Equal, s.Flags.Total)
	if s.EqualInEffect > 0 {
		fmt.Fprintf(b, ", %d of them with intended differences", s.EqualInEffect)
	}
	if s.ByHand > 0 {
		fmt.Fprintf(b, "; %s in the code written by hand", counted(s.ByHand, "remains", "remain"))
	}
	if s.Additional > 0 {
		fmt.Fprintf(b, "; %s additional", counted(s.Additional, "is", "are"))
	}
	fmt.Fprintf(b, "\nvalues before any flag: %d of %d are equal\n", s.Fields.Equal, s.Fields.Total)
	if s.Paths.Total > 0 {
		fmt.Fprintf(b, "file paths: %d of %d are equal\n", s.Paths.Equal, s.Paths.Total)
	}
}

// counted returns a number with the verb for it.
func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}
