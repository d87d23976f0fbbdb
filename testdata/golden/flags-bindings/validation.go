package bindings

import "k8s.io/apimachinery/pkg/util/validation/field"

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Flags are added to the errors of a path in the file.

// ValidateCustom_BindingsFlags adds the rules of BindingsFlags.
func ValidateCustom_BindingsFlags(in *BindingsFlags, fldPath *field.Path) field.ErrorList {
	return nil
}
