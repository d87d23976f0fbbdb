// Package validation validates the configuration of package ours.
package validation

import (
	"example.com/golden/validation-tags/ours"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_Sub validates what the markers of ours.Sub cannot express.
func ValidateCustom_Sub(in *ours.Sub, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Union validates what the markers of ours.Union cannot express.
func ValidateCustom_Union(in *ours.Union, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Discriminated validates what the markers of ours.Discriminated cannot express.
func ValidateCustom_Discriminated(in *ours.Discriminated, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Zero validates what the markers of ours.Zero cannot express.
func ValidateCustom_Zero(in *ours.Zero, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Modal validates what the markers of ours.Modal cannot express.
func ValidateCustom_Modal(in *ours.Modal, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Dependent validates what the markers of ours.Dependent cannot express.
func ValidateCustom_Dependent(in *ours.Dependent, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Tags validates what the markers of ours.Tags cannot express.
func ValidateCustom_Tags(in *ours.Tags, fldPath *field.Path) field.ErrorList {
	return nil
}
