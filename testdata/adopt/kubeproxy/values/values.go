// Package values has flag values that several programs share.
package values

import (
	"fmt"
	"net"

	netutils "k8s.io/utils/net"
)

// IPVar checks that a flag is an IP address.
type IPVar struct {
	Val *string
}

// Set implements pflag.Value.
func (v IPVar) Set(s string) error {
	if s == "" {
		return nil
	}
	if netutils.ParseIPSloppy(s) == nil {
		return fmt.Errorf("%q is not an IP address", s)
	}
	*v.Val = s
	return nil
}

func (v IPVar) String() string {
	if v.Val == nil {
		return ""
	}
	return *v.Val
}

// Type implements pflag.Value.
func (v IPVar) Type() string { return "ip" }

// IPPortVar checks that a flag is an IP address, with or without a port.
type IPPortVar struct {
	Val *string
}

// Set implements pflag.Value.
func (v IPPortVar) Set(s string) error {
	if s == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(s)
	if err != nil {
		host = s
	}
	if netutils.ParseIPSloppy(host) == nil {
		return fmt.Errorf("%q is not an IP address", host)
	}
	*v.Val = s
	return nil
}

func (v IPPortVar) String() string {
	if v.Val == nil {
		return ""
	}
	return *v.Val
}

// Type implements pflag.Value.
func (v IPPortVar) Type() string { return "ipport" }
