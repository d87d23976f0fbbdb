// Package validation validates the configuration of package config.
package validation

import (
	"example.com/kubelet/config"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Flags are added to the errors of a path in the file.

// ValidateKubeletAuthentication adds the rules of config.KubeletAuthentication.
func ValidateKubeletAuthentication(in *config.KubeletAuthentication, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateKubeletX509Authentication adds the rules of config.KubeletX509Authentication.
func ValidateKubeletX509Authentication(in *config.KubeletX509Authentication, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateKubeletWebhookAuthentication adds the rules of config.KubeletWebhookAuthentication.
func ValidateKubeletWebhookAuthentication(in *config.KubeletWebhookAuthentication, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateKubeletAnonymousAuthentication adds the rules of config.KubeletAnonymousAuthentication.
func ValidateKubeletAnonymousAuthentication(in *config.KubeletAnonymousAuthentication, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateKubeletAuthorization adds the rules of config.KubeletAuthorization.
func ValidateKubeletAuthorization(in *config.KubeletAuthorization, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateKubeletWebhookAuthorization adds the rules of config.KubeletWebhookAuthorization.
func ValidateKubeletWebhookAuthorization(in *config.KubeletWebhookAuthorization, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateMemorySwapConfiguration adds the rules of config.MemorySwapConfiguration.
func ValidateMemorySwapConfiguration(in *config.MemorySwapConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateShutdownGracePeriodByPodPriority adds the rules of config.ShutdownGracePeriodByPodPriority.
func ValidateShutdownGracePeriodByPodPriority(in *config.ShutdownGracePeriodByPodPriority, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateMemoryReservation adds the rules of config.MemoryReservation.
func ValidateMemoryReservation(in *config.MemoryReservation, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCrashLoopBackOffConfig adds the rules of config.CrashLoopBackOffConfig.
func ValidateCrashLoopBackOffConfig(in *config.CrashLoopBackOffConfig, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateUserNamespaces adds the rules of config.UserNamespaces.
func ValidateUserNamespaces(in *config.UserNamespaces, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateKubeletConfigurationRules checks that images are pulled either one by one or several at once.
func ValidateKubeletConfigurationRules(c *config.KubeletConfiguration) field.ErrorList {
	if c.MaxParallelImagePulls != nil && *c.MaxParallelImagePulls > 1 && c.SerializeImagePulls {
		return field.ErrorList{field.Invalid(field.NewPath("maxParallelImagePulls"), *c.MaxParallelImagePulls, "must be 1 while serializeImagePulls is true")}
	}
	return nil
}
