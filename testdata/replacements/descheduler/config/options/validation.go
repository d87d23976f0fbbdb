package options

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/descheduler/pkg/features"
)

// ValidateCustom_Flags validates the names of features.
func ValidateCustom_Flags(in *Flags, fldPath *field.Path) (errs field.ErrorList) {
	if err := features.DefaultMutableFeatureGate.DeepCopy().SetFromMap(in.FeatureGates); err != nil {
		errs = append(errs, field.Invalid(fldPath.Child("--feature-gates"), in.FeatureGates, err.Error()))
	}
	return errs
}
