package options

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// ValidateCustom_Flags validates the options of metrics and logs.
func ValidateCustom_Flags(in *Flags, fldPath *field.Path) (errs field.ErrorList) {
	for _, err := range in.Metrics.Validate() {
		errs = append(errs, field.Invalid(fldPath.Child("--show-hidden-metrics-for-version"), "", err.Error()))
	}
	return append(errs, logsapi.Validate(in.Logging, nil, fldPath.Child("logging"))...)
}
