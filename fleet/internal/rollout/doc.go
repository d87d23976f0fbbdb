// Package rollout decides what a controller of pools does next. Decide is a pure function: it has no client, no clock
// and no memory. All that a controller remembers is the status of the pool.
//
// A decision is made in this order. Content is taken if spec.source has changed; then the roll-out is judged, from what
// is wrong with the pool to how far the wave has come. The new status is the record of the decision. Instances are
// moved only by a decision that does not change the record: what permits a move is on the server before the move is
// made.
//
//	spec.source changes ──> copy ──> status: revision, wave 1
//	                                      │
//	     ┌────────────────────────────────┤
//	     │                                v
//	     │          status: admitted ──> moves ──> reports of the instances
//	     │                ^                              │
//	     │                └── wave not full ─────────────┤
//	     │                                               │
//	     ├──── next wave, after the pause <── each has answered, not too many are bad
//	     │                                               │
//	     v                                               v
//	status: Complete                              status: Stopped
//
// # Invariants
//
// They hold with caches that are out of date in different degrees, with requests or answers that are lost, when the
// controller is killed between any two requests, with a second controller, and with instances that lie.
// TestHistories checks them.
//
//  1. A pool names only contents that its source had since spec.source was changed last, or the one with the digest
//     that spec.source has. An instance is moved only to a content that the status of its pool has named before.
//  2. An instance that was edited by hand, or that two pools select, is not moved. A pool that is paused moves none.
//  3. An instance is moved to the revision only if the status admits it: its place in the order of the revision, which
//     is the same for all controllers, is not after status.admitted, or it is status.outOfTurn, or its Node is not
//     ready and the revision is complete. A newcomer gets the complete revision that most have confirmed. Instances
//     that return from a revision that is stopped get that one, too.
//  4. The moves of controllers leave no more than maxUnavailable instances without a confirmed configuration. Not
//     counted are instances that had none before.
//  5. A roll-out reaches no more instances than its wave has, and one more for each one that joins, disappears or is
//     edited, or whose Node fails. A content that no instance can use, or that takes each machine down, reaches the
//     first wave only. A revision that is stopped reaches nobody, until somebody changes the spec.
//  6. A copy is not deleted if a revision of the status names it, or the spec or the status of an assignment that the
//     controller knows.
//  7. When nothing happens any more, the pool is complete, or says what somebody has to do. All instances have the
//     revision then that are not bad or skipped, and each Node has an assignment. There is a copy for all that is
//     named, and no other.
//  8. A machine that was lost with the revision is in status.losses before its assignment is removed. What is there
//     counts until another roll-out begins, whatever becomes of the machine.
//  9. No instance is reset: an assignment is made with content, and its source is replaced by another one only.
//
// # Machines
//
// An instance whose Node was ready when it was moved has failed if the Node is not ready, or has gone, before the
// instance has confirmed its content, or before the pause after its wave is over: a content that takes its machine down
// cannot be reported by it. After that, a Node fails for its own reasons: such an instance does not count as updated.
// Nodes without an assignment are instances like any other; their move creates it.
//
// # Time
//
// Waiting is measured by the controller itself: Waited and Resting of a [Snapshot]. The stamps in the status and in
// annotations are for people, because the clocks of others may be wrong, or set by somebody.
//
// What fails only after the pause is seen when it fails, and counts like any other failure: a roll-out stops. The waves
// before that have it.
//
// Requests that are under way while the status of the pool changes may still be carried out. They move instances to
// what was admitted before, which is why 3 to 5 are about moves with the present status.
//
// # Copies
//
// A copy is written before the status that names it: the other way round, a controller that is killed between the two
// would lose the content when somebody edits the source. A copy that is not named yet must not be taken for one that is
// not named any more. So no copy is deleted while a change of spec.source has not been taken. And a controller that
// takes content writes the generation of the pool into the copy, even if it exists: then a deletion that was decided
// earlier fails, because it has the resourceVersion of the copy as a precondition.
package rollout
