package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Group is the name of the API group.
const Group = "fleet.configgen.dev"

// Version returns the group and version of the types.
func Version() schema.GroupVersion { return schema.GroupVersion{Group: Group, Version: "v1alpha1"} }

// AddToScheme registers the types. It never returns an error.
func AddToScheme(s *runtime.Scheme) error {
	s.AddKnownTypes(Version(), &ConfigAssignment{}, &ConfigAssignmentList{}, &ConfigPool{}, &ConfigPoolList{})
	metav1.AddToGroupVersion(s, Version())
	return nil
}
