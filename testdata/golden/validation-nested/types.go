// Package nested has lists and maps of structs in lists and maps of structs, with constraints from further up, which
// are validated in one function.
package nested

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"example.com/golden/validation-nested/shared"
)

// Nested is a configuration.
// +config
type Nested struct {
	metav1.TypeMeta `json:",inline"`
	// Lists have lists.
	// +subfield(Inner.Ports)=+k8s:eachVal=+k8s:eachVal=+k8s:minimum=1
	// +subfield(Inner.Name)=+k8s:maxLength=3
	Lists []Outer `json:"lists"`
	// Maps have maps.
	// +subfield(Inner.Labels)=+k8s:eachVal=+k8s:eachVal=+k8s:maxLength=2
	// +subfield(Inner.Labels)=+k8s:eachKey=+k8s:maxLength=1
	Maps map[string]MapOuter `json:"maps"`
	// Pointers are everywhere.
	// +subfield(Inner.Name)=+required
	Pointers **[]**Outer `json:"pointers"`
	// TLS is shared.
	TLS shared.TLS `json:"tls"`
	// Proxies are shared.
	Proxies []shared.Proxy `json:"proxies"`
}

// Outer has a list.
type Outer struct {
	// Inner is a list.
	Inner []Inner `json:"inner"`
}

// Inner has lists of lists.
type Inner struct {
	// Name of the inner one.
	Name string `json:"name"`
	// Ports are numbers.
	Ports [][]int32 `json:"ports"`
	// Labels are texts.
	Labels map[string]map[string]string `json:"labels"`
}

// MapOuter has a map.
type MapOuter struct {
	// Inner is a map.
	Inner map[string]Inner `json:"inner"`
}

// NestedFlags are flags; everything in them is validated in one function.
// +flags
type NestedFlags struct {
	// Rows have cells.
	// +k8s:maxItems=3
	Rows []Row
}

// Row has cells.
type Row struct {
	// Cells are numbers.
	Cells []Cell
}

// Cell has a number.
type Cell struct {
	// Number is a number.
	// +k8s:minimum=1
	Number int32
}

// AddToScheme registers no defaults.
var AddToScheme = func(*runtime.Scheme) error { return nil }

// DeepCopyObject implements runtime.Object.
func (c *Nested) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}
