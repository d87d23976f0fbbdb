// Package check validates the configuration of package v1alpha1.
package check

import (
	validationeveryv1alpha1 "example.com/golden/validation-every/every"
	"example.com/golden/validation-every/every/shared"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateNumbers adds the rules of v1alpha1.Numbers.
func ValidateNumbers(in *validationeveryv1alpha1.Numbers, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateTexts adds the rules of v1alpha1.Texts.
func ValidateTexts(in *validationeveryv1alpha1.Texts, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateLists adds the rules of v1alpha1.Lists.
func ValidateLists(in *validationeveryv1alpha1.Lists, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateEndpoint adds the rules of v1alpha1.Endpoint.
func ValidateEndpoint(in *validationeveryv1alpha1.Endpoint, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidatePresence adds the rules of v1alpha1.Presence.
func ValidatePresence(in *validationeveryv1alpha1.Presence, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateUnions adds the rules of v1alpha1.Unions.
func ValidateUnions(in *validationeveryv1alpha1.Unions, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidatePlain adds the rules of v1alpha1.Plain.
func ValidatePlain(in *validationeveryv1alpha1.Plain, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateSecrets adds the rules of v1alpha1.Secrets.
func ValidateSecrets(in *validationeveryv1alpha1.Secrets, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateEmbedded adds the rules of v1alpha1.Embedded.
func ValidateEmbedded(in *validationeveryv1alpha1.Embedded, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateSystems adds the rules of v1alpha1.Systems.
func ValidateSystems(in *validationeveryv1alpha1.Systems, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateSharedTLS adds the rules of shared.TLS.
func ValidateSharedTLS(in *shared.TLS, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateEveryConfigurationRules adds the rules of EveryConfiguration.
func ValidateEveryConfigurationRules(c *validationeveryv1alpha1.EveryConfiguration) field.ErrorList {
	return nil
}
