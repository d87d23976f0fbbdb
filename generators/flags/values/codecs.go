package values

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
)

func textCodec[T ~string]() codec[T] {
	return codec[T]{"string", func(text string) (T, error) { return T(text), nil }, func(value T) string { return string(value) }}
}

func boolCodec[T ~bool]() codec[T] {
	return codec[T]{"bool", func(text string) (T, error) {
		value, err := strconv.ParseBool(text)
		if err != nil {
			return false, fmt.Errorf("%q is neither true nor false", text)
		}
		return T(value), nil
	}, func(value T) string { return strconv.FormatBool(bool(value)) }}
}

// intCodec reads whole numbers of the given size in bits, in decimal or with a prefix such as 0x.
func intCodec[T ~int | ~int8 | ~int16 | ~int32 | ~int64](kind string, bits int) codec[T] {
	return codec[T]{kind, func(text string) (T, error) {
		value, err := strconv.ParseInt(text, 0, bits)
		if err != nil {
			return 0, fmt.Errorf("%q is no whole number of %d bits", text, bits)
		}
		return T(value), nil
	}, func(value T) string { return strconv.FormatInt(int64(value), 10) }}
}

// uintCodec reads whole numbers of the given size in bits that are not negative.
func uintCodec[T ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64](kind string, bits int) codec[T] {
	return codec[T]{kind, func(text string) (T, error) {
		value, err := strconv.ParseUint(text, 0, bits)
		if err != nil {
			return 0, fmt.Errorf("%q is no whole number from 0 on of %d bits", text, bits)
		}
		return T(value), nil
	}, func(value T) string { return strconv.FormatUint(uint64(value), 10) }}
}

// floatCodec reads numbers of the given size in bits.
func floatCodec[T ~float32 | ~float64](kind string, bits int) codec[T] {
	return codec[T]{kind, func(text string) (T, error) {
		value, err := strconv.ParseFloat(text, bits)
		if err != nil {
			return 0, fmt.Errorf("%q is no number", text)
		}
		return T(value), nil
	}, func(value T) string { return strconv.FormatFloat(float64(value), 'g', -1, bits) }}
}

func durationCodec[T ~int64]() codec[T] {
	return codec[T]{"duration", func(text string) (T, error) {
		value, err := time.ParseDuration(text)
		if err != nil {
			return 0, fmt.Errorf("%q is no duration such as 30s or 1h15m", text)
		}
		return T(value), nil
	}, func(value T) string { return time.Duration(value).String() }}
}

func quantityCodec() codec[resource.Quantity] {
	return codec[resource.Quantity]{"quantity", func(text string) (resource.Quantity, error) {
		value, err := resource.ParseQuantity(text)
		if err != nil {
			return resource.Quantity{}, fmt.Errorf("%q is no quantity such as 500m, 10Mi or 2G", text)
		}
		return value, nil
	}, func(value resource.Quantity) string { return value.String() }}
}

func ipCodec() codec[net.IP] {
	return codec[net.IP]{"ip", func(text string) (net.IP, error) {
		if text = strings.TrimSpace(text); text == "" {
			return nil, nil
		}
		if ip := net.ParseIP(text); ip != nil {
			return ip, nil
		}
		return nil, fmt.Errorf("%q is no IP address", text)
	}, func(value net.IP) string {
		if len(value) == 0 {
			return ""
		}
		return value.String()
	}}
}

func addrCodec() codec[netip.Addr] {
	return codec[netip.Addr]{"ip", func(text string) (netip.Addr, error) {
		if text = strings.TrimSpace(text); text == "" {
			return netip.Addr{}, nil
		}
		value, err := netip.ParseAddr(text)
		if err != nil {
			return netip.Addr{}, fmt.Errorf("%q is no IP address", text)
		}
		return value, nil
	}, func(value netip.Addr) string {
		if !value.IsValid() {
			return ""
		}
		return value.String()
	}}
}

func addrPortCodec() codec[netip.AddrPort] {
	return codec[netip.AddrPort]{"ipPort", func(text string) (netip.AddrPort, error) {
		if text = strings.TrimSpace(text); text == "" {
			return netip.AddrPort{}, nil
		}
		value, err := netip.ParseAddrPort(text)
		if err != nil {
			return netip.AddrPort{}, fmt.Errorf("%q is no IP address with a port, such as 127.0.0.1:80 or [::1]:80", text)
		}
		return value, nil
	}, func(value netip.AddrPort) string {
		if !value.IsValid() {
			return ""
		}
		return value.String()
	}}
}

func prefixCodec() codec[netip.Prefix] {
	return codec[netip.Prefix]{"cidr", func(text string) (netip.Prefix, error) {
		if text = strings.TrimSpace(text); text == "" {
			return netip.Prefix{}, nil
		}
		value, err := netip.ParsePrefix(text)
		if err != nil {
			return netip.Prefix{}, fmt.Errorf("%q is no CIDR such as 10.0.0.0/8", text)
		}
		return value, nil
	}, func(value netip.Prefix) string {
		if !value.IsValid() {
			return ""
		}
		return value.String()
	}}
}

// checkedCodec reads texts that are empty or pass a check.
func checkedCodec[T ~string](kind string, check func(text string) error) codec[T] {
	return codec[T]{kind, func(text string) (T, error) {
		text = strings.TrimSpace(text)
		if text == "" {
			return "", nil
		}
		return T(text), check(text)
	}, func(value T) string { return string(value) }}
}

func ipTextCodec[T ~string]() codec[T] {
	return checkedCodec[T]("ip", func(text string) error {
		if net.ParseIP(text) == nil {
			return fmt.Errorf("%q is no IP address", text)
		}
		return nil
	})
}

func cidrTextCodec[T ~string]() codec[T] {
	return checkedCodec[T]("cidr", func(text string) error {
		if _, _, err := net.ParseCIDR(text); err != nil {
			return fmt.Errorf("%q is no CIDR such as 10.0.0.0/8", text)
		}
		return nil
	})
}

func hostPortTextCodec[T ~string]() codec[T] {
	return checkedCodec[T]("hostPort", func(text string) error {
		_, port, err := net.SplitHostPort(text)
		if err == nil {
			_, err = strconv.ParseUint(port, 10, 16)
		}
		if err != nil {
			return errors.New(strconv.Quote(text) + " is no host with a port, such as example.org:80, 127.0.0.1:80, [::1]:80 or :80")
		}
		return nil
	})
}
