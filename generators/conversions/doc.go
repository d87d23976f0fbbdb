// Package conversions generates the conversions of structs with fields that are in another place in a version.
//
// conversion-gen converts fields of the same name. For a struct with a field that only one side has, it generates
// autoConvert_v1alpha1_Relay_To_config_Relay, and asks for a function Convert_v1alpha1_Relay_To_config_Relay that is
// written by hand. This generator writes that function into the package of the version
// (zz_generated.moved.go), in both directions, if markers say what becomes of each of these fields:
//
//   - +moved on a marked field takes its value from another place in the version, and brings it back there,
//   - +since on a marked field says that older versions do not have it,
//   - +tombstone on the root says that the value of a field of the version has no effect any more.
//
// A field that no marker explains is a finding: what a file sets there would be lost. A function written by hand
// replaces the generated one: a marker beside the function declares which value the function takes from where, and
// nothing is generated for the struct in that direction.
//
// With +moved(when: "mode=ipvs"), the value of the field mode of the version decides in both directions, so the way to
// the version and back keeps every value of the marked types that the version has a place for. On the way from the
// version, values that are not in use are left behind.
package conversions
