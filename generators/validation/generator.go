package validation

import (
	"maps"
	"slices"
	"sync"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// Generator writes validation functions.
var Generator = generators.Generator{Name: "validation", Run: run}

// fileName is the name of the file with the generated code of a package.
const fileName = "zz_generated.validation.go"

// run generates the validation of a group.
func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	once := newShared(g)
	outputs := once.generate()
	into := func(pkg group.Package) *output {
		if outputs[pkg.Path] == nil {
			outputs[pkg.Path] = newOutput(g, pkg)
			outputs[pkg.Path].once = once
		}
		return outputs[pkg.Path]
	}
	for _, root := range g.Roots {
		into(g.ValidationPackage).configuration(root)
	}
	if len(g.Awaited) > 0 {
		awaited(into(g.ValidationPackage))
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
	// functions are in the order of their calls in the file; some places stay empty.
	functions []jen.Code
	// structs are the functions of nested structs, by type.
	structs map[string][]structFunction
	// names says what each generated or called function is for.
	names map[string]string
	// hooks are the functions that the user writes, in the order of their calls.
	hooks []hook
	needs *needs
	// byHand are the functions written by hand that can be called.
	byHand func() map[string]bool
	// once is the validation of the structs of shared packages.
	once *shared

	findings []diag.Diagnostic
}

func newOutput(g *group.Group, pkg group.Package) *output {
	o := &output{
		group: g, pkg: pkg, file: emit.New(pkg, ""), structs: map[string][]structFunction{}, names: map[string]string{},
		needs: &needs{helpers: map[string]bool{}}, once: &shared{},
	}
	o.byHand = sync.OnceValue(func() map[string]bool { return rulesByHand(o) })
	nameImports(o.file)
	return o
}

// Import paths of what generated validation calls.
const (
	featureGate = "k8s.io/component-base/featuregate"
	content     = "k8s.io/apimachinery/pkg/api/validate/content"
	resource    = "k8s.io/apimachinery/pkg/api/resource"
)

// nameImports tells a file the names of the packages that generated validation calls.
func nameImports(file *emit.File) {
	file.ImportName(content, "content")
	file.ImportName(operation, "operation")
	file.ImportName(featureGate, "featuregate")
	file.ImportName("k8s.io/apimachinery/pkg/api/equality", "equality")
}

// configuration adds the function of a +config root.
func (o *output) configuration(root *group.Root) {
	s := &scope{output: o, root: root}
	n := newDelegation(s)
	w := newWalker(s, collect(s, n))
	position := o.place()
	name := o.pkg.Validator(root)
	o.claim(name, "the generated validation of "+root.Name, root.Position, root.End)
	checks := append(w.structBody(root.Fields, frame{in: jen.Id("c")}), n.checks()...)
	h := hook{
		suffix:   root.Name,
		subject:  o.subject(root.Type),
		typ:      root.Type,
		root:     root,
		position: root.Position,
		end:      root.End,
	}
	finish, names := func(list jen.Code) jen.Code { return list }, "the path of the field in the configuration file"
	if !o.group.Loader { // the loader names the flags that the program has
		names += " and the flag that sets it"
		if flagOf := o.flagNames(root); flagOf != "" {
			finish = func(list jen.Code) jen.Code { return jen.Id("withFlags").Call(list, jen.Id(flagOf)) }
		}
	}
	o.functions[position] = emit.Doc("%s validates c by the markers of %s and calls the validation functions that "+
		"are written by hand. An error names %s.", name, root.Name, names).
		Func().
		Id(name).
		Params(jen.Id("c").Op("*").Add(o.file.Type(root.Type))).
		Qual(emit.Field, "ErrorList").
		Block(body(checks, o.callHook(h, whole("c", nil)), finish)...)
	o.apart(w, n, finish)
}

// apart adds the functions of the constraints that are not always enforced.
func (o *output) apart(w *walker, n *delegation, finish func(jen.Code) jen.Code) {
	config := jen.Id("c").Op("*").Add(o.file.Type(w.root.Type))
	add := func(name, doc string, checks []check, parameters ...jen.Code) {
		o.claim(name, "the generated validation of "+w.root.Name, w.root.Position, w.root.End)
		code := []jen.Code{jen.Var().Id("errs").Qual(emit.Field, "ErrorList")}
		code = append(code, statements(checks)...)
		o.functions = append(o.functions, emit.Doc("%s %s", name, doc).Func().Id(name).Params(parameters...).
			Qual(emit.Field, "ErrorList").Block(append(code, jen.Return(finish(jen.Id("errs"))))...))
	}
	if o.group.Options(w.root) {
		enabled := jen.Id("enabled").Func().Params(jen.Qual(featureGate, "Feature")).Bool()
		add("validate"+w.root.Name+"Options", "validates c by the rules that depend on feature gates.",
			append(w.optionChecks(), gatedRules(o, w.root)...), config, enabled)
	}
	if o.group.Warns(w.root) {
		var checks []check
		if w.alpha != nil {
			checks = w.structBody(w.root.Fields, frame{in: jen.Id("c"), origin: w.alpha})
		}
		add("Warn"+w.root.Name, "returns what constraints of +k8s:alpha refuse in c. They are not enforced yet.",
			append(checks, n.warnings()...), config)
	}
}

// flags adds the function of a +flags struct.
func (o *output) flags(root *group.Root) {
	s := &scope{output: o, root: root, flagStruct: true}
	w := newWalker(s, collect(s, &delegation{scope: s}))
	position := o.place()
	name := o.pkg.Validator(root)
	o.claim(name, "the generated validation of "+root.Name, root.Position, root.End)
	checks := w.structBody(root.Fields, frame{in: jen.Id("f")})
	h := hook{
		suffix:     root.Name,
		subject:    o.subject(root.Type),
		typ:        root.Type,
		root:       root,
		flagStruct: true,
		position:   root.Position,
		end:        root.End,
	}
	o.functions[position] = emit.Doc("%s validates f by the markers of %s and calls %s. An error names the flag that "+
		"sets the field.",
		name, root.Name, h.name()).
		Func().
		Id(name).
		Params(jen.Id("f").Op("*").Add(o.file.Type(root.Type))).
		Qual(emit.Field, "ErrorList").
		Block(body(checks, o.callHook(h, whole("f", nil)),
			func(list jen.Code) jen.Code { return list })...)
}

// body is the body of a function that makes checks, calls the user's functions and returns all errors.
func body(checks []check, calls []jen.Code, finish func(jen.Code) jen.Code) []jen.Code {
	last := len(calls) - 1
	if len(checks) == 0 && last == 0 {
		return []jen.Code{jen.Return(finish(calls[0]))}
	}
	code := []jen.Code{jen.Var().Id("errs").Qual(emit.Field, "ErrorList")}
	code = append(code, statements(checks)...)
	if last < 0 {
		return append(code, jen.Return(finish(jen.Id("errs"))))
	}
	for _, call := range calls[:last] {
		code = append(code, appendAll(call))
	}
	return append(code, jen.Return(finish(jen.Append(jen.Id("errs"), jen.Add(calls[last]).Op("...")))))
}

// place keeps the next place in the file for a function.
func (o *output) place() int {
	o.functions = append(o.functions, nil)
	return len(o.functions) - 1
}

// files renders the package's files: the generated one, and stubs where hooks are missing.
func (o *output) files() []generators.File {
	o.helpers()
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
