package values

import (
	"strconv"
	"time"

	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// optionalInt is a number that is not set until the flag is.
type optionalInt struct{ target **int32 }

// NewOptionalInt returns the flag value of a number that is nil by default.
func NewOptionalInt(target **int32) pflag.Value { return optionalInt{target} }

func (v optionalInt) String() string {
	if v.target == nil || *v.target == nil {
		return ""
	}
	return strconv.Itoa(int(**v.target))
}

func (v optionalInt) Set(text string) error {
	number, err := strconv.ParseInt(text, 0, 32)
	if err != nil {
		return err
	}
	parsed := int32(number)
	*v.target = &parsed
	return nil
}

func (v optionalInt) Type() string { return "int32" }

// optionalDuration is a duration that is not set until the flag is.
type optionalDuration struct{ target **metav1.Duration }

// NewOptionalDuration returns the flag value of a duration that is nil by default.
func NewOptionalDuration(target **metav1.Duration) pflag.Value { return optionalDuration{target} }

func (v optionalDuration) String() string {
	if v.target == nil || *v.target == nil {
		return ""
	}
	return (*v.target).Duration.String()
}

func (v optionalDuration) Set(text string) error {
	parsed, err := time.ParseDuration(text)
	if err != nil {
		return err
	}
	*v.target = &metav1.Duration{Duration: parsed}
	return nil
}

func (v optionalDuration) Type() string { return "duration" }
