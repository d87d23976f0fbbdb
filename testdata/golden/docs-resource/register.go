package v1

import "k8s.io/apimachinery/pkg/runtime"

// SchemeBuilder collects what AddToScheme does.
var SchemeBuilder runtime.SchemeBuilder

// AddToScheme registers the types of the group.
var AddToScheme = SchemeBuilder.AddToScheme
