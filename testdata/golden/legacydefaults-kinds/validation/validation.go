// Package validation validates the configuration of package kinds.
package validation

import (
	"example.com/golden/legacydefaults-kinds"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Flags are added to the errors of a path in the file.

// ValidateCustom_Group adds the rules of kinds.Group.
func ValidateCustom_Group(in *kinds.Group, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Inner adds the rules of kinds.Inner.
func ValidateCustom_Inner(in *kinds.Inner, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Nested adds the rules of kinds.Nested.
func ValidateCustom_Nested(in *kinds.Nested, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Deep adds the rules of kinds.Deep.
func ValidateCustom_Deep(in *kinds.Deep, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Kinds adds the rules of Kinds.
func ValidateCustom_Kinds(in *kinds.Kinds, fldPath *field.Path) field.ErrorList {
	return nil
}
