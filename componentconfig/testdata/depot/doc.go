// Package depot is a group in which feature gates guard fields and values of every shape.
//
// +k8s:deepcopy-gen=package
// +groupName=depot.config.example.io
// +configgen:output(loader: true)
package depot
