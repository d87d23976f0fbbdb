// Package config has the internal types of the configuration of kube-scheduler, where they differ from the published
// ones, and the markers.
//
// +k8s:deepcopy-gen=package
// +groupName=kubescheduler.config.k8s.io
// +configgen:output(loader: true)
package config
