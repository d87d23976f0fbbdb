// Package cache remembers what came out of a run, under a key of all that the run could have read, so that a run with nothing
// to do reads and hashes, and neither type-checks nor starts the go command.
//
// Keys are made of contents, never of file times: whatever a branch switch or a checkout does to those, equal sources have
// equal keys. What stands on the disk among generated files is no part of a key, so that deleting one does not make the rest
// unknown; callers compare the remembered output with the disk.
package cache
