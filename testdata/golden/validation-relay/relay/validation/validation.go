// Package validation validates the configuration of package relay.
package validation

import (
	"example.com/golden/validation-relay/relay"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateCustom_Listener adds the rules of relay.Listener.
func ValidateCustom_Listener(in *relay.Listener, fldPath *field.Path) field.ErrorList {
	if in.Port == 443 && in.TLS == nil {
		return field.ErrorList{field.Required(fldPath.Child("tls"), "port 443 is for TLS")}
	}
	return nil
}

// ValidateCustom_TLS adds the rules of relay.TLS.
func ValidateCustom_TLS(in *relay.TLS, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Upstream adds the rules of relay.Upstream.
func ValidateCustom_Upstream(in *relay.Upstream, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Health adds the rules of relay.Health.
func ValidateCustom_Health(in *relay.Health, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Sink adds the rules of relay.Sink.
func ValidateCustom_Sink(in *relay.Sink, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_FileSink adds the rules of relay.FileSink.
func ValidateCustom_FileSink(in *relay.FileSink, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_SyslogSink adds the rules of relay.SyslogSink.
func ValidateCustom_SyslogSink(in *relay.SyslogSink, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_RelayConfiguration adds the rules of RelayConfiguration.
func ValidateCustom_RelayConfiguration(in *relay.RelayConfiguration, fldPath *field.Path) field.ErrorList {
	var errs field.ErrorList
	for i, network := range in.Networks {
		if network == "0.0.0.0/0" {
			errs = append(errs, field.Forbidden(fldPath.Child("networks").Index(i), "the relay is not for everyone"))
		}
	}
	if in.PriorityClass == "realtime" {
		errs = append(errs, field.Forbidden(fldPath.Child("priorityClass"), ""))
	}
	return errs
}
