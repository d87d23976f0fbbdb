package flagvalue

import "github.com/spf13/pflag"

// Codec reads and prints one value.
type Codec[T any] struct {
	kind   string // the name of the type in help
	parse  func(text string) (T, error)
	format func(value T) string // parse accepts its result
	bare   bool                 // needs no quotes in a list
}

// flagValue is a flag over one value.
type flagValue[T any] struct {
	target *T
	codec  Codec[T]
}

// New returns a flag over one value.
func New[T any](target *T, codec Codec[T]) pflag.Value {
	return &flagValue[T]{target, codec}
}

func (v *flagValue[T]) Set(text string) error {
	value, err := v.codec.parse(text)
	if err != nil {
		return err
	}
	*v.target = value
	return nil
}

func (v *flagValue[T]) String() string { return v.codec.format(*v.target) }

func (v *flagValue[T]) Type() string { return v.codec.kind }
