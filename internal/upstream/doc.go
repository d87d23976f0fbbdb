// Package upstream runs Kubernetes' own deepcopy, defaulter, conversion and register generators, in this process and on
// the packages that configgen has loaded already.
//
// # Tags
//
// A package of a group asks for the generators by their own tags, in its doc.go or on its types:
//
//	+k8s:deepcopy-gen=package                zz_generated.deepcopy.go
//	+k8s:defaulter-gen=TypeMeta              zz_generated.defaults.go
//	+k8s:conversion-gen=<internal package>   zz_generated.conversion.go
//	+k8s:register-gen=true                   zz_generated.register.go, if there is no register.go
//
// A package of a group with roots also asks for register-gen by +groupName, unless it declares SchemeBuilder,
// AddToScheme or Install by hand. Every package with these tags is served, whether a root leads to it or not. Facts
// about other packages are in tags, too, and nowhere else:
//
//   - +k8s:conversion-gen and +k8s:defaulter-gen-input name packages with conversions and defaults to call;
//   - +configgen:peers(defaults:, conversions:) names more of them, as --extra-peer-dirs does for the stock tools;
//   - +k8s:conversion-gen-external-types and +k8s:defaulter-gen-input name types in another package.
//
// The packages that conversion-gen always reads (metav1, conversion, runtime) are peers of every package. In the
// package of the group, +configgen:output(skipUnsafe: true) is conversion-gen's --skip-unsafe.
//
// # Output
//
// The files are equal to the output of the stock tools, byte for byte, except for the name in the header; the tests run
// both. A file of one of these names that another tool wrote is left to that tool: delete the file, and configgen
// writes it. The output for a group does not depend on the other groups of the call: the tools see the packages of the
// group, the packages that its tags name, and their imports. (The stock tools use hand-written functions of one package
// for all others on the same command line.)
//
// # The way of the data
//
//  1. upstream.go collects the packages with tags. An internal package and the versions that convert to it are one
//     group. build.go finds the peers, and makes a universe for a batch of groups with package universe.
//  2. tags.go, functions.go, unasked.go and defaulters.go find mistakes that the tools ignore, such as a misplaced tag
//     or a misspelled function.
//  3. tools.go lists the tools in their order. klog.go and watch.go record the complaints of a tool, and keep the
//     process alive. A tool that fails on one type continues with the next types, so that all mistakes are found.
//  4. capture.go keeps the files in memory and formats them.
//  5. explain.go turns a complaint into a finding with advice. source.go and places.go find its place in the source,
//     and counterpart.go describes fields without a conversion.
//  6. registration.go, order.go and mapped.go find mistakes in the output: functions that are not registered,
//     conversions that exchange fields, and a +default in the values of a map.
//
// # Mistakes
//
// For input with mistakes, the stock tools exit, or print a note and write code that does not compile. Here, both are
// findings at the place in the source, and nothing is written. Some mistakes that the tools silently ignore are
// warnings, such as a +default in the values of a map, and a function SetDefaults_ for a type in the package's types if
// no tag names the package of the function. The package does not generate validation; packages validation and
// validationgen do.
package upstream
