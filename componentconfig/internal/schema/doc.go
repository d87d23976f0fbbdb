// Package schema knows the Go types of a configuration: the fields that a file can set, the values that a field
// accepts, and which field of one version is which field of another. It connects the trees of package layers with the
// objects of a component. Package componentconfig calls it for every file; packages migrate, flagset and gates use
// parts of it.
//
// # Input and output
//
// [NewGroup] makes a [Group] from the component's type and from the functions that register the versions with a scheme.
// [NewPlain] makes one from a type without versions. The methods take and return objects, trees ([layers.Node]), and
// problems with positions ([layers.Problems]). A field has a path in Go, and a pattern in each version, which is its
// path in JSON with [] for an index or a key:
//
//	Zones[].File    the field of the component's type
//	zones[].path    the same field in files of v1alpha1
//
// # The way of a file
//
// A load takes these steps in this order:
//
//  1. VersionOf finds the version of a file by its apiVersion and kind (group.go).
//  2. [Types.Check] compares the tree with the type of the version and reports wrong types, values out of range and
//     unknown fields, with the nearest known name (check.go, nearest.go). It removes unknown fields from the tree, and
//     marks in the tree the booleans of YAML 1.1 and the keys that are data. Its messages do not quote values that may
//     be secrets. [Group.Secrets] returns the patterns of secrets (secret.go).
//  3. [Group.Translate] converts the sparse tree to the version that all files are merged in, keeps the positions, and
//     returns the fields that cannot be converted without loss (translate.go). Package layers merges the trees.
//  4. [Types.Decode] decodes the merged tree, and [DecodeNested] the objects in its raw fields (encode.go, nested.go).
//     Default applies the defaults of the version, and, for a root that keeps zeros, [Types.RestoreZeros] undoes the
//     defaults of zeros that the file sets (zero.go). ToInternal converts the object to the component's type.
//
// Tree and [Types.Encode] go the other way, from an object to the tree of a version with every field that is not nil.
//
// # Fields in two versions
//
// A field of a version is a field of the component's type if both have the same Go name, or if a move names them
// (version.go, moves.go). [Group.PatternsOf] and [Group.Translated] answer by these declarations alone. Generated code
// lists the versions that configgen has compared, the moves, and the opaque fields: what a hand-written conversion
// sets, and no marker declares. Nothing guesses the place of an opaque field:
//
//   - PatternsOf and Translated return nothing, so a file with the field is not merged with a file of another version.
//   - [Group.Covering] returns everything that may have the value, and Secrets masks all of that.
//   - [SourcesOf] returns all values that the conversion reads: the origin of the value is one of them.
//
// [Group.Trial] sets a field and converts the object. Package configtest compares the results with the declarations in
// a test of the component.
//
// [AddressesOf] finds the field that a delegated flag sets by the address of its value (address.go). [Culprit] finds
// the part of a tree that causes an error without a path (culprit.go). [Equal] and [Differing] compare two objects
// (differ.go), and [Pairs] visits pairs of strings in one struct, such as a secret and the name of its file (pair.go).
//
// # Limits
//
// The package reads no files and merges no trees: package layers does. Package componentconfig sets flags, and
// generated code validates constraints. Names in JSON are case-sensitive, as in sigs.k8s.io/json. The struct tag
// datapolicy is from KEP-1753.
package schema
