// Package config is the configuration of a program that registers its flags in every way there is. It has one version,
// whose types the program itself uses.
// +k8s:deepcopy-gen=package
// +k8s:defaulter-gen=TypeMeta
// +groupName=every.config.example.com
package config
