// Package validation validates the configuration of package shipper.
package validation

import (
	"github.com/configgen/configgen/componentconfig/testdata/shipper"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateCustom_ShipperConfiguration adds the rules of ShipperConfiguration.
func ValidateCustom_ShipperConfiguration(in *shipper.ShipperConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
