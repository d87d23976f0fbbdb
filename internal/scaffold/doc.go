// Package scaffold makes the files that start a group of configuration, its component, and further versions of it.
//
// A [Component] has the facts that the files depend on. [Component.Check] finds mistakes in it, [Component.Files]
// renders package templates. A [Destination] is the module of the files, and reports conflicting files. A [Step] makes
// a version from the files of another one. Nothing here writes to the disk: package internal/cli compares, lists and
// writes.
//
// The tree follows the document Versioned Component Configuration Files and the groups in kubernetes/kubernetes
// (pkg/kubelet/apis/config, pkg/proxy/apis/config); docs/scaffold.md says where it differs, and why.
package scaffold
