// Package cache remembers the result of a run under a key of everything that the run could have read. A run that has
// nothing to do then reads and hashes files; it neither checks types nor starts the go command.
//
// Keys depend on contents, never on modification times: equal sources have equal keys after a checkout or a change of
// branches. The files that runs write themselves are not part of a key, or else no run could find the result of the run
// before it. Their state is returned beside the key; callers compare it with the state at the time of the result, and
// with the result itself.
package cache
