// Package diag holds the one form in which configgen speaks of a user's source: a Diagnostic.
//
// Every stage (load, markers, group, generators) returns its findings as values and goes on, so that one run reports
// all that is wrong. The command line sorts them, prints them once and turns them into an exit status.
package diag
