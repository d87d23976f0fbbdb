// Package house holds the tests that keep this repository in shape: the language of its texts, the width of its lines,
// forbidden declarations, the names that each public package exports, and the map in CONTRIBUTING.md. The tests read
// the source of every module and run nothing.
package house
