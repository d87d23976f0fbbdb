package docs

import (
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
)

// mark is the line that says who wrote a file that is not Go, without what makes it a comment.
var mark = strings.TrimPrefix(generators.Header, "// ")

// schema is the JSON Schema of the files of a root in one version.
func (d *document) schema() []byte {
	var s, properties object
	s.set("$schema", "http://json-schema.org/draft-07/schema#")
	s.set("$comment", mark)
	s.set("title", d.title())
	if d.external.Doc != "" {
		s.set("description", flowing(d.external.Doc))
	}
	s.set("type", "object")
	if apiVersion := d.header(); apiVersion != "" {
		header := object{{"description", "Group and version of the file."}, {"type", "string"}}
		if group.IsVersion(d.version) { // others are not known: a function by hand registers them
			header.set("const", apiVersion)
		}
		properties.set("apiVersion", header)
		properties.set("kind", object{
			{"description", "Kind of the file."}, {"type", "string"}, {"const", d.root.Name},
		})
		if !d.root.HeaderOptional {
			s.set("required", []string{"apiVersion", "kind"})
		}
	}
	for _, e := range d.fields {
		properties.set(e.JSONName, e.schema())
	}
	s.set("properties", properties)
	s.set("additionalProperties", false)
	if all := definitions(references(s)); len(all) > 0 {
		s.set("definitions", all)
	}
	return []byte(text(s))
}

// references are the names of the definitions that a schema refers to.
func references(value any) map[string]bool {
	found := map[string]bool{}
	switch v := value.(type) {
	case object:
		for _, m := range v {
			if target, ok := m.value.(string); ok && m.key == "$ref" {
				found[strings.TrimPrefix(target, "#/definitions/")] = true
			}
			maps.Copy(found, references(m.value))
		}
	case []any:
		for _, item := range v {
			maps.Copy(found, references(item))
		}
	}
	return found
}

// title names a root in one version.
func (d *document) title() string { return strings.TrimSpace(d.root.Name + " " + d.header()) }

// schema is the schema of a field.
func (e *entry) schema() object {
	var s object
	if doc := e.help(); doc != "" {
		s.set("description", doc)
	}
	if e.deprecated() {
		s.set("deprecated", true)
	}
	if e.Default != nil && e.Default.Value != "" {
		s.set("default", raw(e.Default.Value))
	}
	s = append(s, valueOf(e, e.Type, e.rules, e.presence())...)
	return append(s, e.annotations()...)
}

// annotations are what JSON Schema has no keywords for.
func (e *entry) annotations() object {
	var s object
	switch formOf(e.Type.Deref()) {
	case formDuration, formQuantity, formEitherTime, formNanoseconds:
		for _, name := range []string{"minimum", "maximum"} {
			if limit, ok := e.rules.limit(name); ok {
				s.set("x-configgen-"+name, limit)
			}
		}
	}
	s.with("x-configgen-flag", e.flags())
	if e.of != nil && e.of.LegacyDefault != nil {
		s.set("x-configgen-legacy-default", e.of.LegacyDefault.Text)
	}
	if outer := "restart"; e.parent != nil && e.parent.reload() != e.reload() || e.parent == nil && e.reload() != outer {
		s.set("x-configgen-reload", e.reload())
	}
	s.with("x-configgen-gate", e.gates())
	if e.of != nil {
		s.with("x-configgen-os", e.of.OS)
		if e.of.IsPath {
			s.set("x-configgen-path", true)
		}
	}
	if kind := e.mergedAs(); kind == "set" || kind == "map" {
		s.set("x-configgen-merge", kind)
	}
	if e.secret() {
		s.set("x-configgen-secret", true)
	}
	return s
}

// presence says what values mean that nothing is set.
type presence struct {
	// null is accepted, and zero is, whatever the constraints say.
	null, zero bool
	// needed refuses the zero, whatever the constraints say.
	needed bool
}

// presence is that of a field. A zero in a field that is not a pointer is a field that is not set, which gets its
// default; an optional one needs no value.
func (e *entry) presence() presence {
	if e.of == nil {
		return presence{null: true}
	}
	kept := e.of.Type.Kind == "pointer" && e.Type.Kind == "pointer"
	form := formOf(e.Type.Deref())
	if e.rules.has("required") && e.Default == nil && form != formBool && form != formObject {
		return presence{needed: !kept}
	}
	unset := e.Type.Kind != "pointer" && (e.Default != nil || e.of.Type.Kind == "pointer")
	return presence{null: true, zero: unset || e.rules.has("optional") && !kept}
}

// valueOf is the schema of a value of a type inside a field.
func valueOf(e *entry, t *group.Type, r *rules, p presence) object {
	t = t.Deref()
	form := formOf(t)
	s := typed(form, p)
	switch form {
	case formInteger, formNanoseconds, formIntOrString, formNumber:
		s = append(s, bounds(t, r, p)...)
	case formText:
		s = append(s, texts(e, t, r, p)...)
	case formList:
		s.set("items", valueOf(e, t.Elem, r.elements(), presence{}))
		s = append(s, sizes("Items", r, p)...)
		if unique, _ := r.limit("unique"); unique == "set" {
			s.set("uniqueItems", true)
		}
	case formMap:
		s.set("additionalProperties", valueOf(e, t.Elem, r.elements(), presence{null: true}))
		if keys := texts(e, t.Key, r.ofKeys(), presence{}); len(keys) > 0 {
			s.set("propertyNames", keys)
		}
		s = append(s, sizes("Properties", r, p)...)
	case formObject:
		s = append(s, properties(e)...)
	case formEitherTime:
		s.set("allOf", []any{reference(string(formDuration))})
	case formDuration, formQuantity, formTime, formBase64:
		s.set("allOf", []any{reference(string(form))})
	}
	return s
}

// typed is the keyword type of a form.
func typed(of form, p presence) object {
	names := map[form][]string{
		formBool: {"boolean"}, formInteger: {"integer"}, formNanoseconds: {"integer"}, formNumber: {"number"},
		formIntOrString: {"integer", "string"}, formEitherTime: {"string", "integer"}, formQuantity: {"string", "number"},
		formList: {"array"}, formMap: {"object"}, formObject: {"object"}, formText: {"string"}, formDuration: {"string"},
		formTime: {"string"}, formBase64: {"string"},
	}[of]
	if p.null && len(names) > 0 {
		names = append(names, "null")
	}
	switch len(names) {
	case 0:
		return nil
	case 1:
		return object{{"type", names[0]}}
	}
	return object{{"type", names}}
}

// properties are the fields of the struct that a field holds, points to, or lists.
func properties(e *entry) object {
	if len(e.fields) == 0 {
		return nil // of a type that holds itself, or of one whose source is not known
	}
	var all, s object
	for _, inner := range e.fields {
		all.set(inner.JSONName, inner.schema())
	}
	s.with("required", required(e))
	s.set("properties", all)
	s.set("additionalProperties", false)
	return s
}

// required are the names of the fields that an object in a file must have: the keys of an item that is merged by these,
// and what an item needs that no other file adds to.
func required(e *entry) []string {
	var names []string
	keys := e.mapKeys()
	for _, inner := range e.fields {
		needed := inner.inAtomicList() && inner.rules.has("required") && inner.Default == nil
		if needed || slices.Contains(keys, inner.JSONName) {
			names = append(names, inner.JSONName)
		}
	}
	return names
}
