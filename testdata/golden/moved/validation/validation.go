// Package validation validates the configuration of package moved.
package validation

import (
	"example.com/golden/moved"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_Server validates what the markers of moved.Server cannot express.
func ValidateCustom_Server(in *moved.Server, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Source validates what the markers of moved.Source cannot express.
func ValidateCustom_Source(in *moved.Source, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Zone validates what the markers of moved.Zone cannot express.
func ValidateCustom_Zone(in *moved.Zone, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Tuning validates what the markers of moved.Tuning cannot express.
func ValidateCustom_Tuning(in *moved.Tuning, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Rule validates what the markers of moved.Rule cannot express.
func ValidateCustom_Rule(in *moved.Rule, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Fresh validates what the markers of moved.Fresh cannot express.
func ValidateCustom_Fresh(in *moved.Fresh, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_MovedConfiguration validates what the markers of moved.MovedConfiguration cannot express.
func ValidateCustom_MovedConfiguration(in *moved.MovedConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
