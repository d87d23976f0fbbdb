// Package values holds the flag values that generated code needs and pflag lacks. The flags generator copies from here what a
// package uses; nothing imports this package but its tests.
//
// All values keep three promises that pflag's own do not: what String prints, Set accepts and reads as the same value; the
// first Set replaces what defaults and files gave, and later ones add to it; an empty text clears a list, a map or an address.
package values

// codec reads and prints one value: parse accepts what format prints.
type codec[T any] struct {
	kind   string // what pflag calls the type in help
	parse  func(text string) (T, error)
	format func(value T) string
}

// flagValue is a flag over one value.
type flagValue[T any] struct {
	target *T
	codec  codec[T]
}

func newValue[T any](target *T, codec codec[T]) *flagValue[T] {
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
