package markers

import (
	"reflect"
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
}

// Vocabulary returns every marker that configgen reads: first its own, then those of other tools, in the order of the
// manual.
func Vocabulary() []Spec {
	own := func(name string, shape any, places ...Place) Spec {
		return Spec{Name: name, Places: places, Shape: reflect.TypeOf(shape)}
	}
	several := func(s Spec) Spec { s.Repeats = true; return s }
	foreign := func(name string, shape any, places ...Place) Spec {
		return Spec{Name: name, Places: places, Repeats: true, Foreign: true, Shape: reflect.TypeOf(shape)}
	}
	specs := []Spec{
		own("config", Config{}, OnType),
		own("customResource", CustomResource{}, OnType),
		own("flags", Flags{}, OnType),
		own("flagDefaults", FlagDefaults{}, OnType, OnField),
		several(own("flag", Flag{}, OnField)),
		several(own("flagsFrom", FlagsFrom{}, OnField)),
		own("legacyDefault", LegacyDefault{}, OnField),
		own("path", Path{}, OnField),
		own("secret", Secret{}, OnField),
		own("os", OS{}, OnField),
		own("instance", Instance{}, OnField),
		own("precedence", Precedence{}, OnField),
		own("featureGate", FeatureGate{}, OnField, OnType, OnConstant),
		own("reload", Reload{}, OnField),
		several(own("thirdPartyFlag", ThirdPartyFlag{}, OnField)),
		several(own("subfield", Subfield{}, OnField, OnType)),
		own("format", Format{}, OnField),
		own("check", Check{}, OnField),
		own("deprecated", Deprecated{}, OnField),
		several(own("ignoredFlag", IgnoredFlag{}, OnType)),
		several(own("tombstone", Tombstone{}, OnType)),
		several(own("moved", Moved{}, OnField)),
		own("since", Since{}, OnField),
		own("configgen:skip", Skip{}, OnField),
		several(own("configgen:allow", Allow{}, OnField, OnType, OnPackage)),
		several(own("feature", Feature{}, OnConstant)),
		own("featureRequires", FeatureRequires{}, OnConstant),
		own("configgen:output", Output{}, OnPackage),
		several(own("configgen:initialisms", Initialisms{}, OnPackage)),
		several(own("configgen:foreign", Foreign{}, OnPackage)),
		own("configgen:features", Features{}, OnPackage),
		several(own("configgen:peers", Peers{}, OnPackage)),
		own("configgen:api", API{}, OnPackage),
		own("configgen:lint", Lint{}, OnPackage),

		foreign("groupName", GroupName{}, OnPackage),
		foreign("k8s:conversion-gen", ConversionGen{}, OnPackage, OnType, OnField),
		foreign("k8s:conversion-gen-external-types", ExternalTypes{}, OnPackage),
		foreign("k8s:deepcopy-gen:interfaces", DeepCopyInterfaces{}, OnType),
		foreign("listType", ListType{}, OnField, OnType),
		foreign("listMapKey", ListMapKey{}, OnField, OnType),
		foreign("optional", Presence{}, OnField),
		foreign("required", Presence{}, OnField),
		foreign("default", Default{}, OnField, OnType),
		foreign("enum", Enum{}, OnField, OnType),
	}
	return append(specs, declarative()...)
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
