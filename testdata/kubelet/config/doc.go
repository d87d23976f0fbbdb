// Package config is the internal version of the group kubelet.config.k8s.io: a component configuration of the
// kubelet's size and shape, declared by its fields, types, flags and defaults alone. Nothing runs on it. It is
// here to show that what the kubelet binds by hand comes out of markers, and to measure configgen at that size.
//
// +k8s:deepcopy-gen=package
// +groupName=kubelet.config.k8s.io
// +configgen:output(flags: "example.com/kubelet/options", validation: "example.com/kubelet/config/validation", loader: true, docs: "docs/config")
package config
