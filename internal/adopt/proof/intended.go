package proof

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Intended names a difference that cannot change the effective configuration, except for EmptyClears and MapSyntax,
// which concern unusual values only, and OwnValue, which concerns those that were not tried.
type Intended string

// The intended differences.
const (
	// VisibleDeprecated is a deprecated flag that is hidden in one variant only.
	VisibleDeprecated Intended = "visible-deprecated"
	// HiddenDefault is a default that help does not show in either variant.
	HiddenDefault Intended = "hidden-default"
	// DefaultForm is a list or a map that is printed in another form.
	DefaultForm Intended = "default-form"
	// MapType is another word for a map in help.
	MapType Intended = "map-type"
	// TypeCase is the same word for a type in help, with capitals elsewhere.
	TypeCase Intended = "type-case"
	// FlagSet is that all flags are persistent in one variant and none on the other.
	FlagSet Intended = "flag-set"
	// HelpOrder is that help has flags in the order of the registration, which is another one in generated code.
	HelpOrder Intended = "help-order"
	// AssignedHelp is a help text that an assignment replaces once generated code has registered the flag.
	AssignedHelp Intended = "assigned-help"
	// EmptyAsNil is an empty list or map in one variant that is nil in the other.
	EmptyAsNil Intended = "empty-as-nil"
	// OtherWords is a value that both variants refuse, with other words.
	OtherWords Intended = "other-words"
	// EmptyClears is an empty value that clears the field in generated code alone.
	EmptyClears Intended = "empty-clears"
	// MapSyntax is a value with quotes, spaces or commas that a map is read from in another way.
	MapSyntax Intended = "map-syntax"
	// OwnValue is a flag whose value has a type of its own by hand, and another one in generated code.
	OwnValue Intended = "own-value"
)

// Reason is the sentence that a report has for an intended difference.
func (i Intended) Reason() string {
	switch i {
	case VisibleDeprecated:
		return "pflag hides deprecated flags; generated code leaves them in help, as the kubelet does. " +
			"Write hidden: true to hide them"
	case HiddenDefault:
		return "help shows neither default"
	case DefaultForm:
		return "both texts have the same elements"
	case MapType:
		return "generated flags for maps have the type names of k8s.io/component-base/cli/flag"
	case TypeCase:
		return "help has the same word for the type, with other capitals"
	case FlagSet:
		return "the call of the generated function decides: pass the PersistentFlags() of the command to it"
	case HelpOrder:
		return "help has the flags in the order of the registration, which is that of the fields in generated code"
	case AssignedHelp:
		return "an assignment after the call of the generated function sets the help"
	case EmptyAsNil:
		return "generated code leaves a nil list or map as it is, and does not replace it by an empty one"
	case OtherWords:
		return "both sides refuse the value"
	case EmptyClears:
		return "an empty value, as in --flag=\"\", clears the field in generated code, and is ignored or refused by hand"
	case MapSyntax:
		return "quotes, spaces, and commas in the value of a map are read differently: generated code takes key=\"a,b\""
	case OwnValue:
		return "a type of its own parses the value by hand. Generated code does the same with all values that were tried; " +
			"look at its method Set for what else it does"
	}
	return ""
}

// ownValue is that two flags have values of different types, unless that by hand is of a library whose values generated
// code is known to equal.
func ownValue(theirs, ours observe.Flag) []Difference {
	isKnown := isLibrary(theirs.Value) || strings.HasPrefix(theirs.Value, "*flag.") ||
		strings.HasPrefix(theirs.Value, "*k8s.io/apimachinery/")
	if theirs.Value == ours.Value || isKnown {
		return nil
	}
	return []Difference{{Column: "value", Theirs: theirs.Value, Ours: ours.Value, Intended: OwnValue}}
}

// mapTypes are pflag's names for maps, with those of generated flags.
var mapTypes = map[string]string{
	"stringToString": "mapStringString",
	"stringToInt":    "mapStringInt",
	"stringToInt64":  "mapStringInt64",
}

// sameType names the reason for which two types of flags are as good as equal.
func sameType(theirs, ours string) Intended {
	switch {
	case ours == mapTypes[theirs]:
		return MapType
	case strings.EqualFold(ours, theirs):
		return TypeCase
	}
	return ""
}

// sameDefault names the reason for which the defaults of two flags are as good as equal.
func sameDefault(theirs, ours observe.Flag) Intended {
	if theirs.Type != ours.Type && sameType(theirs.Type, ours.Type) == "" {
		return ""
	}
	switch {
	case theirs.DefaultHidden && ours.DefaultHidden:
		return HiddenDefault
	case !isCollection(ours.Type):
		return ""
	}
	if a, b := elements(theirs), elements(ours); slices.Equal(a, b) {
		return DefaultForm
	}
	return ""
}

// isMap reports whether the type of a flag is that of a map.
func isMap(kind string) bool {
	return strings.HasPrefix(kind, "stringTo") || strings.HasPrefix(kind, "mapString") ||
		strings.HasPrefix(kind, "colonSeparatedMultimap")
}

// isLibrary reports whether a value is one of pflag or of component-base, whose syntax for maps is known.
func isLibrary(value string) bool {
	return strings.HasPrefix(value, "*github.com/spf13/pflag.") ||
		strings.HasPrefix(value, "*k8s.io/component-base/cli/flag.")
}

func isCollection(kind string) bool {
	return isMap(kind) || strings.HasSuffix(kind, "Slice") || strings.HasSuffix(kind, "Array")
}

// elements are those of a list or a map that is printed with or without brackets and quotes. A map is in no order. Help
// does not tell an element with a comma from two: the values of the fields do.
func elements(flag observe.Flag) []string {
	text := flag.Default
	if inner, ok := strings.CutPrefix(text, "["); ok && strings.HasSuffix(inner, "]") {
		text = strings.TrimSuffix(inner, "]")
	}
	parts := strings.Split(strings.ReplaceAll(text, `"`, ""), ",")
	if isMap(flag.Type) {
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

// hasClearing reports whether an empty value of a generated flag of a type clears the field.
func hasClearing(kind string) bool {
	return isCollection(kind) || strings.HasPrefix(strings.ToLower(kind), "ip")
}

// isMapSyntax reports whether values have quotes, spaces or commas other than those between the pairs of a map.
func isMapSyntax(values []string) bool {
	return slices.ContainsFunc(values, func(value string) bool {
		return strings.ContainsAny(value, "\" ") || strings.Contains(value, ",") &&
			slices.ContainsFunc(strings.Split(value, ","), func(pair string) bool { return strings.Count(pair, "=") != 1 })
	})
}

// isCleared reports whether a value in JSON is that of a field that an empty flag has cleared.
func isCleared(value string) bool { return isEmpty(value) || value == `""` }

func isEmpty(value string) bool {
	switch value {
	case "null", "[]", "{}":
		return true
	}
	return false
}
