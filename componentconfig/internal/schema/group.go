package schema

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/version"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/memo"
)

// Group is one root in all its versions. It knows how to make, default and convert the objects, and which field of one
// version is which field of another. It is safe for concurrent use once Moves and Opaque are set.
type Group struct {
	objects
	// places are the answers of PatternsOf by Go path and version, translated of Translated by pattern and both versions.
	places     memo.Of[[2]string, []string]
	translated memo.Of[[3]string, []string]
	// Compared, Moves and Opaque are the fields of binding.Root, with [] in paths.
	Compared []string
	Moves    []binding.Move
	Opaque   []binding.Opaque
}

// objects are the objects of a root: of the Go type that the component works with, and of the versions that files are
// written in.
type objects struct {
	Types
	scheme   *runtime.Scheme
	name     string
	kind     string
	internal reflect.Type
	versions []string
	// goTypes are the Go types of the versions.
	goTypes map[string]reflect.Type
	// defaults sets the defaults of a plain root; it may be nil.
	defaults func(config any)
	// holdsObjects reports whether the component's type has fields for other objects.
	holdsObjects bool
	// kinds are the kinds that the versions are registered as.
	kinds map[string]apischema.GroupVersionKind
}

// Of returns the group of a root, with the versions, moves and opaque fields that generated code declares.
func Of[T any](root binding.Root[T]) (*Group, error) {
	var setDefaults func(config any)
	if root.Default != nil {
		setDefaults = func(config any) { root.Default(config.(*T)) } //nolint:forcetypeassert // There are no other values.
	}
	g := NewPlain(reflect.TypeFor[T](), setDefaults)
	if len(root.AddToScheme) > 0 {
		var err error
		if g, err = NewGroup(root.Group, root.Kind, reflect.TypeFor[T](), root.AddToScheme...); err != nil {
			return nil, err
		}
	}
	g.Compared = root.Compared
	for _, m := range root.Moves {
		m.From, m.Field, m.When = PatternOf(m.From), PatternOf(m.Field), PatternOf(m.When)
		g.Moves = append(g.Moves, m)
	}
	for _, o := range root.Opaque {
		opaque := binding.Opaque{Version: o.Version}
		for _, path := range o.Fields {
			opaque.Fields = append(opaque.Fields, PatternOf(path))
		}
		for _, path := range o.Reads {
			opaque.Reads = append(opaque.Reads, PatternOf(path))
		}
		g.Opaque = append(g.Opaque, opaque)
	}
	return g, nil
}

// PatternOf returns a path of a descriptor as a pattern, with [] in the place of [*].
func PatternOf(path string) string { return strings.ReplaceAll(path, "[*]", "[]") }

// unversioned is the only version of a plain root. Nobody sees it.
const unversioned = "unversioned"

// NewPlain returns the root of a type that is not an object of the API machinery: it has one version, which files do
// not name. defaults may be nil.
func NewPlain(internal reflect.Type, defaults func(config any)) *Group {
	return &Group{
		objects: objects{internal: internal, versions: []string{unversioned}, defaults: defaults,
			goTypes: map[string]reflect.Type{unversioned: internal}},
	}
}

// Plain reports whether the root is a plain one.
func (o *objects) Plain() bool { return o.scheme == nil }

// NewGroup registers the types of a root. internal is the type that the component works with: an internal type, or the
// type of a version.
func NewGroup(name, kind string, internal reflect.Type, addToScheme ...func(*runtime.Scheme) error) (*Group, error) {
	g := &Group{}
	g.objects = objects{scheme: runtime.NewScheme(), name: name, kind: kind, internal: internal,
		holdsObjects: holdsObjects(internal, map[reflect.Type]bool{})}
	for _, add := range addToScheme {
		if err := add(g.scheme); err != nil {
			return nil, fmt.Errorf("%s cannot be registered: %w", name, err)
		}
	}
	g.findVersions()
	if len(g.versions) == 0 {
		return nil, fmt.Errorf("no version of %s registers the kind %s", name, kind)
	}
	return g, nil
}

// Versions returns the versions that have the kind, newest first in the order of Kubernetes (v1, v1beta1, v1alpha1).
// Those of another group that convert to the component's type come last, named with their group.
func (o *objects) Versions() []string { return o.versions }

// findVersions finds the versions and their kinds.
func (o *objects) findVersions() {
	o.kinds, o.goTypes = map[string]apischema.GroupVersionKind{}, map[string]reflect.Type{}
	others := map[string]apischema.GroupVersionKind{}
	for kind, t := range o.scheme.AllKnownTypes() {
		switch {
		case kind.Kind != o.kind || kind.Version == runtime.APIVersionInternal:
		case kind.Group == o.name:
			o.kinds[kind.Version], o.goTypes[kind.Version] = kind, t
		case o.convertible(t):
			others[kind.GroupVersion().String()] = kind
		}
	}
	if len(o.kinds) == 0 {
		return
	}
	newest := func(a, b string) int { return version.CompareKubeAwareVersionStrings(b, a) }
	o.versions = slices.SortedFunc(maps.Keys(o.kinds), newest)
	for _, name := range slices.Sorted(maps.Keys(others)) {
		if o.VersionOf(name, o.kind) == "" {
			o.versions, o.kinds[name] = append(o.versions, name), others[name]
			o.goTypes[name] = o.scheme.AllKnownTypes()[others[name]]
		}
	}
}

// convertible reports whether a type converts to the component's type.
func (o *objects) convertible(t reflect.Type) bool {
	return t != o.internal && o.scheme.Convert(reflect.New(t).Interface(), reflect.New(o.internal).Interface(), nil) == nil
}

// VersionOf returns the version of a file with an apiVersion and a kind: the kind of the root, or another one that the
// scheme knows for the same Go type, as EncryptionConfig of v1 for EncryptionConfiguration. It returns "" for others.
func (o *objects) VersionOf(apiVersion, kind string) string {
	gv, err := apischema.ParseGroupVersion(apiVersion)
	if err != nil || o.Plain() {
		return ""
	}
	asked := gv.WithKind(kind)
	obj, err := o.scheme.New(asked)
	if err != nil {
		return ""
	}
	for _, name := range o.versions {
		if o.kinds[name] == asked {
			return name
		}
	}
	for _, name := range o.versions {
		if o.Type(name) == reflect.TypeOf(obj).Elem() {
			return name
		}
	}
	return ""
}

// APIVersion returns the apiVersion of the files of a version.
func (o *objects) APIVersion(v string) string { return o.kinds[v].GroupVersion().String() }

// New returns an empty object of a version.
func (o *objects) New(v string) (any, error) {
	if o.Plain() {
		return reflect.New(o.internal).Interface(), nil
	}
	return o.scheme.New(o.kinds[v])
}

// Type returns the Go type of a version.
func (o *objects) Type(v string) reflect.Type {
	if t := o.goTypes[v]; t != nil {
		return t
	}
	panic("asked for a version that Versions does not list: " + v)
}

// Default applies the defaults of the version of an object.
func (o *objects) Default(obj any) {
	switch typed, ok := obj.(runtime.Object); {
	case o.Plain() && o.defaults != nil:
		o.defaults(obj)
	case !o.Plain() && ok:
		o.scheme.Default(typed)
	}
}

// ToInternal converts an object of any version to the component's type. The result is a pointer to it, which may be obj
// itself. Its apiVersion and kind name the version of the component's type, and are empty for an internal type: the
// component must not depend on the version of a file.
func (o *objects) ToInternal(obj any) (any, error) {
	out := obj
	if reflect.TypeOf(obj).Elem() != o.internal {
		out = reflect.New(o.internal).Interface()
		if err := o.scheme.Convert(obj, out, nil); err != nil {
			return nil, fmt.Errorf("the configuration cannot be converted from %s: %w", apiVersionOf(obj), err)
		}
	}
	o.SetKind(out)
	return out, o.ConvertNested(out)
}

// apiVersionOf is the apiVersion of an object.
func apiVersionOf(obj any) string {
	typed, ok := obj.(runtime.Object)
	if !ok {
		return ""
	}
	return typed.GetObjectKind().GroupVersionKind().GroupVersion().String()
}

// SetKind gives an object of the component's type the apiVersion and kind that loaded ones have.
func (o *objects) SetKind(internal any) {
	if typed, ok := internal.(runtime.Object); ok && !o.Plain() {
		typed.GetObjectKind().SetGroupVersionKind(o.own(typed))
	}
}

// own returns the version and kind of the component's type if it is an external one.
func (o *objects) own(obj runtime.Object) apischema.GroupVersionKind {
	kinds, _, err := o.scheme.ObjectKinds(obj) // an internal type need not be registered
	if err == nil {
		for _, kind := range kinds {
			if kind.Group == o.name && kind.Kind == o.kind && kind.Version != runtime.APIVersionInternal {
				return kind
			}
		}
	}
	return apischema.GroupVersionKind{}
}

// FromInternal converts the component's object to a version. The result may share memory with it.
func (o *objects) FromInternal(internal any, v string) (any, error) {
	if o.Type(v) == o.internal {
		return internal, nil
	}
	out, err := o.New(v)
	if err != nil {
		return nil, err
	}
	if err := o.scheme.Convert(internal, out, nil); err != nil {
		return nil, fmt.Errorf("the configuration cannot be converted to %s: %w", v, err)
	}
	return out, nil
}

// External is FromInternal, with the objects in the object as JSON.
func (o *objects) External(internal any, v string) (any, error) {
	obj, err := o.FromInternal(internal, v)
	if err != nil {
		return nil, err
	}
	return o.encodeNested(obj, v)
}

// Tree returns the component's object as a tree of a version, with its header.
func (o *objects) Tree(internal any, v string) (*layers.Node, error) {
	obj, err := o.External(internal, v)
	if err != nil {
		return nil, err
	}
	root, err := o.Encode(reflect.ValueOf(obj))
	if err != nil {
		return nil, err
	}
	if root == nil {
		root = layers.NewMap()
	}
	if o.Plain() {
		return root, nil
	}
	root.Fields["apiVersion"] = &layers.Node{Kind: layers.String, Text: o.APIVersion(v)}
	root.Fields["kind"] = &layers.Node{Kind: layers.String, Text: o.kind}
	return root, nil
}

// FromTree decodes a sparse tree of a version, changes the object, such as by Default, and converts it.
func (o *objects) FromTree(root *layers.Node, v string, change ...func(obj any)) (any, error) {
	obj, err := o.New(v)
	if err != nil {
		return nil, err
	}
	if err := o.Decode(root, obj); err != nil {
		return nil, err
	}
	for _, set := range change {
		set(obj)
	}
	return o.ToInternal(obj)
}
