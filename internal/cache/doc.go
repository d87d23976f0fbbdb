// Package cache remembers what came out of a run, under a key of all that the run could have read, so that a run with nothing
// to do reads and hashes, and neither type-checks nor starts the go command.
//
// Keys are made of contents, never of file times: whatever a branch switch or a checkout does to those, equal sources have
// equal keys. What runs write themselves is no part of a key, or else a run would have nothing to go by after it has written; its
// state is told beside the key, and callers compare it with that in which an output came out and with the output itself.
package cache
