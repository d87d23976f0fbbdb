package options

import "k8s.io/apimachinery/pkg/util/validation/field"

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its flag, as in field.NewPath("--port").

// ValidateRelayFlagsRules adds the rules of RelayFlags.
func ValidateRelayFlagsRules(f *RelayFlags) field.ErrorList {
	return nil
}
