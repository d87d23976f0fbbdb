package markers

import (
	"reflect"
	"slices"
	"strings"
)

// Place is the kind of declaration that a marker applies to. The marker is in the doc comment of the declaration.
type Place string

// The places of markers. OnPackage is the doc comment of a package clause, in any file of the package.
const (
	OnPackage  Place = "package"
	OnType     Place = "type"
	OnField    Place = "field"
	OnConstant Place = "constant"
)

// Spec is one row of the vocabulary.
type Spec struct {
	// Name is the text after the plus sign.
	Name string
	// Places are the declarations that the marker applies to.
	Places []Place
	// Repeats allows the marker more than once on one declaration.
	Repeats bool
	// Foreign is set for markers that other tools define and configgen reads.
	Foreign bool

	// Shape is the struct with the arguments.
	Shape reflect.Type

	// Facts are the facts in the descriptor that the marker declares for a field.
	Facts []Fact
}

// Vocabulary returns every marker that configgen reads: first its own, then the markers of other tools, in the order of
// the manual. The rows of its own markers are beside their structs.
func Vocabulary() []Spec {
	return slices.Concat(onType(), onField(), onConstant(), onPackage(), foreign(), declarative())
}

// own returns the row of a marker of configgen.
func own(name string, shape any, places ...Place) Spec {
	return Spec{Name: name, Places: places, Shape: reflect.TypeOf(shape)}
}

// several allows a marker more than once on one declaration.
func several(s Spec) Spec { s.Repeats = true; return s }

// foreign are markers that other tools define.
func foreign() []Spec {
	row := func(name string, shape any, places ...Place) Spec {
		return Spec{Name: name, Places: places, Repeats: true, Foreign: true, Shape: reflect.TypeOf(shape)}
	}
	return []Spec{
		row("groupName", GroupName{}, OnPackage),
		row("k8s:conversion-gen", ConversionGen{}, OnPackage, OnType, OnField),
		row("k8s:conversion-gen-external-types", ExternalTypes{}, OnPackage),
		row("k8s:deepcopy-gen:interfaces", DeepCopyInterfaces{}, OnType),
		row("listType", ListType{}, OnField, OnType),
		row("listMapKey", ListMapKey{}, OnField, OnType),
		row("optional", Presence{}, OnField),
		row("required", Presence{}, OnField),
		row("default", Default{}, OnField, OnType),
		row("enum", Enum{}, OnField, OnType),
	}
}

// declarative are the tags of declarative validation.
func declarative() []Spec {
	var specs []Spec
	add := func(names string, shape any, places ...Place) {
		for name := range strings.FieldsSeq(names) {
			specs = append(specs, Spec{
				Name: "k8s:" + name, Places: places, Repeats: true, Foreign: true, Shape: reflect.TypeOf(shape),
			})
		}
	}
	add("minimum maximum minLength maxLength maxBytes minItems maxItems minProperties maxProperties neq enum format "+
		"required optional forbidden eachVal eachKey subfield", Constraint{}, OnField, OnType)
	add("listType", ListType{}, OnField, OnType)
	add("listMapKey", ListMapKey{}, OnField, OnType)
	add("unique", Unique{}, OnField, OnType)
	add("customUnique opaqueType customValidation", Mark{}, OnField, OnType)
	add("unionMember unionDiscriminator zeroOrOneOfMember", Union{}, OnField)
	add("dependentRequired dependentForbidden", Dependent{}, OnField)
	add("modeDiscriminator", ModeDiscriminator{}, OnField)
	add("ifMode", IfMode{}, OnField)
	add("ifEnabled ifDisabled", IfGate{}, OnField, OnType, OnConstant)
	add("item", Item{}, OnField, OnType)
	add("alpha beta", Level{}, OnField, OnType)
	add("enumExclude", Mark{}, OnConstant)
	add("immutable update monotonic validateTrue validateFalse validateError validateTrueAlpha validateTrueBeta",
		Unserved{}, OnField, OnType)
	return specs
}
