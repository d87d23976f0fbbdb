// Package controller rolls the configuration of a ConfigPool out to its assignments, on controller-runtime. Package
// rollout decides; this package reads the facts of a decision and carries it out.
//
// # Input and output
//
// [Prepare] sets the scheme of a manager and the fields that its informers keep, and [SetUp] adds the controllers
// (setup.go). The input is the objects of the API group fleet.configgen.dev, ConfigMaps, and Nodes. The output is the
// status of pools, the sources of assignments, immutable copies of contents, events, and metrics:
//
//	ConfigPool relay   spec.source: ConfigMap relay      status: revision, wave, admitted
//	ConfigMap          an immutable copy of the content  with the label of the pool
//	ConfigAssignment   spec.source: the copy             status, which the instance reports
//
// # A pass over a pool
//
//  1. A change of a pool, an assignment, a ConfigMap or a Node puts the pools that it concerns into the queue
//     (watch.go). Changes of many assignments within one to ten seconds lead to one pass.
//  2. Reconcile reads the pool from the server, so that a pause or an edit is seen before the next assignment moves
//     (pool.go). Everything else in the snapshot is from informers (snapshot.go), except that a new version of the
//     source is read once from the server (content.go).
//  3. rollout.Decide returns a plan. A content is copied before the status that names it, and the status is written
//     before anything that it permits. Each update has the resourceVersion of the object that the decision was made
//     for; a conflict leads to a new pass.
//  4. If the plan does not change the record, the pass acts: it moves at most 25 assignments, and looks each second
//     whether somebody has changed the pool. It deletes copies that nothing names, and assignments of Nodes that have
//     gone. The next pass decides about more.
//  5. A new reason of a condition becomes an event and a line in the log. The collector makes metrics of the status of
//     all pools, at the leader (metrics.go).
//
// # Nodes
//
// In the namespaces that SetUp gets for them, each Node is an instance, and a pass of the pool that selects it creates
// its assignment when there is content for it, and deletes the assignment of a Node that the server does not have. This
// package gives assignments the labels of their Nodes, and deletes the assignments that no pool selects (node.go).
//
// # State and requests
//
// All state is in the API server, so that a successor goes on wherever this process ends. Besides the informers, the
// memory holds the digest of the present content of each source, which is read again after a restart, and facts without
// which a roll-out is slower (memory.go): since when this process has seen something, by its own clock, which
// assignments the server does not let it change, and which Nodes were ready when they were deleted. Nothing is polled,
// except that a pass is repeated after a minute or more if the server refused a request for a reason that ends without
// an event. The informers keep only the fields that a decision needs: assignments and Nodes without the rest of their
// fields, and ConfigMaps without their content (cache.go).
//
// The package does not validate configurations: the instances do, and report the result in the status of their
// assignments.
package controller
