// Package validation validates the configuration of package nesting.
package validation

import (
	"example.com/golden/pathrefs-nesting"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Flags are added to the errors of a path in the file.

// ValidateInlined adds the rules of nesting.Inlined.
func ValidateInlined(in *nesting.Inlined, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateTLS adds the rules of nesting.TLS.
func ValidateTLS(in *nesting.TLS, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateListener adds the rules of nesting.Listener.
func ValidateListener(in *nesting.Listener, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateZone adds the rules of nesting.Zone.
func ValidateZone(in *nesting.Zone, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateNestedRules adds the rules of Nested.
func ValidateNestedRules(c *nesting.Nested) field.ErrorList {
	return nil
}

// ValidatePlainRules adds the rules of Plain.
func ValidatePlainRules(c *nesting.Plain) field.ErrorList {
	return nil
}

// ValidateListedRules adds the rules of Listed.
func ValidateListedRules(c *nesting.Listed) field.ErrorList {
	return nil
}

// ValidateMappedRules adds the rules of Mapped.
func ValidateMappedRules(c *nesting.Mapped) field.ErrorList {
	return nil
}

// ValidatePathlessRules adds the rules of Pathless.
func ValidatePathlessRules(c *nesting.Pathless) field.ErrorList {
	return nil
}
