// Package fetch downloads a package of a published module, and makes it readable for the generators. configgen docs
// uses it for the documentation of a component that has no markers, such as k8s.io/kubelet/config/v1beta1@v0.36.0.
//
// # Input and output
//
// [Get] takes an empty directory and an argument with an import path and a version. It returns a [Package]: the
// directory with a copy of the files, the module with its version, and the environment that the go command needs there.
// [Package.Mark] adds +config to the configuration kinds of the copy. [Package.SetsDefaults] reports whether the
// package has functions SetDefaults_, without which the defaults that no comment states are unknown.
//
// # The way of the data
//
//  1. fetch.go finds the module of the package: it downloads the module with the longest path first, and takes the
//     first one with Go files in the directory of the package. The go command verifies the checksums.
//  2. fetch.go copies the files of the module without tests into the directory, with a go.mod for a build outside of
//     the repository. Replacements by other modules stay. Replacements by directories are removed, because directories
//     are not published; for k8s.io/kubernetes, the modules of staging/src are replaced by their published versions
//     (v0.36.2 for v1.36.2).
//  3. fetch.go downloads the imports of the package, first with the versions and checksums of the module, and if these
//     are not complete, with the requirements that the go command adds.
//  4. kinds.go marks the kinds. A kind is a struct that embeds TypeMeta and that is a runtime.Object by the tag of
//     deepcopy-gen or registered with a scheme. Objects that an API server keeps or lists, and the lists, are not
//     kinds. The tags of conversion-gen are disabled, since the package is read alone.
//
// A marked kind:
//
//	// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
//	// +config
//	type KubeletConfiguration struct {
//		metav1.TypeMeta `json:",inline"`
//		...
//	}
//
// # Errors
//
// Errors about the argument and the module are one line with advice: an invalid argument, a module, version or package
// that does not exist, a failed download, a wrong checksum, or a package without a kind. The first relevant line of the
// go command is the reason.
//
// # Limits
//
// Nothing is built, and the package does not write outside of the directory and the caches of the go command. Package
// load reads the copy, package model makes the groups, and package cli writes the documentation.
package fetch
