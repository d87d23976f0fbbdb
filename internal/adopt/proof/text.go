package proof

import (
	"fmt"
	"slices"
	"strings"
)

// Text prints what is not equal, one line each, then the intended differences by their reasons, and last how much is
// equal.
func (r *Report) Text() string {
	var b strings.Builder
	for _, flag := range r.Flags {
		flag.text(&b)
	}
	for _, field := range r.Fields {
		if field.Intended == "" {
			fmt.Fprintf(&b, "%s: the generated code makes it %s instead of %s before any flag is set; %s\n",
				field.Path, field.Ours, field.Theirs, field.Advice)
		}
	}
	for _, path := range r.Paths {
		has, lacks := "the code written by hand", "the generated code"
		if path.Side == Ours {
			has, lacks = lacks, has
		}
		fmt.Fprintf(&b, "%s: is a file path in %s, and not in %s; %s\n", path.Field, has, lacks, path.Advice)
	}
	r.intended(&b)
	r.summary(&b)
	return b.String()
}

// text prints the differences of a flag that are not intended.
func (f Flag) text(b *strings.Builder) {
	prefix := "--" + f.Name + ": "
	if f.Position.File != "" {
		prefix = fmt.Sprintf("%s:%d:%d: %s", f.Position.File, f.Position.Line, f.Position.Column, prefix)
	}
	switch f.Verdict {
	case Missing:
		fmt.Fprintf(b, "%sthe generated code does not register the flag; %s\n", prefix, f.Differences[0].Advice)
		return
	case Additional:
		fmt.Fprintf(b, "%sonly the generated code registers the flag; %s\n", prefix, f.Differences[0].Advice)
		return
	case ByHand:
		fmt.Fprintf(b, "%sthe flag remains in the code written by hand: %s\n", prefix, f.Reason)
		return
	}
	moved := slices.ContainsFunc(f.Differences, func(d Difference) bool { return d.Column == fieldColumn })
	for _, d := range f.Differences {
		if d.Intended != "" {
			continue
		}
		if strings.HasPrefix(d.Column, "--") {
			if moved {
				continue // The other field is the cause.
			}
			fmt.Fprintf(b, "%s%s leads to %s instead of %s in the generated code; %s\n",
				prefix, d.Column, d.Ours, d.Theirs, d.Advice)
			continue
		}
		fmt.Fprintf(b, "%sthe generated %s is %q instead of %q; %s\n", prefix, d.Column, d.Ours, d.Theirs, d.Advice)
	}
}

// intended prints the flags and the fields with each of the intended differences.
func (r *Report) intended(b *strings.Builder) {
	all := []Intended{VisibleDeprecated, HiddenDefault, DefaultForm, MapType, TypeCase, FlagSet, HelpOrder, AssignedHelp,
		EmptyAsNil, OtherWords, EmptyClears, MapSyntax, OwnValue}
	names := map[Intended][]string{}
	add := func(intended Intended, name string) {
		if known := names[intended]; intended != "" && (len(known) == 0 || known[len(known)-1] != name) {
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
	for _, intended := range all {
		if len(names[intended]) > 0 {
			fmt.Fprintf(b, "intended difference %s (%s): %s\n", intended, intended.Reason(), strings.Join(names[intended], ", "))
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

// counted is a number with the verb for it.
func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}
