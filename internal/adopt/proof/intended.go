package proof

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Intended names a difference that cannot change the effective configuration, except for EmptyClears and MapSyntax,
// which concern unusual values only, and OwnValue, which concerns values that were not tried.
type Intended string

// The intended differences.
const (
	VisibleDeprecated Intended = "visible-deprecated"
	HiddenDefault     Intended = "hidden-default"
	DefaultForm       Intended = "default-form"
	TypeWord          Intended = "type-word"
	FlagSet           Intended = "flag-set"
	HelpOrder         Intended = "help-order"
	AssignedHelp      Intended = "assigned-help"
	EmptyAsNil        Intended = "empty-as-nil"
	OtherWords        Intended = "other-words"
	EmptyClears       Intended = "empty-clears"
	MapSyntax         Intended = "map-syntax"
	OwnValue          Intended = "own-value"
)

// Reasons returns the intended differences, in the order of a report, each with the sentence that the report has for
// it.
func Reasons() [][2]string {
	return [][2]string{
		{string(VisibleDeprecated), "pflag hides deprecated flags; generated code leaves them in help, as the kubelet " +
			"does. Write hidden: true to hide them"},
		{string(HiddenDefault), "help shows neither default"},
		{string(DefaultForm), "both texts have the same elements"},
		{string(TypeWord), "help has another word for the type, and all values that were tried do the same; " +
			"code that calls a method such as GetString for the flag has to read the field"},
		{string(FlagSet), "the call of the generated function decides: pass the PersistentFlags() of the command to it"},
		{string(HelpOrder), "help has the flags in the order of the registration, which is that of the fields in generated " +
			"code"},
		{string(AssignedHelp), "an assignment after the call of the generated function sets the help"},
		{string(EmptyAsNil), "generated code leaves a nil list or map as it is, and does not replace it by an empty one"},
		{string(OtherWords), "both sides refuse the value"},
		{string(EmptyClears), "an empty value, as in --flag=\"\", clears the field in generated code, and is ignored or " +
			"refused by hand"},
		{string(MapSyntax), "quotes, spaces, and commas in the value of a map are read differently: generated code takes " +
			"key=\"a,b\""},
		{string(OwnValue), "a type of its own parses the value by hand. Generated code does the same with all values that " +
			"were tried; look at its method Set for what else it does"},
	}
}

// ownValue is that two flags have values of different types, unless that by hand is of a library.
func ownValue(theirs, ours observe.Flag) []Difference {
	if theirs.Value == ours.Value || IsLibrary(theirs.Value) {
		return nil
	}
	return []Difference{{Column: "value", Theirs: theirs.Value, Ours: ours.Value, Intended: OwnValue}}
}

// IsLibrary reports whether the value of a flag is of a library whose values generated code is known to equal.
func IsLibrary(value string) bool {
	return isLibrary(value) || strings.HasPrefix(value, "*flag.") || strings.HasPrefix(value, "*k8s.io/apimachinery/")
}

// sameDefault names the reason for which the defaults of two flags are as good as equal.
func sameDefault(theirs, ours observe.Flag) Intended {
	switch {
	case theirs.DefaultHidden && ours.DefaultHidden:
		return HiddenDefault
	case isCollection(ours.Type) && slices.Equal(elements(theirs.Default, ours.Type), elements(ours.Default, ours.Type)):
		return DefaultForm
	}
	return ""
}

// isMap reports whether the type of a generated flag is the type of a map.
func isMap(kind string) bool {
	return strings.HasPrefix(kind, "stringTo") || strings.HasPrefix(kind, "mapString") ||
		strings.HasPrefix(kind, "colonSeparatedMultimap")
}

// isLibrary reports whether a value is of pflag or component-base, whose syntax for maps is known.
func isLibrary(value string) bool {
	return strings.HasPrefix(value, "*github.com/spf13/pflag.") ||
		strings.HasPrefix(value, "*k8s.io/component-base/cli/flag.")
}

func isCollection(kind string) bool {
	return isMap(kind) || strings.HasSuffix(kind, "Slice") || strings.HasSuffix(kind, "Array")
}

// elements returns the elements of a list or a map that is printed with or without brackets and quotes; elements of a
// map are sorted. An element with a comma counts as two, as in help: the values of the fields show the difference.
func elements(text, kind string) []string {
	if inner, ok := strings.CutPrefix(text, "["); ok && strings.HasSuffix(inner, "]") {
		text = strings.TrimSuffix(inner, "]")
	}
	parts := strings.Split(strings.ReplaceAll(text, `"`, ""), ",")
	if isMap(kind) {
		slices.Sort(parts)
	}
	return parts
}

// sameValue names the reason for which two values in JSON, of a leaf of a type, are as good as equal. A nil pointer is
// not an empty list.
func sameValue(kind, theirs, ours string) Intended {
	if isEmpty(theirs) && isEmpty(ours) && !strings.HasPrefix(kind, "*") {
		return EmptyAsNil
	}
	return ""
}

// unusual returns the reason why the variants may treat a value differently that command lines seldom have: an empty
// value, or a value with quotes, spaces, or commas that do not separate the pairs of a map. It returns the empty string
// without such a reason.
func unusual(theirs, ours observe.Flag, a, b observe.Set) Intended {
	ends := slices.ContainsFunc(b.Changes, func(c observe.Change) bool { return !isEmpty(c.After) && c.After != `""` })
	others := slices.ContainsFunc(slices.Concat(a.Changes, b.Changes), func(c observe.Change) bool {
		return c.Field != theirs.Field
	})
	clears := isCollection(ours.Type) || strings.HasPrefix(strings.ToLower(ours.Type), "ip")
	switch {
	case a.Ended || b.Ended:
	case slices.Equal(a.Values, []string{""}) && clears && b.Error == "" && len(a.Changes) == 0 && !ends:
		return EmptyClears
	case isMap(ours.Type) && isLibrary(theirs.Value) && slices.ContainsFunc(a.Values, isMapSyntax) && !others:
		return MapSyntax
	}
	return ""
}

func isMapSyntax(value string) bool {
	return strings.ContainsAny(value, "\" ") || strings.Contains(value, ",") &&
		slices.ContainsFunc(strings.Split(value, ","), func(pair string) bool { return strings.Count(pair, "=") != 1 })
}

func isEmpty(value string) bool { return value == "null" || value == "[]" || value == "{}" }
