// Package validation checks what the markers of package config cannot express. The validation of an operator calls it.
// What the markers express is in the validation that configgen generates for the operator.
package validation

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"maps"
	"net"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	cliflag "k8s.io/component-base/cli/flag"
	componentbaseconfig "k8s.io/component-base/config"

	"github.com/configgen/configgen/componentconfig/manager/config"
	"github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
)

// ValidateManagerConfiguration checks addresses, names of files, probes, kinds, TLS, and the election of a leader.
func ValidateManagerConfiguration(c *config.ManagerConfiguration, fldPath *field.Path) field.ErrorList {
	webhook, metrics := fldPath.Child("webhook"), fldPath.Child("metrics")
	var errs field.ErrorList
	if !isHost(c.Webhook.Host) {
		errs = append(errs, field.Invalid(webhook.Child("host"), c.Webhook.Host,
			"must be a host name or an IP address, without a port, which is webhook.port"))
	}
	for _, file := range []struct {
		in          *field.Path
		child, name string
	}{
		{webhook, "certName", c.Webhook.CertName}, {webhook, "keyName", c.Webhook.KeyName},
		{webhook, "clientCAName", c.Webhook.ClientCAName},
		{metrics, "certName", c.Metrics.CertName}, {metrics, "keyName", c.Metrics.KeyName},
	} {
		if path.IsAbs(file.name) {
			errs = append(errs, field.Invalid(file.in.Child(file.child), file.name,
				"must be the name of a file in certDir, as in tls.crt"))
		}
	}
	errs = append(errs, ValidateAddress(c.Metrics.BindAddress, metrics.Child("bindAddress"))...)
	errs = append(errs, ValidateHealthConfiguration(&c.Health, fldPath.Child("health"))...)
	errs = append(errs, ValidateAddress(c.PprofBindAddress, fldPath.Child("pprofBindAddress"))...)
	if len(errs) == 0 {
		errs = validateDistinct(c, fldPath)
	}
	errs = append(errs, ValidateControllerConfiguration(&c.Controller, fldPath.Child("controller"))...)
	if period := c.Cache.SyncPeriod.Duration; 0 < period && period < time.Second { // The timers of informers would spin.
		errs = append(errs, field.Invalid(fldPath.Child("cache", "syncPeriod"), period.String(), "must be at least 1s, or 0"))
	}
	errs = append(errs, ValidateTLSConfiguration(&c.TLS, fldPath.Child("tls"))...)
	return append(errs, ValidateLeaderElectionConfiguration(&c.LeaderElection, fldPath.Child("leaderElection"))...)
}

// validateDistinct reports endpoints that would listen on one port of one host. That of webhooks is not compared: it
// listens only if the operator has webhooks.
func validateDistinct(c *config.ManagerConfiguration, fldPath *field.Path) (errs field.ErrorList) {
	type endpoint struct {
		at         *field.Path
		host, port string
	}
	var all []endpoint
	add := func(address string, at *field.Path) {
		host, port, err := net.SplitHostPort(address)
		if err != nil || port == "0" {
			return
		}
		if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
			host = ""
		}
		for _, other := range all {
			if other.port == port && (other.host == host || other.host == "" || host == "") {
				errs = append(errs, field.Invalid(at, address, fmt.Sprintf("must differ from %s", other.at)))
				return
			}
		}
		all = append(all, endpoint{at, host, port})
	}
	add(cmp.Or(c.Metrics.BindAddress, ":8080"), fldPath.Child("metrics", "bindAddress"))
	add(c.Health.HealthProbeBindAddress, fldPath.Child("health", "healthProbeBindAddress"))
	add(c.PprofBindAddress, fldPath.Child("pprofBindAddress"))
	return errs
}

// ValidateOverrides checks what manager.Override gets: the paths of health probes, kinds, and TLS. Addresses and names
// of files, which flags can specify, too, are checked by the manager at the start.
func ValidateOverrides(in *v1alpha1.ManagerConfiguration, fldPath *field.Path) field.ErrorList {
	var c config.ManagerConfiguration
	err := v1alpha1.Convert_v1alpha1_ManagerConfiguration_To_config_ManagerConfiguration(in, &c, nil)
	if err != nil {
		return field.ErrorList{field.InternalError(fldPath, err)}
	}
	c.Health.HealthProbeBindAddress = ""
	errs := ValidateHealthConfiguration(&c.Health, fldPath.Child("health"))
	errs = append(errs, ValidateControllerConfiguration(&c.Controller, fldPath.Child("controller"))...)
	if period := c.Cache.SyncPeriod.Duration; 0 < period && period < time.Second { // The timers of informers would spin.
		errs = append(errs, field.Invalid(fldPath.Child("cache", "syncPeriod"), period.String(), "must be at least 1s, or 0"))
	}
	return append(errs, ValidateTLSConfiguration(&c.TLS, fldPath.Child("tls"))...)
}

// ValidateHealthConfiguration checks the address of the probes and their paths. A manager panics at the start if a path
// does not begin with a slash, or if both are the same.
func ValidateHealthConfiguration(c *config.HealthConfiguration, fldPath *field.Path) field.ErrorList {
	errs := ValidateAddress(c.HealthProbeBindAddress, fldPath.Child("healthProbeBindAddress"))
	readiness, liveness := cmp.Or(c.ReadinessEndpointName, "/readyz"), cmp.Or(c.LivenessEndpointName, "/healthz")
	for _, endpoint := range [][2]string{{"readinessEndpointName", readiness}, {"livenessEndpointName", liveness}} {
		if name := endpoint[1]; name == "/" || name != path.Join("/", name) || strings.ContainsAny(name, "{}?#% \t") {
			errs = append(errs, field.Invalid(fldPath.Child(endpoint[0]), name, "must be a path, as in /readyz"))
		}
	}
	if readiness == liveness {
		errs = append(errs, field.Invalid(fldPath.Child("livenessEndpointName"), liveness,
			"must differ from readinessEndpointName"))
	}
	return errs
}

// ValidateAddress accepts a host with a port, as in :8443, 0, which disables an endpoint, and nothing.
func ValidateAddress(address string, fldPath *field.Path) field.ErrorList {
	if address == "" || address == "0" {
		return nil
	}
	host, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil || port == "" || !isHost(host) {
		return field.ErrorList{field.Invalid(fldPath, address, "must be an address with a port, as in :8443, or 0")}
	}
	return nil
}

// hostName accepts what a resolver may know, such as a name with an underscore.
var hostName = regexp.MustCompile(`^\w[\w.-]*$`)

// isHost reports whether a server can listen on a host. Nothing is all addresses.
func isHost(host string) bool {
	ip, _, _ := strings.Cut(host, "%") // The zone of an IPv6 address.
	return host == "" || net.ParseIP(ip) != nil || hostName.MatchString(host)
}

// version is the first word of a group if a version is written between the kind and its group, as kubectl accepts.
var version = regexp.MustCompile(`^v\d+((alpha|beta)\d+)?(\.|$)`)

// ValidateControllerConfiguration checks the kinds. A controller looks for its own as KIND.GROUP, or as KIND in the
// core group.
func ValidateControllerConfiguration(c *config.ControllerConfiguration, fldPath *field.Path) (errs field.ErrorList) {
	for _, key := range slices.Sorted(maps.Keys(c.GroupKindConcurrency)) {
		kind, group, grouped := strings.Cut(key, ".")
		camelCase := kind != "" && 'A' <= kind[0] && kind[0] <= 'Z' &&
			len(utilvalidation.IsDNS1035Label(strings.ToLower(kind))) == 0
		if !camelCase || grouped && (len(utilvalidation.IsDNS1123Subdomain(group)) > 0 || group == "core" ||
			version.MatchString(group)) {
			errs = append(errs, field.Invalid(fldPath.Child("groupKindConcurrency").Key(key), key,
				"must be a kind and its group, as in Deployment.apps, or Pod for the core group"))
		}
	}
	return errs
}

// ValidateTLSConfiguration accepts TLS 1.2 and 1.3, and cipher suites that are safe and can be configured.
func ValidateTLSConfiguration(c *config.TLSConfiguration, fldPath *field.Path) (errs field.ErrorList) {
	versions := []string{"VersionTLS12", "VersionTLS13"}
	if c.MinVersion != "" && !slices.Contains(versions, c.MinVersion) {
		errs = append(errs, field.NotSupported(fldPath.Child("minVersion"), c.MinVersion, versions))
	}
	suites := fldPath.Child("cipherSuites")
	if c.MinVersion == "VersionTLS13" && len(c.CipherSuites) > 0 {
		return append(errs, field.Invalid(suites, c.CipherSuites, "may not be specified when minVersion is VersionTLS13"))
	}
	safe := map[uint16]string{}
	for _, suite := range tls.CipherSuites() {
		if slices.Contains(suite.SupportedVersions, tls.VersionTLS12) {
			safe[suite.ID] = suite.Name
		}
	}
	for i, suite := range c.CipherSuites {
		if ids, err := cliflag.TLSCipherSuites([]string{suite}); err != nil || safe[ids[0]] == "" {
			errs = append(errs, field.NotSupported(suites.Index(i), suite, slices.Sorted(maps.Values(safe))))
		}
	}
	return errs
}

// ValidateLeaderElectionConfiguration checks what the election or the API server refuses. The function of
// component-base requires a namespace in addition, which a manager takes from its pod.
func ValidateLeaderElectionConfiguration(c *componentbaseconfig.LeaderElectionConfiguration,
	fldPath *field.Path) (errs field.ErrorList) {
	if !c.LeaderElect {
		return nil
	}
	if locks := []string{resourcelock.LeasesResourceLock}; c.ResourceLock != "" && c.ResourceLock != locks[0] {
		errs = append(errs, field.NotSupported(fldPath.Child("resourceLock"), c.ResourceLock, locks))
	}
	if c.ResourceName == "" {
		errs = append(errs, field.Required(fldPath.Child("resourceName"), "the lease needs a name"))
	} else {
		for _, message := range utilvalidation.IsDNS1123Subdomain(c.ResourceName) {
			errs = append(errs, field.Invalid(fldPath.Child("resourceName"), c.ResourceName, message))
		}
	}
	if c.ResourceNamespace != "" {
		for _, message := range utilvalidation.IsDNS1123Label(c.ResourceNamespace) {
			errs = append(errs, field.Invalid(fldPath.Child("resourceNamespace"), c.ResourceNamespace, message))
		}
	}
	lease, renew, retry := c.LeaseDuration.Duration, c.RenewDeadline.Duration, c.RetryPeriod.Duration
	if lease < time.Second {
		errs = append(errs, field.Invalid(fldPath.Child("leaseDuration"), lease.String(), "must be at least 1s"))
	}
	if renew >= lease.Truncate(time.Second) { // The lease is stored in seconds.
		errs = append(errs, field.Invalid(fldPath.Child("leaseDuration"), lease.String(),
			"must be greater than renewDeadline, in whole seconds"))
	}
	if longest := time.Duration(leaderelection.JitterFactor * float64(retry)); renew <= longest {
		errs = append(errs, field.Invalid(fldPath.Child("renewDeadline"), renew.String(),
			"must be greater than 1.2 times retryPeriod"))
	}
	if retry < 100*time.Millisecond { // Requests of the election have no limit.
		errs = append(errs, field.Invalid(fldPath.Child("retryPeriod"), retry.String(), "must be at least 100ms"))
	}
	return errs
}
