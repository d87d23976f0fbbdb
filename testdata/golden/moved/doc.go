// Package moved has fields that an older version has in other places: behind pointers, in lists, with other types.
//
// +k8s:deepcopy-gen=package
package moved
