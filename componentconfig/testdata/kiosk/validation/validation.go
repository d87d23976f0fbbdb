// Package validation validates the configuration of package kiosk.
package validation

import (
	"github.com/configgen/configgen/componentconfig/testdata/kiosk"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_KioskConfiguration validates what the markers of kiosk.KioskConfiguration cannot express.
func ValidateCustom_KioskConfiguration(in *kiosk.KioskConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
