package validation

import (
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/flagvalue"
	"github.com/configgen/configgen/internal/group"
)

// flagNames adds the function that knows the flags of a root's fields, and returns its name; empty where there are
// none.
func (o *output) flagNames(root *group.Root) string {
	var cases []jen.Code
	root.Walk(func(field *group.Field) {
		if len(field.Flags) == 0 || field.JSONPath == "" {
			return
		}
		names := flagsOf(field, func(flag *group.Flag) bool { return flag.Deprecated == "" && !flag.Hidden })
		if len(names) == 0 {
			names = flagsOf(field, func(*group.Flag) bool { return true })
		}
		answer := jen.Return(jen.Lit(strings.Join(names, " or ")))
		if len(field.OS) > 0 {
			answer = jen.If(onSystems(field.OS)).Block(answer)
		}
		cases = append(cases, jen.Case(jen.Lit(field.JSONPath)).Block(answer))
	})
	if len(cases) == 0 {
		return ""
	}
	name := emit.Lower(root.Name) + "Flag"
	o.claim(name, "the generated list of the flags of "+root.Name, root.Position, root.End)
	o.functions = append(
		o.functions,
		jen.Comment(name+" returns the flag that sets the field at path, or an empty string.").Line().
			Func().Id(name).Params(jen.Id("path").String()).String().Block(
			jen.Switch(jen.Id("path")).Block(cases...),
			jen.Return(jen.Lit("")),
		),
	)
	o.needs.withFlags = true
	return name
}

// flagsOf are the names of a field's flags that are wanted.
func flagsOf(field *group.Field, wanted func(*group.Flag) bool) []string {
	var names []string
	for _, flag := range field.Flags {
		if wanted(flag) {
			names = append(names, "--"+flag.Name)
		}
	}
	return names
}

// needs are the declarations that several functions of a file share; helpers are functions of package flagvalue.
type needs struct {
	withFlags, withoutSecrets, tooLong, uuid bool
	enabledGates, oneError, errorsOf         bool
	helpers                                  map[string]bool
}

// clone is a copy that later needs are not added to.
func (n *needs) clone() needs {
	copied := *n
	copied.helpers = maps.Clone(n.helpers)
	return copied
}

// helpers adds the functions that several others call.
func (o *output) helpers() {
	if o.needs.withFlags {
		o.claim("withFlags", "a generated function", token.Position{}, token.Position{})
		o.functions = append(o.functions, withFlags())
	}
	if o.needs.withoutSecrets {
		o.claim("withoutSecrets", "a generated function", token.Position{}, token.Position{})
		o.functions = append(o.functions, withoutSecrets())
	}
	if o.needs.tooLong {
		o.claim("tooLong", "a generated function", token.Position{}, token.Position{})
		o.functions = append(o.functions, tooLong())
	}
	for _, helper := range o.needs.byHand() {
		o.claim(helper.name, "a generated declaration", token.Position{}, token.Position{})
		o.functions = append(o.functions, helper.code)
	}
	if o.needs.uuid {
		o.claim("uuidPattern", "a generated variable", token.Position{}, token.Position{})
		o.functions = append(o.functions, uuid())
	}
	for _, helper := range flagvalue.Checks(slices.Sorted(maps.Keys(o.needs.helpers))...) {
		o.claim(helper.Name, "a generated function", token.Position{}, token.Position{})
		o.functions = append(o.functions, helper.Code)
	}
}

// withFlags is the function that puts flags into errors, the user's own included.
func withFlags() jen.Code {
	err, path, flag := jen.Id("err"), jen.Id("path"), jen.Id("flag")
	shorter := jen.Add(path).
		Index(jen.Empty(), jen.Max(jen.Lit(0), jen.Qual("strings", "LastIndexAny").Call(path, jen.Lit(".["))))
	return jen.Comment("withFlags adds to each error the flag that sets its field, or the nearest field that "+
		"contains it.").
		Line().
		Func().
		Id("withFlags").
		Params(jen.Id("errs").Qual(emit.Field, "ErrorList"), jen.Id("flagOf").Func().Params(jen.Id("path").String()).
			String()).
		Qual(emit.Field, "ErrorList").
		Block(
			jen.For(jen.List(jen.Id("_"), err).Op(":=").Range().Id("errs")).Block(
				jen.For(jen.Add(path).Op(":=").Add(err).Dot("Field"), jen.Add(path).Op("!=").Lit(""), jen.Add(path).Op("=").
					Add(shorter)).
					Block(
						jen.If(jen.Add(flag).Op(":=").Id("flagOf").Call(path), jen.Add(flag).Op("!=").Lit("")).Block(
							jen.Add(err).Dot("Detail").Op("=").Qual("strings", "TrimSpace").Call(
								jen.Add(err).Dot("Detail").Op("+").Lit(" (flag ").Op("+").Add(flag).Op("+").Lit(")")),
							jen.Break(),
						),
					),
			),
			jen.Return(jen.Id("errs")),
		)
}
