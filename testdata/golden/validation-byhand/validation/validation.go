package validation

import (
	"context"
	"errors"
	"fmt"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-base/featuregate"

	byhand "example.com/golden/validation-byhand"
	sharedvalidation "example.com/golden/validation-byhand/shared/validation"
)

// ValidateRelayConfiguration was there before, with a path and with helpers of its own.
func ValidateRelayConfiguration(c *byhand.RelayConfiguration, fldPath *field.Path) field.ErrorList {
	if c.Port == 7 {
		return field.ErrorList{field.Invalid(fldPath.Child("port"), c.Port, "must not be 7")}
	}
	errs := ValidateUpstream(c.Upstream, fldPath.Child("upstream"))
	return append(errs, sharedvalidation.ValidateTLS(&c.TLS, fldPath.Child("tls"))...)
}

// ValidateUpstream is called by the rule of the root, and must not be called twice.
func ValidateUpstream(u byhand.Upstream, fldPath *field.Path) field.ErrorList {
	return notEmpty(u.Host, fldPath.Child("host"))
}

// validateZone is not exported.
func validateZone(_ context.Context, z *byhand.Zone, fldPath *field.Path) field.ErrorList {
	return notEmpty(z.Domain, fldPath.Child("domain"))
}

// notEmpty is a helper of theirs.
func notEmpty(text string, fldPath *field.Path) field.ErrorList {
	if text == "" {
		return field.ErrorList{field.Required(fldPath, "theirs")}
	}
	return nil
}

// ValidateLimits returns errors of every kind.
func ValidateLimits(l *byhand.Limits) error {
	switch {
	case l.Rate == 1:
		return errors.New("one is too few")
	case l.Rate == 2:
		return utilerrors.NewAggregate([]error{
			field.Invalid(field.NewPath("limits", "rate"), 2, "two"), fmt.Errorf("two is too few"),
		})
	}
	return nil
}

// ValidateQuota returns one error.
func ValidateQuota(fldPath *field.Path, q *byhand.Quota) *field.Error {
	if q.Size < 0 {
		return field.Invalid(fldPath.Child("size"), q.Size, "theirs")
	}
	return nil
}

// Validate has the feature gates.
func Validate(c *byhand.ProxyConfiguration, gates featuregate.FeatureGate) error {
	if c.Mode == "new" && !gates.Enabled("New") {
		return errors.New("mode new needs the feature gate New")
	}
	return nil
}

// ValidateCustom_ProxyConfiguration has them as a function.
func ValidateCustom_ProxyConfiguration(
	c *byhand.ProxyConfiguration, fldPath *field.Path, enabled func(featuregate.Feature) bool,
) field.ErrorList {
	if c.Mode == "old" && enabled("New") {
		return field.ErrorList{field.Invalid(fldPath.Child("mode"), c.Mode, "is removed by New")}
	}
	return nil
}
