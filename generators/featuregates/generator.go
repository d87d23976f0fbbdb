package featuregates

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// Generator writes the functions that hold a configuration to its feature gates.
var Generator = generators.Generator{
	Name: "featuregates",
	Run:  run,
}

const (
	fileName    = "zz_generated.featuregates.go"
	featureGate = "k8s.io/component-base/featuregate"
)

func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	w := &writer{group: g, pkg: g.ValidationPackage, file: emit.New(g.ValidationPackage, "")}
	w.file.ImportName(featureGate, "featuregate")
	found := false
	for _, root := range g.Roots {
		if guarded(root.Fields) || w.group.Options(root) {
			found = true
			w.root(root)
		}
	}
	if !found {
		return nil, nil
	}
	if diag.Failed(w.findings) {
		return nil, diag.Sort(w.findings)
	}
	return []generators.File{{Dir: w.pkg.Dir, Name: fileName, Content: w.file.Bytes()}}, nil
}

// guarded reports whether a gate guards anything in the fields or below.
func guarded(fields []*group.Field) bool {
	return slices.ContainsFunc(fields, func(f *group.Field) bool {
		return len(f.Gates) > 0 || f.Type.GatedValues() || guarded(f.Fields)
	})
}

// writer writes the file of one package.
type writer struct {
	group    *group.Group
	pkg      group.Package
	file     *emit.File
	findings []diag.Diagnostic
}

// clear adds the function that resets fields of a root.
func (w *writer) clear(root *group.Root, config, enabled jen.Code) {
	name := w.name(root, "Clear%sGatedFields")
	params := []jen.Code{config, enabled, jen.Id("isSet").Func().Params(jen.Id("path").String()).Bool()}
	resets := (&walker{writer: w, clear: true}).fields(root.Fields, jen.Id("c"), emit.FieldPath{}, 0)
	if len(resets) == 0 {
		w.file.Doc("%s does nothing: no field of %s has a feature gate.", name, root.Name)
		w.file.Func().Id(name).Params(params...).Block().Line()
		return
	}
	w.file.Doc(
		"%s resets fields whose feature gates are disabled, unless isSet reports that the value at the path was set "+
			"explicitly. If isSet is nil, all such fields are reset.", name)
	never := jen.If(jen.Id("isSet").Op("==").Nil()).Block(jen.Id("isSet").Op("=").Func().
		Params(jen.String()).Bool().Block(jen.Return(jen.False())))
	w.file.Func().Id(name).Params(params...).Block(append([]jen.Code{never}, resets...)...).Line()
}

// root adds the functions of one root.
func (w *writer) root(root *group.Root) {
	enabled := jen.Id("enabled").Func().Params(jen.Qual(featureGate, "Feature")).Bool()
	config := jen.Id("c").Op("*").Add(w.file.Type(root.Type))

	w.clear(root, config, enabled)
	validate, values := w.name(root, "Validate%sFeatureGates"), w.name(root, "Validate%sGatedValues")
	w.check(validate, config, enabled,
		(&walker{writer: w, set: true}).fields(root.Fields, jen.Id("c"), emit.FieldPath{}, 0),
		jen.Id(values).Call(jen.Id("c"), jen.Id("enabled")),
		validate+" returns an error for each field and value that is set in c and requires a disabled feature gate.",
	)
	var further jen.Code
	constraints := ""
	if w.group.Options(root) {
		further = jen.Id("validate"+root.Name+"Options").Call(jen.Id("c"), jen.Id("enabled"))
		constraints = ", and for each that a rule about feature gates refuses"
	}
	w.check(values, config, enabled,
		(&walker{writer: w, values: true}).fields(root.Fields, jen.Id("c"), emit.FieldPath{}, 0), further,
		values+" returns an error for each value in c that requires a disabled feature gate"+constraints+
			". It does not look at the feature gates of fields.",
	)
}

// check adds a function of validation that makes checks, and returns their errors and the errors of a further call, if
// any.
func (w *writer) check(name string, config, enabled jen.Code, checks []jen.Code, further jen.Code, comment string) {
	body := append([]jen.Code{jen.Var().Id("errs").Qual(emit.Field, "ErrorList")}, checks...)
	switch {
	case len(checks) == 0 && further == nil:
		body = []jen.Code{jen.Return(jen.Nil())}
	case len(checks) == 0:
		body = []jen.Code{jen.Return(further)}
	case further == nil:
		body = append(body, jen.Return(jen.Id("errs")))
	default:
		body = append(body, jen.Return(jen.Append(jen.Id("errs"), jen.Add(further).Op("..."))))
	}
	w.file.Doc("%s", comment)
	w.file.Func().Id(name).Params(config, enabled).Qual(emit.Field, "ErrorList").Block(body...).Line()
}

// name is the name of a function, which must not be declared in the package.
func (w *writer) name(root *group.Root, format string) string {
	name := fmt.Sprintf(format, root.Name)
	w.findings = append(w.findings, emit.Collisions(w.pkg, []string{name})...)
	return name
}

// off is the condition that one of the gates is off.
func (w *writer) off(gates []*group.Gate) *jen.Statement {
	condition := jen.Null()
	for i, gate := range gates {
		if i > 0 {
			condition.Op("||")
		}
		condition.Op("!").Id("enabled").Call(emit.Feature(w.file, gate))
	}
	return condition
}
