package validation

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/emit"
)

// upstreamFormats are the values of +k8s:format and the functions that return what is wrong with a string.
var upstreamFormats = map[string][2]string{
	"k8s-short-name":         {utilValidation, "IsDNS1123Label"},
	"k8s-long-name":          {utilValidation, "IsDNS1123Subdomain"},
	"k8s-long-name-caseless": {utilValidation, "IsDNS1123Subdomain"},
	"k8s-label-key":          {content, "IsLabelKey"},
	"k8s-prefixed-label-key": {content, "IsPrefixedLabelKey"},
	"k8s-label-value":        {content, "IsLabelValue"},
	"k8s-path-segment-name":  {content, "IsPathSegmentName"},
	"k8s-ip":                 {},
	"k8s-uuid":               {},
}

// unserved are formats of resources in the Kubernetes API, with the function of k8s.io/apimachinery/pkg/api/validate for each.
var unserved = map[string]string{
	"k8s-extended-resource-name":        "ExtendedResourceName",
	"k8s-resource-pool-name":            "ResourcePoolName",
	"k8s-resource-fully-qualified-name": "ResourceFullyQualifiedName",
}

// badFormat says what is wrong with the value of a +k8s:format.
func badFormat(name string) (code, problem, fix string) {
	if _, known := upstreamFormats[name]; known {
		return "", "", ""
	}
	if function := unserved[name]; function != "" {
		return "constraint-format", fmt.Sprintf("+k8s:format=%s is not generated", name), fmt.Sprintf("call %s of k8s.io/apimachinery/pkg/api/validate in the hook", function)
	}
	known := slices.Sorted(maps.Keys(upstreamFormats))
	fix = "write one of " + strings.Join(known, ", ")
	if near, distance := diag.Nearest(name, known); distance <= 3 {
		fix = "did you mean " + near + "?"
	} else if slices.Contains([]string{"ip", "cidr", "host-port", "url", "port", "percent", "absolute-path", "regexp"}, name) {
		fix = "write +format=" + name
	}
	return "constraint-format", fmt.Sprintf("there is no format %q in declarative validation", name), fix
}

// format adds a +format to the strings inside a value: those of a list, or the values of a map.
func (w *walker) format(field *group.Field, t *group.Type, r *rules, add rule) {
	switch base := t.Deref(); {
	case base.Kind == "string":
		r.own = append(r.own, add)
	case base.Is("net", "IP") && add.limit == "ip", base.Is("net/netip", "Addr") && add.limit == "ip", base.Is("net/netip", "Prefix") && add.limit == "cidr",
		base.Is("net/netip", "AddrPort") && add.limit == "host-port": // the type holds nothing else
	case base.Elem != nil && !base.Leaf:
		w.format(field, base.Elem, r.element(), add)
	default:
		w.refuse(add.from, "constraint-type", fmt.Sprintf("+format=%s stands on %s, whose type is %s", add.limit, field.Path, base), "it serves strings, and lists and maps of them")
	}
}

// formats are the checks of a string's format.
func (w *walker) formats(v value, r *rules) []check {
	var checks []check
	for _, known := range all(r, "k8s:format") {
		checks = append(checks, w.upstreamFormat(v, known.limit)...)
	}
	_, required := r.of("required")
	_, optional := r.of("optional")
	for _, known := range all(r, "format") {
		found := w.ownFormat(v, known.limit)
		if !required && !optional { // these two have asked already whether there is a value
			found = when(isSet(v), found)
		}
		checks = append(checks, found...)
	}
	return checks
}

// upstreamFormat checks a format of declarative validation, which no empty string has.
func (w *walker) upstreamFormat(v value, name string) []check {
	switch name {
	case "k8s-ip":
		return []check{{
			condition: jen.Len(jen.Qual(utilValidation, "IsValidIPForLegacyField").Call(jen.Nil(), v.text(), jen.False(), jen.Nil())).Op(">").Lit(0),
			then:      []jen.Code{v.invalid(jen.Lit("must be an IP address, such as 10.0.0.1 or 2001:db8::1"))},
		}}
	case "k8s-uuid":
		w.withUUID = true
		return []check{{
			condition: jen.Op("!").Id("uuidPattern").Dot("MatchString").Call(v.text()),
			then:      []jen.Code{v.invalid(jen.Lit("must be a UUID in lower case, such as 123e4567-e89b-12d3-a456-426614174000"))},
		}}
	case "k8s-long-name-caseless":
		return messages(v, jen.Qual(utilValidation, "IsDNS1123Subdomain").Call(jen.Qual("strings", "ToLower").Call(v.text())))
	}
	function := upstreamFormats[name]
	return messages(v, jen.Qual(function[0], function[1]).Call(v.text()))
}

// messages reports each of the messages that a call returns.
func messages(v value, call jen.Code) []check {
	return []check{{then: []jen.Code{
		jen.For(jen.List(jen.Id("_"), jen.Id("msg")).Op(":=").Range().Add(call)).Block(v.invalid(jen.Id("msg"))),
	}}}
}

// ownFormat checks a +format of a string that is not empty.
func (w *walker) ownFormat(v value, name string) []check {
	one := func(condition jen.Code, detail string) []check {
		return []check{{condition: condition, then: []jen.Code{v.invalid(jen.Lit(detail))}}}
	}
	withError := func(left []jen.Code, call, detail jen.Code) []check {
		return []check{{then: []jen.Code{
			jen.If(jen.List(left...).Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(v.invalid(detail)),
		}}}
	}
	switch name {
	case "ip":
		return one(jen.Qual("net", "ParseIP").Call(v.text()).Op("==").Nil(), "must be an IP address, such as 10.0.0.1 or 2001:db8::1")
	case "cidr":
		return withError([]jen.Code{jen.Id("_"), jen.Id("_"), jen.Err()}, jen.Qual("net", "ParseCIDR").Call(v.text()), jen.Lit("must be a network in CIDR notation, such as 10.0.0.0/8 or 2001:db8::/32"))
	case "host-port":
		w.withHostPort = true
		return one(jen.Op("!").Id("isHostPort").Call(v.text()), "must be a host and a port, such as 127.0.0.1:8080, [::1]:8080 or :8080")
	case "url":
		return []check{{then: []jen.Code{
			jen.If(
				jen.List(jen.Id("u"), jen.Err()).Op(":=").Qual("net/url", "Parse").Call(v.text()),
				jen.Err().Op("!=").Nil().Op("||").Id("u").Dot("Scheme").Op("==").Lit("").Op("||").Id("u").Dot("Host").Op("==").Lit("").Op("&&").Id("u").Dot("Path").Op("==").Lit(""),
			).Block(v.invalid(jen.Lit("must be a URL with a scheme, such as https://example.com/path"))),
		}}}
	case "port":
		return []check{{then: []jen.Code{
			jen.If(
				jen.List(jen.Id("port"), jen.Err()).Op(":=").Qual("strconv", "ParseUint").Call(v.text(), jen.Lit(10), jen.Lit(16)),
				jen.Err().Op("!=").Nil().Op("||").Id("port").Op("==").Lit(0),
			).Block(v.invalid(jen.Lit("must be a port, a number between 1 and 65535"))),
		}}}
	case "percent":
		return messages(v, jen.Qual(utilValidation, "IsValidPercent").Call(v.text()))
	case "absolute-path":
		return one(jen.Op("!").Qual("path/filepath", "IsAbs").Call(v.text()), "must be an absolute path")
	case "regexp":
		detail := jen.Err().Dot("Error").Call()
		if v.secret {
			detail = jen.Lit("must be a regular expression") // the error repeats the value
		}
		return withError([]jen.Code{jen.Id("_"), jen.Err()}, jen.Qual("regexp", "Compile").Call(v.text()), detail)
	}
	panic("validation: no such format: " + name) // cannot happen: the vocabulary lists them
}

// uuid is the pattern that generated code matches for the format k8s-uuid.
func uuid() jen.Code {
	return jen.Var().Id("uuidPattern").Op("=").Qual("regexp", "MustCompile").Call(jen.Op("`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`"))
}

// hostPort is the function that generated code calls for the format host-port.
func hostPort() jen.Code {
	return jen.Comment("isHostPort reports whether s is a port behind an IP address, a host name or nothing.").Line().
		Func().Id("isHostPort").Params(jen.Id("s").String()).Bool().Block(
		jen.List(jen.Id("host"), jen.Id("port"), jen.Err()).Op(":=").Qual("net", "SplitHostPort").Call(jen.Id("s")),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.False())),
		jen.If(jen.List(jen.Id("_"), jen.Err()).Op(":=").Qual("strconv", "ParseUint").Call(jen.Id("port"), jen.Lit(10), jen.Lit(16)), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.False())),
		jen.If(jen.List(jen.Id("_"), jen.Err()).Op(":=").Qual("net/netip", "ParseAddr").Call(jen.Id("host")), jen.Id("host").Op("==").Lit("").Op("||").Err().Op("==").Nil()).Block(jen.Return(jen.True())),
		jen.Return(jen.Len(jen.Qual(utilValidation, "IsDNS1123Subdomain").Call(jen.Qual("strings", "ToLower").Call(jen.Id("host")))).Op("==").Lit(0)),
	)
}

// own are the checks of a value itself, as opposed to what is inside it.
func (w *walker) own(v value, r *rules) []check {
	checks := limits(v, r)
	checks = append(checks, w.formats(v, r)...)
	for range all(r, "enum") {
		return append(checks, w.enum(v))
	}
	return checks
}

// enum checks that a string is one of the constants of its type.
func (w *walker) enum(v value) check {
	var constants []jen.Code
	seen := map[string]bool{}
	for _, c := range v.typ.Constants {
		if seen[c.Value] {
			continue // a second name of the same value
		}
		seen[c.Value] = true
		w.file.Import(v.typ.Package, v.typ.PackageName)
		constants = append(constants, jen.Qual(v.typ.Package, c.Name))
	}
	supported := jen.Id("supported")
	unsupported := appendOne(jen.Qual(emit.Field, "NotSupported").Call(v.path.code(), v.shown(), supported))
	return check{then: []jen.Code{jen.If(
		jen.Add(supported).Op(":=").Index().Add(w.file.Type(v.typ)).Values(constants...),
		jen.Op("!").Qual("slices", "Contains").Call(supported, v.read()),
	).Block(unsupported)}}
}
