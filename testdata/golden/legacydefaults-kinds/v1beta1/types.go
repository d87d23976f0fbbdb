// Package v1beta1 is the external version.
// +k8s:conversion-gen=example.com/golden/legacydefaults-kinds
package v1beta1

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	kinds "example.com/golden/legacydefaults-kinds"
)

// Kinds is what a file holds.
type Kinds struct {
	metav1.TypeMeta `json:",inline"`
	// Port is a number.
	Port int32 `json:"port"`
	// Timeout is a duration.
	Timeout metav1.Duration `json:"timeout"`
	// Backends is a list.
	Backends []Nested `json:"backends"`
}

// Nested is a struct.
type Nested struct {
	// Name is a text.
	Name string `json:"name"`
}

// AddToScheme registers the types, their defaults and their conversion.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(schema.GroupVersion{Group: "kinds.config.example.com", Version: "v1beta1"}, &Kinds{})
	scheme.AddTypeDefaultingFunc(&Kinds{}, func(object any) {
		c := object.(*Kinds)
		c.Port, c.Timeout.Duration = 10250, time.Minute
	})
	return scheme.AddConversionFunc(&Kinds{}, &kinds.Kinds{}, func(in, out any, _ conversion.Scope) error {
		out.(*kinds.Kinds).Port, out.(*kinds.Kinds).Timeout = in.(*Kinds).Port, in.(*Kinds).Timeout
		return nil
	})
}

// DeepCopyObject implements runtime.Object.
func (c *Kinds) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}
