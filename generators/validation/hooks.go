package validation

import (
	"bytes"
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/emit"
)

// hook is a function of the user's that generated code calls.
type hook struct {
	name string
	// subject is the type in words, typ the type; argument is the name of the parameter.
	subject, argument string
	typ               *group.Type
	// nested says that the hook is that of a struct inside a root, and takes a path.
	nested bool
	// flagStruct says that the hook is that of a +flags struct.
	flagStruct    bool
	position, end token.Position
}

// signature is the hook's declaration without its body.
func (h hook) signature(file *emit.File) *jen.Statement {
	parameters := []jen.Code{jen.Id(h.argument).Op("*").Add(file.Type(h.typ))}
	if h.nested {
		parameters = append(parameters, jen.Id("fldPath").Op("*").Qual(emit.Field, "Path"))
	}
	return jen.Func().Id(h.name).Params(parameters...).Qual(emit.Field, "ErrorList")
}

// String is the signature as a finding shows it.
func (h hook) String() string {
	if h.nested {
		return fmt.Sprintf("func %s(in *%s, fldPath *field.Path) field.ErrorList", h.name, h.typ)
	}
	return fmt.Sprintf("func %s(%s *%s) field.ErrorList", h.name, h.argument, h.typ)
}

// params is how many parameters the hook has.
func (h hook) params() int {
	if h.nested {
		return 2
	}
	return 1
}

// hookAt is the name of the hook that sees a field.
func (w *walker) hookAt(field *group.Field) string {
	for parent := field.Parent; parent != nil; parent = parent.Parent {
		if base := parent.Type.Base(); w.hasHook(base) {
			return "Validate" + w.goName(base)
		}
	}
	return "Validate" + w.root.Name + "Rules"
}

// hook notes that generated code calls a hook, and checks the one that the user has.
func (o *output) hook(h hook) {
	use := "the hook for " + h.subject
	if !o.reserve(h.name, use, h.position, h.end) {
		return
	}
	o.hooks = append(o.hooks, h)
	declared, ok := o.pkg.Declared[h.name]
	switch {
	case ok && declared.Kind != "func":
		o.report(diag.At(declared.Position, declared.End, "name-collision", fmt.Sprintf("%s is a %s, and generated validation calls a function of that name", h.name, declared.Kind),
			"rename it, and write "+h.String()))
	case ok && declared.Params != h.params():
		o.report(diag.At(declared.Position, declared.End, "hook-signature", fmt.Sprintf("%s takes %s, and generated validation calls it with %d", h.name, counted("parameter", "parameters")(strconv.Itoa(declared.Params)), h.params()),
			"write "+h.String()))
	}
}

// reserve keeps a name for one use; it answers false where that has been done, or where another use has the name.
func (o *output) reserve(name, use string, position, end token.Position) bool {
	other := o.names[name]
	if other != "" && other != use {
		o.report(diag.At(position, end, "name-collision", fmt.Sprintf("%s would be both %s and %s", name, other, use), "rename one of the types"))
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
			fix = fmt.Sprintf("rename it to %sRules, which the generated function calls", name)
		}
		o.report(diag.At(declared.Position, declared.End, "name-collision", fmt.Sprintf("%s is written by hand, and %s has the same name", name, use), fix))
	}
}

// stubs are files with the hooks that the user does not have yet: validation.go if there is none, else one for each hook.
func (o *output) stubs() []generators.File {
	var missing []hook
	for _, h := range o.hooks {
		if _, ok := o.pkg.Declared[h.name]; !ok {
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
		name := "validation_" + strings.ToLower(strings.TrimPrefix(h.name, "Validate")) + ".go"
		if slices.Contains(constrainedNames, strings.TrimSuffix(strings.TrimPrefix(name, "validation_"), ".go")) {
			name = strings.TrimSuffix(name, ".go") + "_type.go"
		}
		if slices.Contains(o.pkg.Files, name) {
			o.report(diag.At(h.position, h.end, "hook-missing", fmt.Sprintf("%s calls %s, and %s does not declare it", fileName, h.name, name), "write "+h.String()))
			continue
		}
		files = append(files, o.stubFile(name, []hook{h}))
	}
	return files
}

// constrainedNames end the name of a file that the go command builds for one system only, or for tests.
var constrainedNames = []string{
	"test", "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd", "openbsd", "plan9",
	"solaris", "wasip1", "windows", "zos", "386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le",
	"riscv64", "s390x", "sparc64", "wasm",
}

// advice says how a hook names a field.
func advice(h hook) string {
	if h.flagStruct {
		return "Name a field by its flag, as in field.NewPath(\"--port\")."
	}
	return "Name a field by its path in the file; its flag is added to the error."
}

// stubFile is a file that the user goes on with.
func (o *output) stubFile(name string, hooks []hook) generators.File {
	file := emit.New(o.pkg, "")
	file.Comment("The functions below are called by " + fileName + " and are yours: write into them what markers cannot say,").Line().
		Comment("such as rules about several fields. " + advice(hooks[0]))
	for _, h := range hooks {
		file.Line()
		file.Commentf("%s adds the rules of %s.", h.name, h.subject).Line().
			Add(h.signature(file)).Block(jen.Return(jen.Nil()))
	}
	// The file is the user's from now on: it has no header.
	content := bytes.TrimPrefix(file.Bytes(), []byte(emit.Header+"\n\n"))
	if len(o.pkg.Files) == 0 {
		content = append([]byte(fmt.Sprintf("// Package %s validates the configuration of package %s.\n", o.pkg.Name, o.group.Package.Name)), content...)
	}
	return generators.File{Dir: o.pkg.Dir, Name: name, Content: content, Once: true}
}
