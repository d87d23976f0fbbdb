package delegated

import "k8s.io/apimachinery/pkg/util/validation/field"

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its flag, as in field.NewPath("--port").

// ValidateCustom_DelegatedFlags validates what the markers of delegated.DelegatedFlags cannot express.
func ValidateCustom_DelegatedFlags(in *DelegatedFlags, fldPath *field.Path) field.ErrorList {
	return nil
}
