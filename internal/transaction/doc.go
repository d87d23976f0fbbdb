// Package transaction changes several files, or none of them. The commands of package cli write the files of a module
// with it.
//
// # Input and output
//
// [Commit] takes one [Change] for each file: a path, and the new content or the removal of the file. It returns nil if
// all files are changed. Otherwise it returns an [Error] with the path of the change that failed, and every file is as
// it was before. Error.Lost has the exceptions: the files that could not be restored, each with the file that has its
// former content.
//
//	err := transaction.Commit([]transaction.Change{
//		{Path: "/relay/options/zz_generated.flags.go", Content: flags},
//		{Path: "/relay/options/zz_generated.pathrefs.go", Remove: true},
//	})
//
// A symbolic link is followed: the file that it leads to changes. A target that exists must be a regular file. It keeps
// its permissions; a new file gets 0644, or 0755 if it is executable, before the umask.
//
// # Steps
//
//  1. prepare makes the missing directories of a change, and writes and syncs the new content into a temporary file
//     beside the target. It gives the former file a second name: a hard link, or a copy if the file system has no
//     links. A full disk, a missing permission or a directory in the way is an error of this step, before any target
//     changes.
//  2. apply renames the temporary file to the target, or removes the target. The changes are applied in their order.
//  3. If apply fails, undo restores the former files of the earlier changes from their second names, the last change
//     first, and removes files that are new.
//  4. If all changes are applied, sync syncs the directories, so that the renames survive a crash of the system.
//  5. clean removes the temporary files, and after an error the directories that prepare made.
//
// # Processes that are killed
//
// A process that is killed leaves its temporary files behind. Their names begin with a dot, so that the go command
// ignores them, and have the process ID and a random number:
//
//	.zz_generated.flags.go.4711-9223372036854775807.tmp
//
// [Sweep] removes the temporary files of processes that do not exist. The files of a running process are kept.
//
// # Limits
//
// Transactions that run concurrently do not wait for each other: if two of them change one file, the last rename wins.
// A reader can see some files before the change and others after it, and a process that is killed between two renames
// leaves the files in this state. The package does not decide which files may be changed: package cli compares the
// files with the disk first.
package transaction
