// Package values has flag values of types that the facts name.
package values

import (
	"fmt"
	"net"

	"github.com/spf13/pflag"
	"k8s.io/kube-proxy/config/v1alpha1"
	netutils "k8s.io/utils/net"
)

type text[T ~string] struct {
	to    *T
	kind  string
	check func(string) error
}

func (v text[T]) String() string {
	if v.to == nil {
		return ""
	}
	return string(*v.to)
}

func (v text[T]) Set(s string) error {
	if v.check != nil && s != "" {
		if err := v.check(s); err != nil {
			return err
		}
	}
	*v.to = T(s)
	return nil
}

func (v text[T]) Type() string { return v.kind }

// IP is the value of an IP address, as lenient as kube-proxy has always been.
func IP(to *string) pflag.Value {
	return text[string]{to, "ip", func(s string) error {
		if netutils.ParseIPSloppy(s) == nil {
			return fmt.Errorf("%q is not a valid IP address", s)
		}
		return nil
	}}
}

// IPPort is the value of an IP address and a port. That there is a port is for validation.
func IPPort(to *string) pflag.Value {
	return text[string]{to, "ipport", func(s string) error {
		host, _, err := net.SplitHostPort(s)
		if err != nil {
			host = s
		}
		if netutils.ParseIPSloppy(host) == nil {
			return fmt.Errorf("%q is not a valid IP address", host)
		}
		return nil
	}}
}

// ProxyMode is the value of a mode.
func ProxyMode(to *v1alpha1.ProxyMode) pflag.Value {
	return text[v1alpha1.ProxyMode]{to, "ProxyMode", nil}
}

// LocalMode is the value of a way to detect local traffic.
func LocalMode(to *v1alpha1.LocalMode) pflag.Value {
	return text[v1alpha1.LocalMode]{to, "LocalMode", nil}
}
