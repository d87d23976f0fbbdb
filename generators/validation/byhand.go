package validation

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// subject is the struct that a function of the user's is called for. Feature gates are known if enabled is set.
type subject struct {
	pointer, value, path, enabled jen.Code
}

// whole is a root in a variable, which has no path.
func whole(variable string, enabled jen.Code) subject {
	return subject{jen.Id(variable), jen.Op("*").Id(variable), jen.Nil(), enabled}
}

// callByHand calls a function that is written by hand, and makes a list of its errors.
func callByHand(o *output, function jen.Code, rule group.ByHand, of subject, root *group.Root) jen.Code {
	var arguments []jen.Code
	for _, argument := range rule.Arguments {
		switch argument {
		case group.StructPointer:
			arguments = append(arguments, of.pointer)
		case group.StructValue:
			arguments = append(arguments, of.value)
		case group.FieldPath:
			arguments = append(arguments, of.path)
		case group.Context:
			arguments = append(arguments, jen.Qual("context", "Background").Call())
		case group.Enabled:
			arguments = append(arguments, of.enabled)
		case group.FeatureGates:
			o.needs.enabledGates = true
			arguments = append(arguments,
				jen.Id("enabledGates").Values(jen.Qual(featureGate, "NewFeatureGate").Call(), of.enabled))
		}
	}
	call := jen.Add(function).Call(arguments...)
	path := of.path
	if root != nil {
		path = jen.Qual(emit.Field, "NewPath").Call(jen.Lit(root.Name)) // an error without a path needs a subject
	}
	switch rule.Result {
	case group.FieldError:
		o.needs.oneError = true
		return jen.Id("oneError").Call(call)
	case group.AnyError:
		o.needs.errorsOf = true
		return jen.Id("errorsOf").Call(path, call)
	}
	return call
}

// callExisting calls the functions with the customary names. Ruled reports that there is one, which may be called
// elsewhere: by another one, or where feature gates are known.
func callExisting(o *output, h hook, of subject, warn bool) (calls []jen.Code, ruled bool) {
	for _, name := range h.existing() {
		existing, has := o.pkg.Declared[name]
		rule, fits := existing.ByHand(name, h.typ)
		gated := fits && rule.NeedsGates()
		switch {
		case !has:
		case calledByHand(o, name):
			ruled = true
		case fits && !gated:
			calls, ruled = append(calls, callByHand(o, jen.Id(name), rule, of, h.root)), true
		case gated && h.root != nil && !h.flagStruct:
			ruled = true
		case warn && name == "Validate"+h.suffix:
			o.notCalled(h, name, existing)
		}
	}
	return calls, ruled
}

// calledByHand reports whether another function that generated code calls, and that is written by hand, too, calls a
// function.
func calledByHand(o *output, name string) bool { return calledBy(o.pkg.Callers, o.byHand, name) }

// calledBy reports whether one of the given functions calls a function, itself or by others.
func calledBy(callers map[string][]string, functions func() map[string]bool, name string) bool {
	seen := map[string]bool{name: true}
	for next := callers[name]; len(next) > 0; {
		caller := next[0]
		next = next[1:]
		if seen[caller] {
			continue
		}
		seen[caller] = true
		if functions()[caller] {
			return true
		}
		next = append(next, callers[caller]...)
	}
	return false
}

// rulesByHand are the functions of a package that generated code can call for the structs of a group.
func rulesByHand(o *output) map[string]bool {
	found := map[string]bool{}
	add := func(h hook) {
		for _, name := range append(h.existing(), h.name()) {
			if _, fits := o.pkg.Declared[name].ByHand(name, h.typ); fits {
				found[name] = true
			}
		}
	}
	for _, root := range o.group.AllRoots() {
		add(hook{suffix: root.Name, typ: root.Type, root: root})
		root.Walk(func(field *group.Field) {
			if base := field.Type.Base(); base.Own {
				add(hook{suffix: o.goName(base), typ: base})
			}
		})
	}
	return found
}

// gatedRules calls the functions written by hand for a root that take feature gates.
func gatedRules(o *output, root *group.Root) []check {
	of := whole("c", jen.Id("enabled"))
	var checks []check
	for _, rule := range o.group.RulesOf(root) {
		if rule.NeedsGates() && !calledByHand(o, rule.Name) {
			checks = append(checks, check{then: []jen.Code{appendAll(callByHand(o, jen.Id(rule.Name), rule, of, root))}})
		}
	}
	return checks
}

// helper is a declaration that calls of functions written by hand need.
type helper struct {
	name string
	code jen.Code
}

// byHand are the declarations that calls of functions written by hand need.
func (n *needs) byHand() []helper {
	var found []helper
	if n.oneError {
		found = append(found, helper{"oneError", oneError()})
	}
	if n.errorsOf {
		found = append(found, helper{"errorsOf", errorsOf()})
	}
	if n.enabledGates {
		found = append(found, helper{"enabledGates", enabledGates()})
	}
	return found
}

// oneError is the function that makes a list of an error that may be nil.
func oneError() jen.Code {
	err := jen.Id("err")
	return jen.Comment("oneError returns a list of an error that is not nil.").Line().
		Func().Id("oneError").Params(jen.Add(err).Op("*").Qual(emit.Field, "Error")).Qual(emit.Field, "ErrorList").Block(
		jen.If(jen.Add(err).Op("==").Nil()).Block(jen.Return(jen.Nil())),
		jen.Return(jen.Qual(emit.Field, "ErrorList").Values(err)),
	)
}

// errorsOf is the function that makes a list of errors of fields of any error.
func errorsOf() jen.Code {
	err, errs, path := jen.Id("err"), jen.Id("errs"), jen.Id("fldPath")
	aggregate := jen.Interface(jen.Id("Errors").Params().Index().Error())
	invalid := jen.Qual(emit.Field, "Invalid").Call(path, jen.Qual(emit.Field, "OmitValueType").Values(),
		jen.Add(err).Dot("Error").Call())
	as := func(name string, of jen.Code, then ...jen.Code) jen.Code {
		return jen.If(jen.List(jen.Id(name), jen.Id("ok")).Op(":=").Add(err).Assert(of), jen.Id("ok")).Block(then...)
	}
	const doc = "errorsOf returns the errors in an error, which is about the field at fldPath if it does not name one."
	return jen.Comment(doc).Line().
		Func().Id("errorsOf").Params(jen.Add(path).Op("*").Qual(emit.Field, "Path"), jen.Add(err).Error()).
		Qual(emit.Field, "ErrorList").Block(
		jen.If(jen.Add(err).Op("==").Nil()).Block(jen.Return(jen.Nil())),
		as("of", jen.Op("*").Qual(emit.Field, "Error"), jen.Return(jen.Qual(emit.Field, "ErrorList").Values(jen.Id("of")))),
		as("list", aggregate,
			jen.Var().Add(errs).Qual(emit.Field, "ErrorList"),
			jen.For(jen.List(jen.Id("_"), err).Op(":=").Range().Id("list").Dot("Errors").Call()).Block(
				appendAll(jen.Id("errorsOf").Call(path, err))),
			jen.Return(errs),
		),
		jen.Return(jen.Qual(emit.Field, "ErrorList").Values(invalid)),
	)
}

// enabledGates is the type that makes feature gates of a function.
func enabledGates() jen.Code {
	feature := jen.Id("f").Qual(featureGate, "Feature")
	return jen.Comment("enabledGates are feature gates that a function enables.").Line().
		Type().Id("enabledGates").Struct(
		jen.Qual(featureGate, "FeatureGate"),
		jen.Id("enabled").Func().Params(jen.Qual(featureGate, "Feature")).Bool(),
	).Line().Line().
		Comment("Enabled implements featuregate.FeatureGate.").Line().
		Func().Params(jen.Id("g").Id("enabledGates")).Id("Enabled").Params(feature).Bool().Block(
		jen.Return(jen.Id("g").Dot("enabled").Call(jen.Id("f"))))
}
