package config

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	v1 "k8s.io/kube-scheduler/config/v1"
)

// SchemeGroupVersion is the group and version of the internal types.
var SchemeGroupVersion = schema.GroupVersion{Group: v1.GroupName, Version: runtime.APIVersionInternal}

// AddToScheme registers the internal types.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(SchemeGroupVersion, &KubeSchedulerConfiguration{}, &DefaultPreemptionArgs{},
		&InterPodAffinityArgs{}, &VolumeBindingArgs{})
	return nil
}
