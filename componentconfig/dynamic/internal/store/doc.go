// Package store is the format of a state directory of dynamic configuration, and its input and output. What the files
// mean is the business of package protocol.
//
//	assigned            which configuration the source wants, and those that it wanted before
//	lastknowngood       which configuration was confirmed last, and by which build
//	trials              the ledger: what is known about configurations that are not confirmed
//	checkpoints/DIGEST  the configurations, under the SHA-256 of their bytes
//	quarantine/         damaged files, one slot for each kind
//	requests/           failure records that an operator asked to clear while another process owned the directory
//	lock                held by the one process that writes
//
// A state file has a header with its name, schema and checksum. A file with a wrong checksum, an empty file, and a file
// of another schema are damaged.
package store
