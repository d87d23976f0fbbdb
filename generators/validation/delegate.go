package validation

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// delegate is a function of validation-gen's that a root's validation calls.
type delegate struct {
	result *group.Declarative
	// pkg has the function, types the type that it takes.
	pkg, types group.Package
	// version is the name of the version to which the root is converted; empty where the function takes the root itself.
	version string
}

// operation is the package that tells validation-gen's functions what happens to an object.
const operation = "k8s.io/apimachinery/pkg/api/operation"

// delegation has the constraints of a root that validation-gen serves.
type delegation struct {
	*scope
	delegates []delegate
}

// newDelegation finds the functions of validation-gen for a root: the function of the preferred version, to which an
// internal type is converted, and the function of the internal type itself.
func newDelegation(s *scope) *delegation {
	d := &delegation{scope: s}
	add := func(pkg, types group.Package, version string) {
		if result := s.group.Declarative[pkg.Path]; result.Validates(s.root.Name) {
			d.delegates = append(d.delegates, delegate{result, pkg, types, version})
		}
	}
	if s.group.Internal() {
		add(s.group.Package, s.group.Package, "")
	}
	switch version := s.root.Version; {
	case version == nil:
	case s.group.Internal():
		add(version.Package, version.Types, version.Name)
	default:
		add(version.Package, version.Types, "")
	}
	return d
}

// servedOn reports whether validation-gen serves a marker on a field.
func (n *delegation) servedOn(field *group.Field, m markers.Marker) bool {
	if origin(field, m) != nil {
		return false // validation-gen does not know +subfield
	}
	if field.Counterpart == nil {
		return n.served(declared{m, field.Package}, nil, "")
	}
	return n.served(declared{m, field.Package}, field.Counterpart.Markers, field.Counterpart.Package)
}

// declared is a marker with the import path of the package of its declaration.
type declared struct {
	markers.Marker
	home string
}

// served reports whether validation-gen serves a marker in its package, or the same marker in the version that the
// root is converted to. A marker that depends on options is not served, since no options are passed.
func (n *delegation) served(m declared, counterpart markers.Set, counterpartHome string) bool {
	for inner := &m.Marker; inner != nil; inner = inner.Inner() {
		if _, gated := inner.Value.(*markers.IfGate); gated {
			return false
		}
	}
	return slices.ContainsFunc(n.delegates, func(d delegate) bool {
		here := func(m declared) bool { return m.home == d.types.Path && d.result.Serves(m.Marker) }
		return here(m) || slices.ContainsFunc(counterpart, func(same markers.Marker) bool {
			return same.Text == m.Text && here(declared{same, counterpartHome})
		})
	})
}

// checks calls the delegates, without the errors that are not enforced yet.
func (n *delegation) checks() []check {
	var checks []check
	for _, d := range n.delegates {
		list := n.errors(d)
		if d.result.Alpha {
			list = jen.Qual("slices", "DeleteFunc").Call(list, jen.Parens(jen.Op("*").Qual(emit.Field, "Error")).Dot("IsAlpha"))
		}
		checks = append(checks, n.masked(list))
	}
	return checks
}

// warnings calls the delegates for the errors that are not enforced yet.
func (n *delegation) warnings() []check {
	var checks []check
	for _, d := range n.delegates {
		if d.result.Alpha {
			err := jen.Id("err")
			enforced := jen.Func().Params(jen.Add(err).Op("*").Qual(emit.Field, "Error")).Bool().Block(
				jen.Return(jen.Op("!").Add(err).Dot("IsAlpha").Call()))
			checks = append(checks, n.masked(jen.Qual("slices", "DeleteFunc").Call(n.errors(d), enforced)))
		}
	}
	return checks
}

// errors is the list of errors of a delegate.
func (n *delegation) errors(d delegate) jen.Code {
	n.file.Import(d.pkg.Path, d.pkg.Name)
	if d.version == "" {
		return d.call(n.root, jen.Id("c"))
	}
	return jen.Id(n.converted(d)).Call(jen.Id("c"))
}

// masked adds a list of errors, without the values of secrets.
func (n *delegation) masked(list jen.Code) check {
	if secrets := n.secrets(); secrets != "" {
		list = jen.Id("withoutSecrets").Call(list, jen.Id(secrets))
	}
	return check{then: []jen.Code{appendAll(list)}}
}

// call calls the function for an object that is new.
func (d delegate) call(root *group.Root, object jen.Code) *jen.Statement {
	create := jen.Qual(operation, "Operation").Values(jen.Dict{jen.Id("Type"): jen.Qual(operation, "Create")})
	return jen.Qual(d.pkg.Path, "Validate_"+root.Name).
		Call(jen.Qual("context", "Background").Call(), create, jen.Nil(), object, jen.Nil())
}

// converted adds the function that converts a root to a version and has that validated, and returns its name.
func (n *delegation) converted(d delegate) string {
	name := emit.Lower(n.root.Name) + emit.Upper(d.version) + "Errors"
	use := "the generated validation of version " + d.version
	if n.names[name] == use {
		return name
	}
	n.claim(name, use, n.root.Position, n.root.End)
	versioned := &group.Type{Kind: "struct", Package: d.types.Path, PackageName: d.types.Name, Name: n.root.Name}
	internalError := func(err jen.Code) jen.Code {
		return jen.Return(
			jen.Qual(emit.Field, "ErrorList").Values(jen.Qual(emit.Field, "InternalError").Call(jen.Nil(), err)),
		)
	}
	n.functions = append(
		n.functions,
		jen.Comment(name+" validates c, converted to version "+d.version+", by the functions of validation-gen.").Line().
			Func().Id(name).Params(jen.Id("c").Op("*").Add(n.file.Type(n.root.Type))).Qual(emit.Field, "ErrorList").Block(
			jen.List(jen.Id("scheme"), jen.Err()).Op(":=").Id(n.scheme(d)).Call(),
			jen.If(jen.Err().Op("!=").Nil()).Block(internalError(jen.Err())),
			jen.Id("versioned").Op(":=").Op("&").Add(n.file.Type(versioned)).Values(),
			jen.If(jen.Err().Op(":=").Id("scheme").Dot("Convert").Call(jen.Id("c"), jen.Id("versioned"), jen.Nil()), jen.Err().
				Op("!=").Nil()).
				Block(
					internalError(jen.Qual("fmt", "Errorf").Call(jen.Lit("converting to version "+d.version+": %w"), jen.Err()))),
			jen.Return(d.call(n.root, jen.Id("versioned"))),
		),
	)
	return name
}

// scheme adds the scheme by which roots are converted to a version, and returns its name.
func (n *delegation) scheme(d delegate) string {
	name := emit.Lower(d.version) + "Scheme"
	use := "the generated scheme of version " + d.version
	if n.names[name] != use {
		n.claim(name, use, n.root.Position, n.root.End)
		n.functions = append(
			n.functions,
			jen.Comment(name+" returns the scheme that converts to version "+d.version+". It is built once.").Line().
				Var().Id(name).Op("=").Add(emit.Scheme(n.file, []group.Package{d.pkg})),
		)
	}
	return name
}

// secrets adds the variable that matches the paths of a root's secrets, and returns its name; empty where there are
// none.
func (n *delegation) secrets() string {
	var paths []string
	eachField(n.root.Fields, func(field *group.Field) {
		if field.Facts.Secret && field.JSONPath != "" && (field.Parent == nil || !field.Parent.Facts.Secret) {
			paths = append(paths, strings.ReplaceAll(regexp.QuoteMeta(field.JSONPath), regexp.QuoteMeta("[*]"), `\[.*?\]`))
		}
	})
	if len(paths) == 0 {
		return ""
	}
	name := emit.Lower(n.root.Name) + "Secrets"
	use := "the generated list of the secrets of " + n.root.Name
	if n.names[name] != use {
		n.claim(name, use, n.root.Position, n.root.End)
		n.functions = append(
			n.functions,
			jen.Comment(name+" matches the paths of secret fields and of the values in them.").Line().
				Var().Id(name).Op("=").Qual("regexp", "MustCompile").Call(jen.Op("`^("+strings.Join(paths, "|")+`)([.\[]|$)`+"`")),
		)
	}
	n.needs.withoutSecrets = true
	return name
}

// withoutSecrets is the function that masks values in errors of validation-gen's functions, which know no secrets.
func withoutSecrets() jen.Code {
	err := jen.Id("err")
	return jen.Comment("withoutSecrets masks the values of secret fields.").Line().
		Func().
		Id("withoutSecrets").
		Params(jen.Id("errs").Qual(emit.Field, "ErrorList"), jen.Id("secret").Op("*").Qual("regexp", "Regexp")).
		Qual(emit.Field, "ErrorList").Block(
		jen.For(jen.List(jen.Id("_"), err).Op(":=").Range().Id("errs")).Block(
			jen.If(jen.Id("secret").Dot("MatchString").Call(jen.Add(err).Dot("Field"))).Block(
				jen.Add(err).Dot("BadValue").Op("=").Lit(mask),
			),
		),
		jen.Return(jen.Id("errs")),
	)
}
