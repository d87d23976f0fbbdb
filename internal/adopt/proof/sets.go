package proof

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// sets compares the effects of the command lines that were tried in both variants.
func (p pair) sets(theirs, ours observe.Flag) []Difference {
	var differences []Difference
	for _, set := range theirs.Sets {
		i := slices.IndexFunc(ours.Sets, set.Same)
		if i < 0 {
			differences = append(differences, Difference{Column: commandLine(theirs.Name, set), Theirs: outcome(set),
				Ours: "no result"})
			continue
		}
		differences = append(differences, p.set(theirs, ours, set, ours.Sets[i])...)
	}
	if len(theirs.Sets) == 0 {
		differences = append(differences, Difference{Column: "values", Theirs: "not tried", Ours: "not tried"})
	}
	return differences
}

// set compares the effects of one command line in both variants.
func (p pair) set(theirs, ours observe.Flag, a, b observe.Set) []Difference {
	difference := Difference{Column: commandLine(theirs.Name, a), Intended: unusual(theirs, ours, a, b)}
	if a.Error == "" && b.Error == "" && a.Ended == b.Ended {
		return p.changes(difference, a, b)
	}
	if a.Error == b.Error && a.Ended == b.Ended {
		return nil
	}
	difference.Theirs, difference.Ours = outcome(a), outcome(b)
	if a.Error != "" && b.Error != "" && a.Ended == b.Ended {
		difference.Intended = OtherWords
	}
	return []Difference{difference}
}

// changes compares the leaves that either variant changed by their values afterwards.
func (p pair) changes(difference Difference, theirs, ours observe.Set) []Difference {
	var differences []Difference
	var seen []string
	for _, change := range slices.Concat(theirs.Changes, ours.Changes) {
		if slices.Contains(seen, change.Field) {
			continue
		}
		seen = append(seen, change.Field)
		a, b := p.theirs.after(change.Field, theirs), p.ours.after(change.Field, ours)
		if a == b {
			continue
		}
		row := difference
		row.Theirs, row.Ours = change.Field+"="+a, change.Field+"="+b
		kind := cmp.Or(p.theirs.fields[change.Field].Type, p.ours.fields[change.Field].Type)
		row.Intended = cmp.Or(row.Intended, sameValue(kind, a, b))
		differences = append(differences, row)
	}
	return differences
}

// after returns the value of a leaf after a command line.
func (s variant) after(field string, set observe.Set) string {
	for _, change := range set.Changes {
		if change.Field == field {
			return cmp.Or(change.After, absent)
		}
	}
	for _, kept := range set.Kept {
		if kept.Path == field {
			return kept.Value
		}
	}
	if set.Held != nil && observe.Within(field, set.Held.Field) {
		return absent
	}
	return s.value(field)
}

// outcome returns the effects of a command line, in one line.
func outcome(set observe.Set) string {
	if set.Ended {
		return "the end of the program"
	}
	if set.Error != "" {
		return "an error (" + set.Error + ")"
	}
	texts := make([]string, len(set.Changes))
	for i, change := range set.Changes {
		texts[i] = change.Field + "=" + change.After
	}
	if len(texts) == 0 {
		return "no change"
	}
	return strings.Join(texts, " ")
}

// commandLine returns a flag with its values, as a user gives it.
func commandLine(name string, set observe.Set) string {
	var texts []string
	for _, value := range set.Values {
		if strings.ContainsAny(value, " \t\n\"'") {
			value = strconv.Quote(value)
		}
		texts = append(texts, "--"+name+"="+value)
	}
	line := strings.Join(texts, " ")
	switch {
	case set.Held == nil:
		return line
	case set.Held.Others:
		return line + " after other fields than " + set.Held.Field + " have been set"
	case set.Held.Late:
		return line + " after a file has set " + set.Held.Field
	}
	return line + ", registered after a file has set " + set.Held.Field
}
