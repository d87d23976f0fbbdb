package options

import "k8s.io/apimachinery/pkg/util/validation/field"

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its flag, as in field.NewPath("--port").

// ValidateCustom_ProcessFlags validates what the markers of options.ProcessFlags cannot express.
func ValidateCustom_ProcessFlags(in *ProcessFlags, fldPath *field.Path) field.ErrorList {
	return nil
}
