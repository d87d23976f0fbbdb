// Package validation validates the configuration of package courier.
package validation

import (
	"github.com/configgen/configgen/componentconfig/testdata/courier"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_CourierConfiguration validates what the markers of courier.CourierConfiguration cannot express.
func ValidateCustom_CourierConfiguration(in *courier.CourierConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
