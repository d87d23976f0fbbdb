// Package validation validates the configuration of package relay.
package validation

import (
	"example.com/golden/validation-relay/relay"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateListener adds the rules of relay.Listener.
func ValidateListener(in *relay.Listener, fldPath *field.Path) field.ErrorList {
	if in.Port == 443 && in.TLS == nil {
		return field.ErrorList{field.Required(fldPath.Child("tls"), "port 443 is for TLS")}
	}
	return nil
}

// ValidateTLS adds the rules of relay.TLS.
func ValidateTLS(in *relay.TLS, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateUpstream adds the rules of relay.Upstream.
func ValidateUpstream(in *relay.Upstream, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateHealth adds the rules of relay.Health.
func ValidateHealth(in *relay.Health, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateSink adds the rules of relay.Sink.
func ValidateSink(in *relay.Sink, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateFileSink adds the rules of relay.FileSink.
func ValidateFileSink(in *relay.FileSink, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateSyslogSink adds the rules of relay.SyslogSink.
func ValidateSyslogSink(in *relay.SyslogSink, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateRelayConfigurationRules adds the rules of RelayConfiguration.
func ValidateRelayConfigurationRules(c *relay.RelayConfiguration) field.ErrorList {
	var errs field.ErrorList
	for i, network := range c.Networks {
		if network == "0.0.0.0/0" {
			errs = append(errs, field.Forbidden(field.NewPath("networks").Index(i), "the relay is not for everyone"))
		}
	}
	if c.PriorityClass == "realtime" {
		errs = append(errs, field.Forbidden(field.NewPath("priorityClass"), ""))
	}
	return errs
}
