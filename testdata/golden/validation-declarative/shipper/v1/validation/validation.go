// Package validation validates the configuration of package v1.
package validation

import (
	shipperv1 "example.com/golden/validation-declarative/shipper/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateShipperConfigurationRules adds the rules of ShipperConfiguration.
func ValidateShipperConfigurationRules(c *shipperv1.ShipperConfiguration) field.ErrorList {
	return nil
}

// ValidateHelperConfigurationRules adds the rules of HelperConfiguration.
func ValidateHelperConfigurationRules(c *shipperv1.HelperConfiguration) field.ErrorList {
	return nil
}

// ValidateLeftOutConfigurationRules adds the rules of LeftOutConfiguration.
func ValidateLeftOutConfigurationRules(c *shipperv1.LeftOutConfiguration) field.ErrorList {
	return nil
}
