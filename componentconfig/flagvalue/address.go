package flagvalue

import (
	"errors"
	"net"
	"net/netip"
	"strings"
)

// IP reads IP addresses. Nothing clears the value.
func IP() Codec[net.IP] {
	return Codec[net.IP]{kind: "ip", parse: func(text string) (net.IP, error) {
		if text = strings.TrimSpace(text); text == "" {
			return nil, nil
		}
		if ip := net.ParseIP(text); ip != nil {
			return ip, nil
		}
		return nil, errors.New(ipFormat)
	}, format: func(value net.IP) string {
		if len(value) == 0 {
			return ""
		}
		return value.String()
	}}
}

// Addr reads IP addresses, with or without a zone. Nothing clears the value.
func Addr() Codec[netip.Addr] {
	return netipCodec("ip", ipFormat, netip.ParseAddr)
}

// AddrPort reads IP addresses with a port. Nothing clears the value.
func AddrPort() Codec[netip.AddrPort] {
	return netipCodec("ipPort", ipPortFormat, netip.ParseAddrPort)
}

// Prefix reads networks in CIDR notation. Nothing clears the value.
func Prefix() Codec[netip.Prefix] {
	return netipCodec("cidr", cidrFormat, netip.ParsePrefix)
}

func netipCodec[T interface {
	IsValid() bool
	String() string
}](kind, format string, parse func(string) (T, error)) Codec[T] {
	return Codec[T]{kind: kind, parse: func(text string) (T, error) {
		var none T
		if text = strings.TrimSpace(text); text == "" {
			return none, nil
		}
		value, err := parse(text)
		if err != nil {
			return none, errors.New(format)
		}
		return value, nil
	}, format: func(value T) string {
		if !value.IsValid() {
			return ""
		}
		return value.String()
	}}
}
