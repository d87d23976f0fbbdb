// Package diag has the type of findings about a user's source, Diagnostic.
//
// Every stage of a run (load, build, check, generators) returns its findings as values and goes on, so that one run
// reports all mistakes. The command line sorts the findings, prints them once, and derives the exit status from them.
package diag
