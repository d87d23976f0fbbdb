package plan

import (
	"cmp"
	"go/token"
	"strings"
)

// Unmarked is a fact that markers cannot express.
type Unmarked struct {
	Position token.Position
	// Flag is the name of the flag; empty for facts about other things.
	Flag string
	// Kind is the name of the section in the how-to, or Bridged.
	Kind Kind
	// Why is what markers cannot express, and Do what to do by hand.
	Why, Do string
}

// Kind is a reason why markers cannot express a fact.
type Kind string

// The reasons.
const (
	NoField     Kind = "no-field"       // the flag sets a variable
	Effect      Kind = "effect"         // it sets several fields, or the field and something else
	InList      Kind = "in-list"        // the field is in a list or a map
	Unexported  Kind = "unexported"     // the field cannot be set by generated code
	NotEdited   Kind = "not-editable"   // no type on the way to the field can be edited
	Unnamed     Kind = "unnamed-struct" // the field is in a struct without a name
	NoUsage     Kind = "no-usage"       // the flag has no help
	Computed    Kind = "computed-usage" // the help is computed where the flag is registered
	Refused     Kind = "refused"        // configgen refuses the marker
	Adds        Kind = "adds"           // the flag adds to the value of a file
	Differs     Kind = "differs"        // the generated flag does something else
	Default     Kind = "default"        // the registration, and not the constructor, sets the default
	Environment Kind = "environment"    // the default depends on the host, user, or time
	ByHand      Kind = "by-hand"        // a marker that is there already says something else
	Annotation  Kind = "annotation"     // the flag has annotations
	Condition   Kind = "condition"      // the flag exists under a condition
	OtherSystem Kind = "other-system"   // the flag exists on another system
	Kept        Kind = "kept"           // the user keeps it
	Bridged     Kind = "bridged"        // files set it by package commandline
	// The registration cannot be deleted, and the generated function would register the flag a second time.
	Registration Kind = "registration"
)

// advice has the manual steps, by the reason.
var advice = map[Kind]string{
	NoField:      "keep the registration, or give the value a field in an options struct",
	Effect:       "keep the registration, and set the other fields after parsing",
	InList:       "keep the registration: a flag exists once, and a field in a list once for each element",
	Unexported:   "export the field, or keep the registration",
	NotEdited:    "declare an alias of the published type and name it by --types, or keep the registration",
	Unnamed:      "declare a type for the struct",
	NoUsage:      "write help in the registration, and run the command again",
	Computed:     "to keep it computed, return it from a func() string, and name that by usageFrom:",
	Refused:      "keep the registration",
	Adds:         "keep the registration, because a generated flag replaces what a file gives",
	Differs:      "keep the registration, or make a constructor of its value, which value: names",
	Default:      "set the default in the function of --flags, and run the command again, or keep the registration",
	Environment:  "keep the registration, or set the default after parsing, if the field is empty",
	ByHand:       "correct the marker or the registration",
	Annotation:   "keep the registration, or set the annotations after the generated function is called",
	OtherSystem:  "run the command on that system, or keep the registration",
	Condition:    "keep the registration under its condition",
	Kept:         "to adopt it, run the command without --keep",
	Registration: "register the flag in a statement of its own, and run the command again, or keep the registration",
}

// Compare orders entries by their positions.
func (u Unmarked) Compare(other Unmarked) int {
	return cmp.Or(strings.Compare(u.Position.Filename, other.Position.Filename),
		cmp.Compare(u.Position.Line, other.Position.Line), strings.Compare(u.Flag, other.Flag))
}

// WithMarker returns an entry for a flag that has a marker already: keeping the registration would register it twice.
func (u Unmarked) WithMarker() Unmarked {
	u.Kind, u.Do = ByHand, advice[ByHand]
	return u
}
