// Package ours has all tags of declarative validation, which configgen serves. Its types are the types of package
// stock.
//
// +k8s:deepcopy-gen=package
// +groupName=ours.config.example.com
// +configgen:output(features: "example.com/golden/validation-tags/features")
package ours
