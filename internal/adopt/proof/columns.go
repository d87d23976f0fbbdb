package proof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// column is something that pflag knows of a flag.
type column struct {
	name string
	text func(observe.Flag) string
	// same names the reason for which two texts are as good as equal, if there can be one.
	same func(theirs, ours observe.Flag) Intended
}

// table has the columns in the order of a report. The Go type of the value is not one of them: users see its Type().
func table() []column {
	return []column{
		{"shorthand", func(f observe.Flag) string { return f.Shorthand }, nil},
		{helpColumn, func(f observe.Flag) string { return f.Usage }, nil},
		{defaultColumn, func(f observe.Flag) string { return f.Default }, sameDefault},
		{"type", func(f observe.Flag) string { return f.Type }, sameTypes},
		{"noOptDefVal", func(f observe.Flag) string { return f.NoOptDefVal }, nil},
		{"deprecation", func(f observe.Flag) string { return f.Deprecated }, nil},
		{"deprecation of the shorthand", func(f observe.Flag) string { return f.ShorthandDeprecated }, nil},
		{"attribute hidden", func(f observe.Flag) string { return strconv.FormatBool(f.Hidden) }, sameHidden},
		{"section", func(f observe.Flag) string { return f.Section }, nil},
		{persistentColumn, func(f observe.Flag) string { return strconv.FormatBool(f.Persistent) }, nil},
		{"set of annotations", func(f observe.Flag) string { return annotations(f.Annotations) }, nil},
	}
}

// columns compares two flags of one name.
func columns(theirs, ours observe.Flag) []Difference {
	var differences []Difference
	for _, c := range table() {
		a, b := c.text(theirs), c.text(ours)
		if a == b {
			continue
		}
		difference := Difference{Column: c.name, Theirs: a, Ours: b}
		if c.same != nil {
			difference.Intended = c.same(theirs, ours)
		}
		differences = append(differences, difference)
	}
	return slices.Concat(differences, field(theirs, ours), further(theirs, ours), ownValue(theirs, ours))
}

// further compares the other fields that a flag writes, if only what they hold already.
func further(theirs, ours observe.Flag) []Difference {
	a, b := slices.Sorted(slices.Values(theirs.Others)), slices.Sorted(slices.Values(ours.Others))
	if slices.Equal(a, b) {
		return nil
	}
	return []Difference{{Column: "list of further fields", Theirs: strings.Join(a, " "), Ours: strings.Join(b, " ")}}
}

// helpColumn is the column of the help text.
const helpColumn = "help"

// defaultColumn is the column of the default as help shows it.
const defaultColumn = "default"

// persistentColumn is the column that says whether a flag is one of the children of a command, too.
const persistentColumn = "attribute persistent"

// fieldColumn is the column of the field that a flag sets.
const fieldColumn = "field"

// field compares the fields that the flags set. One that is not known is left to what setting the flag changes.
func field(theirs, ours observe.Flag) []Difference {
	if theirs.Field == ours.Field || theirs.Field == "" && len(theirs.Sets) > 0 {
		return nil
	}
	return []Difference{{Column: fieldColumn, Theirs: theirs.Field, Ours: ours.Field}}
}

func sameTypes(theirs, ours observe.Flag) Intended { return sameType(theirs.Type, ours.Type) }

// sameHidden accepts that only one variant hides a flag that both have deprecated.
func sameHidden(theirs, ours observe.Flag) Intended {
	if theirs.Deprecated != "" && theirs.Deprecated == ours.Deprecated {
		return VisibleDeprecated
	}
	return ""
}

// annotations prints the annotations of a flag in the order of their keys.
func annotations(all map[string][]string) string {
	var texts []string
	for _, key := range union(all, nil) {
		texts = append(texts, fmt.Sprintf("%s=%q", key, all[key]))
	}
	slices.Sort(texts)
	return strings.Join(texts, " ")
}
