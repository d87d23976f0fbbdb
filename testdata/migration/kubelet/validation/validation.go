// Package validation validates the configuration of package kubelet.
package validation

import (
	"example.com/migration/kubelet"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_KubeletWebhookAuthentication validates what the markers of kubelet.KubeletWebhookAuthentication cannot express.
func ValidateCustom_KubeletWebhookAuthentication(in *kubelet.KubeletWebhookAuthentication, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeletAnonymousAuthentication validates what the markers of kubelet.KubeletAnonymousAuthentication cannot express.
func ValidateCustom_KubeletAnonymousAuthentication(in *kubelet.KubeletAnonymousAuthentication, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeletAuthentication validates what the markers of kubelet.KubeletAuthentication cannot express.
func ValidateCustom_KubeletAuthentication(in *kubelet.KubeletAuthentication, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeletWebhookAuthorization validates what the markers of kubelet.KubeletWebhookAuthorization cannot express.
func ValidateCustom_KubeletWebhookAuthorization(in *kubelet.KubeletWebhookAuthorization, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeletAuthorization validates what the markers of kubelet.KubeletAuthorization cannot express.
func ValidateCustom_KubeletAuthorization(in *kubelet.KubeletAuthorization, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_MemorySwapConfiguration validates what the markers of kubelet.MemorySwapConfiguration cannot express.
func ValidateCustom_MemorySwapConfiguration(in *kubelet.MemorySwapConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_ShutdownGracePeriodByPodPriority validates what the markers of kubelet.ShutdownGracePeriodByPodPriority cannot express.
func ValidateCustom_ShutdownGracePeriodByPodPriority(in *kubelet.ShutdownGracePeriodByPodPriority, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_MemoryReservation validates what the markers of kubelet.MemoryReservation cannot express.
func ValidateCustom_MemoryReservation(in *kubelet.MemoryReservation, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_CrashLoopBackOffConfig validates what the markers of kubelet.CrashLoopBackOffConfig cannot express.
func ValidateCustom_CrashLoopBackOffConfig(in *kubelet.CrashLoopBackOffConfig, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_UserNamespaces validates what the markers of kubelet.UserNamespaces cannot express.
func ValidateCustom_UserNamespaces(in *kubelet.UserNamespaces, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_EvictionConfiguration validates what the markers of kubelet.EvictionConfiguration cannot express.
func ValidateCustom_EvictionConfiguration(in *kubelet.EvictionConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_HealthzConfiguration validates what the markers of kubelet.HealthzConfiguration cannot express.
func ValidateCustom_HealthzConfiguration(in *kubelet.HealthzConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_TLSConfiguration validates what the markers of kubelet.TLSConfiguration cannot express.
func ValidateCustom_TLSConfiguration(in *kubelet.TLSConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeletConfiguration validates what the markers of kubelet.KubeletConfiguration cannot express.
func ValidateCustom_KubeletConfiguration(in *kubelet.KubeletConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
