package schema

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// An object can hold others that are registered with the scheme, such as the arguments of plugins. They are raw in its
// type (runtime.RawExtension). Its method DecodeNestedObjects (runtime.NestedObjectDecoder) passes them to a decoder
// with the kind that is meant, and EncodeNestedObjects back to an encoder, as a codec of Kubernetes calls them.

// Nested are the objects inside of an object.
type Nested struct {
	// Objects are the decoded objects.
	Objects []runtime.Object
	// Problems are mistakes in them, Unknown the fields that their types do not have.
	Problems, Unknown layers.Problems
	// Secrets are the patterns of the secrets in them.
	Secrets []string
}

// HoldsNested reports whether an object can hold others. Only then is it worth decoding for them.
func HoldsNested(object any) bool {
	_, ok := object.(runtime.NestedObjectDecoder)
	return ok
}

// DecodeNested decodes the objects inside of an object that was decoded from a tree. It settles in the tree what only
// their types decide, as Check does; secrets are the patterns of the secrets around them.
func DecodeNested(g *Group, root *layers.Node, object any, secrets []string) Nested {
	nested, ok := object.(runtime.NestedObjectDecoder)
	if !ok {
		return Nested{}
	}
	d := &nestedDecoder{group: g, secrets: secrets, raw: map[*byte]rawObject{}}
	d.find(root, reflect.ValueOf(object), nil)
	d.last = rawObject{node: root}
	if err := nested.DecodeNestedObjects(d); err != nil && len(d.found.Problems) == 0 {
		d.found.Problems = layers.Problems{{Pos: d.last.node.Origin(), Code: layers.WrongType,
			Message: d.refused(err)}}
	}
	return d.found
}

// refused says that the last object was refused. The error may quote what is in it.
func (d *nestedDecoder) refused(err error) string {
	c := checker{secrets: d.secrets}
	switch {
	case len(d.last.path) == 0:
		return err.Error()
	case c.secret(d.last.path):
		return c.shown(d.last.path) + ": the object is not valid"
	}
	return c.shown(d.last.path) + ": " + err.Error()
}

// nestedDecoder decodes raw objects, which it knows by the addresses of their bytes.
type nestedDecoder struct {
	group   *Group
	secrets []string
	raw     map[*byte]rawObject
	last    rawObject
	found   Nested
}

type rawObject struct {
	node *layers.Node
	path layers.Path
}

// find finds the raw objects in a value that was decoded from a node.
func (d *nestedDecoder) find(n *layers.Node, v reflect.Value, at layers.Path) {
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.IsValid() || n == nil {
		return
	}
	if raw, ok := v.Interface().(runtime.RawExtension); ok {
		if len(raw.Raw) > 0 {
			d.raw[&raw.Raw[0]] = rawObject{n, at}
		}
		return
	}
	switch {
	case opaque(v.Type()):
	case v.Kind() == reflect.Struct && n.Kind == layers.Map:
		for _, f := range d.group.Fields(v.Type()) {
			if fv, err := v.FieldByIndexErr(f.Index); err == nil {
				d.find(n.Fields[f.Name], fv, at.Field(f.Name))
			}
		}
	case v.Kind() == reflect.Slice && n.Kind == layers.List && len(n.Items) == v.Len():
		for i, item := range n.Items {
			d.find(item, v.Index(i), at.Index(i))
		}
	case v.Kind() == reflect.Map && n.Kind == layers.Map:
		for _, key := range v.MapKeys() {
			name := keyText(key)
			d.find(n.Fields[name], v.MapIndex(key), at.Key(name))
		}
	}
}

// Decode implements runtime.Decoder. Without data it reports whether the kind is registered.
func (d *nestedDecoder) Decode(data []byte, kind *apischema.GroupVersionKind, into runtime.Object) (runtime.Object,
	*apischema.GroupVersionKind, error) {
	asked := apischema.GroupVersionKind{}
	if kind != nil {
		asked = *kind
	}
	raw, known := rawObject{}, false
	if len(data) > 0 {
		raw, known = d.raw[&data[0]]
	}
	if known {
		d.last = raw
		if text := raw.node.Fields["apiVersion"]; text != nil && text.Text != "" {
			gv, err := apischema.ParseGroupVersion(text.Text)
			if err != nil {
				return nil, &asked, err
			}
			asked.Group, asked.Version = gv.Group, gv.Version
		}
		if text := raw.node.Fields["kind"]; text != nil && text.Text != "" {
			asked.Kind = text.Text
		}
	}
	object, err := d.group.scheme.New(asked)
	switch {
	case runtime.IsNotRegisteredError(err): // without the line of code that made the scheme
		return nil, &asked, runtime.NewNotRegisteredErrForKind(d.group.name, asked)
	case err != nil:
		return nil, &asked, err
	case !known:
		return nil, &asked, errors.New("there is nothing to decode")
	case into != nil && reflect.TypeOf(into) == reflect.TypeOf(object):
		object = into
	}
	d.check(raw, reflect.TypeOf(object).Elem())
	if len(d.found.Problems) == 0 {
		if err := d.group.Decode(raw.node.Pruned(nil), object); err != nil {
			return nil, &asked, err
		}
	}
	object.GetObjectKind().SetGroupVersionKind(apischema.GroupVersionKind{})
	d.found.Objects = append(d.found.Objects, object)
	return object, &asked, nil
}

// check compares a raw object with its type.
func (d *nestedDecoder) check(raw rawObject, t reflect.Type) {
	var secrets []string
	secretsIn(t, raw.path, d.group.Fields, func(p layers.Path) {
		secrets = append(secrets, p.Pattern())
	})
	c := checker{Types: &d.group.Types, secrets: slices.Concat(d.secrets, secrets)}
	c.value(raw.node, t, raw.path, false)
	d.found.Problems = append(d.found.Problems, c.problems...)
	d.found.Unknown = append(d.found.Unknown, c.unknown...)
	d.found.Secrets = append(d.found.Secrets, secrets...)
}

// holdsObjects reports whether a type has a field for an object of any type.
func holdsObjects(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return t.Implements(reflect.TypeFor[runtime.Object]())
	case reflect.Pointer, reflect.Slice:
		return holdsObjects(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && holdsObjects(f.Type, seen) {
				return true
			}
		}
	}
	return false
}

// ConvertNested converts the objects in an object of the component's type to their internal types.
func (o *objects) ConvertNested(internal any) error {
	if !o.holdsObjects {
		return nil
	}
	return o.nestedToInternal(reflect.ValueOf(internal))
}

// nestedToInternal converts the objects in an internal object to their internal types. Objects without a registered
// internal type are unchanged.
func (o *objects) nestedToInternal(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer:
		return o.nestedToInternal(v.Elem())
	case reflect.Interface:
		object, ok := v.Interface().(runtime.Object)
		if !ok || v.IsNil() || !v.CanSet() {
			return nil
		}
		converted, err := o.convertNested(object, func(kind apischema.GroupVersionKind) []apischema.GroupVersion {
			return []apischema.GroupVersion{{Group: kind.Group, Version: runtime.APIVersionInternal}}
		})
		if err == nil && converted != object {
			v.Set(reflect.ValueOf(converted))
		}
		return err
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				if err := o.nestedToInternal(v.Field(i)); err != nil {
					return err
				}
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if err := o.nestedToInternal(v.Index(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// convertNested converts an object to the first of some versions that its kind is registered in. It returns the object
// itself if there is none.
func (o *objects) convertNested(object runtime.Object,
	to func(apischema.GroupVersionKind) []apischema.GroupVersion) (runtime.Object, error) {
	kinds, _, err := o.scheme.ObjectKinds(object)
	if err != nil {
		return object, nil //nolint:nilerr // An object that the scheme does not know stays as it is.
	}
	for _, gv := range to(kinds[0]) {
		target := gv.WithKind(kinds[0].Kind)
		if slices.Contains(kinds, target) {
			return object, nil
		}
		out, err := o.scheme.New(target)
		if err != nil {
			continue
		}
		if err := o.scheme.Convert(object, out, nil); err != nil {
			return nil, fmt.Errorf("%s cannot be converted to %s: %w", target.Kind, gv, err)
		}
		return out, nil
	}
	return object, nil
}

// nestedEncoder implements runtime.Encoder for the objects in an object of a version.
type nestedEncoder struct {
	*objects
	version apischema.GroupVersion
}

// encodeNested returns an object of a version with the objects in it as JSON. The object itself is not changed.
func (o *objects) encodeNested(object any, v string) (any, error) {
	typed, isObject := object.(runtime.Object)
	if _, ok := object.(runtime.NestedObjectEncoder); !ok || !isObject {
		return object, nil
	}
	copied := typed.DeepCopyObject()
	err := copied.(runtime.NestedObjectEncoder).EncodeNestedObjects( //nolint:forcetypeassert // It has the same type.
		nestedEncoder{o, o.kinds[v].GroupVersion()})
	return copied, err
}

// Encode writes an object with its apiVersion and kind, and all its fields.
func (e nestedEncoder) Encode(object runtime.Object, w io.Writer) error {
	if unknown, ok := object.(*runtime.Unknown); ok {
		_, err := w.Write(unknown.Raw)
		return err
	}
	external, err := e.convertNested(object, func(kind apischema.GroupVersionKind) []apischema.GroupVersion {
		return append([]apischema.GroupVersion{{Group: kind.Group, Version: e.version.Version}},
			e.scheme.PrioritizedVersionsForGroup(kind.Group)...)
	})
	if err != nil {
		return err
	}
	tree, err := e.objects.Encode(reflect.ValueOf(external))
	if err != nil {
		return err
	}
	if kinds, _, err := e.scheme.ObjectKinds(external); err == nil {
		apiVersion, kind := kinds[0].ToAPIVersionAndKind()
		tree.Fields["apiVersion"] = &layers.Node{Kind: layers.String, Text: apiVersion}
		tree.Fields["kind"] = &layers.Node{Kind: layers.String, Text: kind}
	}
	_, err = w.Write(tree.JSON())
	return err
}

// Identifier implements runtime.Encoder.
func (nestedEncoder) Identifier() runtime.Identifier { return "componentconfig" }
