package v1alpha1

import (
	"reflect"

	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	baseconfig "k8s.io/component-base/config"
	basev1alpha1 "k8s.io/component-base/config/v1alpha1"
	"k8s.io/utils/ptr"

	"github.com/configgen/configgen/componentconfig/manager/config"
)

// The operators register the conversions that contain these.
var localSchemeBuilder = &runtime.SchemeBuilder{}

// conversion-gen calls functions of other packages only if they are written by hand.

// Convert_v1alpha1_ManagerConfiguration_To_config_ManagerConfiguration is for operators.
func Convert_v1alpha1_ManagerConfiguration_To_config_ManagerConfiguration(in *ManagerConfiguration,
	out *config.ManagerConfiguration, s conversion.Scope) error {
	return autoConvert_v1alpha1_ManagerConfiguration_To_config_ManagerConfiguration(in, out, s)
}

// Convert_config_ManagerConfiguration_To_v1alpha1_ManagerConfiguration is for operators.
func Convert_config_ManagerConfiguration_To_v1alpha1_ManagerConfiguration(in *config.ManagerConfiguration,
	out *ManagerConfiguration, s conversion.Scope) error {
	return autoConvert_config_ManagerConfiguration_To_v1alpha1_ManagerConfiguration(in, out, s)
}

// Convert_v1alpha1_ClientConnectionConfiguration_To_config_ClientConnectionConfiguration is for operators.
func Convert_v1alpha1_ClientConnectionConfiguration_To_config_ClientConnectionConfiguration(
	in *ClientConnectionConfiguration,
	out *config.ClientConnectionConfiguration, s conversion.Scope) error {
	return autoConvert_v1alpha1_ClientConnectionConfiguration_To_config_ClientConnectionConfiguration(in, out, s)
}

// Convert_config_ClientConnectionConfiguration_To_v1alpha1_ClientConnectionConfiguration is for operators.
func Convert_config_ClientConnectionConfiguration_To_v1alpha1_ClientConnectionConfiguration(
	in *config.ClientConnectionConfiguration,
	out *ClientConnectionConfiguration, s conversion.Scope) error {
	return autoConvert_config_ClientConnectionConfiguration_To_v1alpha1_ClientConnectionConfiguration(in, out, s)
}

// Convert_v1alpha1_WebhookConfiguration_To_config_WebhookConfiguration is for operators.
func Convert_v1alpha1_WebhookConfiguration_To_config_WebhookConfiguration(in *WebhookConfiguration,
	out *config.WebhookConfiguration, s conversion.Scope) error {
	return autoConvert_v1alpha1_WebhookConfiguration_To_config_WebhookConfiguration(in, out, s)
}

// Convert_config_WebhookConfiguration_To_v1alpha1_WebhookConfiguration is for operators.
func Convert_config_WebhookConfiguration_To_v1alpha1_WebhookConfiguration(in *config.WebhookConfiguration,
	out *WebhookConfiguration, s conversion.Scope) error {
	return autoConvert_config_WebhookConfiguration_To_v1alpha1_WebhookConfiguration(in, out, s)
}

// Convert_v1alpha1_MetricsConfiguration_To_config_MetricsConfiguration is for operators.
func Convert_v1alpha1_MetricsConfiguration_To_config_MetricsConfiguration(in *MetricsConfiguration,
	out *config.MetricsConfiguration, s conversion.Scope) error {
	return autoConvert_v1alpha1_MetricsConfiguration_To_config_MetricsConfiguration(in, out, s)
}

// Convert_config_MetricsConfiguration_To_v1alpha1_MetricsConfiguration is for operators.
func Convert_config_MetricsConfiguration_To_v1alpha1_MetricsConfiguration(in *config.MetricsConfiguration,
	out *MetricsConfiguration, s conversion.Scope) error {
	return autoConvert_config_MetricsConfiguration_To_v1alpha1_MetricsConfiguration(in, out, s)
}

// Convert_v1alpha1_HealthConfiguration_To_config_HealthConfiguration is for operators.
func Convert_v1alpha1_HealthConfiguration_To_config_HealthConfiguration(in *HealthConfiguration,
	out *config.HealthConfiguration, s conversion.Scope) error {
	return autoConvert_v1alpha1_HealthConfiguration_To_config_HealthConfiguration(in, out, s)
}

// Convert_config_HealthConfiguration_To_v1alpha1_HealthConfiguration is for operators.
func Convert_config_HealthConfiguration_To_v1alpha1_HealthConfiguration(in *config.HealthConfiguration,
	out *HealthConfiguration, s conversion.Scope) error {
	return autoConvert_config_HealthConfiguration_To_v1alpha1_HealthConfiguration(in, out, s)
}

// Convert_v1alpha1_ControllerConfiguration_To_config_ControllerConfiguration is for operators.
func Convert_v1alpha1_ControllerConfiguration_To_config_ControllerConfiguration(in *ControllerConfiguration,
	out *config.ControllerConfiguration, s conversion.Scope) error {
	return autoConvert_v1alpha1_ControllerConfiguration_To_config_ControllerConfiguration(in, out, s)
}

// Convert_config_ControllerConfiguration_To_v1alpha1_ControllerConfiguration is for operators.
func Convert_config_ControllerConfiguration_To_v1alpha1_ControllerConfiguration(in *config.ControllerConfiguration,
	out *ControllerConfiguration, s conversion.Scope) error {
	return autoConvert_config_ControllerConfiguration_To_v1alpha1_ControllerConfiguration(in, out, s)
}

// Convert_v1alpha1_CacheConfiguration_To_config_CacheConfiguration is for operators.
func Convert_v1alpha1_CacheConfiguration_To_config_CacheConfiguration(in *CacheConfiguration,
	out *config.CacheConfiguration, s conversion.Scope) error {
	return autoConvert_v1alpha1_CacheConfiguration_To_config_CacheConfiguration(in, out, s)
}

// Convert_config_CacheConfiguration_To_v1alpha1_CacheConfiguration is for operators.
func Convert_config_CacheConfiguration_To_v1alpha1_CacheConfiguration(in *config.CacheConfiguration,
	out *CacheConfiguration, s conversion.Scope) error {
	return autoConvert_config_CacheConfiguration_To_v1alpha1_CacheConfiguration(in, out, s)
}

// Convert_v1alpha1_TLSConfiguration_To_config_TLSConfiguration is for operators.
func Convert_v1alpha1_TLSConfiguration_To_config_TLSConfiguration(in *TLSConfiguration,
	out *config.TLSConfiguration, s conversion.Scope) error {
	return autoConvert_v1alpha1_TLSConfiguration_To_config_TLSConfiguration(in, out, s)
}

// Convert_config_TLSConfiguration_To_v1alpha1_TLSConfiguration is for operators.
func Convert_config_TLSConfiguration_To_v1alpha1_TLSConfiguration(in *config.TLSConfiguration,
	out *TLSConfiguration, s conversion.Scope) error {
	return autoConvert_config_TLSConfiguration_To_v1alpha1_TLSConfiguration(in, out, s)
}

// fromPointer converts nil to the zero value, which has the same meaning in the internal types.
func fromPointer[E, I any](in **E, out *I, s conversion.Scope, convert func(*E, *I, conversion.Scope) error) error {
	if *in == nil {
		*out = *new(I)
		return nil
	}
	return convert(*in, out, s)
}

// toPointer is the way back: nothing is nil.
func toPointer[I, E any](in *I, out **E, s conversion.Scope, convert func(*I, *E, conversion.Scope) error) error {
	if *out = nil; reflect.ValueOf(in).Elem().IsZero() {
		return nil
	}
	*out = new(E)
	return convert(in, *out, s)
}

// Convert_Pointer_v1alpha1_TLSConfiguration_To_config_TLSConfiguration is for the generated conversions.
func Convert_Pointer_v1alpha1_TLSConfiguration_To_config_TLSConfiguration(in **TLSConfiguration,
	out *config.TLSConfiguration, s conversion.Scope) error {
	return fromPointer(in, out, s,
		Convert_v1alpha1_TLSConfiguration_To_config_TLSConfiguration)
}

// Convert_config_TLSConfiguration_To_Pointer_v1alpha1_TLSConfiguration is for the generated conversions.
func Convert_config_TLSConfiguration_To_Pointer_v1alpha1_TLSConfiguration(in *config.TLSConfiguration,
	out **TLSConfiguration, s conversion.Scope) error {
	return toPointer(in, out, s,
		Convert_config_TLSConfiguration_To_v1alpha1_TLSConfiguration)
}

// Convert_Pointer_v1alpha1_CacheConfiguration_To_config_CacheConfiguration is for the generated conversions.
func Convert_Pointer_v1alpha1_CacheConfiguration_To_config_CacheConfiguration(in **CacheConfiguration,
	out *config.CacheConfiguration, s conversion.Scope) error {
	return fromPointer(in, out, s,
		Convert_v1alpha1_CacheConfiguration_To_config_CacheConfiguration)
}

// Convert_config_CacheConfiguration_To_Pointer_v1alpha1_CacheConfiguration is for the generated conversions.
func Convert_config_CacheConfiguration_To_Pointer_v1alpha1_CacheConfiguration(in *config.CacheConfiguration,
	out **CacheConfiguration, s conversion.Scope) error {
	return toPointer(in, out, s,
		Convert_config_CacheConfiguration_To_v1alpha1_CacheConfiguration)
}

// Convert_Pointer_v1alpha1_ControllerConfiguration_To_config_ControllerConfiguration is for the generated conversions.
func Convert_Pointer_v1alpha1_ControllerConfiguration_To_config_ControllerConfiguration(in **ControllerConfiguration,
	out *config.ControllerConfiguration, s conversion.Scope) error {
	return fromPointer(in, out, s,
		Convert_v1alpha1_ControllerConfiguration_To_config_ControllerConfiguration)
}

// Convert_config_ControllerConfiguration_To_Pointer_v1alpha1_ControllerConfiguration is for the generated conversions.
func Convert_config_ControllerConfiguration_To_Pointer_v1alpha1_ControllerConfiguration(
	in *config.ControllerConfiguration,
	out **ControllerConfiguration, s conversion.Scope) error {
	return toPointer(in, out, s,
		Convert_config_ControllerConfiguration_To_v1alpha1_ControllerConfiguration)
}

// Convert_Pointer_v1alpha1_LeaderElectionConfiguration_To_config_LeaderElectionConfiguration
// is for the generated conversions.
func Convert_Pointer_v1alpha1_LeaderElectionConfiguration_To_config_LeaderElectionConfiguration(
	in **basev1alpha1.LeaderElectionConfiguration,
	out *baseconfig.LeaderElectionConfiguration, s conversion.Scope) error {
	return fromPointer(in, out, s,
		basev1alpha1.Convert_v1alpha1_LeaderElectionConfiguration_To_config_LeaderElectionConfiguration)
}

// Convert_config_LeaderElectionConfiguration_To_Pointer_v1alpha1_LeaderElectionConfiguration
// keeps leaderElect: false, which is not the default.
func Convert_config_LeaderElectionConfiguration_To_Pointer_v1alpha1_LeaderElectionConfiguration(
	in *baseconfig.LeaderElectionConfiguration,
	out **basev1alpha1.LeaderElectionConfiguration, s conversion.Scope) error {
	*out = new(basev1alpha1.LeaderElectionConfiguration)
	return basev1alpha1.Convert_config_LeaderElectionConfiguration_To_v1alpha1_LeaderElectionConfiguration(in, *out, s)
}

// Convert_Pointer_int_To_int converts nil to zero.
func Convert_Pointer_int_To_int(in **int, out *int, _ conversion.Scope) error {
	*out = ptr.Deref(*in, 0)
	return nil
}

// Convert_int_To_Pointer_int is the way back.
func Convert_int_To_Pointer_int(in *int, out **int, _ conversion.Scope) error {
	*out = ptr.To(*in)
	return nil
}

// Convert_Pointer_float32_To_float32 converts nil to zero.
func Convert_Pointer_float32_To_float32(in **float32, out *float32, _ conversion.Scope) error {
	*out = ptr.Deref(*in, 0)
	return nil
}

// Convert_float32_To_Pointer_float32 is the way back.
func Convert_float32_To_Pointer_float32(in *float32, out **float32, _ conversion.Scope) error {
	*out = ptr.To(*in)
	return nil
}
