// Package validation validates the configuration of package v1.
package validation

import (
	goldenv1 "example.com/golden/docs-resource"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_Limits validates what the markers of v1.Limits cannot express.
func ValidateCustom_Limits(in *goldenv1.Limits, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Target validates what the markers of v1.Target cannot express.
func ValidateCustom_Target(in *goldenv1.Target, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_HTTPCheck validates what the markers of v1.HTTPCheck cannot express.
func ValidateCustom_HTTPCheck(in *goldenv1.HTTPCheck, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Check validates what the markers of v1.Check cannot express.
func ValidateCustom_Check(in *goldenv1.Check, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Syslog validates what the markers of v1.Syslog cannot express.
func ValidateCustom_Syslog(in *goldenv1.Syslog, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Sink validates what the markers of v1.Sink cannot express.
func ValidateCustom_Sink(in *goldenv1.Sink, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_ProbeConfiguration validates what the markers of v1.ProbeConfiguration cannot express.
func ValidateCustom_ProbeConfiguration(in *goldenv1.ProbeConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
