// Package validationgen runs validation-gen of k8s.io/code-generator on the packages that ask for it in their doc.go:
//
//	+k8s:validation-gen=TypesWithField=TypeMeta     zz_generated.validations.go
//
// Its generator is a program that nobody can import, so it is run as a child process. What it writes is what the stock tool
// writes, byte for byte, but for the name in the header; the tests run both. It writes outside of the module, so its output is
// verified, shown by --dry-run and written with all other files or not at all. A file of that name with the stock tool's own
// header is left to that tool, and the package then counts as one without the tag. Generated validation (package validation)
// calls the functions.
//
// # Which program
//
// What the output calls changes with Kubernetes' minors, so the component's own module graph decides. If it has
// k8s.io/code-generator, for example after
//
//	go get -tool k8s.io/code-generator/cmd/validation-gen
//
// the program is built from there. If not, or if go.sum lacks what only the program needs, it is built apart, in a module of
// its own: at the version of the component's k8s.io/apimachinery or, where this is no release, at that which configgen is built
// with. Neither go.mod nor go.sum changes. Minors that do not go together are a finding, and so is a program that cannot be
// built; the latter is not remembered, for the next run may find a network. Programs stay in the user's cache folder, below
// configgen-tools, until 30 days have passed without use.
//
// # How it sees the module
//
// It runs in the module, for the same platform as all of configgen, and without the generated files of the module, which a
// -overlay of the go command hides: what comes out depends on the source alone. On Linux one process serves all packages; on
// other systems each has its own, which loads all that it imports. Packages of the module that are imported and carry the tag
// may be called; so may those of the API machinery that kube_codegen.sh names.
//
// # Mistakes
//
// The tool ends with a message that names types and fields. Here it is a finding at the field or its tag.
package validationgen
