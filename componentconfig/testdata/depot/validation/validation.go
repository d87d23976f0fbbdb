// Package validation validates the configuration of package depot.
package validation

import (
	"github.com/configgen/configgen/componentconfig/testdata/depot"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateCustom_Robot adds the rules of depot.Robot.
func ValidateCustom_Robot(in *depot.Robot, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Gatehouse adds the rules of depot.Gatehouse.
func ValidateCustom_Gatehouse(in *depot.Gatehouse, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Shelf adds the rules of depot.Shelf.
func ValidateCustom_Shelf(in *depot.Shelf, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Bin adds the rules of depot.Bin.
func ValidateCustom_Bin(in *depot.Bin, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Zone adds the rules of depot.Zone.
func ValidateCustom_Zone(in *depot.Zone, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Sensor adds the rules of depot.Sensor.
func ValidateCustom_Sensor(in *depot.Sensor, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Common adds the rules of depot.Common.
func ValidateCustom_Common(in *depot.Common, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_DepotConfiguration adds the rules of DepotConfiguration.
func ValidateCustom_DepotConfiguration(in *depot.DepotConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
