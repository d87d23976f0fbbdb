// Package crashtest shows, on the real program, that a component with dynamic configuration cannot lock its operator out: it runs the program once to
// see each system call by which it changes its state folder, and then once for each of them and each fault, killing the process at the call or
// having the call fail. The author of a component writes, in a test for Linux on amd64:
//
//	crashtest.Run(t, crashtest.Scenario{
//		Name:    "start on trial",
//		Prepare: func(dir string) { ... },                  // fills an empty folder, once
//		Program: func(dir string) crashtest.Program { ... }, // what is run on a copy of it
//		Check:   func(dir string, trace crashtest.Trace) error { ... }, // starts the component again on what is left
//	})
//
// The program is not changed for it and may be written in any language. It is traced with ptrace, as strace does; but strace counts the calls of
// each thread for itself, and Go moves a goroutine from thread to thread, so "the third rename" of strace is now one and now another. Here the calls of
// all threads and processes are counted together. They are named by what they do and to which file of the folder, so a finding says
// "renameat trials" and not a number. Calls that reach no file of the folder, such as those that write a log, are neither counted nor disturbed.
//
// Traced are the calls that open a file for making or emptying it, write, copy, sync, rename, link, remove, truncate, lock and change the rights of files, and that
// make folders, each in all of its forms. What a program maps into memory and changes there, or has io_uring do, is not seen.
package crashtest
