// Package store is the format of a state directory of dynamic configuration, and its input and output. Package protocol
// defines the meaning of the files, and package dynamic decides when they are read and written.
//
// # Files
//
//	assigned            the configuration that the source wants, and the earlier ones (Assigned)
//	lastknowngood       the configuration that was confirmed last, and the build that confirmed it (Good)
//	trials              the ledger: attempts and failures of configurations that are not confirmed (Ledger)
//	checkpoints/DIGEST  the configurations, under the SHA-256 of their bytes (Payload)
//	quarantine/         damaged files, at most eight of each kind, and damaged directories
//	requests/           requests of operators to the process that owns the directory (Request)
//	lock                held by the one process that writes, with its note about itself (Lock)
//
// A state file has a header with its name, schema and checksum, and a record in JSON (record.go):
//
//	dynamic assigned v1 sha256:5a1f...
//	{
//	 "digest": "9c56...",
//
// A checkpoint has a line with the name and the size of each file before its bytes (payload.go).
//
// # Reading
//
// [Dir] reads and replaces the files (dir.go). [Dir.Read] returns [ErrMissing] for a file that does not exist. An error
// that is [ErrDamaged] is about the content: a wrong checksum, an empty file, another schema, a file of another user
// that cannot be read, or anything but a file. Any other error is a failure of the disk and says nothing about the
// content. A file that looks damaged is read once more, so that one wrong reading does not cost an intact file.
// [Dir.ReadCheckpoint] returns a configuration only if its bytes have the digest.
//
// # Writing
//
// A write is a temporary file in the same directory, a sync, a rename, and a sync of the directory (replace.go). After
// a crash or an error, the file has its old content or the new content. A file system that cannot sync directories is
// used all the same, and [Dir.Unsynced] reports it. Anything in the way that is not a regular file is moved to
// quarantine (quarantine.go), or is renamed in its place if it cannot be moved, such as a directory of another user.
// [Dir.Sweep] removes checkpoints that are not needed. [Dir.Requests] removes each request before it is carried out
// (request.go).
//
// # File operations
//
// [Files] has all operations on the disk, so that package memfs can replace them in tests. [SystemFiles] reaches the
// directory through an os.Root and looks at the kind of everything before it is used (files.go). So a link leads
// neither out of the directory nor from one part of it to another. Only regular files with a name of this package are
// removed. The lock is a flock on Unix and an exclusively opened file on Windows (files_unix.go, files_windows.go).
// Paths are built from constants and valid [Digest] values only; the names that a source gives to files are labels.
package store
