// Package validation validates the configuration of package relay.
package validation

import (
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateZone adds the rules of relay.Zone.
func ValidateZone(in *relay.Zone, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateKey adds the rules of relay.Key.
func ValidateKey(in *relay.Key, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateUpstream adds the rules of relay.Upstream.
func ValidateUpstream(in *relay.Upstream, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCacheConfiguration adds the rules of relay.CacheConfiguration.
func ValidateCacheConfiguration(in *relay.CacheConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateNegativeCache adds the rules of relay.NegativeCache.
func ValidateNegativeCache(in *relay.NegativeCache, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateTLSConfiguration wants a long password, and gives one away as a careless rule may.
func ValidateTLSConfiguration(in *relay.TLSConfiguration, fldPath *field.Path) field.ErrorList {
	if in.KeyPassword != "" && len(in.KeyPassword) < 4 {
		return field.ErrorList{field.Invalid(fldPath.Child("keyPassword"), in.KeyPassword, "the password "+in.KeyPassword+" is too short")}
	}
	return nil
}

// ValidateRelayConfigurationRules has the rules about several fields, and one about a field of one system.
func ValidateRelayConfigurationRules(c *relay.RelayConfiguration) field.ErrorList {
	var errs field.ErrorList
	if c.WindowsPriorityClass == "BAD" {
		errs = append(errs, field.Invalid(field.NewPath("windowsPriorityClass"), c.WindowsPriorityClass, "not a priority class"))
	}
	if c.MaxParallelTransfers != nil && *c.MaxParallelTransfers > 1 && c.SerializeTransfers {
		errs = append(errs, field.Invalid(field.NewPath("maxParallelTransfers"), *c.MaxParallelTransfers, "must be 1 while serializeTransfers is true"))
	}
	return errs
}

// ValidateRelayInstanceConfigurationRules refuses a name.
func ValidateRelayInstanceConfigurationRules(c *relay.RelayInstanceConfiguration) field.ErrorList {
	if c.HostName == "bad" {
		return field.ErrorList{field.Invalid(field.NewPath("hostName"), c.HostName, "is a bad name")}
	}
	return nil
}
