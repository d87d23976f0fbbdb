// Package validation validates the configuration of package nested.
package validation

import (
	"example.com/golden/validation-nested"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_Outer validates what the markers of nested.Outer cannot express.
func ValidateCustom_Outer(in *nested.Outer, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Inner validates what the markers of nested.Inner cannot express.
func ValidateCustom_Inner(in *nested.Inner, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_MapOuter validates what the markers of nested.MapOuter cannot express.
func ValidateCustom_MapOuter(in *nested.MapOuter, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Nested validates what the markers of nested.Nested cannot express.
func ValidateCustom_Nested(in *nested.Nested, fldPath *field.Path) field.ErrorList {
	return nil
}
