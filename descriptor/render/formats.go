package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// Patterns are regular expressions that Go and ECMAScript read alike.
const (
	durationPattern = `^[-+]?(0|(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`
	quantityPattern = `^\s*[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][-+]?[0-9]{1,3})?\s*$`
	timePattern     = `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.,][0-9]+)?(Z|[-+][0-9]{2}:[0-9]{2})$`
	base64Pattern   = `^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$`

	octet      = `(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])`
	ipv4       = octet + `(\.` + octet + `){3}`
	sloppyIPv4 = `0*` + octet + `(\.0*` + octet + `){3}`
	portNumber = `0*([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])`
	portName   = `([a-z0-9]+-)*[0-9]*[a-z][a-z0-9]*(-[a-z0-9]+)*` // with a letter
	label      = `[a-z0-9]([-a-z0-9]*[a-z0-9])?`
	anyLabel   = `[A-Za-z0-9]([-A-Za-z0-9]*[A-Za-z0-9])?`
	subdomain  = label + `(\.` + label + `)*`
	anyDomain  = anyLabel + `(\.` + anyLabel + `)*`
	labelName  = `[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?`
)

// ipv6 matches an IPv6 address without a zone. Two colons are at least one group of zeros.
func ipv6() string {
	const group = `[0-9A-Fa-f]{1,4}`
	forms := []string{
		`(` + group + `:){7}` + group, `(` + group + `:){1,7}:`, `:((:` + group + `){1,7}|:)`,
		`(` + group + `:){6}` + ipv4, `::(` + group + `:){0,5}` + ipv4,
	}
	for before := 1; before <= 6; before++ {
		forms = append(forms, fmt.Sprintf(`(%[1]s:){%[2]d}(:%[1]s){1,%[3]d}`, group, before, 7-before))
	}
	for before := 1; before <= 5; before++ {
		forms = append(forms, fmt.Sprintf(`(%[1]s:){%[2]d}:(%[1]s:){0,%[3]d}%[4]s`, group, before, 5-before, ipv4))
	}
	return `(` + strings.Join(forms, `|`) + `)`
}

// format is what texts of a form, or of a format, are.
type format struct {
	// words say what a text must be, as the messages of validation do; empty if they have none.
	words string
	// pattern is a regular expression; empty if there is none. The empty string has each format of +format.
	pattern string
	// longest is the length that the format allows; 0 if it does not limit it.
	longest int
}

// formatNamed is a form or a format by its name.
func formatNamed(name string) format {
	optional := func(text string) string { return `^(` + text + `)?$` }
	any6 := ipv6()
	ipPort := `(` + sloppyIPv4 + `|\[` + any6 + `\]):` + portNumber
	switch name {
	case string(descriptor.Duration):
		return format{`a duration such as "30s" or "5m"`, durationPattern, 0}
	case string(descriptor.Quantity):
		return format{`a quantity such as "100m" or "10Mi"`, quantityPattern, 0}
	case string(descriptor.Time):
		return format{`a time such as "2006-01-02T15:04:05Z"`, timePattern, 0}
	case string(descriptor.Base64):
		return format{"base64", base64Pattern, 0}
	case "ip":
		return format{ipWords, optional(ipv4 + `|` + any6), 0}
	case "ip-sloppy":
		return format{ipWords, optional(sloppyIPv4 + `|` + any6), 0}
	case "cidr":
		return format{"a network in CIDR notation, such as 10.0.0.0/8 or 2001:db8::/32",
			optional(ipv4 + `/0*([12]?[0-9]|3[0-2])|` + any6 + `/0*([1-9]?[0-9]|1[01][0-9]|12[0-8])`), 0}
	case "host-port":
		bracketed := `\[(` + any6 + `(%[^\]]+)?|` + anyDomain + `)?\]`
		return format{"a host and a port, such as 127.0.0.1:8080, [::1]:8080, example.com:8080 or :8080",
			optional(`(` + anyDomain + `|` + bracketed + `)?:(` + portNumber + `|` + portName + `)`), 0}
	case "ip-port":
		return format{"an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080", optional(ipPort), 0}
	case "ip-or-ip-port":
		return format{"an IP address with or without a port, such as 127.0.0.1, 127.0.0.1:8080 or [::1]:8080",
			optional(sloppyIPv4 + `|` + any6 + `|` + ipPort), 0}
	case "url":
		return format{"a URL with a scheme, such as https://example.com/path",
			optional(`[A-Za-z][-A-Za-z0-9+.]*:(//.+|/([^/].*)?)`), 0}
	case "port":
		return format{"a port number between 1 and 65535",
			optional(`0*([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])`), 0}
	case "percent":
		return format{"a percentage, such as 80%", optional(`[0-9]+%`), 0}
	case "absolute-path":
		return format{"an absolute path", optional(`(/|[A-Za-z]:[\\/]|\\\\).*`), 0}
	case "regexp":
		return format{"a regular expression", "", 0}
	}
	return nameFormat(name)
}

const ipWords = "an IP address, such as 10.0.0.1 or 2001:db8::1"

// nameFormat is a format of +k8s:format.
func nameFormat(name string) format {
	switch name {
	case "k8s-short-name":
		return format{"", `^` + label + `$`, 63}
	case "k8s-long-name":
		return format{"", `^` + subdomain + `$`, 253}
	case "k8s-long-name-caseless":
		return format{"", `^` + anyDomain + `$`, 253}
	case "k8s-label-value":
		return format{"", `^(` + labelName + `)?$`, 63}
	case "k8s-label-key":
		return format{"", `^(` + subdomain + `/)?` + labelName + `$`, 0}
	case "k8s-prefixed-label-key":
		return format{"", `^` + subdomain + `/` + labelName + `$`, 0}
	case "k8s-uuid":
		return format{"", `^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`, 0}
	case "k8s-ip":
		return format{"", `^(` + ipv4 + `|` + ipv6() + `)$`, 0}
	}
	return format{}
}

// reference refers to the definition of a format.
func reference(name string) object { return object{{"$ref", "#/definitions/" + name}} }

// definitions are the formats that a schema refers to. Each says in words what its regular expression says.
func definitions(names map[string]bool) object {
	var all object
	for _, name := range slices.Sorted(maps.Keys(names)) {
		var s object
		known := formatNamed(name)
		requirement := "have the format " + name
		if known.words != "" {
			requirement = "be " + known.words
		}
		s.set("description", "Must "+requirement+".")
		s.set("pattern", known.pattern)
		s.set("patternErrorMessage", "must "+requirement)
		all.set(name, s)
	}
	return all
}
