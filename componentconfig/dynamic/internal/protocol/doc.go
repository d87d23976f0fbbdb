// Package protocol holds the rules of dynamic configuration as a state machine over plain values: it selects the
// configuration of a start, counts attempts, confirms a configuration, and selects the next one after a failure. It is
// a generic form of the Dynamic Kubelet Configuration proposal.
//
// # Input and output
//
// A [State] has the three records of package store and the facts about the process: its build, its boot, the limits,
// and the configuration in use. A transition is a function from a State to a new State. It writes nothing, and reads
// nothing but through the function Boot of its caller. Package dynamic makes the new State durable and
// keeps the old one if that fails. A failed write therefore changes nothing:
//
//	next := state.Begin(digest)
//	if err := dir.Save(store.LedgerFile, next.Ledger); err == nil {
//		state = next
//	}
//
// # Verdicts
//
// [State.Judge] returns the verdict on a configuration under a build and under the layers above it (state.go):
//
//	Untried     an attempt may begin
//	Confirmed   it passed its trial, and is used without an attempt
//	Exhausted   its attempts are used up, or it was confirmed and has crashed soon after each of its last starts
//	Failed      it is not tried again until the build changes or an operator clears its record; a failure that was
//	            found together with the drop-in files and the command line also ends when these change
//
// # The way of a start
//
//  1. [State.Settle] closes the attempts that dead processes left open. They stay counted. [State.Reconcile] completes
//     a decision that was interrupted between two writes, such as a roll-back.
//  2. [State.Candidates] returns the configurations to try: the assigned one, then the confirmed ones, newest first.
//     The local configuration comes last and is not among them.
//  3. [State.Begin] counts an attempt before anything of an unconfirmed configuration is looked at (trial.go).
//  4. The attempt ends by [State.Confirm], by [State.Fail], by [State.Survive] after a check that the process survived,
//     by [State.Release] if the process was asked to end, or by the death of the process. An attempt that Survive ends
//     does not count, and an attempt that Release ends counts only if the last health check failed. Without any health
//     check, [MaxReturned] ends by Release in a row exhaust the configuration.
//
// # Other transitions
//
// [State.Assign] and [State.Reset] follow the source. [State.Clear] and [State.RollBack] are requests of operators.
// [State.Kept] says which checkpoints stay on the disk. Everything is keyed by the digest of the content and by the
// build, so assigning the same bytes again gives no new attempts. The ledger has at most store.MaxEntries entries.
//
// [Clock] separates wall time, which is only written into records, from monotonic time, which decides about a trial
// (clock.go).
package protocol
