// Package defined has a root that a published struct defines.
package defined

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Root is a published struct, with a flag that a path of names leads to.
// +config
// +subfield(IncludeObject)=+flag=include
// +subfield(IncludeObject)=+k8s:maxLength=8
type Root metav1.TableOptions

// DeepCopyObject implements runtime.Object.
func (c *Root) DeepCopyObject() runtime.Object { d := *c; return &d }
