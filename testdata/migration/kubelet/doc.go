// Package kubelet is the kubelet's configuration with a second version. Nobody plans this v1: its fields moved into
// structs, out of one, inside of lists, and to another type, so that files of the kubelet's size can be migrated.
//
// +configgen:output(loader: true)
// +k8s:deepcopy-gen=package
package kubelet
