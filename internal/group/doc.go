// Package group is the model between the user's source and the generators: a component's configuration group, its
// versions, its roots, and below each root the tree of fields with their types, markers, documentation and positions.
// It is plain data: everything that generators and rules need is in it, and nothing leads back to syntax or to
// go/types.
//
// # JSON
//
// [Encode] writes a group as JSON and [Decode] reads it again. The form is the same on every machine and does not
// change when lines of the source move: it has neither absolute directories nor positions. What a decoded group lacks
// are therefore the Dir of packages, the Position and End of everything, and FeatureHistory.File. Generators make the
// same files of a decoded group as of the group itself once its packages have directories.
//
// The document is an object with three members:
//
//   - packages: what is known of each package that the group has to do with, by import path. In the group itself a
//     package is its import path.
//   - features: the features that guard one of its fields and that it does not declare itself, by import path, dot and
//     constant. A gate in the group is the name of a feature and, if it is known, this key.
//   - group: the [Group]. Members have the names of the fields in lower camel case, and those that are empty are left
//     out. The version of a root is the import path of the version's package. A marker is its text, as in
//     "+flag=bind-address".
package group
