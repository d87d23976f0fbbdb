package docs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/format"
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

// pattern is the regular expression of a format, or of a form; empty if there is none. The empty string has each format
// of +format.
func pattern(name string) string {
	optional := func(text string) string { return `^(` + text + `)?$` }
	any6 := ipv6()
	switch name {
	case string(formDuration):
		return durationPattern
	case string(formQuantity):
		return quantityPattern
	case string(formTime):
		return timePattern
	case string(formBase64):
		return base64Pattern
	case "ip":
		return optional(ipv4 + `|` + any6)
	case "ip-sloppy":
		return optional(sloppyIPv4 + `|` + any6)
	case "cidr":
		return optional(ipv4 + `/0*([12]?[0-9]|3[0-2])|` + any6 + `/0*([1-9]?[0-9]|1[01][0-9]|12[0-8])`)
	case "host-port":
		bracketed := `\[(` + any6 + `(%[^\]]+)?|` + anyDomain + `)?\]`
		return optional(`(` + anyDomain + `|` + bracketed + `)?:(` + portNumber + `|` + portName + `)`)
	case "ip-port":
		return optional(`(` + sloppyIPv4 + `|\[` + any6 + `\]):` + portNumber)
	case "ip-or-ip-port":
		return optional(sloppyIPv4 + `|` + any6 + `|(` + sloppyIPv4 + `|\[` + any6 + `\]):` + portNumber)
	case "url":
		return optional(`[A-Za-z][-A-Za-z0-9+.]*:(//.+|/([^/].*)?)`)
	case "port":
		return optional(`0*([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])`)
	case "percent":
		return optional(`[0-9]+%`)
	case "absolute-path":
		return optional(`(/|[A-Za-z]:[\\/]|\\\\).*`)
	case "k8s-short-name":
		return `^` + label + `$`
	case "k8s-long-name":
		return `^` + subdomain + `$`
	case "k8s-long-name-caseless":
		return `^` + anyDomain + `$`
	case "k8s-label-value":
		return `^(` + labelName + `)?$`
	case "k8s-label-key":
		return `^(` + subdomain + `/)?` + labelName + `$`
	case "k8s-prefixed-label-key":
		return `^` + subdomain + `/` + labelName + `$`
	case "k8s-uuid":
		return `^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`
	case "k8s-ip":
		return `^(` + ipv4 + `|` + any6 + `)$`
	}
	return ""
}

// longest is the length that a format allows; 0 if it does not limit it.
func longest(name string) int {
	switch name {
	case "k8s-short-name", "k8s-label-value":
		return 63
	case "k8s-long-name", "k8s-long-name-caseless":
		return 253
	}
	return 0
}

// reference refers to the definition of a format.
func reference(name string) object { return object{{"$ref", "#/definitions/" + name}} }

// definitions are the formats that a schema refers to. Each says in words what its regular expression says.
func definitions(names map[string]bool) object {
	var all object
	for _, name := range slices.Sorted(maps.Keys(names)) {
		var s object
		must := ""
		switch form(name) {
		case formDuration:
			must = `must be a duration such as "30s" or "5m"`
		case formQuantity:
			must = `must be a quantity such as "100m" or "10Mi"`
		case formTime:
			must = `must be a time such as "2006-01-02T15:04:05Z"`
		case formBase64:
			must = "must be base64"
		default:
			if known, ok := format.Named(name); ok {
				must = known.Must
			} else {
				must = "must have the format " + name
			}
		}
		s.set("description", strings.ToUpper(must[:1])+must[1:]+".")
		s.set("pattern", pattern(name))
		s.set("patternErrorMessage", must)
		all.set(name, s)
	}
	return all
}
