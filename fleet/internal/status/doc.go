// Package status is the command status of config-fleet: it lists the instances that differ from the
// configuration of their pool, with the reason and the next step for an operator.
//
// # Input and output
//
// [NewCommand] takes the name of a pool, a namespace and a kubeconfig file. It prints a table, or a [Summary] in JSON
// or YAML:
//
//	NAMESPACE  POOL   REASON           REVISION      WAVE  UPDATED  BAD  UNAVAILABLE  INSTANCES
//	edge       relay  InstancesFailed  256c3a4ab22f  3     1        1    2            11
//	...
//	INSTANCE  STATE        REASON         MESSAGE
//	node-3    Bad          CrashLoop      using the last-known-good configuration d8b8c1fa5dc4; ...
//	node-4    Unavailable  NodeNotReady   using the assigned configuration (its Node is not ready)
//	...
//	Waiting for their wave: node-10, node-9, node-11 and 1 more
//
// The exit status is 0 if all instances have the configuration of the pool, 1 if not, and 2 if that cannot be said, for
// example because the server does not answer.
//
// # The way of a call
//
//  1. The command reads the kubeconfig file by the rules of kubectl, or the service account of the pod, and connects
//     without a cache (command.go).
//  2. It lists the pools and the assignments of the namespace, and the Nodes if assignments are made for Nodes
//     (summary.go). Without the right to list Nodes, their readiness is ignored.
//  3. rollout.Instances computes the state of each instance from the same facts as the controller. The messages come
//     from the conditions of the pool. A pool without a condition, or with a status of an older generation, has the
//     reason NotSeen: the controller does not run, or does not watch the namespace.
//  4. The table lists bad instances first, then unavailable and skipped instances and instances on trial (print.go).
//     Instances that only wait share a line. Control characters in messages of instances are removed.
//
// # Errors
//
// [Explain] words the errors that an administrator can fix: an API server that does not answer, that refuses the
// credentials, or that does not know the definitions in fleet/manifests. The command config-fleet uses it for its own
// errors, too. A missing pool is reported with the names of the pools that exist.
//
// The command changes nothing and decides nothing: package controller writes the status that it shows.
package status
