// Package validation validates the configuration of the controller.
package validation

import (
	"net"
	"net/url"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	logsapi "k8s.io/component-base/logs/api/v1"

	"example.com/replacements/certmanager/controller"
	sharedvalidation "example.com/replacements/certmanager/shared/validation"
)

// ValidateCustom_ControllerConfiguration compares fields with each other.
func ValidateCustom_ControllerConfiguration(in *controller.ControllerConfiguration,
	fldPath *field.Path) field.ErrorList {
	errs := logsapi.Validate(&in.Logging, nil, fldPath.Child("logging"))
	if float32(in.KubernetesAPIBurst) < in.KubernetesAPIQPS {
		errs = append(errs, field.Invalid(fldPath.Child("kubernetesAPIBurst"), in.KubernetesAPIBurst,
			"must be higher or equal to kubernetesAPIQPS"))
	}
	for i, name := range in.Controllers {
		if name != "*" && !slices.Contains(allControllers, strings.TrimPrefix(name, "-")) {
			errs = append(errs, field.NotSupported(fldPath.Child("controllers").Index(i), name, allControllers))
		}
	}
	if shortest, longest := in.CertificateRequestMinimumBackoffDuration,
		in.CertificateRequestMaximumBackoffDuration; 0 < longest && longest < shortest {
		errs = append(errs, field.Invalid(fldPath.Child("certificateRequestMaximumBackoffDuration"), longest.String(),
			"must be greater than or equal to certificateRequestMinimumBackoffDuration"))
	}
	return errs
}

// ValidateCustom_LeaderElectionConfig requires a timeout if a leader is elected.
func ValidateCustom_LeaderElectionConfig(in *controller.LeaderElectionConfig, fldPath *field.Path) field.ErrorList {
	if !in.Enabled {
		return nil
	}
	return sharedvalidation.Positive(in.HealthzTimeout, fldPath.Child("healthzTimeout"))
}

// ValidateCustom_ACMEDNS01Config accepts DNS over HTTPS, too.
func ValidateCustom_ACMEDNS01Config(in *controller.ACMEDNS01Config, fldPath *field.Path) (errs field.ErrorList) {
	for i, server := range in.RecursiveNameservers {
		if _, _, err := net.SplitHostPort(server); err == nil {
			continue
		}
		if u, err := url.ParseRequestURI(server); err != nil || u.Scheme != "https" || u.Host == "" {
			errs = append(errs, field.Invalid(fldPath.Child("recursiveNameservers").Index(i), server,
				"must be in the format <ip address>:<port> or https://<DoH RFC 8484 server address>"))
		}
	}
	return errs
}

// allControllers are the names of packages that only the program should link.
var allControllers = []string{
	"issuers", "clusterissuers", "certificates-metrics", "ingress-shim", "gateway-shim", "orders", "challenges",
	"certificaterequests-issuer-acme", "certificaterequests-approver", "certificaterequests-issuer-ca",
	"certificaterequests-issuer-selfsigned", "certificaterequests-issuer-vault", "certificaterequests-issuer-venafi",
	"certificates-trigger", "certificates-issuing", "certificates-key-manager", "certificates-request-manager",
	"certificates-readiness", "certificates-revision-manager", "certificatesigningrequests-issuer-acme",
	"certificatesigningrequests-issuer-ca", "certificatesigningrequests-issuer-selfsigned",
	"certificatesigningrequests-issuer-venafi", "certificatesigningrequests-issuer-vault",
}

// ValidateCustom_PEMSizeLimitsConfig compares limits with the limit of bundles.
func ValidateCustom_PEMSizeLimitsConfig(in *controller.PEMSizeLimitsConfig, fldPath *field.Path) (errs field.ErrorList) {
	if in.MaxCertificateSize > in.MaxBundleSize {
		errs = append(errs, field.Invalid(fldPath.Child("maxCertificateSize"), in.MaxCertificateSize,
			"must not be larger than maxBundleSize"))
	}
	if in.MaxChainLength > in.MaxBundleSize {
		errs = append(errs, field.Invalid(fldPath.Child("maxChainLength"), in.MaxChainLength,
			"must not exceed maxBundleSize"))
	}
	return errs
}
