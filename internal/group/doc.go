// Package group is the model between the user's source and the generators: a component's configuration group, its
// versions, its roots, and below each root the tree of fields with their types, markers, documentation and positions.
// It is plain data: everything that generators and rules need is in it, and nothing leads back to syntax or to
// go/types.
//
// # The tree
//
//	Group                 model.go        the API group: packages, policy, descriptor
//	├── Version           model.go        v1alpha1, v1beta1; the preferred version first
//	├── Root              model.go        a struct marked +config or +flags
//	│   ├── Field         field.go        one field in its place, with flags, gates, deprecation and exceptions
//	│   │   ├── Type      types.go        its type, down to the elements of lists and maps
//	│   │   └── Field                     the fields of the struct that it holds, points to, or lists
//	│   ├── External      external.go     the root as a version declares it, with the defaults
//	│   └── Tombstone     changes.go      the name of a removed field, value, version, flag or feature gate
//	├── Feature           features.go     a feature gate with its stages
//	├── Conversion        conversion.go   two structs whose fields are in other places
//	└── SharedPackage     model.go        types that several groups have in common
//
// A struct that is used in two places gives two sets of fields, each with its own path, flags and systems. The path of
// a field in Go has [*] for each element of a list or map, as in Listeners[*].TLS.CertFile. Field.JSONPath is the same
// path in files of the preferred version.
//
// # The way of a group
//
//  1. Package model builds the groups from the loaded packages, and fills the descriptor of each, with the places of
//     its objects, and the Facts of each field.
//  2. Package check and the rules of lint read the groups.
//  3. [ShareHooks] tells the groups of a run about the validation functions that are written for one group in this run
//     and that the validation of another group calls.
//  4. The adapters of Kubernetes' own generators add their results to the groups, such as Group.Declarative.
//  5. The generators read the groups. A generator of a project has no access to a group itself: only packages of this
//     module can name [Access], which opens the model.
//
// Generators and rules run concurrently and do not change a group.
//
// # Functions on the data
//
// A method of the model answers a question that several packages ask, from the data alone: the gates of a field
// (Field.AllGates), whether a rule has an exception (Field.Exception), how generated code calls a hand-written
// validation function (Declaration.ByHand in byhand.go), on which systems a field exists (systems.go), or how long a
// deprecated field stays (API.Stays in api.go).
//
// # What other packages do
//
// Package model resolves the markers and reports mistakes in them; this package has no findings. The public form of the
// facts, which documentation, comparisons and other programs read, is in package descriptor.
package group
