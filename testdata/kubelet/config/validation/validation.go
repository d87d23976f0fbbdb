// Package validation validates the configuration of package config.
package validation

import (
	"example.com/kubelet/config"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Flags are added to the errors of a path in the file.

// ValidateCustom_KubeletAuthentication adds the rules of config.KubeletAuthentication.
func ValidateCustom_KubeletAuthentication(in *config.KubeletAuthentication, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeletX509Authentication adds the rules of config.KubeletX509Authentication.
func ValidateCustom_KubeletX509Authentication(in *config.KubeletX509Authentication, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeletWebhookAuthentication adds the rules of config.KubeletWebhookAuthentication.
func ValidateCustom_KubeletWebhookAuthentication(in *config.KubeletWebhookAuthentication, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeletAnonymousAuthentication adds the rules of config.KubeletAnonymousAuthentication.
func ValidateCustom_KubeletAnonymousAuthentication(in *config.KubeletAnonymousAuthentication, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeletAuthorization adds the rules of config.KubeletAuthorization.
func ValidateCustom_KubeletAuthorization(in *config.KubeletAuthorization, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeletWebhookAuthorization adds the rules of config.KubeletWebhookAuthorization.
func ValidateCustom_KubeletWebhookAuthorization(in *config.KubeletWebhookAuthorization, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_MemorySwapConfiguration adds the rules of config.MemorySwapConfiguration.
func ValidateCustom_MemorySwapConfiguration(in *config.MemorySwapConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_ShutdownGracePeriodByPodPriority adds the rules of config.ShutdownGracePeriodByPodPriority.
func ValidateCustom_ShutdownGracePeriodByPodPriority(in *config.ShutdownGracePeriodByPodPriority, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_MemoryReservation adds the rules of config.MemoryReservation.
func ValidateCustom_MemoryReservation(in *config.MemoryReservation, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_CrashLoopBackOffConfig adds the rules of config.CrashLoopBackOffConfig.
func ValidateCustom_CrashLoopBackOffConfig(in *config.CrashLoopBackOffConfig, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_UserNamespaces adds the rules of config.UserNamespaces.
func ValidateCustom_UserNamespaces(in *config.UserNamespaces, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeletConfiguration checks that images are pulled either one by one or several at once.
func ValidateCustom_KubeletConfiguration(in *config.KubeletConfiguration, fldPath *field.Path) field.ErrorList {
	if in.MaxParallelImagePulls != nil && *in.MaxParallelImagePulls > 1 && in.SerializeImagePulls {
		return field.ErrorList{field.Invalid(field.NewPath("maxParallelImagePulls"), *in.MaxParallelImagePulls, "must be 1 while serializeImagePulls is true")}
	}
	return nil
}
