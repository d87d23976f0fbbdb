package options

import "k8s.io/apimachinery/pkg/util/validation/field"

// ValidateRelayFlagsRules checks what --print-config can print, and that the relay has time to stop.
func ValidateRelayFlagsRules(f *RelayFlags) field.ErrorList {
	var errs field.ErrorList
	switch f.PrintConfig {
	case "", "yaml", "json":
	default:
		errs = append(errs, field.NotSupported(field.NewPath("--print-config"), f.PrintConfig, []string{"yaml", "json"}))
	}
	if f.ShutdownTimeout < 0 {
		errs = append(errs, field.Invalid(field.NewPath("--shutdown-timeout"), f.ShutdownTimeout.String(), "must not be negative"))
	}
	return errs
}
