package options

import "k8s.io/apimachinery/pkg/util/validation/field"

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its flag, as in field.NewPath("--port").

// ValidateCustom_RelayFlags adds the rules of RelayFlags.
func ValidateCustom_RelayFlags(in *RelayFlags, fldPath *field.Path) field.ErrorList {
	return nil
}
