// Package values has the types of flag values for which configgen has no binding.
package values

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// sampleValue parses and prints a sample rate.
type sampleValue struct{ target *intstr.IntOrString }

// NewSample returns the flag value of a sample rate: a positive number N for one query in N, or a percentage. The
// target must not be nil; it keeps its value until the flag is set.
func NewSample(target *intstr.IntOrString) pflag.Value { return sampleValue{target} }

func (v sampleValue) String() string {
	if v.target == nil {
		return ""
	}
	return v.target.String()
}

func (v sampleValue) Set(text string) error {
	number, err := strconv.ParseUint(strings.TrimSuffix(text, "%"), 10, 31)
	switch {
	case err != nil:
		return fmt.Errorf("%q is neither a number nor a percentage", text)
	case strings.HasSuffix(text, "%"):
		*v.target = intstr.FromString(text)
	default:
		*v.target = intstr.FromInt32(int32(number))
	}
	return nil
}

func (v sampleValue) Type() string { return "sample" }
