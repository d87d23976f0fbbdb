// Package defaulting reads defaults from the functions that set them. Kubernetes' defaulting functions are written by
// hand and mostly have one form, which says what the default is without being run:
//
//	func SetDefaults_ListenConfiguration(obj *ListenConfiguration) {
//		if obj.Port == nil {
//			obj.Port = ptr.To[int32](53)
//		}
//	}
//
// # Input and output
//
// [Read] takes the package of a version and the packages whose functions defaulter-gen calls for it. It finds the
// functions SetDefaults_, and the functions that the package registers with AddTypeDefaultingFunc. [Defaults.Of] takes
// a field of the version and returns its [Default]. For the field Port above, the Value is 53.
//
// A default is known if the field has the same value in the end, whatever the other fields are: also if the structs
// around it were not there. Nothing is guessed: a default that depends on another field, on the machine, or on a
// function without source is not known. Such a default has a [Code], with a digest of the code that decides about the
// default, and the fields that it depends on. A field that no function can set has no default, wherever its name is
// used.
//
// # Execution
//
// The functions are executed on an object in which one field is not set and nothing is known of the others. So are the
// functions that they call, also in other modules, such as RecommendedDefaultLeaderElectionConfiguration of
// component-base. Where a condition depends on another field, both branches are executed, and a value that differs
// afterwards is not known. Each value that is not known has the places of the object that it was computed from, and
// each branch the places that its condition reads: these are the fields that a default depends on.
//
//  1. sources reads the declarations of packages, with the bodies of functions (sources.go).
//  2. calls selects the functions that may set the field: the function of the root first, then the functions of the
//     structs that lead to the field (defaulting.go).
//  3. run executes them, statement by statement (run.go). eval computes expressions, with a few functions of libraries
//     that are known by their names, such as ptr.To, resource.MustParse and path.Join (evaluate.go).
//  4. A state has the value at each place of the object; merge combines the states of two branches (value.go).
//  5. result repeats the execution with each struct around the field absent, and compares. text writes the value in
//     JSON.
//  6. For a default that is not known, code hashes the statements that decide about the field, without format, comments
//     and names of local variables (digest.go).
//
// # Limits
//
// A loop is executed once, with the variables that it assigns unknown. Statements other than assignments, declarations,
// calls, branches and loops make all that they can set unknown, and so do calls that are recursive or deeper than 24,
// and statements after the first 100,000. Only packages that every run with the same defaults loads are read, so that a
// default does not depend on the packages that a command line names.
//
// # What other packages do
//
// Package model asks for the default of each field of each version, and prefers a marker +default on the field.
// Defaults that are set in every case, and so override files, are its findings. This package has no findings.
package defaulting
