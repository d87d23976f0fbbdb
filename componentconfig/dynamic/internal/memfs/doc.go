// Package memfs is a disk in memory that forgets, fails and fills up. It implements store.Files for the tests of
// package store and of package dynamic.
//
// # Input and output
//
// [New] returns an empty [Disk] whose random decisions come from a random number generator, so a seed repeats a test.
// The fields of the disk request faults, and its methods are the operations of store.Files:
//
//	disk := memfs.New(rand.New(rand.NewPCG(1, 1)))
//	disk.StopAt = 3 // the process dies at the third change
//	dir := store.New(disk, "/state")
//
// [Disk.Find], [Names] and [Disk.Erase] look at the disk and change it from outside of any process: faults do not apply
// to them.
//
// # Faults
//
// Ops counts the operations that change the disk, and Reads the operations that only look. At operation StopAt, the
// calling goroutine ends as a process does at SIGKILL: by [Disk.Die], before or after the operation took effect. At
// operation FailAt, the change fails with EIO, before or after it took effect, and at FailReadAt, a read fails with
// ENFILE. At operation LoseAt, the change returns success and does not happen. With Onward, all later operations fail
// as well. Full, ReadOnly, Locked and NoDirSync are states of the disk. [Disk.Calm] removes the requested faults, and
// [Unfailing] suspends faults of reads while a test looks.
//
// # Processes and power
//
// [Disk.Within] gives the disk to the present process, and [Disk.Reap] makes it ready for the next one. Changes and
// reads of an earlier process fail then, so a goroutine that a test left behind cannot write.
//
// [Disk.PowerFailure] keeps the names and files that have not changed since their last sync, and decides by chance
// about each other name and file: it has its old or its new state, and a file may also be cut or empty. A real file
// system loses less, so code that survives here survives on all of them. A name is durable after a sync of its
// directory, the content of a file after a sync of the file.
//
// # Limits
//
// There are no links, modes or owners: Allow does nothing, and Exclusive only calls its function. Directories are made
// one level at a time, in a parent that exists. Notes in the lock file do not count as changes. Find, Erase,
// PowerFailure and the fields are for a test that runs no process at the same time.
package memfs
