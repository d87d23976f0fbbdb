// Package validation validates the configuration of package stock.
package validation

import (
	"example.com/golden/validation-tags/stock"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_Sub validates what the markers of stock.Sub cannot express.
func ValidateCustom_Sub(in *stock.Sub, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Union validates what the markers of stock.Union cannot express.
func ValidateCustom_Union(in *stock.Union, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Discriminated validates what the markers of stock.Discriminated cannot express.
func ValidateCustom_Discriminated(in *stock.Discriminated, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Zero validates what the markers of stock.Zero cannot express.
func ValidateCustom_Zero(in *stock.Zero, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Modal validates what the markers of stock.Modal cannot express.
func ValidateCustom_Modal(in *stock.Modal, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Dependent validates what the markers of stock.Dependent cannot express.
func ValidateCustom_Dependent(in *stock.Dependent, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Tags validates what the markers of stock.Tags cannot express.
func ValidateCustom_Tags(in *stock.Tags, fldPath *field.Path) field.ErrorList {
	return nil
}
