package v1alpha1

import (
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"

	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// Convert_v1alpha1_RelayConfiguration_To_relay_RelayConfiguration converts what was renamed.
func Convert_v1alpha1_RelayConfiguration_To_relay_RelayConfiguration(in *RelayConfiguration, out *relay.RelayConfiguration, s conversion.Scope) error {
	if err := autoConvert_v1alpha1_RelayConfiguration_To_relay_RelayConfiguration(in, out, s); err != nil {
		return err
	}
	out.BindAddress = in.Address
	out.Timeout = metav1.Duration{Duration: time.Duration(in.TimeoutSeconds) * time.Second}
	out.Transport = "udp"
	return nil
}

// Convert_relay_RelayConfiguration_To_v1alpha1_RelayConfiguration converts what was renamed.
func Convert_relay_RelayConfiguration_To_v1alpha1_RelayConfiguration(in *relay.RelayConfiguration, out *RelayConfiguration, s conversion.Scope) error {
	if err := autoConvert_relay_RelayConfiguration_To_v1alpha1_RelayConfiguration(in, out, s); err != nil {
		return err
	}
	if in.Timeout.Duration%time.Second != 0 {
		return fmt.Errorf("timeout: v1alpha1 counts in seconds, not %s", in.Timeout.Duration)
	}
	out.Address = in.BindAddress
	out.TimeoutSeconds = int32(in.Timeout.Duration / time.Second)
	return nil
}
