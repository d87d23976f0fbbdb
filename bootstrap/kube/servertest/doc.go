// Package servertest has the tests of bootstrap/kube that need an API server: that of k8s.io/apiextensions-apiserver, in process, with an embedded etcd,
// of the newest release. They are a module of their own so that no one else inherits the server. The server has custom resources only; ConfigMaps,
// which take the same way through the same code, are tested in bootstrap/kube.
package servertest
