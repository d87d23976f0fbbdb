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
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// hook is the call of the user's own rules for a struct: a function with the name of custom validation in Kubernetes,
// and existing functions with the customary names.
type hook struct {
	// suffix is the name of the type, as it is in the names of functions.
	suffix string
	// subject is the type in words, typ the type.
	subject string
	typ     *group.Type
	// root is set for the struct of a file or of flags as a whole.
	root *group.Root
	// flagStruct says that the struct is marked +flags.
	flagStruct    bool
	position, end token.Position
}

// name is the name of the hook, existing are the names of functions that the user may already have.
func (h hook) name() string { return group.HookPrefix + h.suffix }

func (h hook) existing() []string {
	names := []string{"Validate" + h.suffix, "validate" + h.suffix}
	if h.root != nil && !h.flagStruct {
		names = append(names, "Validate")
	}
	return names
}

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

// callHook returns the calls for a struct's own rules: of functions that are declared once for all groups, of the
// functions that the user already has, and of the hook unless these make it unnecessary.
func (o *output) callHook(h hook, of subject) []jen.Code {
	calls, ruled := o.sharedHooks(h, of)
	if o.once.writes(o.pkg) {
		return calls
	}
	return append(calls, o.ownHooks(h, of, ruled)...)
}

// ownHooks returns the calls of the functions for a struct that are in the package itself. Ruled says that there is
// another one elsewhere.
func (o *output) ownHooks(h hook, of subject, ruled bool) []jen.Code {
	first := o.reserve(h.name(), "the hook for "+h.subject, h.position, h.end)
	custom, declared := o.pkg.Declared[h.name()]
	calls, existing := callExisting(o, h, of, first && !declared)
	if !declared && (ruled || existing || complete(o) || o.once.has(h.typ)) {
		return calls
	}
	if first {
		o.hooks = append(o.hooks, h)
		o.checkHook(h, custom, declared)
	}
	rule, fits := custom.ByHand(h.name(), h.typ)
	switch {
	case !declared:
		return append(calls, jen.Id(h.name()).Call(of.pointer, of.path))
	case !fits || rule.NeedsGates() || calledByHand(o, h.name()):
		return calls
	}
	return append(calls, callByHand(o, jen.Id(h.name()), rule, of, h.root))
}

// complete reports whether a package has the functions that its authors want: a validation package that exists gets no
// stubs unless they are asked for.
func complete(o *output) bool {
	return len(o.pkg.Files) > 0 && !o.group.Stubs && o.pkg.Path == o.group.ValidationPackage.Path &&
		o.pkg.Path != o.group.Package.Path
}

// sharedHooks returns the calls of functions for a struct of a shared package that are declared once for all groups: in
// the package itself, or in the package validation below it. Ruled reports that there is one, which another function
// may call.
func (o *output) sharedHooks(h hook, of subject) (calls []jen.Code, ruled bool) {
	for _, pkg := range o.once.packages(o.group) {
		if pkg.Path == o.pkg.Path && !o.once.writes(pkg) ||
			pkg.Path != h.typ.Package && pkg.Path != h.typ.Package+"/validation" {
			continue
		}
		for _, name := range []string{"Validate" + h.typ.Name, group.HookPrefix + h.typ.Name} {
			rule, fits := pkg.Declared[name].ByHand(name, h.typ)
			if !fits || rule.NeedsGates() {
				continue
			}
			if ruled = true; !calledByHand(o, name) && !o.once.calledByHand(pkg, name) {
				o.file.Import(pkg.Path, pkg.Name)
				calls = append(calls, callByHand(o, jen.Qual(pkg.Path, name), rule, of, nil))
			}
		}
	}
	return calls, ruled
}

// notCalled warns of a function with the customary name that generated code cannot call.
func (o *output) notCalled(h hook, name string, existing group.Declaration) {
	finding := diag.At(existing.Position, existing.End, "hook-not-called",
		fmt.Sprintf(
			"%s is not called: generated validation calls functions of a *%s and a *field.Path that return a field.ErrorList",
			name, h.typ),
		fmt.Sprintf("call it in %s, or change its signature", h.name()))
	finding.Severity = diag.Warning
	o.report(finding)
}

// checkHook checks the hook that the user has.
func (o *output) checkHook(h hook, custom group.Declaration, declared bool) {
	rule, fits := custom.ByHand(h.name(), h.typ)
	switch {
	case !declared || fits && (!rule.NeedsGates() || h.root != nil && !h.flagStruct):
	case custom.Kind != "func":
		o.report(diag.At(custom.Position, custom.End, "name-collision",
			fmt.Sprintf("%s is a %s, and generated validation calls a function with this name", h.name(), custom.Kind),
			"rename it, and write "+h.String()))
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
			diag.At(position, end, "name-collision", fmt.Sprintf("%s would be both %s and %s", name, other, use),
				"rename one of the types"))
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
		o.report(
			diag.At(declared.Position, declared.End, "name-collision",
				fmt.Sprintf("%s is written by hand, and %s has the same name", name, use), "rename it"))
	}
}

// awaited adds the hooks that other groups call, and that nothing here leads to.
func awaited(o *output) {
	add := func(t *group.Type, position, end token.Position) {
		h := hook{suffix: o.goName(t), subject: o.subject(t), typ: t, position: position, end: end}
		if t.Package == o.group.Package.Path && slices.Contains(o.group.Awaited, t.Name) &&
			o.reserve(h.name(), "the hook for "+h.subject, position, end) {
			o.hooks = append(o.hooks, h)
		}
	}
	for _, root := range o.group.Roots {
		root.Walk(func(field *group.Field) { add(field.Type.Base(), field.Position, field.End) })
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
				diag.At(h.position, h.end, "hook-missing",
					fmt.Sprintf("%s calls %s, and %s does not declare it", fileName, h.name(), name), "write "+h.String()))
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
			"fields. %s", fileName, advice(hooks[0]))
	for _, h := range hooks {
		file.Line()
		file.Commentf("%s validates what the markers of %s cannot express.", h.name(), h.subject).Line().
			Add(h.signature(file)).Block(jen.Return(jen.Nil()))
	}
	// The file is the user's from now on: it has no header.
	content := bytes.TrimPrefix(file.Bytes(), []byte(emit.Header+"\n\n"))
	if len(o.pkg.Files) == 0 {
		content = append(
			fmt.Appendf(nil, "// Package %s validates the configuration of package %s.\n", o.pkg.Name, o.group.Package.Name),
			content...)
	}
	return generators.File{Dir: o.pkg.Dir, Name: name, Content: content, Once: true}
}
