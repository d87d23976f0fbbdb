// Package model makes the model of each configuration group from the loaded packages. It resolves markers, field by
// field, and reports mistakes in the source: a type that cannot be in a file, a reference that leads nowhere, a marker
// without an effect. Package check finds the mistakes that need the model alone.
//
// # Input and output
//
// [Groups] takes the session of package load. It returns the groups, sorted by the path of their package, and the
// findings. If a finding is an error, the model is incomplete, and nothing may be generated from the group with the
// mistake. For the version v1alpha1 with
//
//	type RelayConfiguration struct {
//		metav1.TypeMeta `json:",inline"`
//		// +flag
//		BindAddress string `json:"bindAddress"`
//	}
//
// the root RelayConfiguration has one group.Field, with the Path BindAddress, the JSONPath bindAddress, and the flag
// --bind-address.
//
// # From packages to groups
//
//  1. Each package with +config starts a group, with its versions, its API group and its outputs (groups.go).
//  2. Structs with +flags, and packages that declare features, join the group that has its flags or types in their
//     package, or start a group of their own (groups.go, features.go).
//  3. The groups are built concurrently, each by a builder with its own findings (build.go): first the roots, then the
//     comparisons of the versions.
//  4. Packages that ask for Kubernetes' generators and belong to no group become groups without roots (families in
//     groups.go).
//  5. Markers that no root leads to are reported (strays.go), and type errors that nothing else explains (compile.go).
//     A directory with a history of features, and no declaration of one, becomes a group (features.go).
//  6. [Describe] fills the descriptor of each group, the places of its objects, and the facts of each field
//     (describe.go, describeflags.go). The form of a type in files is in forms.go, its limits in limits.go.
//
// # From a struct to fields
//
// buildRoot checks the type of a root (roots.go), and fields builds its tree (tree.go). For each field, in this order:
// takePending hands the field the +subfield markers that lead to it; jsonNames finds the name in files and the same
// field in the preferred version (names.go); fieldShape refuses types that cannot be in a configuration (shape.go);
// constraints adds the markers of other modules and of the version (constraints.go); fieldMarkers makes flags,
// defaults, deprecations and gates of the markers (markers.go), with the Go names in them (references.go). Then descend
// builds the fields inside. The type of a field is described by types.go, its secrets by secrets.go, and the structs
// that generated guards compare, and the packages that groups share, by structs.go. A finding about a field of another
// module is at the user's field that leads to it.
//
// # Comparisons of versions
//
//   - external.go describes the roots as each version declares them, with the defaults from package defaulting.
//   - comparisons.go compares the fields of the roots with the fields of each version by their Go names, and reads the
//     conversions that people wrote: the fields that these set are opaque.
//   - moved.go and movedpairs.go resolve +moved, take the fields that it declares from the opaque fields, and declare
//     the conversions that follow to conversion-gen.
//   - undeclared.go finds fields with secrets, flags and other facts among the opaque fields.
//   - dropped.go and leftout.go find fields whose values a conversion loses or changes, and constraints that only other
//     versions than the preferred one have.
//   - setters.go finds functions SetDefaults_ that override the values of files, enums.go constants without a type
//     beside the values of an enumeration.
//
// # Sources of rules
//
// The order of versions and the names of API groups are from k8s.io/apimachinery, the releases that a deprecated API
// stays from the deprecation policy of Kubernetes, and the struct tag datapolicy from KEP-1753.
package model
