// Package validation validates the configuration of package alias.
package validation

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_Root validates what the markers of k8s.io/apimachinery/pkg/apis/meta/v1.TableOptions cannot express.
func ValidateCustom_Root(in *metav1.TableOptions, fldPath *field.Path) field.ErrorList {
	return nil
}
