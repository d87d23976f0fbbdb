// Package store is the format of a state directory of dynamic configuration, and its input and output. Package
// protocol defines the meaning of the files.
//
//	assigned            which configuration the source wants, and the earlier ones
//	lastknowngood       which configuration was confirmed last, and by which build
//	trials              the ledger: what is known about configurations that are not confirmed
//	checkpoints/DIGEST  the configurations, under the SHA-256 of their bytes
//	quarantine/         damaged files, at most eight of each kind
//	requests/           what operators asked of the process that owns the directory
//	lock                held by the one process that writes
//
// A state file has a header with its name, schema and checksum. A file with a wrong checksum, an empty file, a file of
// another schema, and anything else than a file are damaged. A file that could not be read is not: the disk failed.
//
// The directory is reached through an os.Root, and the kind of everything is looked at before it is used. So a link in
// it leads neither out of the directory nor from one part of it to another. Only regular files with a name of this
// package are removed; everything else that is in the way is moved to quarantine.
package store
