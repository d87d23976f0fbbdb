package validation

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// rule is one declared constraint, as it applies to one value.
type rule struct {
	// name is the marker's, without the prefix k8s: where both spellings mean the same.
	name  string
	limit string
	// from is the marker that the user wrote, outer markers included.
	from markers.Marker
	// origin is the field further up whose +subfield or +k8s:subfield puts the rule here; nil for a rule that stands on
	// the declaration itself, and so holds wherever the struct is used.
	origin *group.Field
}

// rules are the constraints of a value, of the elements of a list or map, and of a map's keys.
type rules struct {
	own  []rule
	each *rules
	keys *rules
	// onlySet exempts a value that is not set, as an optional rule does.
	onlySet bool
}

// of returns the first rule of the given name.
func (r *rules) of(name string) (rule, bool) {
	for _, known := range r.own {
		if known.name == name {
			return known, true
		}
	}
	return rule{}, false
}

// only are the rules that come from the given origin. What the declaration says of the presence of a value holds for
// rules from further up, too: they do not apply to a value that is not set and that is required, for which there is an
// error already, or optional.
func (r *rules) only(origin *group.Field) *rules {
	if r == nil {
		return nil
	}
	found := &rules{each: r.each.only(origin), keys: r.keys.only(origin)}
	for _, known := range r.own {
		switch {
		case known.origin == origin:
			found.own = append(found.own, known)
		case known.origin == nil && (known.name == "required" || known.name == "optional"):
			found.onlySet = true
		}
	}
	return found
}

// where returns the rules without a condition, and the conditional rules whose condition is met.
func (r *rules) where(met func(origin *group.Field) bool) *rules {
	if r == nil {
		return nil
	}
	found := &rules{each: r.each.where(met), keys: r.keys.where(met), onlySet: r.onlySet}
	for _, known := range r.own {
		if known.origin == nil || known.origin.Path != "" || met(known.origin) {
			found.own = append(found.own, known)
		}
	}
	return found
}

// dropRepeated drops rules that the declaration has, too: one error is enough.
func (r *rules) dropRepeated() {
	if r == nil {
		return
	}
	all := r.own
	r.own = nil
	for i, known := range all {
		declared := func(other rule) bool {
			return other.origin == nil && other.name == known.name && other.limit == known.limit
		}
		if known.origin == nil && slices.ContainsFunc(all[:i], declared) ||
			known.origin != nil && slices.ContainsFunc(all, declared) {
			continue
		}
		r.own = append(r.own, known)
	}
	r.each.dropRepeated()
	r.keys.dropRepeated()
}

// behindPointer returns the rules for the target of a pointer.
func (r *rules) behindPointer() *rules {
	behind := &rules{each: r.each, keys: r.keys}
	for _, known := range r.own {
		if known.name != "required" && known.name != "optional" && known.name != "forbidden" {
			behind.own = append(behind.own, known)
		}
	}
	return behind
}

// element and key return the rules one level further in.
func (r *rules) element() *rules {
	if r.each == nil {
		r.each = &rules{}
	}
	return r.each
}

func (r *rules) key() *rules {
	if r.keys == nil {
		r.keys = &rules{}
	}
	return r.keys
}

// markerName is the name of the marker that a rule comes from, without what stands around it.
func markerName(r rule) string {
	switch r.name {
	case "format", "required", "optional", "enum":
		if r.from.Name == r.name {
			return r.name
		}
	case "k8s:format":
		return r.name
	}
	return "k8s:" + r.name
}

// example shows how a constraint is written.
func example(name string) string {
	examples := map[string]string{
		"eachVal": "+k8s:eachVal=+k8s:maxLength=63", "eachKey": "+k8s:eachKey=+k8s:format=k8s-label-key",
		"subfield": "+k8s:subfield(port)=+k8s:minimum=1",
		"minimum":  "+k8s:minimum=1", "maximum": "+k8s:maximum=65535", "minLength": "+k8s:minLength=1",
		"maxLength": "+k8s:maxLength=63",
		"minItems":  "+k8s:minItems=1", "maxItems": "+k8s:maxItems=16", "format": "+k8s:format=k8s-short-name",
		"maxBytes": "+k8s:maxBytes=255", "minProperties": "+k8s:minProperties=1",
		"maxProperties": "+k8s:maxProperties=16", "neq": `+k8s:neq="localhost"`,
		"ifMode": `+k8s:ifMode("Forward")=+k8s:required`, "item": `+k8s:item(name: "default")=+k8s:required`,
		"ifEnabled":  `+k8s:ifEnabled("DNSOverTLS")=+k8s:required`,
		"ifDisabled": `+k8s:ifDisabled("DNSOverTLS")=+k8s:maxItems=1`,
		"alpha":      `+k8s:alpha(since: "1.36")=+k8s:minimum=1`, "beta": `+k8s:beta(since: "1.36")=+k8s:minimum=1`,
	}
	if text := examples[name]; text != "" {
		return text
	}
	return "+k8s:" + name
}

// forbidden is the check of a value that must not be set.
func forbidden(v value) check {
	return check{condition: isSet(v), then: []jen.Code{
		appendOne(jen.Qual(emit.Field, "Forbidden").Call(v.path.Code(), jen.Lit("must not be set"))),
	}}
}

// present makes checks of a value depend on its presence: without a value, only the missing value is reported if it is
// required, and the checks pass if it is optional.
func present(v value, r *rules, checks []check) []check {
	_, required := r.of("required")
	_, optional := r.of("optional")
	optional = optional || r.onlySet
	zero, ok := isZero(v)
	switch {
	case required && ok:
		missing := appendOne(jen.Qual(emit.Field, "Required").Call(v.path.Code(), jen.Lit("must be set")))
		statement := jen.If(zero).Block(missing)
		switch {
		case len(checks) == 0:
			return []check{{condition: zero, then: []jen.Code{missing}}}
		case len(checks) == 1 && checks[0].condition != nil:
			statement.Else().If(checks[0].condition).Block(checks[0].then...)
		default:
			statement.Else().Block(statements(checks)...)
		}
		return []check{{then: []jen.Code{statement}}}
	case optional && ok && v.typ.Kind != "pointer":
		return when(isSet(v), checks)
	case v.typ.Kind == "pointer":
		return when(isSet(v), checks)
	}
	return checks
}
