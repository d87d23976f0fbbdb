// Package protocol holds the rules of dynamic configuration as a state machine over plain values: which configuration a
// start tries, when an attempt counts, what confirms a configuration, and what is tried after it failed. It reads and
// writes nothing. A transition returns a new State; its caller makes the State durable, and keeps the old one if that
// fails.
//
// The verdict on a configuration under a build is one of:
//
//	Untried     an attempt may begin
//	Confirmed   it passed its trial, and is used without an attempt
//	Exhausted   its attempts are used up, or it was confirmed and has crashed soon after each of its last starts
//	Failed      it is not tried again until the build changes or an operator clears its record
//
// An attempt is counted before anything of the configuration is looked at (Begin). It ends by Confirm, by Fail, by
// Release if the process was asked to end, or by the death of the process, which Settle finds at the next start. An
// attempt that Release ends does not count, unless the last health check failed.
package protocol
