// Package scaffold makes the files that start a group of configuration and its component, and the files of further
// versions of the group, for configgen init.
//
// # Input and output
//
// A [Component] has the answers of the user: group, kind, first version, module, directories and options.
// [Component.WithDefaults] adds the values that follow from other answers, and [Component.Check] returns findings about
// answers, each at its flag. [Component.Files] returns the files of a new component as values of type [File];
// [Component.GroupFiles] returns the files of a group without a program, whose types package fromflags makes of flags.
// For
//
//	Component{Group: "relay.config.example.io", Kind: "RelayConfiguration", Module: "example.com/relay"}.WithDefaults()
//
// the files are in apis/config, with the version v1alpha1, and in cmd/relay.
//
// # The way of the data
//
//  1. component.go has the answers, and the order of versions of an API.
//  2. check.go and names.go check the names. A name is refused if the go command does not build a package of this name,
//     or if the files of the component use the name for something else.
//  3. occupied.go reads the module that the files are for, a [Destination], and reports a directory that has another
//     group, kind, layout or version.
//  4. files.go lists the template and the path of each file by layout and options, and executes package templates on a
//     view (view.go). Go files are formatted.
//  5. requirements.go adds the modules that the files import to a go.mod. Modules that the go.mod requires keep their
//     versions, and modules of Kubernetes get the version of the required apimachinery. changes.go describes the
//     difference of two go.mod files in one line.
//
// # Versions
//
// A [Step] is the way from one version to the next, for configgen init version. version.go copies a file with the new
// version in its package clause, names, strings, imports and comments, or in the header of a YAML file. If the former
// version is the package that the program works with, the copy has no markers of configgen, and gets the tag of
// conversion-gen. register.go adds the next version to the source of a scheme, at the place in SetVersionPriority that
// Kubernetes gives it. An [Unregistered] error names the declaration that the source lacks.
//
// # Limits
//
// Nothing here writes to the disk: package internal/cli compares, lists and writes the files. The generated files of a
// group come from the generators, which run on the written files.
//
// The tree follows the document Versioned Component Configuration Files and the groups in kubernetes/kubernetes
// (pkg/kubelet/apis/config, pkg/proxy/apis/config); docs/scaffold.md has the differences and the reasons.
package scaffold
