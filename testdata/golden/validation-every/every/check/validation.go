// Package check validates the configuration of package v1alpha1.
package check

import (
	validationeveryv1alpha1 "example.com/golden/validation-every/every"
	"example.com/golden/validation-every/every/shared"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateCustom_Numbers adds the rules of v1alpha1.Numbers.
func ValidateCustom_Numbers(in *validationeveryv1alpha1.Numbers, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Texts adds the rules of v1alpha1.Texts.
func ValidateCustom_Texts(in *validationeveryv1alpha1.Texts, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Lists adds the rules of v1alpha1.Lists.
func ValidateCustom_Lists(in *validationeveryv1alpha1.Lists, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Endpoint adds the rules of v1alpha1.Endpoint.
func ValidateCustom_Endpoint(in *validationeveryv1alpha1.Endpoint, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Presence adds the rules of v1alpha1.Presence.
func ValidateCustom_Presence(in *validationeveryv1alpha1.Presence, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Unions adds the rules of v1alpha1.Unions.
func ValidateCustom_Unions(in *validationeveryv1alpha1.Unions, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidatePlain existed before the generated code, which calls it as it is.
func ValidatePlain(in *validationeveryv1alpha1.Plain) field.ErrorList {
	if in.Text == "existing" {
		return field.ErrorList{field.Forbidden(field.NewPath("text"), "refused by ValidatePlain")}
	}
	return nil
}

// ValidateCustom_Secrets adds the rules of v1alpha1.Secrets.
func ValidateCustom_Secrets(in *validationeveryv1alpha1.Secrets, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Embedded adds the rules of v1alpha1.Embedded.
func ValidateCustom_Embedded(in *validationeveryv1alpha1.Embedded, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Systems adds the rules of v1alpha1.Systems.
func ValidateCustom_Systems(in *validationeveryv1alpha1.Systems, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateSharedTLS existed before, too, and takes its parameters in another way.
func ValidateSharedTLS(fldPath *field.Path, in shared.TLS) field.ErrorList {
	if len(in.CipherSuites) == 1 && in.CipherSuites[0] == "existing" {
		return field.ErrorList{field.Forbidden(fldPath.Child("cipherSuites"), "refused by ValidateSharedTLS")}
	}
	return nil
}

// ValidateCustom_SharedTLS is called besides.
func ValidateCustom_SharedTLS(in *shared.TLS, fldPath *field.Path) field.ErrorList {
	if len(in.CipherSuites) == 1 && in.CipherSuites[0] == "existing" {
		return field.ErrorList{field.Forbidden(fldPath.Child("cipherSuites"), "refused by ValidateCustom_SharedTLS")}
	}
	return nil
}

// ValidateCustom_EveryConfiguration adds the rules of EveryConfiguration.
func ValidateCustom_EveryConfiguration(in *validationeveryv1alpha1.EveryConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
