// Package servertest has the tests of componentconfig/dynamic/kube and of module fleet that need an API server. Two
// servers of the newest release run in process, on one embedded etcd: the server of k8s.io/apiextensions-apiserver for
// custom resources, and a server of k8s.io/apiserver for ConfigMaps, events, nodes and leases. A component runs against
// them as its author would write it: a loader of package componentconfig with a source of package kube. The tests are a
// module of their own so that no one else inherits the servers. They also check that the binaries accept the same
// objects as the definitions of custom resources that configgen generates, and that these have the structure that
// controller-gen gives them.
//
// TestFleet runs many instances with assignments of their own, TestPool the program config-fleet, which moves them, and
// TestPoolUnderFaults kills it. What the roles and the admission policy of module fleet allow is evaluated here, too.
//
// What belongs to no published module is missing, or is done by the door that the tests talk to:
//
//   - authentication, authorization and admission: the door holds requests to the shipped roles where a test asks,
//     and the policy runs in its plugin alone;
//   - namespaces: each name is one, and nothing is deleted with it, nor with an owner;
//   - defaults and rules of the fields of ConfigMaps, events, nodes and leases, so that an immutable ConfigMap can be
//     changed, and a node has no subresource for its status;
//   - the schemas of these types, so that server-side apply replaces their fields as a whole;
//   - one store for the two APIs of events, and their end after an hour;
//   - the aggregator: the door lists the groups;
//   - TLS: the door speaks HTTP/2 without it;
//   - priority and fairness, and a second replica.
//
// Upstream's cases, each for a ConfigMap, for a custom resource and for an assignment:
//
//	assign                                          TestServer/.../assign
//	bad parse                                       TestServer/.../bad_parse
//	bad validation                                  TestServer/.../bad_validation
//	roll-back                                       TestServer/.../roll-back
//	recovery                                        TestServer/.../recovery
//	deletion                                        TestServer/.../deletion
//	re-creation                                     TestServer/.../re-creation
//	in-place change                                 TestServer/.../in-place_change
//	101 changes without growth of memory,           TestManyChanges: heap, goroutines, open files, and files in the
//	files or goroutines                             state directory of a process; changes accepted and rejected
//	server restart                                  TestServer/.../server_restart
//	partition                                       TestServer/.../partition
//	expired watch                                   TestServer/.../expired_watch
//	stale cache                                     TestServer/.../stale_cache
package servertest
