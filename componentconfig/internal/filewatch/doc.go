// Package filewatch tells when configuration files may have changed. It neither reads the files nor compares their
// content: the function that [Watch] calls does.
//
// # Input and output
//
// The input is [Paths]: files, and directories with a function that says which of their files are read. Watch calls
// read at once, and then after each change, until its context ends. The result of read is the time after which read is
// called again although nothing has changed. The paths are asked for again each time, because a configuration may name
// other files:
//
//	filewatch.Watch(ctx, paths, filewatch.Timing{}, reload, func(err error) { ... })
//
// # The way of an event
//
//  1. findRoute walks each path from the root of the file system, link by link, and records each directory on the way
//     with the names in it that matter (route.go). A file that does not exist is recorded by its name, so that its
//     creation is an event. A path may lead through 40 links.
//  2. follow watches all directories of the route with fsnotify (filewatch.go). If a directory or a link on the way was
//     replaced, such as the ..data link of a ConfigMap mount, all directories are watched anew.
//  3. An event about a name that does not matter is ignored. After any other event, Watch waits until the files have
//     not changed for [Timing].Settle, 100 milliseconds by default, but not longer than Timing.Bound, one second.
//  4. Every Timing.Poll, 30 seconds, the route is found again and compared: the identity of each directory, the target
//     of each link, and the identity, size and time of each file (number_unix.go). This finds changes without events.
//  5. Watch calls read, and calls it again if read has changed the files that are watched.
//
// # Limits
//
// A file that is written in place, with a pause longer than Settle, can be read when its first part is written. If the
// system does not send all events, Watch calls degraded, and Poll finds the changes that have no event. A directory
// that cannot be listed has no watch. After a change, package componentconfig loads the files; it does nothing if their
// content is the same.
package filewatch
