// Package kep784 is kube-proxy's configuration as KEP-784 plans it: the published types of v1alpha1, the planned ones of
// v1alpha2, and markers that say what is where.
//
// +configgen:output(loader: true)
// +k8s:deepcopy-gen=package
package kep784
