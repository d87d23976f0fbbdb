package proof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// The columns that more than a comparison of texts is needed for.
const (
	helpColumn       = "help"
	defaultColumn    = "default"
	typeColumn       = "type"
	hiddenColumn     = "attribute hidden"
	persistentColumn = "attribute persistent"
	fieldColumn      = "field"
)

// columns returns the properties of a flag in pflag, by name, in the order of a report. The Go type of the value is not
// included: users see its Type().
func columns(f observe.Flag) [][2]string {
	var annotations []string
	for _, key := range union(f.Annotations, nil) {
		annotations = append(annotations, fmt.Sprintf("%s=%q", key, f.Annotations[key]))
	}
	return [][2]string{
		{"shorthand", f.Shorthand}, {helpColumn, f.Usage}, {defaultColumn, f.Default}, {typeColumn, f.Type},
		{"noOptDefVal", f.NoOptDefVal}, {"deprecation", f.Deprecated},
		{"deprecation of the shorthand", f.ShorthandDeprecated}, {hiddenColumn, strconv.FormatBool(f.Hidden)},
		{"section", f.Section}, {persistentColumn, strconv.FormatBool(f.Persistent)},
		{"set of annotations", strings.Join(annotations, " ")}, {fieldColumn, f.Field},
		{"list of further fields", strings.Join(slices.Sorted(slices.Values(f.Others)), " ")},
	}
}

// flag compares two flags of one name. If a field is unknown, only the changes when the flag is set are compared.
func (p pair) flag(theirs, ours observe.Flag) []Difference {
	var differences []Difference
	sets := p.sets(theirs, ours)
	generated := columns(ours)
	for i, column := range columns(theirs) {
		name, a, b := column[0], column[1], generated[i][1]
		unknown := name == fieldColumn && a == "" && len(theirs.Sets) > 0
		varies := name == defaultColumn && p.theirs.value(theirs.Field) == varying && p.ours.value(ours.Field) == varying
		if a != b && !unknown && !varies {
			differences = append(differences, Difference{
				Column: name, Theirs: a, Ours: b, Intended: p.intended(name, theirs, ours, sets),
			})
		}
	}
	if theirs.Unsorted && p.isReordered(theirs) {
		differences = append(differences, Difference{Column: "order in help", Intended: HelpOrder})
	}
	return slices.Concat(differences, ownValue(theirs, ours), sets)
}

// intended names the reason for which a difference in a column is intended, if it is.
func (p pair) intended(column string, theirs, ours observe.Flag, sets []Difference) Intended {
	isDeprecated := theirs.Deprecated != "" && theirs.Deprecated == ours.Deprecated
	switch {
	case column == hiddenColumn && isDeprecated:
		return VisibleDeprecated
	case column == persistentColumn && p.isOneSet():
		return FlagSet
	case column == helpColumn && p.assigned[theirs.Name]:
		return AssignedHelp
	case column == typeColumn && len(theirs.Sets) > 0 && verdict(sets) != Different:
		return TypeWord
	case column == defaultColumn:
		return sameDefault(theirs, ours)
	}
	return ""
}

// isReordered reports whether the flags of the set of a flag are registered in another order by generated code.
func (p pair) isReordered(flag observe.Flag) bool {
	order := func(s variant) []string {
		return slices.DeleteFunc(slices.Clone(s.registered), func(registered string) bool {
			theirs, both := p.theirs.flags[registered]
			_, generated := p.ours.flags[registered]
			return !both || !generated || theirs.Section != flag.Section
		})
	}
	return !slices.Equal(order(p.theirs), order(p.ours))
}

// isOneSet reports whether all flags of theirs are persistent, and all flags of ours are not: the caller of the
// generated function names the flag set.
func (p pair) isOneSet() bool {
	all := !p.whole
	for _, flag := range p.theirs.flags {
		all = all && flag.Persistent
	}
	for _, flag := range p.ours.flags {
		all = all && !flag.Persistent
	}
	return all
}
