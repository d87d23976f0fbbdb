package render

import (
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// mostPlaces is how often a value may be in a resource so that a rule in CEL is affordable: the API server adds up what
// a rule costs in every place, and refuses a definition that costs too much.
const mostPlaces = 1000

// Served reports whether the kind is a custom resource in the version.
func (d *Document) Served() bool {
	return d.Kind.Resource != nil && d.API.Group != "" && d.Preferred()
}

// ResourceFile is the name of the file with the definition of the custom resource.
func (d *Document) ResourceFile() string { return strings.ToLower(d.Kind.Name) + ".crd.yaml" }

// Resource is the definition of the custom resource that has the configuration in its spec.
func (d *Document) Resource() []byte {
	known := d.Kind.Resource
	metadata := object{}
	if known.Approved != "" {
		metadata.set("annotations", object{{"api-approved.kubernetes.io", known.Approved}})
	}
	metadata.set("name", known.Plural+"."+d.API.Group)
	names := object{{"kind", d.Kind.Name}, {"listKind", d.Kind.Name + "List"}, {"plural", known.Plural}}
	names.with("shortNames", known.ShortNames)
	names.set("singular", strings.ToLower(d.Kind.Name))
	version := object{
		{"name", d.Version.Name},
		{"schema", object{{"openAPIV3Schema", d.structural()}}},
		{"served", true}, {"storage", true},
		{"subresources", object{{"status", object{}}}},
	}
	return []byte("# " + mark + "\n" + yamlText(object{
		{"apiVersion", "apiextensions.k8s.io/v1"}, {"kind", "CustomResourceDefinition"}, {"metadata", metadata},
		{"spec", object{
			{"group", d.API.Group}, {"names", names}, {"scope", known.Scope}, {"versions", []any{version}},
		}},
	}))
}

// structural returns the schema of an object. Its spec is the content of a file, with the header that the API server
// fills in. Its status is the status of package componentconfig/dynamic/kube, or another one that a component reports.
func (d *Document) structural() object {
	constant := func(description, value string) object {
		return object{
			{"default", value}, {"description", description}, {"enum", []any{value}}, {"type", "string"},
		}
	}
	open := object{{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}}
	spec := object{{"type", "object"}}
	if doc := d.Doc(); doc != "" {
		spec = object{{"description", doc}, {"type", "object"}}
	}
	fields := object{
		{"apiVersion", constant("Group and version of the configuration.", d.APIVersion())},
		{"kind", constant("Kind of the configuration.", d.Kind.Name)},
	}
	for _, f := range d.Fields {
		fields.set(f.Name, f.structural(1))
	}
	spec.set("properties", fields)
	spec.rules(structRules(d.Fields, 1))
	return object{
		{"type", "object"},
		{"required", []string{"spec"}},
		{"properties", object{
			{"apiVersion", object{{"type", "string"}}}, {"kind", object{{"type", "string"}}},
			{"metadata", object{{"type", "object"}}}, {"spec", spec}, {"status", open},
		}},
	}
}

// rules adds rules in CEL.
func (o *object) rules(rules []any) {
	if len(rules) > 0 {
		o.set("x-kubernetes-validations", rules)
	}
}

// structural is the structural schema of a field that can be in so many places of a resource; 0 for any number.
func (f *Field) structural(places int) object {
	var s object
	text := f.help()
	if deprecation := f.deprecation(); deprecation != "" {
		text = strings.TrimSpace(text + "\nDeprecated: " + deprecation)
	}
	if f.Default != nil {
		text = strings.TrimSpace(text + "\nDefault: " + yamlValue(string(f.Default)))
	}
	if text != "" {
		s.set("description", text)
	}
	p := f.presence()
	p.null = false // a resource leaves out what has no value
	return append(s, f.structuralOf(&f.Type, f.limits, p, places)...)
}

// structuralOf is the structural schema of a value of a type inside a field. Defaults are not in it: the API server
// would store them, and they would be values that the user has set.
func (f *Field) structuralOf(t, l *descriptor.Type, p presence, places int) object {
	s := structuralType(t)
	switch t.Form {
	case descriptor.Integer, descriptor.Number, descriptor.IntOrString, descriptor.Nanoseconds:
		s = append(s, plainLimits(t, bounds(t, l, p))...)
	case descriptor.String:
		s = append(s, validations(f.texts(t, l, p))...)
	case descriptor.Duration, descriptor.EitherDuration:
		s.set("pattern", formatNamed(string(descriptor.Duration)).pattern)
	case descriptor.Quantity:
		s.set("pattern", formatNamed(string(descriptor.Quantity)).pattern)
	case descriptor.List:
		inner := within(places, l)
		s.set("items", f.structuralOf(inside(t.Elem), inside(l.Elem), presence{}, inner))
		s = append(s, validations(sizes("Items", l, p))...)
		s = append(s, f.structuralList(t, l)...)
	case descriptor.Map:
		inner := within(places, l)
		s.set("additionalProperties", f.structuralOf(inside(t.Elem), inside(l.Elem), presence{}, inner))
		s = append(s, validations(sizes("Properties", l, p))...)
		s.rules(f.keyRules(inside(t.Key), inside(l.Key), inner))
	case descriptor.Object:
		s = append(s, f.structuralFields(places)...)
	}
	s.rules(valueRules(t.Form, l, p, places))
	return s
}

// within is in how many places an item is; 0 for any number, or for more than rules can be for.
func within(places int, l *descriptor.Type) int {
	most, err := strconv.Atoi(l.MaxLength)
	if err != nil || most <= 0 || places*most > mostPlaces {
		return 0
	}
	return places * most
}

// structuralType says what kind of value there is, as controller-gen says it.
func structuralType(t *descriptor.Type) object {
	either := object{
		{"anyOf", []any{object{{"type", "integer"}}, object{{"type", "string"}}}}, {"x-kubernetes-int-or-string", true},
	}
	switch t.Form {
	case descriptor.Bool:
		return object{{"type", "boolean"}}
	case descriptor.Integer:
		switch t.Number {
		case "int32":
			return object{{"format", "int32"}, {"type", "integer"}}
		case "int64", "uint32": // for the API server, a limit beyond a format is a mistake
			return object{{"format", "int64"}, {"type", "integer"}}
		}
		return object{{"type", "integer"}}
	case descriptor.Nanoseconds:
		return object{{"format", "int64"}, {"type", "integer"}}
	case descriptor.Number:
		return object{{"type", "number"}}
	case descriptor.IntOrString, descriptor.Quantity, descriptor.EitherDuration:
		return either
	case descriptor.Base64:
		return object{{"format", "byte"}, {"type", "string"}}
	case descriptor.Time:
		return object{{"format", "date-time"}, {"type", "string"}}
	case descriptor.String, descriptor.Duration:
		return object{{"type", "string"}}
	case descriptor.List:
		return object{{"type", "array"}}
	case descriptor.Map, descriptor.Object:
		return object{{"type", "object"}}
	}
	return object{{"x-kubernetes-preserve-unknown-fields", true}}
}

// structuralFields are the fields of the struct that a field holds, points to, or lists.
func (f *Field) structuralFields(places int) object {
	if len(f.Fields) == 0 {
		return object{{"x-kubernetes-preserve-unknown-fields", true}} // of a type that is not known
	}
	var all, s object
	names := f.required()
	for _, inner := range f.Fields {
		all.set(inner.Name, inner.structural(places))
		if inner.tooShort() && !slices.Contains(names, inner.Name) {
			names = append(names, inner.Name)
		}
	}
	s.with("required", names)
	s.set("properties", all)
	s.rules(structRules(f.Fields, places))
	return s
}

// tooShort reports whether the field is a list that is too short if it is not there.
func (f *Field) tooShort() bool {
	least, _ := lengths(f.limits)
	return f.inAtomicList() && f.Type.Form == descriptor.List && least != "" && least != "0" && !f.limits.Optional &&
		!f.hasDefault()
}

// structuralList says how items are told apart, and merged by those who apply parts of a resource.
func (f *Field) structuralList(t, l *descriptor.Type) object {
	var kind descriptor.ListType
	if t == &f.Type {
		kind = f.listType()
	}
	if l.Unique != "" && kind == "" {
		kind = l.Unique
	}
	keys := f.mapKeys()
	switch {
	case kind == descriptor.MapList && len(keys) > 0:
		return object{{"x-kubernetes-list-map-keys", keys}, {"x-kubernetes-list-type", "map"}}
	case kind == descriptor.Set && len(f.Fields) == 0:
		return object{{"x-kubernetes-list-type", "set"}}
	}
	return object{{"x-kubernetes-list-type", "atomic"}}
}

// plainLimits returns the limits of a number that its format does not have, and that the API server can check: it
// compares integers with limits as integers of 64 bits.
func plainLimits(t *descriptor.Type, limits object) object {
	own, signed := ranges[numberOf(t)], []string{"int", "int32", "int64"}
	return validations(slices.DeleteFunc(limits, func(m member) bool {
		limit, ok := m.value.(raw)
		wide := ok && (compare(string(limit), ranges["int64"][0]) < 0 || compare(string(limit), ranges["int64"][1]) > 0)
		natural := ok && (string(limit) == own[0] || string(limit) == own[1])
		return wide || natural && t.Form != descriptor.IntOrString && slices.Contains(signed, numberOf(t))
	}))
}

// validations are keywords of JSON Schema as a structural schema has them: without references and constants.
func validations(s object) object {
	var all object
	for _, m := range s {
		switch value := m.value.(type) {
		case object:
			all.set(m.key, validations(value))
			continue
		case []any:
			if m.key == "enum" {
				break
			}
			var list []any
			for _, item := range value {
				list = append(list, validations(item.(object)))
			}
			if only, ok := list[0].(object); ok && m.key == "allOf" && len(list) == 1 {
				all = append(all, only...)
				continue
			}
			all.set(m.key, list)
			continue
		case string:
			if m.key == "$ref" {
				all.set("pattern", formatNamed(strings.TrimPrefix(value, "#/definitions/")).pattern)
				continue
			}
		}
		if m.key == "const" {
			all.set("enum", []any{m.value})
			continue
		}
		all.set(m.key, m.value)
	}
	return all
}
