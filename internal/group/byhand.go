package group

import (
	"slices"
	"strings"
)

// ByHand is a function that somebody wrote to validate a struct, as generated validation calls it.
type ByHand struct {
	// Name of the function.
	Name string
	// Arguments are the arguments of its call, in the order of its parameters: the struct or a pointer to it, its path, a
	// context, feature gates, or a function that reports whether a feature gate is enabled.
	Arguments []Argument
	// Result is the type of its result: a list of errors of fields, one of them, or any error.
	Result Result
}

// Argument is an argument in the call of a hand-written function.
type Argument string

// The arguments of a function written by hand.
const (
	StructPointer Argument = "pointer"
	StructValue   Argument = "value"
	FieldPath     Argument = "path"
	Context       Argument = "context"
	FeatureGates  Argument = "gates"
	Enabled       Argument = "enabled"
)

// Result is the kind of a hand-written function's result.
type Result string

// The results of a function written by hand.
const (
	ErrorList  Result = "list"
	FieldError Result = "one"
	AnyError   Result = "error"
)

// NeedsGates reports whether the function takes feature gates, in either form.
func (f ByHand) NeedsGates() bool {
	return slices.Contains(f.Arguments, FeatureGates) || slices.Contains(f.Arguments, Enabled)
}

const fieldPackage = "k8s.io/apimachinery/pkg/util/validation/field"

// parameters are the types of parameters that are not the struct, by their text in a Declaration.
var parameters = map[string]Argument{
	"*" + fieldPackage + ".Path":                    FieldPath,
	"context.Context":                               Context,
	"k8s.io/component-base/featuregate.FeatureGate": FeatureGates,
	"func(featuregate.Feature) bool":                Enabled,
	"func(feature featuregate.Feature) bool":        Enabled,
	"func(f featuregate.Feature) bool":              Enabled,
	"func(name featuregate.Feature) bool":           Enabled,
	"func(key featuregate.Feature) bool":            Enabled,
}

// results are the types of results, by their text in a Declaration.
var results = map[string]Result{
	fieldPackage + ".ErrorList": ErrorList, "*" + fieldPackage + ".Error": FieldError, "error": AnyError,
}

// ByHand returns how a function validates a struct of type t. It returns false for a function that takes anything that
// generated code does not have, or that returns anything else than errors.
func (d Declaration) ByHand(name string, t *Type) (ByHand, bool) {
	if d.Kind != "func" || len(d.Results) != 1 || results[d.Results[0]] == "" {
		return ByHand{}, false
	}
	f := ByHand{Name: name, Result: results[d.Results[0]]}
	structs := 0
	for _, parameter := range d.Params {
		bare, pointer := strings.CutPrefix(parameter, "*")
		switch argument := parameters[parameter]; {
		case bare == t.Package+"."+t.Name || bare == t.PackageName+"."+t.Name: // the path's last part need not be the name
			structs++
			if argument = StructValue; pointer {
				argument = StructPointer
			}
			f.Arguments = append(f.Arguments, argument)
		case argument == "" || slices.Contains(f.Arguments, argument):
			return ByHand{}, false
		default:
			f.Arguments = append(f.Arguments, argument)
		}
	}
	return f, structs == 1
}

// RulesOf returns the functions in the validation package with the customary names for a root, whose type is given with
// its name there.
func (g *Group) RulesOf(root *Root) []ByHand {
	var found []ByHand
	for _, prefix := range []string{HookPrefix, "Validate", "validate", ""} {
		name := prefix + root.Name
		if prefix == "" {
			name = "Validate"
		}
		if f, fits := g.ValidationPackage.Declared[name].ByHand(name, root.Type); fits {
			found = append(found, f)
		}
	}
	return found
}

// Validator is the name of the generated function that validates a root or a +flags struct in a package. If somebody
// has written a function with the customary name, the generated one has another and calls it.
func (p Package) Validator(root *Root) string {
	if p.Declared["Validate"+root.Name].Kind == "func" {
		return "ValidateAll_" + root.Name
	}
	return "Validate" + root.Name
}

// Options reports whether a constraint of a field depends on a gate, or a function that validates the root by hand.
func (g *Group) Options(root *Root) bool {
	found := slices.ContainsFunc(g.RulesOf(root), ByHand.NeedsGates)
	root.Walk(func(field *Field) { found = found || len(field.Options) > 0 })
	return found
}

// GatedValues reports whether a gate guards a value of any field, or whether a constraint depends on one.
func (g *Group) GatedValues(root *Root) bool {
	found := g.Options(root)
	root.Walk(func(field *Field) { found = found || field.Type.GatedValues() })
	return found
}
