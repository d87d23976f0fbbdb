// Package kube has the sources of dynamic configuration that live in a Kubernetes API: a key of a ConfigMap, or a field of a custom resource. It is a
// module of its own, so that only components that want it inherit client-go.
//
//	dynamic.WithConfigFrom(func(local *componentconfig.Loaded[T]) (dynamic.Source, error) {
//		return kube.NewSource(restConfig, &kube.ConfigSource{ConfigMap: &kube.ConfigMapSource{...}}, kube.Options{Component: "relay"})
//	}, dynamic.Options{})
//
// An assignment is its content. Labels, annotations, the resourceVersion that each status write moves, and even a deletion with a re-creation of
// the same content change nothing. A reading that is older than one that was seen comes from a stale cache of an API server, or from a cluster that was restored
// from a backup: the storage is asked which, and it has the last word.
//
// An object that is missing, a key that is missing, and a reference that breaks the rules are errors that change nothing: the component stays with what is
// assigned, and ConfigOK says that the source is not available. Nothing is assigned, in the sense of the proposal's nil source, by a nil
// ConfigSource, by a key whose value is empty, and by a field that is absent or null.
//
// The status goes to the custom resource: the structured status to .status.config, the ConfigOK condition to .status.conditions. It is written with
// the resourceVersion that it was computed from, so that no one else's condition is lost; a conflict is retried. What others erase is written again within a
// minute. One process reports to one object; where several follow it, set Options.NoStatus.
//
// A ConfigMap has no status; there, as everywhere, each change of the condition is an event on the object, if Options.Component says by whom. An event is
// written at once, not queued, because a process that is about to be restarted would lose it. What cannot be written is written later, with backoff; an
// event that the server refuses is not.
//
// The component's role needs get, list and watch on the object, patch on its status subresource, and create on events.
package kube
