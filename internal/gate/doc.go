// Package gate judges the generated code of a group before it is written.
//
// The generators read declarations, and each of them knows its own part. Whether the parts fit together with the code
// that people wrote is only known once all have run: a function that generated code calls may be in a file that is not
// built, a generator of Kubernetes may have left a gap, and a function written by hand may not be called any more. No
// generator fails because of this, and all of it takes something away from the component.
//
// Check takes the packages of a group as people wrote them, and the files that the generators made for it. The files
// that configgen wrote earlier have no influence, so generate and verify find the same:
//
//   - every package with new files is type-checked, the bodies of generated functions included (compile.go, place.go);
//   - every gap that conversion-gen marks in its code has to be filled by the conversion that is written by hand, and
//     what this function converts must not be overwritten or skipped (conversions.go, route.go);
//   - a function that sets defaults or converts has to be called, and what code uses has to be in a file that is built
//     (unused.go).
//
// Gone compares generated files with the files on the disk, and names the code that the new files lack (gone.go).
package gate
