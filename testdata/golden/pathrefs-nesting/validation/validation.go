// Package validation validates the configuration of package nesting.
package validation

import (
	"example.com/golden/pathrefs-nesting"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Flags are added to the errors of a path in the file.

// ValidateCustom_Inlined adds the rules of nesting.Inlined.
func ValidateCustom_Inlined(in *nesting.Inlined, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_TLS adds the rules of nesting.TLS.
func ValidateCustom_TLS(in *nesting.TLS, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Listener adds the rules of nesting.Listener.
func ValidateCustom_Listener(in *nesting.Listener, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Zone adds the rules of nesting.Zone.
func ValidateCustom_Zone(in *nesting.Zone, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Nested adds the rules of Nested.
func ValidateCustom_Nested(in *nesting.Nested, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Plain adds the rules of Plain.
func ValidateCustom_Plain(in *nesting.Plain, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Listed adds the rules of Listed.
func ValidateCustom_Listed(in *nesting.Listed, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Mapped adds the rules of Mapped.
func ValidateCustom_Mapped(in *nesting.Mapped, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Pathless adds the rules of Pathless.
func ValidateCustom_Pathless(in *nesting.Pathless, fldPath *field.Path) field.ErrorList {
	return nil
}
