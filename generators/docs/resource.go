package docs

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
)

// mostPlaces is how often a value may be in a resource so that a rule in CEL is affordable: the API server adds up what
// a rule costs in every place, and refuses a definition that costs too much.
const mostPlaces = 1000

// served reports whether the document is of the version in which a root is a custom resource.
func (d *document) served() bool {
	preferred := d.root.Version == nil || d.external.Version == d.root.Version.Package.Path
	return d.root.Resource != nil && d.group.Name != "" && preferred
}

// resourceFile is the name of the file with the definition of the custom resource.
func (d *document) resourceFile() string { return strings.ToLower(d.root.Name) + ".crd.yaml" }

// resource is the definition of the custom resource that has the configuration in its spec.
func (d *document) resource() []byte {
	known := d.root.Resource
	metadata := object{}
	if known.Approved != "" {
		metadata.set("annotations", object{{"api-approved.kubernetes.io", known.Approved}})
	}
	metadata.set("name", known.Plural+"."+d.group.Name)
	names := object{{"kind", d.root.Name}, {"listKind", d.root.Name + "List"}, {"plural", known.Plural}}
	names.with("shortNames", known.ShortNames)
	names.set("singular", strings.ToLower(d.root.Name))
	version := object{
		{"name", d.version},
		{"schema", object{{"openAPIV3Schema", d.structural()}}},
		{"served", true}, {"storage", true},
		{"subresources", object{{"status", object{}}}},
	}
	return []byte("# " + mark + "\n" + yamlText(object{
		{"apiVersion", "apiextensions.k8s.io/v1"}, {"kind", "CustomResourceDefinition"}, {"metadata", metadata},
		{"spec", object{
			{"group", d.group.Name}, {"names", names}, {"scope", known.Scope}, {"versions", []any{version}},
		}},
	}))
}

// structural is the schema of an object. What a file has is its spec, with the header that the API server fills in. The
// status is that of package componentconfig/dynamic/kube, or what else a component reports.
func (d *document) structural() object {
	constant := func(description, value string) object {
		return object{
			{"default", value}, {"description", description}, {"enum", []any{value}}, {"type", "string"},
		}
	}
	open := object{{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}}
	spec := object{{"type", "object"}}
	if d.external.Doc != "" {
		spec = object{{"description", flowing(d.external.Doc)}, {"type", "object"}}
	}
	fields := object{
		{"apiVersion", constant("Group and version of the configuration.", d.header())},
		{"kind", constant("Kind of the configuration.", d.root.Name)},
	}
	for _, e := range d.fields {
		fields.set(e.JSONName, e.structural(1))
	}
	spec.set("properties", fields)
	spec.rules(structRules(d.fields, 1))
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
func (e *entry) structural(places int) object {
	var s object
	text := e.help()
	if deprecation := deprecationText(e); deprecation != "" {
		text = strings.TrimSpace(text + "\nDeprecated: " + deprecation)
	}
	if e.Default != nil && e.Default.Value != "" {
		text = strings.TrimSpace(text + "\nDefault: " + yamlValue(e.Default.Value))
	}
	if text != "" {
		s.set("description", text)
	}
	p := e.presence()
	p.null = false // a resource leaves out what has no value
	return append(s, structuralOf(e, e.Type, e.rules, p, places)...)
}

// structuralOf is the structural schema of a value of a type inside a field. Defaults are not in it: the API server
// would store them, and they would be values that the user has set.
func structuralOf(e *entry, t *group.Type, r *rules, p presence, places int) object {
	t = t.Deref()
	form := formOf(t)
	s := structuralType(form, t)
	switch form {
	case formInteger, formNumber, formIntOrString, formNanoseconds:
		s = append(s, plainLimits(t, bounds(t, r, p))...)
	case formText:
		s = append(s, validations(texts(e, t, r, p))...)
	case formDuration, formEitherTime:
		s.set("pattern", pattern(string(formDuration)))
	case formQuantity:
		s.set("pattern", pattern(string(formQuantity)))
	case formList:
		inner := within(places, r, "maxItems")
		s.set("items", structuralOf(e, t.Elem, r.elements(), presence{}, inner))
		s = append(s, validations(sizes("Items", r, p))...)
		s = append(s, listType(e, t, r)...)
	case formMap:
		inner := within(places, r, "maxProperties")
		s.set("additionalProperties", structuralOf(e, t.Elem, r.elements(), presence{}, inner))
		s = append(s, validations(sizes("Properties", r, p))...)
		s.rules(keyRules(r.ofKeys(), t, e, inner))
	case formObject:
		s = append(s, structuralFields(e, places)...)
	}
	s.rules(valueRules(form, r, p, places))
	return s
}

// within is in how many places an item is; 0 for any number, or for more than rules can be for.
func within(places int, r *rules, limit string) int {
	text, ok := r.limit(limit)
	if !ok {
		text, ok = r.limit("maxItems") // +k8s:maxItems serves maps, too
	}
	most, whole := number(text)
	if !ok || !whole || most <= 0 || places*most > mostPlaces {
		return 0
	}
	return places * most
}

// structuralType says what kind of value there is, as controller-gen says it.
func structuralType(of form, t *group.Type) object {
	either := object{
		{"anyOf", []any{object{{"type", "integer"}}, object{{"type", "string"}}}}, {"x-kubernetes-int-or-string", true},
	}
	switch of {
	case formBool:
		return object{{"type", "boolean"}}
	case formInteger:
		switch t.Kind {
		case "int32":
			return object{{"format", "int32"}, {"type", "integer"}}
		case "int64", "uint32": // for the API server, a limit beyond a format is a mistake
			return object{{"format", "int64"}, {"type", "integer"}}
		}
		return object{{"type", "integer"}}
	case formNanoseconds:
		return object{{"format", "int64"}, {"type", "integer"}}
	case formNumber:
		return object{{"type", "number"}}
	case formIntOrString, formQuantity, formEitherTime:
		return either
	case formBase64:
		return object{{"format", "byte"}, {"type", "string"}}
	case formTime:
		return object{{"format", "date-time"}, {"type", "string"}}
	case formText, formDuration:
		return object{{"type", "string"}}
	case formList:
		return object{{"type", "array"}}
	case formMap, formObject:
		return object{{"type", "object"}}
	}
	return object{{"x-kubernetes-preserve-unknown-fields", true}}
}

// structuralFields are the fields of the struct that a field holds, points to, or lists.
func structuralFields(e *entry, places int) object {
	if len(e.fields) == 0 {
		return object{{"x-kubernetes-preserve-unknown-fields", true}} // of a type that is not known
	}
	var all, s object
	names := required(e)
	for _, inner := range e.fields {
		all.set(inner.JSONName, inner.structural(places))
		least, _ := inner.rules.limit("minItems")
		if inner.inAtomicList() && least != "" && least != "0" && !inner.rules.has("optional") && inner.Default == nil &&
			!slices.Contains(names, inner.JSONName) {
			names = append(names, inner.JSONName) // a list that is not there is too short
		}
	}
	s.with("required", names)
	s.set("properties", all)
	s.rules(structRules(e.fields, places))
	return s
}

// listType says how items are told apart, and merged by those who apply parts of a resource.
func listType(e *entry, t *group.Type, r *rules) object {
	kind := "atomic"
	if t == e.Type.Deref() {
		kind = e.mergedAs()
	}
	if unique, ok := r.limit("unique"); ok && kind == "atomic" {
		kind = unique
	}
	keys := e.mapKeys()
	switch {
	case kind == "map" && len(keys) > 0:
		return object{{"x-kubernetes-list-map-keys", keys}, {"x-kubernetes-list-type", "map"}}
	case kind == "set" && len(e.fields) == 0:
		return object{{"x-kubernetes-list-type", "set"}}
	}
	return object{{"x-kubernetes-list-type", "atomic"}}
}

// plainLimits are the limits of a number without those that its format has, and without those that the API server gets
// wrong: it compares an integer with them as if they were integers of 64 bits.
func plainLimits(t *group.Type, limits object) object {
	own := ranges[t.Kind]
	return validations(slices.DeleteFunc(limits, func(m member) bool {
		limit, ok := m.value.(raw)
		wide := ok && (compare(string(limit), ranges["int64"][0]) < 0 || compare(string(limit), ranges["int64"][1]) > 0)
		natural := ok && (string(limit) == own[0] || string(limit) == own[1])
		return wide || natural && (t.Kind == "int" || t.Kind == "int32" || t.Kind == "int64")
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
				all.set("pattern", pattern(strings.TrimPrefix(value, "#/definitions/")))
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
