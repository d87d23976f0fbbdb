package values

import (
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/resource"
)

type quantity struct{ target *resource.Quantity }

// NewQuantity returns the flag value of an amount.
func NewQuantity(target *resource.Quantity) pflag.Value { return quantity{target} }

func (v quantity) String() string {
	if v.target == nil {
		return ""
	}
	return v.target.String()
}

func (v quantity) Set(text string) error {
	parsed, err := resource.ParseQuantity(text)
	if err != nil {
		return err
	}
	*v.target = parsed
	return nil
}

func (v quantity) Type() string { return "quantity" }
