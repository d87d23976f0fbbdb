package validation

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/format"
)

// upstreamFormats maps each value of +k8s:format to the function that returns the problems of a string.
var upstreamFormats = map[string][2]string{
	"k8s-short-name":         {emit.UtilValidation, "IsDNS1123Label"},
	"k8s-long-name":          {emit.UtilValidation, "IsDNS1123Subdomain"},
	"k8s-long-name-caseless": {emit.UtilValidation, "IsDNS1123Subdomain"},
	"k8s-label-key":          {content, "IsLabelKey"},
	"k8s-prefixed-label-key": {content, "IsPrefixedLabelKey"},
	"k8s-label-value":        {content, "IsLabelValue"},
	"k8s-path-segment-name":  {content, "IsPathSegmentName"},
	"k8s-ip":                 {},
	"k8s-uuid":               {},
}

// unserved are formats of resources in the Kubernetes API, with the function of k8s.io/apimachinery/pkg/api/validate
// for each.
var unserved = map[string]string{
	"k8s-extended-resource-name":        "ExtendedResourceName",
	"k8s-resource-pool-name":            "ResourcePoolName",
	"k8s-resource-fully-qualified-name": "ResourceFullyQualifiedName",
}

// badFormat reports a mistake in the value of a +k8s:format.
func badFormat(name string) wrongLimit {
	if _, known := upstreamFormats[name]; known {
		return wrongLimit{}
	}
	if function := unserved[name]; function != "" {
		return wrongLimit{"constraint-format", fmt.Sprintf("+k8s:format=%s is not generated", name),
			fmt.Sprintf("call %s of k8s.io/apimachinery/pkg/api/validate in the hook", function), ""}
	}
	known := slices.Sorted(maps.Keys(upstreamFormats))
	wrong := wrongLimit{"constraint-format", fmt.Sprintf("declarative validation has no format %q", name),
		"use one of " + strings.Join(known, ", "), ""}
	if near, distance := diag.Nearest(name, known); distance <= 3 {
		wrong.words, wrong.instead = "did you mean ", "+k8s:format="+near
	} else if slices.Contains(format.Names(), name) {
		wrong.words, wrong.instead = "use ", "+format="+name
	}
	return wrong
}

// formats are the checks of a string's format.
func (c checker) formats(v value, r *rules) []check {
	var checks []check
	for _, known := range all(r, "k8s:format") {
		checks = append(checks, c.upstreamFormat(v, known.limit)...)
	}
	_, required := r.of("required")
	_, optional := r.of("optional")
	for _, known := range all(r, "format") {
		found := c.ownFormat(v, known.limit)
		if !required && !optional { // these two have asked already whether there is a value
			found = when(isSet(v), found)
		}
		checks = append(checks, found...)
	}
	return checks
}

// upstreamFormat checks a format of declarative validation, which no empty string has.
func (c checker) upstreamFormat(v value, name string) []check {
	switch name {
	case "k8s-ip":
		sloppyIP, _ := format.Named("ip-sloppy")
		return []check{{
			condition: sloppyIP.Check(v.text()).Invalid,
			then:      []jen.Code{v.invalid(jen.Lit(sloppyIP.Must))},
		}}
	case "k8s-uuid":
		c.needs.uuid = true
		return []check{{
			condition: jen.Op("!").Id("uuidPattern").Dot("MatchString").Call(v.text()),
			then: []jen.Code{
				v.invalid(jen.Lit("must be a UUID in lower case, such as 123e4567-e89b-12d3-a456-426614174000")),
			},
		}}
	case "k8s-long-name-caseless":
		return messages(
			v,
			jen.Qual(emit.UtilValidation, "IsDNS1123Subdomain").Call(jen.Qual("strings", "ToLower").Call(v.text())),
		)
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
func (c checker) ownFormat(v value, name string) []check {
	known, _ := format.Named(name) // the vocabulary lists them
	of := known.Check(v.text())
	if of.Messages != nil {
		return messages(v, of.Messages)
	}
	if known.Helper != "" {
		c.needs.helpers[known.Helper] = true
	}
	detail := of.Detail
	if detail == nil || of.Repeats && v.secret {
		detail = jen.Lit(known.Must)
	}
	if of.Init == nil {
		return []check{{condition: of.Invalid, then: []jen.Code{v.invalid(detail)}}}
	}
	return []check{{then: []jen.Code{jen.If(of.Init, of.Invalid).Block(v.invalid(detail))}}}
}

const uuidPattern = `^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`

// uuid is the variable that generated code matches for the format k8s-uuid.
func uuid() jen.Code {
	return jen.Var().
		Id("uuidPattern").
		Op("=").
		Qual("regexp", "MustCompile").
		Call(jen.Op("`" + uuidPattern + "`"))
}
