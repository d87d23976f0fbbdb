// Package layers reads configuration files and merges them as they were written.
//
// [Reader.Read] takes a snapshot of all files at one moment: a ConfigMap mount that is swapped meanwhile is read again.
// It refuses what no configuration file is: folders, FIFOs, files that everybody may write (as root), more than 4 MiB.
// A link to /dev/null masks a drop-in, as in systemd.
//
// [Parse] turns a file into a tree of [Node] values. A tree holds what was written and where, and nothing else: it
// knows no types and no defaults. Depth, aliases and the number of values are limited, so that no file takes more than
// moderate time and memory.
//
// [Merge] lays one tree on another by the rules of JSON merge patch (RFC 7386). Nulls stay in the tree until
// [Node.Pruned], and an object that displaced something else remembers that it did; so merging adjacent layers is
// associative, which plain merge patches are not. [Node.Trail] lists who set a value and whom it displaced.
package layers
