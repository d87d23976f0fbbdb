// Package validation validates the configuration of package kinds.
package validation

import (
	"example.com/golden/legacydefaults-kinds"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Flags are added to the errors of a path in the file.

// ValidateGroup adds the rules of kinds.Group.
func ValidateGroup(in *kinds.Group, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateInner adds the rules of kinds.Inner.
func ValidateInner(in *kinds.Inner, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateNested adds the rules of kinds.Nested.
func ValidateNested(in *kinds.Nested, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateDeep adds the rules of kinds.Deep.
func ValidateDeep(in *kinds.Deep, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateKindsRules adds the rules of Kinds.
func ValidateKindsRules(c *kinds.Kinds) field.ErrorList {
	return nil
}
