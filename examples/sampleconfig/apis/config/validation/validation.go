// Package validation validates the configuration of package config. Generated code checks the rules of the markers, and
// calls the functions in this file for all other rules.
package validation

import (
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/intstr"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
)

// ValidateCustom_RelayConfiguration checks the leader election, which has a type of another
// module, and that queries can be answered.
func ValidateCustom_RelayConfiguration(in *config.RelayConfiguration, fldPath *field.Path) field.ErrorList {
	var errs field.ErrorList
	if len(in.Forwarding.Upstreams) == 0 && len(in.Forwarding.Zones) == 0 && len(in.Hosts.Files) == 0 &&
		len(in.Hosts.Records) == 0 {
		errs = append(errs,
			field.Required(fldPath.Child("forwarding", "upstreams"),
				"there is nothing to answer queries from: set upstreams, zones or hosts"))
	}
	if !in.LeaderElection.LeaderElect {
		return errs
	}
	if in.ClientConnection.Kubeconfig == "" {
		errs = append(errs,
			field.Required(fldPath.Child("clientConnection", "kubeconfig"), "leader election needs an API server"))
	}
	election, path := in.LeaderElection, fldPath.Child("leaderElection")
	if election.ResourceLock != "leases" {
		errs = append(errs, field.NotSupported(path.Child("resourceLock"), election.ResourceLock, []string{"leases"}))
	}
	if election.RetryPeriod.Duration <= 0 {
		errs = append(errs,
			field.Invalid(path.Child("retryPeriod"), election.RetryPeriod.Duration.String(), "must be positive"))
	}
	if election.RenewDeadline.Duration <= election.RetryPeriod.Duration {
		errs = append(errs,
			field.Invalid(path.Child("renewDeadline"), election.RenewDeadline.Duration.String(),
				"must be longer than retryPeriod"))
	}
	if election.LeaseDuration.Duration <= election.RenewDeadline.Duration {
		errs = append(errs,
			field.Invalid(path.Child("leaseDuration"), election.LeaseDuration.Duration.String(),
				"must be longer than renewDeadline"))
	}
	return errs
}

// ValidateCustom_RelayInstanceConfiguration checks that the name of the relay can be the holder of a
// lease.
func ValidateCustom_RelayInstanceConfiguration(in *config.RelayInstanceConfiguration,
	fldPath *field.Path) field.ErrorList {
	if in.ServerID == "" {
		return nil
	}
	return dnsName(in.ServerID, fldPath.Child("serverID"))
}

// ValidateCustom_ListenConfiguration has no rules in addition to the markers.
func ValidateCustom_ListenConfiguration(in *config.ListenConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_ForwardingConfiguration checks that names are valid and that zones are unique.
func ValidateCustom_ForwardingConfiguration(in *config.ForwardingConfiguration, fldPath *field.Path) field.ErrorList {
	var errs field.ErrorList
	seen := map[string]bool{}
	for i, zone := range in.Zones {
		name := strings.ToLower(zone.Name)
		if seen[name] {
			errs = append(errs, field.Duplicate(fldPath.Child("zones").Index(i).Child("name"), zone.Name))
		}
		seen[name] = true
	}
	for _, alias := range slices.Sorted(maps.Keys(in.Aliases)) {
		errs = append(errs, dnsName(alias, fldPath.Child("aliases"))...)
		errs = append(errs, dnsName(in.Aliases[alias], fldPath.Child("aliases").Key(alias))...)
	}
	return errs
}

// ValidateCustom_ZoneConfiguration checks that the name of the zone is valid.
func ValidateCustom_ZoneConfiguration(in *config.ZoneConfiguration, fldPath *field.Path) field.ErrorList {
	if in.Name == "" {
		return nil // reported already
	}
	return dnsName(in.Name, fldPath.Child("name"))
}

// ValidateCustom_UpstreamTLS has no rules in addition to the markers.
func ValidateCustom_UpstreamTLS(in *config.UpstreamTLS, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_KeyPair has no rules in addition to the markers.
func ValidateCustom_KeyPair(in *config.KeyPair, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_HostsConfiguration checks that records are addresses and that every list of blocked names has a file.
func ValidateCustom_HostsConfiguration(in *config.HostsConfiguration, fldPath *field.Path) field.ErrorList {
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(in.Records)) {
		errs = append(errs, dnsName(name, fldPath.Child("records"))...)
		for i, address := range in.Records[name] {
			if _, err := netip.ParseAddr(address); err != nil {
				errs = append(errs, field.Invalid(fldPath.Child("records").Key(name).Index(i), address, "must be an IP address"))
			}
		}
	}
	for _, list := range slices.Sorted(maps.Keys(in.Blocklists)) {
		if in.Blocklists[list] == "" {
			errs = append(errs, field.Required(fldPath.Child("blocklists").Key(list), "must name a file"))
		}
	}
	return errs
}

// ValidateCustom_CacheConfiguration checks that the minimum time is not above the maximum.
func ValidateCustom_CacheConfiguration(in *config.CacheConfiguration, fldPath *field.Path) field.ErrorList {
	var errs field.ErrorList
	if in.MinTTL.Duration > in.MaxTTL.Duration {
		errs = append(errs,
			field.Invalid(fldPath.Child("minTTL"), in.MinTTL.Duration.String(), "must not be longer than maxTTL"))
	}
	if in.ServeStale != nil && in.Size.IsZero() {
		errs = append(errs, field.Forbidden(fldPath.Child("serveStale"), "there is no cache to serve from: size is 0"))
	}
	return errs
}

// ValidateCustom_QueryLogConfiguration checks the sample rate and the permission bits.
func ValidateCustom_QueryLogConfiguration(in *config.QueryLogConfiguration, fldPath *field.Path) field.ErrorList {
	var errs field.ErrorList
	if in.Sample.Type == intstr.String {
		if percent, err := strconv.Atoi(strings.TrimSuffix(in.Sample.StrVal, "%")); err != nil ||
			!strings.HasSuffix(in.Sample.StrVal, "%") || percent < 1 || percent > 100 {
			errs = append(errs,
				field.Invalid(fldPath.Child("sample"), in.Sample.StrVal, "must be a number, or a percentage from 1% to 100%"))
		}
	} else if in.Sample.IntVal < 1 {
		errs = append(errs, field.Invalid(fldPath.Child("sample"), in.Sample.IntVal, "must be at least 1"))
	}
	if _, err := strconv.ParseUint(in.Mode, 8, 9); err != nil {
		errs = append(errs, field.Invalid(fldPath.Child("mode"), in.Mode, "must be permission bits in octal, such as 0640"))
	}
	return errs
}

// ValidateCustom_AdminConfiguration checks that the path of the health check is usable.
func ValidateCustom_AdminConfiguration(in *config.AdminConfiguration, fldPath *field.Path) field.ErrorList {
	if in.HealthPath == "" {
		return nil // reported already
	}
	if !strings.HasPrefix(in.HealthPath, "/") || strings.ContainsAny(in.HealthPath, "{}? ") || in.HealthPath == "/stats" {
		return field.ErrorList{
			field.Invalid(fldPath.Child("healthPath"), in.HealthPath, "must be a path such as /healthz, and not /stats")}
	}
	return nil
}

func dnsName(name string, fldPath *field.Path) field.ErrorList {
	if problems := utilvalidation.IsDNS1123Subdomain(strings.ToLower(name)); len(problems) > 0 {
		return field.ErrorList{field.Invalid(fldPath, name, "must be a DNS name without a dot at its end")}
	}
	return nil
}
