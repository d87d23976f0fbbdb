package flagvalue

import (
	"errors"
	"net"
	"net/netip"
	"strconv"
	"strings"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
)

// ipFormat says what a text in the format ip must be.
const ipFormat = "must be an IP address, such as 10.0.0.1 or 2001:db8::1"

// cidrFormat says what a text in the format cidr must be.
const cidrFormat = "must be a network in CIDR notation, such as 10.0.0.0/8 or 2001:db8::/32"

// hostPortFormat says what a text in the format host-port must be.
const hostPortFormat = "must be a host and a port, such as 127.0.0.1:8080, [::1]:8080, example.com:8080 or :8080"

// ipPortFormat says what a text in the format ip-port must be.
const ipPortFormat = "must be an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080"

// ipOrIPPortFormat says what a text in the format ip-or-ip-port must be.
const ipOrIPPortFormat = "must be an IP address with or without a port, such as 127.0.0.1, 127.0.0.1:8080 or [::1]:8080"

// formatted reads texts that are empty or have a format.
func formatted[T ~string](kind, format string, valid func(text string) bool) Codec[T] {
	return Codec[T]{kind: kind, parse: func(text string) (T, error) {
		text = strings.TrimSpace(text)
		if text != "" && !valid(text) {
			return "", errors.New(format)
		}
		return T(text), nil
	}, format: func(value T) string { return string(value) }}
}

// IPText reads texts in the format ip: an IP address without leading zeros and without a zone.
func IPText[T ~string]() Codec[T] {
	return formatted[T]("ip", ipFormat, func(text string) bool { return net.ParseIP(text) != nil })
}

// SloppyIPText reads texts in the format ip-sloppy: an IP address that may have leading zeros, as older Kubernetes
// components accept it.
func SloppyIPText[T ~string]() Codec[T] {
	return formatted[T]("ip", ipFormat, isSloppyIPText)
}

// CIDRText reads texts in the format cidr.
func CIDRText[T ~string]() Codec[T] {
	return formatted[T]("cidr", cidrFormat, func(text string) bool {
		_, _, err := net.ParseCIDR(text)
		return err == nil
	})
}

// HostPortText reads texts in the format host-port: a port, or its name such as https, after an IP address, a host name
// or nothing.
func HostPortText[T ~string]() Codec[T] {
	return formatted[T]("hostPort", hostPortFormat, isHostPortText)
}

// IPPortText reads texts in the format ip-port: a port after an IP address, which may have leading zeros.
func IPPortText[T ~string]() Codec[T] {
	return formatted[T]("ipPort", ipPortFormat, isIPPortText)
}

// IPOrIPPortText reads texts in the format ip-or-ip-port: an IP address with or without a port.
func IPOrIPPortText[T ~string]() Codec[T] {
	return formatted[T]("ipPort", ipOrIPPortFormat, func(text string) bool {
		return isSloppyIPText(text) || isIPPortText(text)
	})
}

func isSloppyIPText(text string) bool {
	return len(utilvalidation.IsValidIPForLegacyField(nil, text, false, nil)) == 0
}

func isHostPortText(text string) bool {
	host, port, err := net.SplitHostPort(text)
	if err != nil || !isPortText(port) && len(utilvalidation.IsValidPortName(port)) > 0 {
		return false
	}
	if _, err := netip.ParseAddr(host); err == nil || host == "" {
		return true
	}
	return len(utilvalidation.IsDNS1123Subdomain(strings.ToLower(host))) == 0
}

func isIPPortText(text string) bool {
	host, port, err := net.SplitHostPort(text)
	return err == nil && isPortText(port) && isSloppyIPText(host)
}

func isPortText(text string) bool {
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil
}
