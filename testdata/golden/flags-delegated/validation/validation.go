// Package validation validates the configuration of package delegated.
package validation

import (
	"example.com/golden/flags-delegated"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_Cloud validates what the markers of delegated.Cloud cannot express.
func ValidateCustom_Cloud(in *delegated.Cloud, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Provider validates what the markers of delegated.Provider cannot express.
func ValidateCustom_Provider(in *delegated.Provider, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Zone validates what the markers of delegated.Zone cannot express.
func ValidateCustom_Zone(in *delegated.Zone, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Delegated validates what the markers of delegated.Delegated cannot express.
func ValidateCustom_Delegated(in *delegated.Delegated, fldPath *field.Path) field.ErrorList {
	return nil
}
