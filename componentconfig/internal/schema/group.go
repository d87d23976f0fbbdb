package schema

import (
	"fmt"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/version"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Group is one root in all its versions. It knows how to make, default and convert the objects, and which field of one
// version is which field of another. It is not safe for concurrent use.
type Group struct {
	objects
	// patterns are the results of probes, by what they were asked.
	patterns map[string][]string
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
}

// NewGroup registers the types of a root. internal is the type that the component works with: an internal type, or that
// of a version.
func NewGroup(name, kind string, internal reflect.Type, addToScheme ...func(*runtime.Scheme) error) (*Group, error) {
	g := &Group{patterns: map[string][]string{}}
	g.objects = objects{scheme: runtime.NewScheme(), name: name, kind: kind, internal: internal}
	for _, add := range addToScheme {
		if err := add(g.scheme); err != nil {
			return nil, fmt.Errorf("%s cannot be registered: %w", name, err)
		}
	}
	g.versions = g.findVersions()
	if len(g.versions) == 0 {
		return nil, fmt.Errorf("no version of %s registers the kind %s", name, kind)
	}
	return g, nil
}

// Versions returns the versions that have the kind, newest first in the order of Kubernetes (v1, v1beta1, v1alpha1).
func (o *objects) Versions() []string { return o.versions }

func (o *objects) findVersions() []string {
	var out []string
	for _, gv := range o.scheme.PrioritizedVersionsForGroup(o.name) {
		if gv.Version != runtime.APIVersionInternal && o.scheme.Recognizes(gv.WithKind(o.kind)) {
			out = append(out, gv.Version)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return version.CompareKubeAwareVersionStrings(b, a) })
	return out
}

// APIVersion returns the apiVersion of the files of a version.
func (o *objects) APIVersion(v string) string {
	return apischema.GroupVersion{Group: o.name, Version: v}.String()
}

// New returns an empty object of a version.
func (o *objects) New(v string) (runtime.Object, error) {
	return o.scheme.New(apischema.GroupVersionKind{Group: o.name, Version: v, Kind: o.kind})
}

// Type returns the Go type of a version.
func (o *objects) Type(v string) reflect.Type {
	obj, err := o.New(v)
	if err != nil {
		panic("asked for a version that Versions does not list: " + v)
	}
	return reflect.TypeOf(obj).Elem()
}

// Default applies the defaults of the version of an object.
func (o *objects) Default(obj runtime.Object) { o.scheme.Default(obj) }

// ToInternal converts an object of any version to the component's type. The result is a pointer to it, which may be obj
// itself. Its apiVersion and kind are those of its own version, and empty for an internal type: the component must not
// depend on the version of a file.
func (o *objects) ToInternal(obj runtime.Object) (any, error) {
	var out any = obj
	if reflect.TypeOf(obj).Elem() != o.internal {
		out = reflect.New(o.internal).Interface()
		if err := o.scheme.Convert(obj, out, nil); err != nil {
			return nil, fmt.Errorf("the configuration cannot be converted from %s: %w",
				obj.GetObjectKind().GroupVersionKind().GroupVersion(), err)
		}
	}
	o.SetKind(out)
	return out, nil
}

// SetKind gives an object of the component's type the apiVersion and kind that loaded ones have.
func (o *objects) SetKind(internal any) {
	if typed, ok := internal.(runtime.Object); ok {
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

// Tree returns the component's object as a tree of a version, with its header.
func (o *objects) Tree(internal any, v string) (*layers.Node, error) {
	obj, err := o.FromInternal(internal, v)
	if err != nil {
		return nil, err
	}
	root, err := o.Encode(reflect.ValueOf(obj))
	if err != nil {
		return nil, err
	}
	if root == nil {
		root = &layers.Node{Kind: layers.Map, Fields: map[string]*layers.Node{}}
	}
	root.Fields["apiVersion"] = &layers.Node{Kind: layers.String, Text: o.APIVersion(v)}
	root.Fields["kind"] = &layers.Node{Kind: layers.String, Text: o.kind}
	return root, nil
}

// FromTree decodes a sparse tree of a version without defaults.
func (o *objects) FromTree(root *layers.Node, v string) (any, error) {
	obj, err := o.New(v)
	if err != nil {
		return nil, err
	}
	if err := o.Decode(root, obj); err != nil {
		return nil, err
	}
	return o.ToInternal(obj)
}
