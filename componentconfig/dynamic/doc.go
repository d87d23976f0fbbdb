// Package dynamic gives a component dynamic configuration that cannot lock its operator out: a configuration that does not work is given up for the
// last one that did, and at worst for the local one, whatever it does to the process and whatever happens to the disk. It is a generic form of the
// Dynamic Kubelet Configuration proposal, with the defects of the version that shipped (kubernetes v1.11 to v1.23) designed out.
//
// # Use
//
//	store, err := dynamic.Open(dir, dynamic.Options{Check: decodeAndValidate})
//	store.Sync(ctx, source)                    // with a short deadline: a repair must not wait for a process that survives
//	decision, err := store.Start(local)        // fails only if local is invalid
//	go store.Run(sigtermContext, source, dynamic.AfterUptime())
//	... configure the component with decision.Payload ...
//
// The source and the status run before the configuration is applied, and go on when a start has fallen back: a configuration that kills every process
// that loads it can still be replaced (D13). The process takes a new assignment up by being restarted; Options.Restart ends it.
//
// # What is on disk
//
//	assigned            the digest that the source wants, or that it wants none; the digests before it
//	lastknowngood       the digest confirmed last, and the build that confirmed it
//	trials              the ledger: for each (digest, build) not confirmed, the attempts and the bad mark
//	checkpoints/DIGEST  the configurations, under the SHA-256 of their bytes
//	quarantine/         damaged files, one slot a kind
//	requests/           marks that an operator asked to clear while another process owns the folder
//	lock                held by the one process that writes; tells who it is, what it uses and how it is
//
// A state file has a header with its kind, schema and checksum. One whose checksum is wrong, or that is empty, unreadable or of another schema is
// damage, not a decision: it is moved to quarantine, reported, and costs only what it said (D4 to D6). Without assigned, the last-known-good
// configuration is used; without lastknowngood, the assigned one is on trial again; without trials, counting starts anew. A checkpoint is
// used only if its bytes have its digest (D8). Names that come from a source are labels: the only variable part of any path is a
// digest of 64 hexadecimal characters (D9).
//
// Every decision is one replacement of one file: temporary file in the same folder, write, sync, rename, sync of the folder. No two files have to
// agree, so no crash leaves them in disagreement; folders are never renamed (D3). Where two files are involved the order is such that
// what lies between is safe: a checkpoint is durable before it is referred to, and a last-known-good record that the source has reset is removed, durably,
// before anything else can be assigned.
//
// # The protocol
//
// Start tries the assigned configuration, then the last-known-good one, then local. A layer is passed over if its checkpoint is missing or
// damaged, if this build failed with it, or if its attempts are used up. Confirmed means confirmed by this build. Anything else is an attempt:
//
//  1. trials is replaced with the attempt counted and marked open, together with the boot ID. If that write fails, the layer is passed over: what
//     cannot be counted is not loaded.
//  2. Check decodes and validates. An error or a panic is a bad mark at once, and the attempt is over and not counted: the process has survived it.
//  3. The component runs. SIGKILL, the OOM killer, a panic or an exit at any instruction needs no handler: the attempt is counted.
//  4. Confirm replaces lastknowngood: the trial is passed. Only the application, health checks or the monotonic uptime of this one process lead
//     there; no wall clock and no file time (D2).
//
// An attempt is given back by Release, when the process is asked to end while well, and by the next start if the boot ID has changed since. Threshold + 1
// attempts may be used, so at most that many processes die of a configuration; the next start marks it as a crash loop (D12).
// Assign opens an attempt for its Check as well and gives it back afterwards, so a configuration that kills the process which merely validates it
// is bounded in the same way.
//
// A bad mark belongs to the pair of digest and build. The same bytes are tried again only by another build, or after Clear. A mark that Check made lapses
// besides when Options.Local changes, since Check judges a configuration together with the drop-in files and the command line that are laid over it, and
// the mistake may have been theirs. Attempts that were used up stay used up, whatever changes there: else drop-in files that are written anew before each
// start would give attempts for ever. Nor does such a change take a confirmation back. Since everything is keyed by content, assigning the same bytes again changes nothing on disk and restarts no trial (D1), and going back and forth between
// two configurations gives neither more attempts.
//
// Errors that can pass (reading the source, writing the disk, reporting the status) are retried with backoff and leave what is active alone (D10). What
// cannot be decoded or validated is not retried, and is found out when it is assigned, not at the next start (D11).
//
// A second process on the folder, or any process if the disk is read-only or full, still starts: it uses what this build has confirmed, or local, and says why.
// Run takes the folder over once it can, within a minute, and restarts the process only if another configuration is assigned than it uses.
//
// # Bounds
//
// Checkpoints: assigned, last-known-good, active, and Options.Keep older ones; those of assignments cut short until the next one succeeds. The ledger holds 128
// pairs; beyond that the least recently used is forgotten. Texts from outside are cut at 512 bytes.
//
// Start syncs nothing if what it uses is confirmed, and twice (file and folder) for an attempt. An accepted assignment costs nine syncs, a confirmation four.
// BenchmarkDynamicStart of package componentconfig shows what that costs beside a start without.
//
// # Status
//
// Condition is the proposal's ConfigOK, Status the rest. The process that owns the folder notes its condition in the lock file, so that an operator who only looks
// is told what the process knows, such as what was rejected and that the source cannot be read. Of a component that does not run, the files tell what the next
// start will do.
//
// # Limits
//
// A configuration that makes the machine reboot within the trial, or that hangs without health checks until a supervisor sends SIGTERM, gets its attempt
// back, but 32 times at most; after that each counts. AfterChecks notices the second at once. Status shows how many attempts were returned. Where
// no boot ID is known a reboot counts as a crash. What is confirmed is not counted any more: should it stop working later, the source, which
// is read before anything is loaded, is the way to replace it.
//
// Package crashtest shows on a real component that all of this holds.
package dynamic
