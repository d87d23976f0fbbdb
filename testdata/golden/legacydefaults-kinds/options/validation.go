package options

import "k8s.io/apimachinery/pkg/util/validation/field"

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Flags are added to the errors of a path in the file.

// ValidateCustom_KindsFlags adds the rules of KindsFlags.
func ValidateCustom_KindsFlags(in *KindsFlags, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_PlainFlags adds the rules of PlainFlags.
func ValidateCustom_PlainFlags(in *PlainFlags, fldPath *field.Path) field.ErrorList {
	return nil
}
