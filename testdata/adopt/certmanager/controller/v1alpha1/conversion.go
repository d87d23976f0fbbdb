package v1alpha1

import (
	"github.com/cert-manager/cert-manager/pkg/apis/config/controller/v1alpha1"
	"k8s.io/apimachinery/pkg/conversion"

	"example.com/adopt/certmanager/controller"
)

// Convert_v1alpha1_PEMSizeLimitsConfig_To_controller_PEMSizeLimitsConfig is for the webhook.
func Convert_v1alpha1_PEMSizeLimitsConfig_To_controller_PEMSizeLimitsConfig(in *v1alpha1.PEMSizeLimitsConfig,
	out *controller.PEMSizeLimitsConfig, s conversion.Scope) error {
	return autoConvert_v1alpha1_PEMSizeLimitsConfig_To_controller_PEMSizeLimitsConfig(in, out, s)
}

// Convert_controller_PEMSizeLimitsConfig_To_v1alpha1_PEMSizeLimitsConfig is for the webhook.
func Convert_controller_PEMSizeLimitsConfig_To_v1alpha1_PEMSizeLimitsConfig(in *controller.PEMSizeLimitsConfig,
	out *v1alpha1.PEMSizeLimitsConfig, s conversion.Scope) error {
	return autoConvert_controller_PEMSizeLimitsConfig_To_v1alpha1_PEMSizeLimitsConfig(in, out, s)
}
