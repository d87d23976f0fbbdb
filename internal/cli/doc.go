// Package cli is the command line of configgen: its commands, and the pipeline behind them.
//
// # Input and output
//
// [Main] runs the process itself, [Run] one command line in an [Environment], with the list of generators and the
// adapters of Kubernetes' own generators. The result is the exit status: 0 for a clean run, 1 for findings that are
// errors and for flags that adopt leaves to the user, 2 for a usage error, a load error or an internal error. A panic
// is an internal error; CONFIGGEN_DEBUG prints its stack.
//
// Results, such as the names of written files, go to standard output, and findings to standard error. With another
// --format than text, findings go to standard output and results to standard error. An error that ends the run is one
// line. If the variable CI is set, init asks no questions, and verify does not use the cache.
//
// # The pipeline
//
// generate, verify, docs and breaking have the same first steps (pipeline.go):
//
//  1. plan returns the output of an earlier run on the same sources from the cache (runcache.go). Otherwise run makes
//     it.
//  2. load reads the packages, by package load.
//  3. judge builds the groups, by package model, and checks the complete ones, by package check.
//  4. generate prepares the adapters and runs all of them, and all generators, on all groups, concurrently. Package
//     gate then judges the files of each group. docs runs the generator of the documentation alone, without the gate.
//  5. claims finds files that two generators write. block drops all files of a group with an error, and of groups that
//     call functions in the dropped files.
//
// examine continues with --fix, which applies the safe edits of the findings and plans again (fix.go), and compares the
// output with the disk (verify.go). Each difference has a state: stale, missing, orphan, foreign, linked or later.
//
//	verify     every difference is a finding; prints a patch and the command that removes the differences
//	generate   writes and removes files by package transaction, all or none; leaves foreign, linked and later files
//	           alone, with their groups; warns of lost code (gate.Gone)
//
// # Commands
//
//   - generate.go: generate and docs. published.go: docs for the package of a published module.
//   - verify.go: verify. lint.go: lint. breaking.go: the comparison with an earlier descriptor.
//   - manuals.go: markers and explain. usage.go: version, and the errors about unknown commands and flags.
//   - init.go: init. ask.go asks for missing values, initfiles.go plans and writes the files, initmodule.go completes
//     go.mod and generates, initflags.go makes a group of the flags of a component (package fromflags), initversion.go
//     adds a version.
//   - adopt.go: adopt, by package adopt. adoptbridged.go lists flags that init has made fields of.
//   - header.go: the license of --header-file.
//
// # What other packages do
//
// The commands connect other packages and have no rules of their own about the types of a configuration. Package report
// prints findings, package scaffold has the templates of init, package past reads earlier descriptors, and package
// breaking compares them. configgen.go at the root of the module lists the generators.
package cli
