// Package validation validates the configuration of package config.
package validation

import (
	"net/url"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/descheduler/pkg/api"
)

// ValidateCustom_DeschedulerPolicy validates the sources of metrics.
func ValidateCustom_DeschedulerPolicy(in *api.DeschedulerPolicy, fldPath *field.Path) (errs field.ErrorList) {
	at := fldPath.Child("metricsProviders")
	seen := map[api.MetricsSource]bool{}
	for i, provider := range in.MetricsProviders {
		if seen[provider.Source] {
			errs = append(errs, field.Duplicate(at.Index(i).Child("source"), provider.Source))
			continue
		}
		seen[provider.Source] = true
		if provider.Source == api.PrometheusMetrics {
			errs = append(errs, validatePrometheus(provider.Prometheus, at.Index(i).Child("prometheus"))...)
		}
	}
	if seen[api.KubernetesMetrics] && in.MetricsCollector != nil && in.MetricsCollector.Enabled {
		errs = append(errs, field.Forbidden(fldPath.Child("metricsCollector", "enabled"),
			"metricsProviders has the source KubernetesMetrics already"))
	}
	return errs
}

func validatePrometheus(in *api.Prometheus, fldPath *field.Path) (errs field.ErrorList) {
	if in == nil {
		return field.ErrorList{field.Required(fldPath, "")}
	}
	if in.URL == "" {
		errs = append(errs, field.Required(fldPath.Child("url"), ""))
	} else if _, err := url.Parse(in.URL); err != nil {
		errs = append(errs, field.Invalid(fldPath.Child("url"), in.URL, err.Error()))
	}
	if in.AuthToken == nil {
		return errs
	}
	at, secret := fldPath.Child("authToken", "secretReference"), in.AuthToken.SecretReference
	if secret == nil {
		return append(errs, field.Required(at, ""))
	}
	for name, value := range map[string]string{"name": secret.Name, "namespace": secret.Namespace} {
		if value == "" {
			errs = append(errs, field.Required(at.Child(name), ""))
		}
	}
	return errs
}
