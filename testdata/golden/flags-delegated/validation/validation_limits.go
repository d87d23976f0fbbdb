package validation

import (
	"example.com/golden/flags-delegated"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_Limits validates what the markers of delegated.Limits cannot express.
func ValidateCustom_Limits(in *delegated.Limits, fldPath *field.Path) field.ErrorList {
	return nil
}
