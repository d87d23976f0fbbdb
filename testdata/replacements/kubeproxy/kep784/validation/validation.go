// Package validation validates the configuration of package kep784.
package validation

import (
	"example.com/replacements/kubeproxy/kep784"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// zz_generated.validation.go calls the functions in this file. Add validation that markers cannot express, such as
// rules about several fields. Name a field by its path in the file; the generated code adds its flag to the error.

// ValidateCustom_KubeProxyIPTablesConfiguration validates what the markers of kep784.KubeProxyIPTablesConfiguration cannot express.
func ValidateCustom_KubeProxyIPTablesConfiguration(in *kep784.KubeProxyIPTablesConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeProxyIPVSConfiguration validates what the markers of kep784.KubeProxyIPVSConfiguration cannot express.
func ValidateCustom_KubeProxyIPVSConfiguration(in *kep784.KubeProxyIPVSConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeProxyNFTablesConfiguration validates what the markers of kep784.KubeProxyNFTablesConfiguration cannot express.
func ValidateCustom_KubeProxyNFTablesConfiguration(in *kep784.KubeProxyNFTablesConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeProxyWinkernelConfiguration validates what the markers of kep784.KubeProxyWinkernelConfiguration cannot express.
func ValidateCustom_KubeProxyWinkernelConfiguration(in *kep784.KubeProxyWinkernelConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_DetectLocalConfiguration validates what the markers of kep784.DetectLocalConfiguration cannot express.
func ValidateCustom_DetectLocalConfiguration(in *kep784.DetectLocalConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeProxyConntrackConfiguration validates what the markers of kep784.KubeProxyConntrackConfiguration cannot express.
func ValidateCustom_KubeProxyConntrackConfiguration(in *kep784.KubeProxyConntrackConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeProxyLinuxConfiguration validates what the markers of kep784.KubeProxyLinuxConfiguration cannot express.
func ValidateCustom_KubeProxyLinuxConfiguration(in *kep784.KubeProxyLinuxConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeProxyWindowsConfiguration validates what the markers of kep784.KubeProxyWindowsConfiguration cannot express.
func ValidateCustom_KubeProxyWindowsConfiguration(in *kep784.KubeProxyWindowsConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KubeProxyConfiguration validates what the markers of kep784.KubeProxyConfiguration cannot express.
func ValidateCustom_KubeProxyConfiguration(in *kep784.KubeProxyConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
