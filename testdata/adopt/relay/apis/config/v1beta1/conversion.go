package v1beta1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/conversion"

	"example.com/adopt/relay/apis/config"
)

// Convert_v1beta1_CacheConfiguration_To_config_CacheConfiguration converts the optional size to a value. Defaulting has
// set it before.
func Convert_v1beta1_CacheConfiguration_To_config_CacheConfiguration(in *CacheConfiguration,
	out *config.CacheConfiguration, s conversion.Scope) error {
	out.Size = resource.Quantity{}
	if in.Size != nil {
		out.Size = in.Size.DeepCopy()
	}
	return autoConvert_v1beta1_CacheConfiguration_To_config_CacheConfiguration(in, out, s)
}

// Convert_config_CacheConfiguration_To_v1beta1_CacheConfiguration keeps a size of zero, which is not
// the default.
func Convert_config_CacheConfiguration_To_v1beta1_CacheConfiguration(in *config.CacheConfiguration,
	out *CacheConfiguration, s conversion.Scope) error {
	size := in.Size.DeepCopy()
	out.Size = &size
	return autoConvert_config_CacheConfiguration_To_v1beta1_CacheConfiguration(in, out, s)
}
