// Package upstream runs Kubernetes' own deepcopy, defaulter, conversion and register generators, in this process and on
// the packages that configgen has loaded already.
//
// A package of a group asks for them by their own tags, in its doc.go or on its types:
//
//	+k8s:deepcopy-gen=package                zz_generated.deepcopy.go
//	+k8s:defaulter-gen=TypeMeta              zz_generated.defaults.go
//	+k8s:conversion-gen=<internal package>   zz_generated.conversion.go
//	+k8s:register-gen=true                   zz_generated.register.go, where there is no register.go
//
// A package of a group with roots asks for register-gen by +groupName, too, unless it declares SchemeBuilder,
// AddToScheme or Install by hand.
//
// Every package that carries these tags is served, whether a root leads to it or not. An internal package and the
// versions that convert to it are one group. The files are equal to the output of the stock tools, byte for byte,
// except for the name in the header; the tests run both. Facts about other packages are in tags, too, and nowhere else:
//
//   - +k8s:conversion-gen and +k8s:defaulter-gen-input name packages whose conversions and defaults are called;
//   - +configgen:peers(defaults:, conversions:) names more of them, as --extra-peer-dirs does for the stock tools;
//   - types that are elsewhere are named by +k8s:conversion-gen-external-types and +k8s:defaulter-gen-input.
//
// The packages that conversion-gen looks at for everybody (metav1, conversion, runtime) are peers of every package. One
// option is set by a marker of configgen, in the group's own package: +configgen:output(skipUnsafe: true) is
// conversion-gen's --skip-unsafe.
//
// A file of one of these names that another tool wrote is left to that tool. Delete it to have configgen write it.
//
// The stock tools end the process when they dislike their input, or print a note and write code that does not compile.
// Here both are findings, at the place in the source, and nothing is written. If a tool fails on one type, mistakes in
// the next types are still found. A +default in the values of a map, which defaulter-gen ignores silently, is a
// warning.
//
// A function SetDefaults_ for a type inside the package's own, in a package of the module that no tag names, is not
// called by the stock tool either. Here that is a warning.
//
// The output for a group does not depend on the other groups of the call: the tools see the packages of the group, the
// packages that its tags name, and their imports. (The stock tools use hand-written functions of one package for all
// others on the same command line.)
package upstream
