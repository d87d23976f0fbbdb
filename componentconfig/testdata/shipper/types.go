// Package shipper is a group without an internal type: this version is all there is.
//
// +groupName=shipper.config.example.io
// +configgen:output(loader: true)
package shipper

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// ShipperConfiguration configures the log shipper.
// +config
type ShipperConfiguration struct {
	metav1.TypeMeta `json:",inline"`
	// Lines is how many lines are sent at a time.
	// +flag=lines
	Lines int32 `json:"lines,omitempty"`
	// Path is the directory of the logs.
	// +path
	Path string `json:"path,omitempty"`
}

// DeepCopyObject makes a copy.
func (c *ShipperConfiguration) DeepCopyObject() runtime.Object {
	out := *c
	return &out
}

// AddToScheme registers the type and its defaults.
func AddToScheme(s *runtime.Scheme) error {
	s.AddKnownTypes(schema.GroupVersion{Group: "shipper.config.example.io", Version: "v1"}, &ShipperConfiguration{})
	s.AddTypeDefaultingFunc(&ShipperConfiguration{}, func(obj any) {
		if c, ok := obj.(*ShipperConfiguration); ok && c.Lines == 0 {
			c.Lines = 100
		}
	})
	return nil
}
