// Package validation validates the configuration of the operator.
package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig/manager/config/validation"
	"github.com/configgen/configgen/componentconfig/manager/internal/operator"
)

// ValidateCustom_OperatorConfiguration checks what markers cannot express.
func ValidateCustom_OperatorConfiguration(in *operator.OperatorConfiguration, fldPath *field.Path) field.ErrorList {
	return validation.ValidateManagerConfiguration(&in.ManagerConfiguration, fldPath)
}
