// Package validation validates the configuration of package config with the functions that kube-apiserver calls.
package validation

import (
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/apis/apiserver"
	"k8s.io/apiserver/pkg/apis/apiserver/validation"
	authenticationcel "k8s.io/apiserver/pkg/authentication/cel"
	authorizationcel "k8s.io/apiserver/pkg/authorization/cel"
	"k8s.io/apiserver/pkg/util/feature"
	tracing "k8s.io/component-base/tracing/api/v1"
)

// zz_generated.validation.go calls the functions in this file.

// ValidateCustom_EncryptionConfiguration validates the resources and keys.
func ValidateCustom_EncryptionConfiguration(in *apiserver.EncryptionConfiguration, _ *field.Path) field.ErrorList {
	return validation.ValidateEncryptionConfiguration(in, false)
}

// ValidateCustom_AuthenticationConfiguration validates the authenticators, and compiles their expressions.
func ValidateCustom_AuthenticationConfiguration(in *apiserver.AuthenticationConfiguration,
	_ *field.Path) field.ErrorList {
	return validation.ValidateAuthenticationConfiguration(authenticationcel.NewDefaultCompiler(), in, nil)
}

// Modes are the types of authorizers that kube-apiserver has.
func Modes() sets.Set[string] {
	return sets.New("ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook")
}

// ValidateCustom_AuthorizationConfiguration validates the authorizers, and compiles their expressions.
func ValidateCustom_AuthorizationConfiguration(in *apiserver.AuthorizationConfiguration,
	fldPath *field.Path) field.ErrorList {
	return validation.ValidateAuthorizationConfiguration(authorizationcel.NewDefaultCompiler(), fldPath, in, Modes(),
		sets.New(string(apiserver.TypeWebhook)))
}

// ValidateCustom_AdmissionConfiguration accepts everything: each plugin validates its own configuration.
func ValidateCustom_AdmissionConfiguration(*apiserver.AdmissionConfiguration, *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_TracingConfiguration validates the endpoint and the sampling rate.
func ValidateCustom_TracingConfiguration(in *apiserver.TracingConfiguration, fldPath *field.Path) field.ErrorList {
	return tracing.ValidateTracingConfiguration(&in.TracingConfiguration, feature.DefaultFeatureGate, fldPath)
}
