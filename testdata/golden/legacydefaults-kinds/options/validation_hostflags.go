package options

import "k8s.io/apimachinery/pkg/util/validation/field"

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its flag, as in field.NewPath("--port").

// ValidateCustom_HostFlags validates what the markers of options.HostFlags cannot express.
func ValidateCustom_HostFlags(in *HostFlags, fldPath *field.Path) field.ErrorList {
	return nil
}
