// Package config is the configuration of an operator of the shape that JobSet, LWS and Kueue have: one version, and no
// internal types.
//
// +k8s:deepcopy-gen=package
// +k8s:defaulter-gen=TypeMeta
// +configgen:output(loader: true)
// +groupName=config.operator.example.com
package config
