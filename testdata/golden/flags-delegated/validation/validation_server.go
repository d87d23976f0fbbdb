package validation

import (
	"example.com/golden/flags-delegated"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_Server validates what the markers of delegated.Server cannot express.
func ValidateCustom_Server(in *delegated.Server, fldPath *field.Path) field.ErrorList {
	return nil
}
