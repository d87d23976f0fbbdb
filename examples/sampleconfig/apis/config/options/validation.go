package options

import "k8s.io/apimachinery/pkg/util/validation/field"

// ValidateCustom_RelayFlags checks that the relay has time to stop.
func ValidateCustom_RelayFlags(in *RelayFlags, fldPath *field.Path) field.ErrorList {
	var errs field.ErrorList
	if in.ShutdownTimeout < 0 {
		errs = append(errs,
			field.Invalid(field.NewPath("--shutdown-timeout"), in.ShutdownTimeout.String(), "must not be negative"))
	}
	return errs
}
