// Package validation generates the validation of a component's configuration: what markers declare, in one function a root,
// and calls of the functions in which the component's authors write what markers cannot say.
//
// # What is written
//
// For a +config root RelayConfiguration, into the validation package of the group:
//
//	zz_generated.validation.go   func ValidateRelayConfiguration(c *relay.RelayConfiguration) field.ErrorList
//	validation.go                your own functions; missing ones are written once
//
// For a +flags struct RelayFlags, into its own package, the same: ValidateRelayFlags(f *RelayFlags).
//
// The generated function checks every field in the order of the types, walks into nested structs, lists and maps (these in
// the order of their keys), and passes over nil pointers. A constraint on a pointer applies to what it points to. A field with
// +os is checked on its systems only. A struct of another module is walked as far as +subfield leads; what a +subfield or
// a +k8s:subfield adds to a struct is checked at the field that adds it.
//
// # Functions of your own
//
//	func ValidateCustom_RelayConfiguration(in *relay.RelayConfiguration, fldPath *field.Path) field.ErrorList   for a root
//	func ValidateCustom_Upstream(in *relay.Upstream, fldPath *field.Path) field.ErrorList                       for a nested struct
//	func ValidateCustom_SharedTLS(in *shared.TLS, fldPath *field.Path) field.ErrorList                          for one of another package
//	func ValidateCustom_RelayFlags(in *RelayFlags, fldPath *field.Path) field.ErrorList                         for a +flags struct
//
// A hook has the name that custom validation has in Kubernetes, and may be in any file of the package. The path is nil for a
// root and for a +flags struct. Missing hooks are written as stubs: into validation.go if that file does not exist, otherwise each
// into a file of its own, such as validation_upstream.go. Your files are never changed.
//
// Functions with the customary name, such as ValidateUpstream, are called as they are, so that existing validation needs no
// change: they take the struct or a pointer to it, may take a *field.Path, in either order, and return a field.ErrorList. A struct with
// such a function gets no stub; if it has a hook too, both are called. A function that takes anything else is not called, which is a
// warning unless there is a hook. Such a function must not call the generated function of its struct, validate_Upstream.
//
// # Messages
//
// An error names the path of the field in the file and the flags that set it on this system, hooks' errors included:
//
//	port: Invalid value: 70000: must be between 1 and 65535 (flag --port)
//	listeners[2].tls.certFile: Required value: must be set
//
// Flags that are deprecated or hidden are named where the field has no other. In a +flags struct the path of a field is its
// flag, and where it has none, its path in Go. The value of a secret (a datapolicy tag) is in no generated message; a hook must
// keep it out of its own.
//
// # Constraints
//
// On numbers (int32 and the like, floats), on durations (time.Duration, metav1.Duration and wrappers of them) and on
// resource.Quantity; a limit must fit into the type, and an int counts as 32 bits:
//
//	+k8s:minimum=1                +k8s:maximum=65535
//	+k8s:minimum=500ms            +k8s:maximum=64Mi
//
// On strings, in characters, as upstream's declarative validation counts; on lists and maps:
//
//	+k8s:minLength=1              +k8s:maxLength=63
//	+k8s:minItems=1               +k8s:maxItems=16
//
// On a named string type, or a field of one, whose values are the exported constants of the type in its own package:
//
//	+enum                         +k8s:enum
//
// On strings, the formats of declarative validation. The label formats and the path segment need k8s.io/apimachinery with the
// package pkg/api/validate/content that has them:
//
//	+k8s:format=k8s-short-name    +k8s:format=k8s-label-key             +k8s:format=k8s-path-segment-name
//	+k8s:format=k8s-long-name     +k8s:format=k8s-prefixed-label-key    +k8s:format=k8s-uuid
//	+k8s:format=k8s-ip            +k8s:format=k8s-label-value           +k8s:format=k8s-long-name-caseless
//
// On strings, and on the strings in a list or map, formats of our own. An empty string passes:
//
//	+format=ip              10.0.0.1, 2001:db8::1; no zone
//	+format=cidr            10.0.0.0/8
//	+format=host-port       127.0.0.1:8080, [::1]:8080, example.com:443, :8080
//	+format=url             https://example.com/path, unix:///run/relay.sock: a scheme, and a host or a path
//	+format=port            1 to 65535
//	+format=percent         80%
//	+format=absolute-path   as the system that runs the component has it
//	+format=regexp          what package regexp compiles
//
// On presence, in either spelling where there are two. An optional field that is not set passes all else; without +optional
// the zero value must meet the other constraints, as upstream has it. A required string, number, list or map is not empty:
//
//	+required    +k8s:required    +optional    +k8s:optional    +k8s:forbidden
//
// Inside a value; they may be chained, and subfield takes the name in JSON:
//
//	+k8s:eachVal=+k8s:maxLength=63
//	+k8s:eachKey=+k8s:format=k8s-label-key
//	+k8s:eachVal=+k8s:subfield(port)=+k8s:minimum=1
//
// On fields of one struct, of which exactly one is set, or the one whose name (memberName:) the discriminator holds:
//
//	+k8s:unionDiscriminator
//	+k8s:unionMember
//	+k8s:unionMember(union: "sink", memberName: "Syslog")
//
// # Packages with +k8s:validation-gen
//
// Where the package of the preferred version carries that tag in its doc.go, validation-gen serves its tags (see package
// validationgen), and the function of a root calls Validate_R for an object that is new: on the root itself or, where it is an
// internal type, on the root converted to the version. A constraint that stands in both types is checked once. What the tool does
// not know, such as +format, is served here as ever, and so are tags that its minor lacks. Errors get the names of flags, and
// values of secrets are masked; errors of constraints marked +k8s:alpha are left out. Versions other than the preferred one
// have their functions registered and are not called.
//
// +k8s:ifEnabled and +k8s:ifDisabled are findings: generated validation asks no feature gate yet. So is every constraint on a
// type that it cannot serve.
//
// The tags are those of declarative validation (KEP-5073).
package validation
