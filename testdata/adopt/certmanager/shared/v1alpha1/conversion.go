package v1alpha1

import (
	"fmt"
	"math"
	"time"

	"github.com/cert-manager/cert-manager/pkg/apis/config/shared/v1alpha1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"

	"example.com/adopt/certmanager/shared"
)

// The components register the conversions that contain these.
var localSchemeBuilder = &runtime.SchemeBuilder{}

// conversion-gen calls functions of other packages only if they are written by hand.

// Convert_v1alpha1_LeaderElectionConfig_To_shared_LeaderElectionConfig is for the components.
func Convert_v1alpha1_LeaderElectionConfig_To_shared_LeaderElectionConfig(in *v1alpha1.LeaderElectionConfig,
	out *shared.LeaderElectionConfig, s conversion.Scope) error {
	return autoConvert_v1alpha1_LeaderElectionConfig_To_shared_LeaderElectionConfig(in, out, s)
}

// Convert_shared_LeaderElectionConfig_To_v1alpha1_LeaderElectionConfig is for the components.
func Convert_shared_LeaderElectionConfig_To_v1alpha1_LeaderElectionConfig(in *shared.LeaderElectionConfig,
	out *v1alpha1.LeaderElectionConfig, s conversion.Scope) error {
	return autoConvert_shared_LeaderElectionConfig_To_v1alpha1_LeaderElectionConfig(in, out, s)
}

// Convert_v1alpha1_TLSConfig_To_shared_TLSConfig is for the components.
func Convert_v1alpha1_TLSConfig_To_shared_TLSConfig(in *v1alpha1.TLSConfig, out *shared.TLSConfig,
	s conversion.Scope) error {
	return autoConvert_v1alpha1_TLSConfig_To_shared_TLSConfig(in, out, s)
}

// Convert_shared_TLSConfig_To_v1alpha1_TLSConfig is for the components.
func Convert_shared_TLSConfig_To_v1alpha1_TLSConfig(in *shared.TLSConfig, out *v1alpha1.TLSConfig,
	s conversion.Scope) error {
	return autoConvert_shared_TLSConfig_To_v1alpha1_TLSConfig(in, out, s)
}

// Convert_Pointer_float32_To_float32 converts nil to zero.
func Convert_Pointer_float32_To_float32(in **float32, out *float32, _ conversion.Scope) error {
	*out = 0
	if *in != nil {
		*out = **in
	}
	return nil
}

// Convert_float32_To_Pointer_float32 is the way back.
func Convert_float32_To_Pointer_float32(in *float32, out **float32, _ conversion.Scope) error {
	*out = new(*in)
	return nil
}

// Convert_Pointer_int32_To_int converts nil to zero.
func Convert_Pointer_int32_To_int(in **int32, out *int, _ conversion.Scope) error {
	*out = 0
	if *in != nil {
		*out = int(**in)
	}
	return nil
}

// Convert_int_To_Pointer_int32 returns an error if a number has more than 32 bits, as a flag can have.
func Convert_int_To_Pointer_int32(in *int, out **int32, _ conversion.Scope) error {
	if *in < math.MinInt32 || math.MaxInt32 < *in {
		return fmt.Errorf("%d does not fit into 32 bits", *in)
	}
	*out = new(int32(*in))
	return nil
}

// Convert_Pointer_v1alpha1_Duration_To_time_Duration converts nil to zero.
func Convert_Pointer_v1alpha1_Duration_To_time_Duration(in **v1alpha1.Duration, out *time.Duration,
	_ conversion.Scope) error {
	*out = 0
	if *in != nil {
		*out = (*in).Duration.Duration
	}
	return nil
}

// Convert_time_Duration_To_Pointer_v1alpha1_Duration is the way back.
func Convert_time_Duration_To_Pointer_v1alpha1_Duration(in *time.Duration, out **v1alpha1.Duration,
	_ conversion.Scope) error {
	*out = v1alpha1.DurationFromTime(*in)
	return nil
}
