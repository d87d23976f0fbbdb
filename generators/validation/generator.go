package validation

import (
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/emit"
)

// Generator writes validation functions.
var Generator = generators.Generator{Name: "validation", Run: run}

// fileName is what the generated code of a package is written to.
const fileName = "zz_generated.validation.go"

// run generates the validation of a group.
func run(g *group.Group) ([]generators.File, []diag.Diagnostic) {
	outputs := map[string]*output{}
	into := func(pkg group.Package) *output {
		if outputs[pkg.Path] == nil {
			outputs[pkg.Path] = newOutput(g, pkg)
		}
		return outputs[pkg.Path]
	}
	for _, root := range g.Roots {
		into(g.ValidationPackage).configuration(root)
	}
	for _, flags := range g.FlagStructs {
		into(flags.Package).flags(flags)
	}
	var files []generators.File
	var findings []diag.Diagnostic
	for _, path := range slices.Sorted(maps.Keys(outputs)) {
		files = append(files, outputs[path].files()...)
		findings = append(findings, outputs[path].findings...)
	}
	return files, diag.Sort(findings)
}

// output is one package that is generated into.
type output struct {
	group *group.Group
	pkg   group.Package
	file  *emit.File
	// functions stand in the file in the order in which a reader meets their calls; some places stay empty.
	functions []jen.Code
	// structs are the functions of nested structs, by type.
	structs map[string][]structFunction
	// names says what each generated or called function is for.
	names map[string]string
	// hooks are the functions that the user writes, in the order of their calls; called holds their names.
	hooks []hook
	// withFlags, withHostPort, withUUID and withoutSecrets say that the file needs what several functions share.
	withFlags, withHostPort, withUUID, withoutSecrets bool

	findings []diag.Diagnostic
}

func newOutput(g *group.Group, pkg group.Package) *output {
	o := &output{
		group: g, pkg: pkg, file: emit.New(pkg, ""), structs: map[string][]structFunction{}, names: map[string]string{},
	}
	nameImports(o.file)
	return o
}

// Import paths of what generated validation calls.
const (
	utilValidation = "k8s.io/apimachinery/pkg/util/validation"
	content        = "k8s.io/apimachinery/pkg/api/validate/content"
	resource       = "k8s.io/apimachinery/pkg/api/resource"
)

// nameImports tells a file the names of the packages that generated validation calls.
func nameImports(file *emit.File) {
	file.ImportAlias(utilValidation, "utilvalidation")
	file.ImportName(content, "content")
	file.ImportName(operation, "operation")
}

// configuration adds the function of a +config root.
func (o *output) configuration(root *group.Root) {
	w := &walker{output: o, root: root, delegates: o.delegates(root), rules: map[*group.Field]*rules{}}
	w.collect(root.Fields)
	position := o.place()
	name := "Validate" + root.Name
	o.claim(name, "the generated validation of "+root.Name, root.Position, root.End)
	checks := append(w.structBody(root.Fields, jen.Id("c"), path{}, nil, nil), w.delegated()...)
	h := hook{name: name + "Rules", subject: root.Name, argument: "c", typ: root.Type, position: root.Position, end: root.End}
	o.hook(h)
	finish := func(list jen.Code) jen.Code { return list }
	if flagOf := o.flagNames(root); flagOf != "" {
		finish = func(list jen.Code) jen.Code { return jen.Id("withFlags").Call(list, jen.Id(flagOf)) }
	}
	o.functions[position] = jen.Comment(name+" checks c against the markers of "+root.Name+" and of the types in it, and calls the").Line().
		Comment("hooks for the rest. An error names the path in the file and, where there is one, the flag.").Line().
		Func().Id(name).Params(jen.Id("c").Op("*").Add(o.file.Type(root.Type))).Qual(emit.Field, "ErrorList").
		Block(body(checks, jen.Id(h.name).Call(jen.Id("c")), finish)...)
}

// flags adds the function of a +flags struct.
func (o *output) flags(root *group.Root) {
	w := &walker{output: o, root: root, flagStruct: true, rules: map[*group.Field]*rules{}}
	w.collect(root.Fields)
	position := o.place()
	name := "Validate" + root.Name
	o.claim(name, "the generated validation of "+root.Name, root.Position, root.End)
	checks := w.structBody(root.Fields, jen.Id("f"), path{}, nil, nil)
	h := hook{name: name + "Rules", subject: root.Name, argument: "f", typ: root.Type, flagStruct: true, position: root.Position, end: root.End}
	o.hook(h)
	o.functions[position] = jen.Comment(name+" checks f against the markers of "+root.Name+" and calls the hook for the rest. An error names the").Line().
		Comment("flag where it otherwise names the path of a field.").Line().
		Func().Id(name).Params(jen.Id("f").Op("*").Add(o.file.Type(root.Type))).Qual(emit.Field, "ErrorList").
		Block(body(checks, jen.Id(h.name).Call(jen.Id("f")), func(list jen.Code) jen.Code { return list })...)
}

// body is the body of a function that makes checks, calls a hook and returns the errors of both.
func body(checks []check, hook jen.Code, finish func(jen.Code) jen.Code) []jen.Code {
	if len(checks) == 0 {
		return []jen.Code{jen.Return(finish(hook))}
	}
	code := []jen.Code{jen.Var().Id("errs").Qual(emit.Field, "ErrorList")}
	code = append(code, statements(checks)...)
	return append(code, jen.Return(finish(jen.Append(jen.Id("errs"), jen.Add(hook).Op("...")))))
}

// place keeps the next place in the file for a function.
func (o *output) place() int {
	o.functions = append(o.functions, nil)
	return len(o.functions) - 1
}

// files renders the package's files: the generated one, and stubs where hooks are missing.
func (o *output) files() []generators.File {
	o.shared()
	for _, function := range o.functions {
		if function != nil {
			o.file.Line()
			o.file.Add(function)
		}
	}
	generated := generators.File{Dir: o.pkg.Dir, Name: fileName, Content: o.file.Bytes()}
	return append([]generators.File{generated}, o.stubs()...)
}

// report adds a finding once, however many places lead to the declaration that it is about.
func (o *output) report(finding diag.Diagnostic) {
	known := slices.ContainsFunc(o.findings, func(d diag.Diagnostic) bool {
		return d.Position == finding.Position && d.Code == finding.Code
	})
	if !known {
		o.findings = append(o.findings, finding)
	}
}

// lower begins a name in lower case, as in relayConfiguration and tlsFiles.
func lower(name string) string {
	end := strings.IndexFunc(name, func(r rune) bool { return r < 'A' || r > 'Z' })
	switch {
	case end < 0:
		return strings.ToLower(name)
	case end > 1:
		end--
	}
	return strings.ToLower(name[:end]) + name[end:]
}
