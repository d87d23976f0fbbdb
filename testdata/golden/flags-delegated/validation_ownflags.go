package delegated

import "k8s.io/apimachinery/pkg/util/validation/field"

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its flag, as in field.NewPath("--port").

// ValidateCustom_OwnFlags validates what the markers of delegated.OwnFlags cannot express.
func ValidateCustom_OwnFlags(in *OwnFlags, fldPath *field.Path) field.ErrorList {
	return nil
}
