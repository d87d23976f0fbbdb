// Package alias is an alias.
package alias

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Root is a published struct.
// +config
// +subfield(IncludeObject)=+flag=include
// +subfield(IncludeObject)=+k8s:maxLength=8
type Root = metav1.TableOptions
