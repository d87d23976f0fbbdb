// Package kube has the sources of dynamic configuration in a Kubernetes API: a key of a ConfigMap, a field of a custom
// resource, or the ConfigAssignment of this instance, which names a ConfigMap. It is a module of its own, so that only
// components that use it depend on client-go.
//
//	dynamic.WithConfigFrom(func(local *componentconfig.Loaded[T]) (dynamic.Source, error) {
//		config := &kube.ConfigSource{ConfigMap: &kube.ConfigMapSource{...}}
//		return kube.NewSource(restConfig, config, kube.Options{Component: "relay"})
//	}, dynamic.Options{})
//
// With [Options.Open] in dynamic.Options, the choice is the operator's: --dynamic-config-source names a file, a
// ConfigMap or a ConfigAssignment. The server may then be unknown at the start (connect.go).
//
// # Content
//
// [ValidateConfigSource] checks a reference by the rules of the proposal (reference.go). [Source.Changes] follows the
// object with an informer, and [Source.Fetch] returns the newest reading (source.go). An extractor takes the
// configuration out of the object (content.go). A configuration is its content: labels, annotations, the
// resourceVersion, and a deletion with a re-creation of the same content change nothing. A reading that is older than
// an earlier one comes from a stale cache of an API server, or from a restored cluster. The storage is then asked which
// one is right.
//
// A missing object, a missing key, and a reference that breaks the rules are errors that change nothing: the component
// stays with the assigned configuration, and ConfigOK reports that the source is not available. A nil [ConfigSource], a
// key with an empty value, and a field that is absent or null mean that nothing is assigned, as the nil source of the
// proposal does.
//
// No request is made while nothing changes, except that client-go renews the watch every five to ten minutes. A dead
// connection is noticed within a minute, by pings over HTTP/2; a server that stops sending bookmarks within three; and
// revoked access when the watch is renewed (contact.go).
//
// # Status and events
//
// [Source.Report] writes the status of a custom resource: the structured status to .status.config, and the ConfigOK
// condition to .status.conditions (status.go). The patch has the resourceVersion that it was computed from, so that no
// other condition is lost. A status that others erase is written again within a minute. One process reports to one
// object; if several follow it, set Options.NoStatus.
//
// A ConfigMap has no status. If Options.Component names a reporter, each change of the condition is an event on the
// object (event.go). An assignment has no events of a pending restart and of a trial that begins: its status has both.
// An event is written at once and not queued, because a process that is about to be restarted would lose it. A failed
// write is repeated with backoff; an event that the server refuses is not.
//
// # Assignments
//
// A ConfigAssignment is one object for each instance, of the API group fleet.configgen.dev. Its types, definition and
// roles are in module fleet. It has the digest that the content must have, so a ConfigMap is read once for each digest,
// also if the component restarts, and other content is rejected (assignment.go). The status has the generation that it
// is about, the digests that are assigned, active and last known good, and the condition. If two processes report to
// one assignment, both keep their configuration and report the conflict.
//
// # Permissions
//
// For a ConfigMap or a custom resource, the role of the component needs get, list and watch on the object, patch on the
// status subresource of a custom resource, and create on events.
//
// The package does not decide whether a configuration is used: package dynamic stores it, tries it, and calls Fetch and
// Report again after errors.
package kube
