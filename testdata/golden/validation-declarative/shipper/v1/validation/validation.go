// Package validation validates the configuration of package v1.
package validation

import (
	shipperv1 "example.com/golden/validation-declarative/shipper/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateCustom_ShipperConfiguration adds the rules of ShipperConfiguration.
func ValidateCustom_ShipperConfiguration(in *shipperv1.ShipperConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_HelperConfiguration adds the rules of HelperConfiguration.
func ValidateCustom_HelperConfiguration(in *shipperv1.HelperConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_LeftOutConfiguration adds the rules of LeftOutConfiguration.
func ValidateCustom_LeftOutConfiguration(in *shipperv1.LeftOutConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
