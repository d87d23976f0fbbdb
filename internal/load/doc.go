// Package load turns package patterns into a Session: the packages of a run, an index of their declarations, and the
// types of these.
//
// Loading finishes before the model of the groups is built. Its steps have this order:
//
//  1. The go command lists the packages that the patterns name. They are parsed and indexed: declarations, doc
//     comments, markers, and the tags of Kubernetes' generators. The index is the only reader of these. So are all
//     other packages of the module that say which group they belong to: what is generated for a group does not depend
//     on the packages that are named.
//  2. From the markers follow further packages: versions, packages that are generated into, owners of flags, packages
//     that declare features, and what these import. They are parsed and indexed, too.
//  3. From the syntax follows which packages need types, and which packages of other modules these lead to. The go
//     command is asked for them, once. Both questions are asked at a time: Load guesses the answer to the first one
//     from the directories that the patterns name, and starts again where the guess was wrong.
//  4. The types are made, and the doc comments of fields of other modules that a +subfield makes a flag are read.
//
// The packages need not compile, since they may call functions that are yet to be generated. They are parsed from
// source, without their zz_generated files and without function bodies; the go command is never asked to build them.
// What they import from other modules comes from export data if the go command has it in its build cache; otherwise
// the declarations of other modules are read as source, which is faster than to compile them first.
//
// Packages are read as for one reference platform (linux/amd64, no cgo), wherever the tool runs, so that its output
// does not depend on the machine.
package load
