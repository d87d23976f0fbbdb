package v1alpha1

import (
	"strings"

	"k8s.io/apimachinery/pkg/conversion"
)

// SplitCIDRs makes a list of the ranges in a text.
func SplitCIDRs(in *string, out *[]string, _ conversion.Scope) error {
	*out = nil
	if *in != "" {
		*out = strings.Split(*in, ",")
	}
	return nil
}

// JoinCIDRs is the opposite of SplitCIDRs.
func JoinCIDRs(in *[]string, out *string, _ conversion.Scope) error {
	*out = strings.Join(*in, ",")
	return nil
}
