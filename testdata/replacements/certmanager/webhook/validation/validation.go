// Package validation validates the configuration of the webhook.
package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	logsapi "k8s.io/component-base/logs/api/v1"

	"example.com/replacements/certmanager/webhook"
)

// ValidateCustom_WebhookConfiguration validates the format of logs.
func ValidateCustom_WebhookConfiguration(in *webhook.WebhookConfiguration, fldPath *field.Path) field.ErrorList {
	return logsapi.Validate(&in.Logging, nil, fldPath.Child("logging"))
}
