// Package validation validates the configuration of package config.
package validation

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
	configv1alpha1 "k8s.io/kube-proxy/config/v1alpha1"
	netutils "k8s.io/utils/net"
)

// zz_generated.validation.go calls the functions in this file.

var (
	modes      = []configv1alpha1.ProxyMode{"iptables", "ipvs", "nftables"}
	localModes = []configv1alpha1.LocalMode{"ClusterCIDR", "NodeCIDR", "BridgeInterface", "InterfaceNamePrefix"}
)

// ValidateCustom_KubeProxyConfiguration validates what the markers of
// k8s.io/kube-proxy/config/v1alpha1.KubeProxyConfiguration cannot express.
func ValidateCustom_KubeProxyConfiguration(in *configv1alpha1.KubeProxyConfiguration,
	fldPath *field.Path) (errs field.ErrorList) {
	if !slices.Contains(modes, in.Mode) {
		errs = append(errs, field.NotSupported(fldPath.Child("mode"), in.Mode, modes))
	}
	if !slices.Contains(localModes, in.DetectLocalMode) {
		errs = append(errs, field.NotSupported(fldPath.Child("detectLocalMode"), in.DetectLocalMode, localModes))
	}
	required := map[configv1alpha1.LocalMode]struct{ name, value string }{
		"BridgeInterface":     {"bridgeInterface", in.DetectLocal.BridgeInterface},
		"InterfaceNamePrefix": {"interfaceNamePrefix", in.DetectLocal.InterfaceNamePrefix},
	}
	if need, ok := required[in.DetectLocalMode]; ok && need.value == "" {
		errs = append(errs, field.Required(fldPath.Child("detectLocal", need.name), ""))
	}
	if slices.Equal(in.NodePortAddresses, []string{"primary"}) {
		return errs
	}
	for i, cidr := range in.NodePortAddresses {
		if _, _, err := netutils.ParseCIDRSloppy(cidr); err != nil {
			errs = append(errs, field.Invalid(fldPath.Child("nodePortAddresses").Index(i), cidr, "must be a valid CIDR"))
		}
	}
	return errs
}
