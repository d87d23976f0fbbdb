// Package dynamic gives a component dynamic configuration that cannot lock its operator out: a configuration that does
// not work is replaced by the last one that did, and at worst by the local one, whatever it does to the process and
// whatever happens to the disk. It is a generic form of the Dynamic Kubelet Configuration proposal, without the defects
// of the version that shipped in Kubernetes v1.11 to v1.23.
//
// # Use
//
// A component that loads its configuration with package componentconfig adds an option:
//
//	loader := componentconfig.New("relay", root, componentconfig.WithConfigFile(), dynamic.WithConfig(dynamic.Options{}))
//
// Any other component makes the calls of the option itself:
//
//	controller, err := dynamic.Open(dir, dynamic.Options{Source: source, Check: decodeAndValidate})
//	controller.Sync(ctx)                     // with a deadline: a repair must not depend on a process that survives
//	payload, err := controller.Start(local)  // returns an error only if local is invalid
//	controller.Report(ctx)                   // with a deadline: the component may exit at once
//	go controller.Run(sigtermContext)
//	... configure the component with payload ...
//
// Source and status work before the configuration is applied, and also after a start has fallen back: a configuration
// that kills every process that loads it can still be replaced. The process uses a new assignment after a restart;
// Options.Restart ends it. Sync and Report do not wait for the source longer than their context says, and nothing but
// the start waits for Check, at most Options.CheckTime.
//
// # State directory
//
//	assigned            the digest that the source wants, or that it wants none; the earlier digests
//	lastknowngood       the digest that was confirmed last, and the build that confirmed it; the earlier ones
//	trials              the ledger: attempts and failure record of each pair of digest and build that is not confirmed
//	checkpoints/DIGEST  the configurations, under the SHA-256 of their bytes
//	quarantine/         damaged files, at most eight of each kind
//	requests/           what operators asked of the process that owns the directory
//	lock                held by the one process that writes; names the process, its configuration, and its condition
//
// A state file has a header with its name, schema and checksum. A file with a wrong checksum, an empty or unreadable
// file, a file of another schema, and anything but a file are damaged. Damage is not a decision: the file is moved to
// quarantine, reported by log, status and metric, and only its content is lost. A file that the disk cannot read may be
// intact: it is passed over for this start, stays where it is, and is read again before anything is written. While the
// ledger cannot be read, nothing unconfirmed is tried. Without assigned, the last-known-good configuration is used;
// without lastknowngood, the assigned one is on trial again; without trials, what is assigned and not confirmed is not
// tried if this build has confirmed something else, and counting begins again otherwise. A checkpoint is used only if
// its bytes have its digest. Names from a source are labels: the only variable part of a path is a digest of 64
// hexadecimal characters. What cannot be moved to quarantine, such as a directory of another user, is renamed where it
// is. Run makes a directory again that was removed, and writes what is in use to it. The directory is used through an
// os.Root and the kind of everything in it is looked at first, so no link leads a process to anything else. Only
// regular files with the names above are removed.
//
// Every decision is one replacement of one file: temporary file in the same directory, write, sync, read, rename, sync
// of the directory. Two files never have to agree, so a crash cannot leave them in disagreement; directories are never
// renamed. Where two files are involved, the order is such that every state between is safe: a checkpoint is durable
// before it is referred to, and a last-known-good record that the source has reset is removed, durably, before anything
// else can be assigned. A roll-back is in the ledger, with the configuration that it returns to, before lastknowngood
// is replaced; the next start completes it.
//
// # Protocol
//
// Start tries the assigned configuration, then the last-known-good one and those before it, then the local one. It
// passes a configuration over if its checkpoint is missing or damaged, if it failed with this build, or if its attempts
// are used up. A configuration that this build has confirmed is used. Any other start is an attempt:
//
//  1. trials is replaced, with the attempt counted and marked as open, together with the boot ID. If that write fails,
//     the configuration is passed over: what cannot be counted is not loaded, and does not count.
//  2. Check decodes and validates. An error, a panic, or no end within Options.CheckTime is a failure at once, and the
//     attempt does not count, since the process survived it.
//  3. The component runs. SIGKILL, the OOM killer, a panic or an exit at any instruction needs no handler: the attempt
//     is counted already.
//  4. Confirm replaces lastknowngood: the trial is passed. Only the application, health checks, or the monotonic uptime
//     of this one process confirm; the wall clock and file times do not.
//
// If the source could not be read before a start, what is not confirmed is put off, and what this build has confirmed
// is used. Run restarts the process for it once the source can be read, at the earliest after the trial period.
//
// An attempt is returned by Release, when the process is asked to end and its last health check did not fail. Without
// any health check, ten such ends in a row are a failure of their own, EarlyExits. An attempt that ended with the
// machine counts; the reason says how many did. Threshold plus one attempts are allowed, so at most that many processes
// crash with a configuration; the next start records a crash loop. A configuration that was confirmed is given up, too,
// if as many processes in a row, at least five, crash with it before they have run for the trial period; then the one
// that was confirmed before is the last-known-good one. Assign opens an attempt for its Check as well and returns it
// afterwards, so a configuration that kills the process that validates it is limited in the same way.
//
// A failure record belongs to the pair of digest and build. The same bytes are tried again only by another build, or
// after Clear. A failure that Check found also stops to hold when Options.Overlay changes, since Check judges a
// configuration together with the drop-in files and the command line above it, and these may be wrong. Attempts that
// were used up stay used up: otherwise drop-in files that are written again before each start would give attempts
// without end. Such a change does not revoke a confirmation, either. Since everything is keyed by content, to assign
// the same bytes again changes nothing on disk and restarts no trial, and to alternate between two configurations gives
// neither of them more attempts.
//
// Transient errors (reading the source, writing the disk, reporting the status) are retried with backoff and do not
// affect what is active. What cannot be decoded or validated is not retried, and is found when it is assigned, not at
// the next start.
//
// A second process on the directory, or any process if the disk is read-only or full, still starts: it uses what this
// build has confirmed, or the local configuration, and reports why. Run takes the directory over once it can, within a
// second, and restarts the process only if another configuration is assigned than the one in use.
//
// # Bounds
//
// Checkpoints: assigned, last-known-good, active, and Options.Keep older ones, confirmed configurations first;
// checkpoints of interrupted assignments stay until the next assignment succeeds. A source: 4 MiB in 256 files. The
// ledger holds 128 pairs; beyond that the least recently used one is forgotten. Texts from elsewhere are cut to 512
// bytes.
//
// Start syncs nothing if the configuration in use is confirmed, and twice (file and directory) for an attempt. An
// accepted assignment syncs nine times, a confirmation four times. BenchmarkDynamicStart measures the time.
//
// # Status
//
// Condition is ConfigOK of the proposal, Status everything else. The process that owns the directory writes its
// condition to the lock file, so that an operator who inspects the directory sees everything that the process knows,
// such as rejected configurations and errors from the source. From Open until the decision the condition there is
// Starting. If the component does not run, the condition describes its next start, from the files.
//
// # Limits
//
// The starts with a confirmed configuration are counted in the lock file, which is not synced: a crash that takes the
// machine with it at once may not be counted. A configuration that hangs is found by health checks only; without them,
// by a supervisor that ends the process, after ten times. An operator's request is removed before it is carried out, so
// a crash at that moment loses it. If the boot ID is unknown, the reason of a failure does not mention reboots.
//
// Package crashtest shows on a real component that all of this holds.
package dynamic
