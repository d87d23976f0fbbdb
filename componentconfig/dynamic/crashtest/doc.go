// Package crashtest shows, on the real program, that a component with dynamic configuration cannot lock its operator
// out. It runs the program once to see each system call that changes its state directory, and then once for each of
// them and each fault, killing the process at the call or making the call fail. The author of a component writes, in a
// test for Linux on amd64:
//
//	crashtest.Run(t, crashtest.Scenario{
//		Name:    "start on trial",
//		Prepare: func(dir string) error { ... },             // fills an empty directory, once
//		Program: func(dir string) crashtest.Program { ... }, // what runs on a copy of it
//		Check:   func(dir string, trace crashtest.Trace) error { ... }, // starts the component again on what is left
//	})
//
// The program is not changed for it and may be written in any language. It is traced with ptrace, as by strace, and a
// seccomp filter lets all calls pass that have nothing to do with files. But strace counts the calls of each thread
// separately, and Go moves a goroutine from thread to thread, so "the third rename" of strace differs from run to run.
// Here the calls of all threads and processes are counted together. A call is named after the system call and the file
// of the directory that it affects, so a finding says "renameat trials" and not a number. Calls that affect no file of
// the directory, such as writes to a log, are neither counted nor disturbed.
//
// The traced calls open a file to create or empty it, write, copy, sync, rename, link, remove, truncate, lock, or
// change the permissions of files, or create directories, each in all of its forms. Changes through mapped memory or
// io_uring are not seen.
//
// It is a module of its own, because it takes a *testing.T.
package crashtest
