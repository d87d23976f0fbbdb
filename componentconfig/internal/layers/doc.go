// Package layers reads configuration files and merges them before any defaults are applied.
//
// [Reader.Read] takes a snapshot of all files at one moment: if a ConfigMap mount is swapped in the meantime,
// everything is read again. It refuses directories, FIFOs, files of more than 4 MiB, and, as root, files that everyone
// can write to. A link to /dev/null masks a drop-in file, as in systemd.
//
// [Parse] turns a file into a tree of [Node] values: the values in the file with their positions, without types or
// defaults. Depth, aliases and the number of values are limited, which bounds time and memory.
//
// [Merge] merges two trees by the rules of JSON merge patch (RFC 7386). Nulls stay in the tree until [Node.Pruned], and
// an object that replaced another value remembers that. Therefore merging adjacent layers is associative, unlike plain
// merge patches. [Node.Trail] returns the positions that set a value, including overridden ones.
package layers
