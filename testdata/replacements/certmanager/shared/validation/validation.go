// Package validation validates what the configurations of the three components have in common.
package validation

import (
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"example.com/replacements/certmanager/shared"
)

// ValidateCustom_TLSConfig allows one source of certificates, which has to be complete.
func ValidateCustom_TLSConfig(in *shared.TLSConfig, fldPath *field.Path) (errs field.ErrorList) {
	files, dynamic := in.Filesystem, in.Dynamic
	fromFiles := files != shared.FilesystemServingConfig{}
	fromCA := dynamic.SecretNamespace != "" || dynamic.SecretName != "" || len(dynamic.DNSNames) > 0
	required := func(missing bool, what string, path ...string) {
		if missing {
			errs = append(errs, field.Required(fldPath.Child(path[0], path[1:]...), "must be specified when using "+what+" TLS config"))
		}
	}
	switch {
	case fromFiles && fromCA:
		return field.ErrorList{field.Forbidden(fldPath, "cannot specify both filesystem based and dynamic TLS configuration")}
	case fromFiles:
		required(files.CertFile == "", "filesystem based", "filesystem", "certFile")
		required(files.KeyFile == "", "filesystem based", "filesystem", "keyFile")
	case fromCA:
		required(dynamic.SecretNamespace == "", "dynamic", "dynamic", "secretNamespace")
		required(dynamic.SecretName == "", "dynamic", "dynamic", "secretName")
		required(len(dynamic.DNSNames) == 0, "dynamic", "dynamic", "dnsNames")
	}
	return errs
}

// ValidateCustom_LeaderElectionConfig requires durations if a leader is elected.
func ValidateCustom_LeaderElectionConfig(in *shared.LeaderElectionConfig, fldPath *field.Path) field.ErrorList {
	if !in.Enabled {
		return nil
	}
	errs := Positive(in.LeaseDuration, fldPath.Child("leaseDuration"))
	errs = append(errs, Positive(in.RenewDeadline, fldPath.Child("renewDeadline"))...)
	return append(errs, Positive(in.RetryPeriod, fldPath.Child("retryPeriod"))...)
}

// Positive refuses durations that are zero or negative.
func Positive(d time.Duration, fldPath *field.Path) field.ErrorList {
	if d > 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(fldPath, d.String(), "must be greater than 0")}
}
