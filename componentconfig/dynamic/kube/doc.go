// Package kube has the sources of dynamic configuration in a Kubernetes API: a key of a ConfigMap, a field of a custom
// resource, or the ConfigAssignment of this instance, which names a ConfigMap. It is a module of its own, so that only
// components that use it depend on client-go.
//
//	dynamic.WithConfigFrom(func(local *componentconfig.Loaded[T]) (dynamic.Source, error) {
//		config := &kube.ConfigSource{ConfigMap: &kube.ConfigMapSource{...}}
//		return kube.NewSource(restConfig, config, kube.Options{Component: "relay"})
//	}, dynamic.Options{})
//
// With Options.Open in dynamic.Options, the choice is the operator's: --dynamic-config-source names a file, a ConfigMap
// or a ConfigAssignment.
//
// A configuration is its content. Labels, annotations, the resourceVersion, which each status write changes, and even a
// deletion with a re-creation of the same content change nothing. A reading that is older than one that was seen comes
// from a stale cache of an API server, or from a cluster that was restored from a backup. The storage is then asked
// which one is right.
//
// A missing object, a missing key, and a reference that breaks the rules are errors that change nothing: the component
// stays with what is assigned, and ConfigOK reports that the source is not available. A nil ConfigSource, a key with an
// empty value, and a field that is absent or null mean that nothing is assigned, as the nil source of the proposal
// does.
//
// No request is made while nothing changes, except that client-go renews the watch every five to ten minutes. A dead
// connection is noticed within a minute, by pings over HTTP/2; a server that sends no bookmarks within three; and that
// access was revoked when the watch is renewed.
//
// The status is written to the custom resource: the structured status to .status.config, the ConfigOK condition to
// .status.conditions. It is written with the resourceVersion that it was computed from, so that no other condition is
// lost; a conflict is retried. What others erase is written again within a minute. One process reports to one object;
// if several follow it, set Options.NoStatus.
//
// A ConfigMap has no status. For it, as for any object, each change of the condition is an event on the object, if
// Options.Component names its reporter, except that an assignment has none of a restart that is pending and of a trial
// that begins: its status has both. An event is written at once and not queued, because a process that is about to
// be restarted would lose it. What cannot be written is written later, with backoff; an event that the server refuses
// is not.
//
// A ConfigAssignment is one object for each instance, of the API group fleet.configgen.dev, whose types, definition and
// roles are in module fleet. It has the digest that the content must have, so a ConfigMap is read once for each digest,
// also if the component restarts, and other content is rejected. The status has the generation that it is about, the
// digests that are assigned, active and last known good, and the condition. If two processes report to one assignment,
// both keep their configuration and report the conflict.
//
// For other sources, the role of the component needs get, list and watch on the object, patch on its status
// subresource, and create on events.
package kube
