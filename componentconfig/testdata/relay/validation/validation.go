// Package validation validates the configuration of package relay.
package validation

import (
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateCustom_Zone adds the rules of relay.Zone.
func ValidateCustom_Zone(in *relay.Zone, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Key adds the rules of relay.Key.
func ValidateCustom_Key(in *relay.Key, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Upstream adds the rules of relay.Upstream.
func ValidateCustom_Upstream(in *relay.Upstream, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_CacheConfiguration adds the rules of relay.CacheConfiguration.
func ValidateCustom_CacheConfiguration(in *relay.CacheConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_NegativeCache adds the rules of relay.NegativeCache.
func ValidateCustom_NegativeCache(in *relay.NegativeCache, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_TLSConfiguration wants a long password, and gives one away as a careless rule may.
func ValidateCustom_TLSConfiguration(in *relay.TLSConfiguration, fldPath *field.Path) field.ErrorList {
	if in.KeyPassword != "" && len(in.KeyPassword) < 4 {
		return field.ErrorList{field.Invalid(fldPath.Child("keyPassword"), in.KeyPassword, "the password "+in.KeyPassword+" is too short")}
	}
	return nil
}

// ValidateCustom_RelayConfiguration has the rules about several fields, and one about a field of one system.
func ValidateCustom_RelayConfiguration(in *relay.RelayConfiguration, fldPath *field.Path) field.ErrorList {
	var errs field.ErrorList
	if in.WindowsPriorityClass == "BAD" {
		errs = append(errs, field.Invalid(field.NewPath("windowsPriorityClass"), in.WindowsPriorityClass, "not a priority class"))
	}
	if in.MaxParallelTransfers != nil && *in.MaxParallelTransfers > 1 && in.SerializeTransfers {
		errs = append(errs, field.Invalid(field.NewPath("maxParallelTransfers"), *in.MaxParallelTransfers, "must be 1 while serializeTransfers is true"))
	}
	return errs
}

// ValidateCustom_RelayInstanceConfiguration refuses a name.
func ValidateCustom_RelayInstanceConfiguration(in *relay.RelayInstanceConfiguration, fldPath *field.Path) field.ErrorList {
	if in.HostName == "bad" {
		return field.ErrorList{field.Invalid(field.NewPath("hostName"), in.HostName, "is a bad name")}
	}
	return nil
}
