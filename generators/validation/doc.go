// Package validation generates the validation of a component's configuration: the constraints of markers, in one
// function for each root, and calls of the functions that validate what markers cannot express.
//
// # What is written
//
// For a +config root RelayConfiguration, into the validation package of the group:
//
//	zz_generated.validation.go   func ValidateRelayConfiguration(c *relay.RelayConfiguration) field.ErrorList
//	validation.go                your own functions; missing ones are written once
//
// For a +flags struct RelayFlags, the same into its own package: ValidateRelayFlags(f *RelayFlags).
//
// The generated function validates each field in the order of the types, including the fields in nested structs, lists
// and maps (in the order of their keys), and skips nil pointers. A constraint on a pointer applies to its value. Fields
// marked +os are validated on their systems only. A constraint that +subfield or +k8s:subfield adds to a struct is
// validated at the field that has the marker.
//
// The tags of declarative validation apply on the marked types, on the preferred version, and in the source of other
// modules. If a version can leave a value out that the marked type always has, its +k8s:optional and +k8s:required have
// no effect: the value is validated as the conversion leaves it, which is what validation-gen does.
//
// # Functions of your own
//
// Hooks are for roots, nested structs, structs of other packages and +flags structs:
//
//	func ValidateCustom_RelayConfiguration(in *relay.RelayConfiguration, fldPath *field.Path) field.ErrorList
//	func ValidateCustom_Upstream(in *relay.Upstream, fldPath *field.Path) field.ErrorList
//	func ValidateCustom_SharedTLS(in *shared.TLS, fldPath *field.Path) field.ErrorList
//	func ValidateCustom_RelayFlags(in *RelayFlags, fldPath *field.Path) field.ErrorList
//
// A hook has the name that custom validation has in Kubernetes, and may be in any file of the package. The path is
// nil for a root and for a +flags struct. A new validation package gets stubs of all hooks in validation.go. In
// a package that exists, hooks that it declares are called; "generate --stubs" writes the others, each into a file of
// its own such as validation_upstream.go if there is a validation.go. Your files are never changed.
//
// Functions with the customary names, such as ValidateUpstream and validateUpstream, are called as they are, so that
// existing validation needs no change: they take the struct or a pointer to it, may take a *field.Path and a
// context.Context, in any order, and return a field.ErrorList, a *field.Error or an error. The rules of a root, which
// may have the name Validate alone, can also take its feature gates, a featuregate.FeatureGate or a
// func(featuregate.Feature) bool: ValidateXGatedValues calls these (see package featuregates). If ValidateX exists for
// a root X, the generated function is ValidateAll_X. A function that another one calls which is called is left to it. A
// struct with such a function gets no stub; if it has a hook too, both are called. An exported function that takes
// anything else is not called, which is a warning unless there is a hook or a caller. Such a function must not call the
// generated function of its struct, validate_Upstream.
//
// # Shared types
//
// The types of a shared package, which does not belong to a group, are validated once for all groups that use them: the
// package validation below it gets a function Validate_TLS for each exported struct TLS with constraints. Its hook is
// ValidateCustom_TLS, there or in the shared package; stubs of it are not written. A group calls Validate_TLS wherever
// the type has the systems and secrets that it has by itself, and its own ValidateCustom_SharedTLS after it, if that
// exists. What +subfield adds to the type is validated by the group.
//
// The hooks of a type that belongs to another group are called, too: those in the package validation below it, also if
// the same run writes them.
//
// # Messages
//
// An error, also one of a hook, names the path of the field in the file and the flags that set it on this system. With
// +configgen:output(loader: true), the loader adds the flags:
//
//	port: Invalid value: 70000: must be between 1 and 65535 (flag --port)
//	listeners[2].tls.certFile: Required value: must be set
//
// Deprecated and hidden flags are named only if the field has no other flag. In a +flags struct, the path of a field
// is its flag, or its path in Go if it has none. Generated messages do not contain the values of secrets (+secret
// and datapolicy tags); hooks must not either.
//
// # Constraints
//
// On numbers (int32 and the like, floats), on durations (time.Duration, metav1.Duration and wrappers of them) and on
// resource.Quantity. A limit must fit into the type; an int has 32 bits:
//
//	+k8s:minimum=1                +k8s:maximum=65535
//	+k8s:minimum=500ms            +k8s:maximum=64Mi
//
// On strings, in characters, as in declarative validation; on lists and maps:
//
//	+k8s:minLength=1              +k8s:maxLength=63
//	+k8s:minItems=1               +k8s:maxItems=16
//
// On a named string type, or a field of one, whose values are the exported constants of the type in its own package:
//
//	+enum                         +k8s:enum
//
// On strings, the formats of declarative validation. The label formats and the path segment need k8s.io/apimachinery
// with the package pkg/api/validate/content that has them:
//
//	+k8s:format=k8s-short-name    +k8s:format=k8s-label-key             +k8s:format=k8s-path-segment-name
//	+k8s:format=k8s-long-name     +k8s:format=k8s-prefixed-label-key    +k8s:format=k8s-uuid
//	+k8s:format=k8s-ip            +k8s:format=k8s-label-value           +k8s:format=k8s-long-name-caseless
//
// On strings, and on the strings in a list or map, formats of our own. An empty string passes:
//
//	+format=ip              10.0.0.1, 2001:db8::1; without a zone
//	+format=ip-sloppy       010.0.0.1, too
//	+format=cidr            10.0.0.0/8
//	+format=host-port       127.0.0.1:8080, [::1]:8080, example.com:443, :8080, :https
//	+format=ip-port         127.0.0.1:8080, [::1]:8080
//	+format=ip-or-ip-port   127.0.0.1, 127.0.0.1:8080
//	+format=url             https://example.com/path, unix:///run/relay.sock: a scheme, and a host or a path
//	+format=port            1 to 65535
//	+format=percent         80%
//	+format=absolute-path   as the system that runs the component has it
//	+format=regexp          what package regexp compiles
//
// On presence, in either spelling where there are two. An optional field that is not set passes all else; without
// +optional the zero value must meet the other constraints, as upstream has it. A required string, number, list or
// map is not empty:
//
//	+required    +k8s:required    +optional    +k8s:optional    +k8s:forbidden
//
// Inside a value; they may be chained, and subfield takes the name in JSON:
//
//	+k8s:eachVal=+k8s:maxLength=63
//	+k8s:eachKey=+k8s:format=k8s-label-key
//	+k8s:eachVal=+k8s:subfield(port)=+k8s:minimum=1
//
// On fields of one struct, if exactly one of them must be set, or the one that the discriminator names (memberName:):
//
//	+k8s:unionDiscriminator
//	+k8s:unionMember
//	+k8s:unionMember(union: "sink", memberName: "Syslog")
//
// # Packages with +k8s:validation-gen
//
// If the package of the preferred version has this tag in its doc.go, validation-gen validates its tags (see package
// validationgen). The function of a root calls Validate_R as for a new object: with the root itself or, for an
// internal type, with the root converted to the version. A constraint on both types is checked once. Markers that the
// tool does not know, such as +format, are validated by this generator, and so are tags that the tool's minor version
// lacks. Errors name flags, values of secrets are masked, and errors of constraints marked +k8s:alpha are for WarnX.
// The functions of other versions are registered and not called.
//
// # Constraints that depend on something
//
// On the value of another field of the struct, which +k8s:modeDiscriminator marks; in any other mode, the field must
// not be set. On whether this field is set; on the one element of a list with +listType=map that has these keys:
//
//	+k8s:ifMode("Forward")=+k8s:required
//	+k8s:dependentRequired("keyFile")      +k8s:dependentForbidden("insecure")
//	+k8s:item(name: "default")=+k8s:subfield(port)=+k8s:minimum=1
//	+k8s:item(name: "primary")=+k8s:unionMember
//
// On a feature gate; ValidateXGatedValues checks these (see package featuregates), since ValidateX does not know gates:
//
//	+k8s:ifEnabled("DNSOverTLS")=+k8s:required
//	+k8s:ifDisabled("DNSOverTLS")=+k8s:maxItems=1
//
// A constraint inside of +k8s:beta is checked like any other. Constraints inside of +k8s:alpha are not enforced: WarnX,
// which is generated if there are any, returns their errors, and the runtime library prints these as warnings.
//
// # Other tags
//
//	+k8s:neq="localhost"          +k8s:maxBytes=255
//	+k8s:minProperties=1          +k8s:maxProperties=16
//	+k8s:unique=set               +k8s:unique=map, by +listMapKey
//	+k8s:listType=set             +k8s:listType=map: like +listType, and unique
//	+k8s:customUnique             the hook makes the elements unique
//	+k8s:opaqueType               nothing inside the field is validated
//	+k8s:customValidation         the hook of the struct, which is called in any case
//	+k8s:zeroOrOneOfMember        at most one of the members is set
//	+k8s:enumExclude              on a constant that is not a value of its type
//
// +k8s:immutable and +k8s:update are findings, since +reload=immutable is meant; so are +k8s:monotonic, the tags that
// test validation-gen, and each constraint on a type that it cannot apply to.
//
// The tags are the tags of declarative validation (KEP-5073).
package validation
