// Package config says in markers what descheduler does with its published policy.
// +configgen:output(loader: true)
// +groupName=descheduler
package config

import (
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/descheduler/pkg/api"
	"sigs.k8s.io/descheduler/pkg/api/v1alpha2"
)

// DeschedulerPolicy says which pods descheduler evicts.
// +config
// +subfield(GracePeriodSeconds)=+k8s:minimum=0
type DeschedulerPolicy = api.DeschedulerPolicy

// AddToScheme registers the policy, internal and published, with its conversions.
func AddToScheme(scheme *runtime.Scheme) error {
	if err := api.AddToScheme(scheme); err != nil {
		return err
	}
	return v1alpha2.AddToScheme(scheme)
}
