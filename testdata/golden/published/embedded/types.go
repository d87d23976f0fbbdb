// Package embedded embeds.
package embedded

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Root embeds a published struct that has TypeMeta.
// +config
// +subfield(IncludeObject)=+flag=include
// +subfield(IncludeObject)=+k8s:maxLength=8
type Root struct {
	metav1.TableOptions `json:",inline"`
	// Port is more.
	// +flag
	Port int32 `json:"port"`
}

// DeepCopyObject implements runtime.Object.
func (c *Root) DeepCopyObject() runtime.Object { d := *c; return &d }
