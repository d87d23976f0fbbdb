// Package validation validates the configuration of package relay.
package validation

import (
	"example.com/golden/validation-declarative/relay"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateCustom_Listener adds the rules of relay.Listener.
func ValidateCustom_Listener(in *relay.Listener, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Sink adds the rules of relay.Sink.
func ValidateCustom_Sink(in *relay.Sink, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_RelayConfiguration adds the rules of RelayConfiguration.
func ValidateCustom_RelayConfiguration(in *relay.RelayConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
