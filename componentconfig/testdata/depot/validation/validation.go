// Package validation validates the configuration of package depot.
package validation

import (
	"github.com/configgen/configgen/componentconfig/testdata/depot"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateRobot adds the rules of depot.Robot.
func ValidateRobot(in *depot.Robot, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateGatehouse adds the rules of depot.Gatehouse.
func ValidateGatehouse(in *depot.Gatehouse, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateShelf adds the rules of depot.Shelf.
func ValidateShelf(in *depot.Shelf, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateBin adds the rules of depot.Bin.
func ValidateBin(in *depot.Bin, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateZone adds the rules of depot.Zone.
func ValidateZone(in *depot.Zone, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateSensor adds the rules of depot.Sensor.
func ValidateSensor(in *depot.Sensor, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCommon adds the rules of depot.Common.
func ValidateCommon(in *depot.Common, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateDepotConfigurationRules adds the rules of DepotConfiguration.
func ValidateDepotConfigurationRules(c *depot.DepotConfiguration) field.ErrorList {
	return nil
}
