package options

import "k8s.io/apimachinery/pkg/util/validation/field"

// ValidateRelayFlagsRules checks that the relay has time to stop.
func ValidateRelayFlagsRules(f *RelayFlags) field.ErrorList {
	var errs field.ErrorList
	if f.ShutdownTimeout < 0 {
		errs = append(errs, field.Invalid(field.NewPath("--shutdown-timeout"), f.ShutdownTimeout.String(), "must not be negative"))
	}
	return errs
}
