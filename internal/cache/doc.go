// Package cache remembers the result of a run under a key of everything that the run could have read. A run that has
// nothing to do then reads and hashes files; it neither checks types nor starts the go command.
//
// # Keys
//
// [Read] takes the directory, the patterns and the options of a run. It follows go.mod, go.work and the replacements in
// them to the modules that the user edits, and hashes every Go file of these modules, the files that pin the versions
// of all other modules, the settings of the go command, and the program itself. Keys depend on contents, never on
// modification times: equal sources have equal keys after a checkout or a change of branches.
//
// The files that runs write themselves are not part of a key, or else no run could find the result of the run before
// it. Their state is returned beside the key, in [Sources]; callers compare it with the state at the time of the
// result, and with the result itself.
//
// [Dependencies] is the key of the declarations in the dependencies alone. It stays the same after an edit, so that a
// run after an edit finds the answers of the go command about dependencies.
//
// # What cannot be cached
//
// A run that may read files which no key covers has no key: Read returns [Unusable] with the reason, and the caller
// runs without a cache.
//
// # Storage
//
// A [Cache] is a directory of files, one for each key. Get and Put are safe for several processes; an entry that cannot
// be read is as good as none.
package cache
