// Package load turns package patterns into a Session: the packages of a run, an index of their declarations, and the
// types of these.
//
// # Input and output
//
// [Load] takes a [Request] with a directory, patterns and the answers of the go command that earlier runs have kept. It
// returns a [Session] and findings: mistakes that can be seen without a model, such as syntax errors, imports that
// cannot be loaded, and files that the reference platform does not have. Mistakes in markers are in [Package], since
// they matter only if the package belongs to a group. An error means that the go command has no answer: there is no
// module, or a pattern matches nothing.
//
// The packages need not compile, since they may call functions that are yet to be generated. They are parsed from
// source, without their zz_generated files; the go command is never asked to build them. Function bodies are kept only
// in packages with functions that set defaults or convert, since packages defaulting, model and gate read this code.
//
// Packages are read as for one reference platform (linux/amd64, no cgo), wherever the tool runs, so that its output
// does not depend on the machine. Nor do the files of a group depend on the patterns: a pattern that names one package
// of the group gives the same files as a pattern that names all of them.
//
// # Steps
//
// Loading finishes before the model of the groups is built. Its steps have this order:
//
//  1. The go command lists the packages that the patterns name (list.go). They are parsed (parse.go) and indexed
//     (index.go, tags.go, registrations.go, peers.go): declarations, doc comments, markers, and the tags of Kubernetes'
//     generators. So are all other packages of the module that may belong to the same groups (elsewhere.go).
//  2. From the markers follow further packages: versions, packages that are generated into, owners of flags, packages
//     that declare features, and the imports of these (discover.go). A root that is an alias of a type of another
//     module leads to the versions of that type (converting.go). From the tags follow packages that ask for Kubernetes'
//     generators without a group (alone.go). All are parsed and indexed, too.
//  3. From the syntax follows which packages need types, and which packages of other modules these lead to (imports.go,
//     reach in types.go). Only imports that declarations need are followed, and all imports of packages that set
//     defaults.
//  4. The types are made (types.go). Packages of other modules come from export data if the go command has all of it in
//     its build cache; otherwise their declarations are read as source (dependencies.go), which is faster than to
//     compile them first.
//  5. The doc comments and markers of fields of other modules are read (published.go), the packages validation below
//     the packages of the run, and last the files that the reference platform does not have (excluded.go).
//
// # Questions to the go command
//
// Most of a run is to wait for the go command: for the list of packages in step 1, and for export data or source files
// in step 4. Load asks both at the same time. It guesses the list from the directories that the patterns name
// (guess.go), asks the second question for the guess, and starts again if the guess was wrong. If the directories do
// not tell, it asks one question after the other. A guess that an earlier run has confirmed, and export data that an
// earlier run has found, need no question: Request.Known has these [Answers], and Request.Keep gets the new ones.
//
// # The Session
//
// [Session.Source] returns a package of the user's, and [Session.Types] the types of any package of the run.
// [Session.VersionsOf] and [Session.Families] say which packages belong together, [Package.Peers] which packages
// Kubernetes' generators look into, and [Package.NotBuilt] which functions generated code cannot call because of the
// files that they are in (notbuilt.go). [Session.Converting] returns a package, also of another module, with its
// conversions, whose bodies [Converter.Conversion] summarizes (converted.go).
//
// # What other packages do
//
// Package markers parses the lines of a comment. Package model builds the groups and reports mistakes in markers.
// Package upstream runs Kubernetes' generators on the packages of the Session.
package load
