package proof

import (
	"cmp"
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
	// advice is what makes ours equal to theirs.
	advice func(theirs observe.Flag) string
}

// table has the columns in the order of a report. The Go type of the value is not one of them: users see its Type().
func table() []column {
	shorthand := func(f observe.Flag) string { return f.Shorthand }
	usage := func(f observe.Flag) string { return f.Usage }
	noOptDefVal := func(f observe.Flag) string { return f.NoOptDefVal }
	deprecated := func(f observe.Flag) string { return f.Deprecated }
	hidden := func(f observe.Flag) string { return strconv.FormatBool(f.Hidden) }
	shorthandDeprecated := func(f observe.Flag) string { return f.ShorthandDeprecated }
	persistent := func(f observe.Flag) string { return strconv.FormatBool(f.Persistent) }
	section := func(f observe.Flag) string { return f.Section }
	return []column{
		{"shorthand", shorthand, nil, argument("shorthand", shorthand)},
		{helpColumn, usage, nil, argument("usage", usage)},
		{defaultColumn, func(f observe.Flag) string { return f.Default }, sameDefault, legacyDefault},
		{"type", func(f observe.Flag) string { return f.Type }, sameTypes, valueAdvice},
		{"noOptDefVal", noOptDefVal, nil, argument("noOptDefVal", noOptDefVal)},
		{"deprecation", deprecated, nil, argument("deprecated", deprecated)},
		{"deprecation of the shorthand", shorthandDeprecated, nil, argument("shorthandDeprecated", shorthandDeprecated)},
		{"attribute hidden", hidden, sameHidden, hiddenAdvice},
		{"section", section, nil, argument("section", section)},
		{persistentColumn, persistent, nil, flagSetAdvice},
		{"set of annotations", func(f observe.Flag) string { return annotations(f.Annotations) }, nil, unavailable},
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
		if difference.Intended == "" {
			difference.Advice = c.advice(theirs)
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
	return []Difference{{Column: "list of further fields", Theirs: strings.Join(a, " "), Ours: strings.Join(b, " "),
		Advice: "keep the registration, and set the other fields after parsing"}}
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
	difference := Difference{Column: fieldColumn, Theirs: theirs.Field, Ours: ours.Field}
	if ours.Field == "" {
		difference.Advice = fmt.Sprintf("write +flag=%s above %s", theirs.Name, theirs.Field)
	} else {
		difference.Advice = fmt.Sprintf("move +flag=%s from %s to %s", theirs.Name, ours.Field, theirs.Field)
	}
	return []Difference{difference}
}

func sameTypes(theirs, ours observe.Flag) Intended { return sameType(theirs.Type, ours.Type) }

// sameHidden accepts that only one variant hides a flag that both have deprecated.
func sameHidden(theirs, ours observe.Flag) Intended {
	if theirs.Deprecated != "" && theirs.Deprecated == ours.Deprecated {
		return VisibleDeprecated
	}
	return ""
}

// argument advises an argument of +flag.
func argument(name string, text func(observe.Flag) string) func(observe.Flag) string {
	return func(theirs observe.Flag) string {
		if value := text(theirs); value != "" {
			return fmt.Sprintf("write %s: %q in its +flag", name, value)
		}
		return fmt.Sprintf("remove %s from its +flag", name)
	}
}

func hiddenAdvice(theirs observe.Flag) string {
	return fmt.Sprintf("write hidden: %t in its +flag", theirs.Hidden)
}

// legacyDefault advises a default that is known as help has it.
func legacyDefault(theirs observe.Flag) string {
	return fmt.Sprintf("write +legacyDefault=%s%s", cmp.Or(theirs.Default, `""`), at(theirs.Field))
}

func valueAdvice(theirs observe.Flag) string {
	return "write value: with a func(*T) pflag.Value that returns a " + theirs.Value + " in its +flag"
}

func flagSetAdvice(theirs observe.Flag) string {
	if theirs.Persistent {
		return "pass the PersistentFlags() of the command to the generated function"
	}
	return "pass the Flags() of the command to the generated function"
}

func unavailable(observe.Flag) string {
	return "markers cannot express it; set it by hand after the call of the generated function"
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
