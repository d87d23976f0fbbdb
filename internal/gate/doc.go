// Package gate judges the generated code of a group before it is written.
//
// The generators read declarations, and each of them knows its own part. Whether the parts fit together with the code
// that people wrote is only known once all have run: a function that generated code calls may be in a file that is not
// built, a generator of Kubernetes may have left a gap, and a function written by hand may not be called.
//
// # Input and output
//
// [Check] takes the loaded packages, a group, the files that all generators made for the group, and the directories
// that may contain generated files of any group. It returns findings. Package cli calls it only for a group without
// errors, and does not write the files of a group with an error. The files that configgen wrote earlier into the
// packages of the group are ignored, so that generate and verify find the same.
//
// [Gone] takes generated files with their contents on the disk and their new contents. It returns one warning for each
// directory whose new files lack code.
//
// # Order of the checks
//
//  1. parse keeps the new Go files for the reference platform, and parseOthers adds the generated files of other tools
//     (compile.go).
//  2. Import type-checks every package with new files, the bodies of generated functions included. The user's other
//     packages are type-checked without bodies; the types of other modules come from the session. A package whose
//     generated code is yet to be written is unknown, so that no use of it is an error.
//  3. cycles finds hand-written imports that lead from generated code back to its own package. uncompiled makes a
//     finding of each type error, at the field, type or tag that the code was made of, or at the file that is not built
//     (uncompiled.go, unused.go).
//  4. If these have no findings, conversions compares the conversions that people wrote with the generated functions
//     that these can call. Every gap that conversion-gen marks in its code must be filled (conversions.go), and a
//     converted value must not be overwritten, or skipped by a return (route.go).
//  5. uncalled finds functions SetDefaults_ that neither generated nor hand-written code calls (unused.go).
//
// A conversion says with _ = in.Field that it leaves out the field on purpose.
//
// # Lost code
//
// Gone compares the exported functions of the old and the new files, and in the remaining functions the flags, calls of
// hand-written functions, checks, table entries and fields (gone.go). Code that has moved to another function, or that
// a new tombstone names, is not lost.
//
// # What other packages do
//
// Package model compares the fields of a version with the internal type, and finds fields that conversions drop, from
// the hand-written code alone. Whether generated files are stale is decided by package cli.
package gate
