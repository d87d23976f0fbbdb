// Package validationgen runs validation-gen of k8s.io/code-generator on the packages that ask for it in their doc.go:
//
//	+k8s:validation-gen=TypesWithField=TypeMeta     zz_generated.validations.go
//
// The generator is a program that cannot be imported, so it runs as a child process. Its output equals the output of
// the stock tool, byte for byte except for the name in the header; the tests run both. It writes outside of the module,
// so its output is verified, shown by --dry-run, and written together with all other files or not at all. A file of
// that name with the stock tool's own header is left to that tool, and the package is then treated as if it did not
// have the tag. Generated validation (package validation) calls the functions.
//
// # Which program
//
// The functions that the output calls change with the minor versions of Kubernetes, so the component's own module graph
// decides: the program is the tool that go.mod names after
//
//	go get -tool k8s.io/code-generator/cmd/validation-gen@v0.37.2
//
// in the version of the component's k8s.io/apimachinery. "go tool" builds it with the modules of go.sum and keeps it in
// the build cache. A component that does not name the tool, or names one of another minor version, gets a finding with
// the command above. So does one whose tool cannot be built; that finding is not kept in the result cache, because the
// next run may have a network.
//
// # Input
//
// It runs in the module, for the same platform as configgen, and without the generated files of the module, which a
// -overlay of the go command hides: the output depends on the source alone. On Linux one process serves all packages;
// on other systems each package has its own process, which loads everything that the package imports. The tool may call
// the functions of imported packages of the module that carry the tag, and the functions of the API machinery packages
// that kube_codegen.sh names.
//
// # Errors
//
// The tool exits with a message that names types and fields. The message becomes a finding at the field or its tag.
package validationgen
