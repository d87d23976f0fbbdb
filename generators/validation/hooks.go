package validation

import (
	"bytes"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/emit"
)

// hook is where the user's own rules for a struct are called: a function by the name of custom validation in
// Kubernetes, and one that the user has already by the customary name.
type hook struct {
	// suffix is the name of the type, as it is in the names of functions.
	suffix string
	// subject is the type in words, typ the type.
	subject string
	typ     *group.Type
	// generated says that the function Validate and suffix is generated, so that the user cannot have it.
	generated bool
	// flagStruct says that the struct is marked +flags.
	flagStruct    bool
	position, end token.Position
}

// name is the hook's own, existing that of a function which the user may have had before.
func (h hook) name() string     { return customPrefix + h.suffix }
func (h hook) existing() string { return "Validate" + h.suffix }

// customPrefix begins the names of hooks, as it does for validation-gen.
const customPrefix = "ValidateCustom_"

// signature is the hook's declaration without its body.
func (h hook) signature(file *emit.File) *jen.Statement {
	return jen.Func().Id(h.name()).Params(
		jen.Id("in").Op("*").Add(file.Type(h.typ)), jen.Id("fldPath").Op("*").Qual(emit.Field, "Path"),
	).Qual(emit.Field, "ErrorList")
}

// String is the signature as a finding shows it.
func (h hook) String() string {
	return fmt.Sprintf("func %s(in *%s, fldPath *field.Path) field.ErrorList", h.name(), h.typ)
}

// subject is the struct that a function of the user's is called for.
type subject struct {
	pointer, value, path jen.Code
}

// arguments are what a function of the user's is called with. It reports false for a function that takes anything but
// the struct and its path, or that does not return a field.ErrorList.
func (h hook) arguments(declared group.Declaration, of subject) ([]jen.Code, bool) {
	if declared.Kind != "func" || len(declared.Results) != 1 || declared.Results[0] != emit.Field+".ErrorList" {
		return nil, false
	}
	var arguments []jen.Code
	structs, paths := 0, 0
	for _, parameter := range declared.Params {
		switch {
		case h.isStruct(strings.TrimPrefix(parameter, "*")):
			structs++
			if strings.HasPrefix(parameter, "*") {
				arguments = append(arguments, of.pointer)
			} else {
				arguments = append(arguments, of.value)
			}
		case parameter == "*"+emit.Field+".Path":
			paths++
			arguments = append(arguments, of.path)
		default:
			return nil, false
		}
	}
	return arguments, structs == 1 && paths <= 1
}

// isStruct reports whether a type in a declaration is the hook's. The name in an import path need not be the package's.
func (h hook) isStruct(name string) bool {
	return name == h.typ.Package+"."+h.typ.Name || name == h.typ.PackageName+"."+h.typ.Name
}

// callHook returns the calls for a struct's own rules: of the function that the user had before, and of the hook
// unless that function makes it unnecessary.
func (o *output) callHook(h hook, of subject) []jen.Code {
	first := o.reserve(h.name(), "the hook for "+h.subject, h.position, h.end)
	custom, declared := o.pkg.Declared[h.name()]
	var calls []jen.Code
	if existing, has := o.pkg.Declared[h.existing()]; has && !h.generated {
		arguments, callable := h.arguments(existing, of)
		switch {
		case callable:
			calls = append(calls, jen.Id(h.existing()).Call(arguments...))
		case first && !declared:
			o.notCalled(h, existing)
		}
	}
	calls = append(calls, o.sharedHooks(h, of)...)
	if !declared && (len(calls) > 0 || o.complete()) {
		return calls
	}
	if first {
		o.hooks = append(o.hooks, h)
		o.checkHook(h, custom, declared)
	}
	return append(calls, jen.Id(h.name()).Call(of.pointer, of.path))
}

// complete reports whether a package has the functions that its authors want: a validation package that exists gets no
// stubs unless they are asked for.
func (o *output) complete() bool {
	return len(o.pkg.Files) > 0 && !o.group.Stubs && o.pkg.Path == o.group.ValidationPackage.Path &&
		o.pkg.Path != o.group.Package.Path
}

// sharedHooks returns the calls of functions for a struct of a shared package that are declared once for all groups: in
// the package itself, or in the package validation below it.
func (o *output) sharedHooks(h hook, of subject) []jen.Code {
	var calls []jen.Code
	for _, pkg := range slices.Concat(o.group.Shared, o.group.SharedValidation) {
		if pkg.Path == o.pkg.Path || pkg.Path != h.typ.Package && pkg.Path != h.typ.Package+"/validation" {
			continue
		}
		for _, name := range []string{"Validate" + h.typ.Name, customPrefix + h.typ.Name} {
			declared, has := pkg.Declared[name]
			if arguments, callable := h.arguments(declared, of); has && callable {
				o.file.Import(pkg.Path, pkg.Name)
				calls = append(calls, jen.Qual(pkg.Path, name).Call(arguments...))
			}
		}
	}
	return calls
}

// notCalled warns of a function with the customary name that generated code cannot call.
func (o *output) notCalled(h hook, existing group.Declaration) {
	finding := diag.At(
		existing.Position,
		existing.End,
		"hook-not-called",
		fmt.Sprintf(
			"%s is not called: generated validation calls functions of a *%s and a *field.Path that return a field.ErrorList",
			h.existing(),
			h.typ,
		),
		fmt.Sprintf("call it in %s, or change its signature", h.name()),
	)
	finding.Severity = diag.Warning
	o.report(finding)
}

// checkHook checks the hook that the user has.
func (o *output) checkHook(h hook, custom group.Declaration, declared bool) {
	arguments, ok := h.arguments(custom, subject{jen.Null(), jen.Null(), jen.Null()})
	switch {
	case !declared || ok && len(arguments) == 2 && h.isStruct(strings.TrimPrefix(custom.Params[0], "*")) &&
		custom.Params[0][0] == '*':
	case custom.Kind != "func":
		o.report(diag.At(
			custom.Position,
			custom.End,
			"name-collision",
			fmt.Sprintf(
				"%s is a %s, and generated validation calls a function with this name",
				h.name(),
				custom.Kind,
			),
			"rename it, and write "+h.String(),
		))
	default:
		o.report(diag.At(custom.Position, custom.End, "hook-signature",
			fmt.Sprintf("%s has a different signature than generated validation calls", h.name()), "write "+h.String()))
	}
}

// reserve keeps a name for one use; it answers false where that has been done, or where another use has the name.
func (o *output) reserve(name, use string, position, end token.Position) bool {
	other := o.names[name]
	if other != "" && other != use {
		o.report(
			diag.At(
				position,
				end,
				"name-collision",
				fmt.Sprintf("%s would be both %s and %s", name, other, use),
				"rename one of the types",
			),
		)
	}
	if other == "" {
		o.names[name] = use
	}
	return other == ""
}

// claim reserves the name of a generated function, which nobody else may declare.
func (o *output) claim(name, use string, position, end token.Position) {
	o.reserve(name, use, position, end)
	if declared, ok := o.pkg.Declared[name]; ok {
		fix := "rename it"
		if strings.HasPrefix(name, "Validate") {
			fix = fmt.Sprintf(
				"rename it to %s%s, which the generated function calls with a nil path",
				customPrefix,
				strings.TrimPrefix(name, "Validate"),
			)
		}
		o.report(
			diag.At(
				declared.Position,
				declared.End,
				"name-collision",
				fmt.Sprintf("%s is written by hand, and %s has the same name", name, use),
				fix,
			),
		)
	}
}

// stubs are files with the hooks that the user does not have yet: validation.go if there is none, else one for each
// hook.
func (o *output) stubs() []generators.File {
	var missing []hook
	for _, h := range o.hooks {
		if _, ok := o.pkg.Declared[h.name()]; !ok {
			missing = append(missing, h)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	if !slices.Contains(o.pkg.Files, "validation.go") {
		return []generators.File{o.stubFile("validation.go", missing)}
	}
	var files []generators.File
	for _, h := range missing {
		name := "validation_" + strings.ToLower(h.suffix) + ".go"
		if slices.Contains(constrainedNames, strings.TrimSuffix(strings.TrimPrefix(name, "validation_"), ".go")) {
			name = strings.TrimSuffix(name, ".go") + "_type.go"
		}
		if slices.Contains(o.pkg.Files, name) {
			o.report(
				diag.At(
					h.position,
					h.end,
					"hook-missing",
					fmt.Sprintf("%s calls %s, and %s does not declare it", fileName, h.name(), name),
					"write "+h.String(),
				),
			)
			continue
		}
		files = append(files, o.stubFile(name, []hook{h}))
	}
	return files
}

// constrainedNames end the name of a file that the go command builds for one system only, or for tests.
var constrainedNames = []string{
	"test", "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl",
	"netbsd", "openbsd", "plan9",
	"solaris", "wasip1", "windows", "zos", "386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le",
	"mipsle", "ppc64", "ppc64le",
	"riscv64", "s390x", "sparc64", "wasm",
}

// advice says how a hook names a field.
func advice(h hook) string {
	if h.flagStruct {
		return "Name a field by its flag, as in field.NewPath(\"--port\")."
	}
	return "Name a field by its path in the file; the generated code adds its flag to the error."
}

// stubFile is a file that the user goes on with.
func (o *output) stubFile(name string, hooks []hook) generators.File {
	file := emit.New(o.pkg, "")
	file.Doc(
		"%s calls the functions in this file. Add validation that markers cannot express, such as rules about several "+
			"fields. %s",
		fileName,
		advice(hooks[0]),
	)
	for _, h := range hooks {
		file.Line()
		file.Commentf("%s validates what the markers of %s cannot express.", h.name(), h.subject).Line().
			Add(h.signature(file)).Block(jen.Return(jen.Nil()))
	}
	// The file is the user's from now on: it has no header.
	content := bytes.TrimPrefix(file.Bytes(), []byte(emit.Header+"\n\n"))
	if len(o.pkg.Files) == 0 {
		content = append(
			[]byte(fmt.Sprintf("// Package %s validates the configuration of package %s.\n", o.pkg.Name, o.group.Package.Name)),
			content...)
	}
	return generators.File{Dir: o.pkg.Dir, Name: name, Content: content, Once: true}
}
