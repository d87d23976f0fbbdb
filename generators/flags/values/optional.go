package values

import "github.com/spf13/pflag"

// optionalValue is a flag over a value that need not exist: one behind a pointer, or inside a struct behind one. Nothing is
// created until the flag is set, and nothing when the text is refused.
type optionalValue[T any] struct {
	find    func(create bool) *T // nil where there is none and none shall be created
	bind    func(*T) pflag.Value
	scratch *T
	value   pflag.Value
}

func newOptionalValue[T any](find func(create bool) *T, bind func(*T) pflag.Value) *optionalValue[T] {
	return &optionalValue[T]{find: find, bind: bind}
}

// newPointerValue is a flag over what target points to.
func newPointerValue[T any](target **T, bind func(*T) pflag.Value) *optionalValue[T] {
	return newOptionalValue(func(create bool) *T {
		if *target == nil && create {
			*target = new(T)
		}
		return *target
	}, bind)
}

func (v *optionalValue[T]) Set(text string) error {
	if v.value == nil {
		v.scratch = new(T)
		if current := v.find(false); current != nil {
			*v.scratch = *current
		}
		v.value = v.bind(v.scratch)
	}
	if err := v.value.Set(text); err != nil {
		return err
	}
	*v.find(true) = *v.scratch
	return nil
}

func (v *optionalValue[T]) String() string {
	current := v.find(false)
	if current == nil {
		return ""
	}
	return v.bind(current).String()
}

func (v *optionalValue[T]) Type() string { return v.bind(new(T)).Type() }

// replacingValue makes the first Set of a value that adds to a list or map replace what was there.
type replacingValue[T any] struct {
	pflag.Value
	target  *T
	changed bool
}

func newReplacingValue[T any](target *T, value pflag.Value) *replacingValue[T] {
	return &replacingValue[T]{Value: value, target: target}
}

func (v *replacingValue[T]) Set(text string) error {
	if v.changed {
		return v.Value.Set(text)
	}
	before := *v.target
	*v.target = *new(T)
	if err := v.Value.Set(text); err != nil {
		*v.target = before
		return err
	}
	v.changed = true
	return nil
}

// delegateFlags registers the flags of a function that exists already, and returns them. Such a function may carry defaults of
// its own; they do not reach the target, nor what keep protects behind its pointers.
func delegateFlags[T any](fs *pflag.FlagSet, target *T, register func(*T, *pflag.FlagSet), keep ...func()) *pflag.FlagSet {
	delegated := pflag.NewFlagSet("", pflag.ContinueOnError)
	before := *target
	register(target, delegated)
	*target = before
	for _, restore := range keep {
		restore()
	}
	delegated.VisitAll(func(f *pflag.Flag) {
		f.DefValue = f.Value.String()
		fs.AddFlag(f)
	})
	return delegated
}

// keepValue remembers what a pointer points to.
func keepValue[T any](pointer *T) func() {
	if pointer == nil {
		return func() {}
	}
	value := *pointer
	return func() { *pointer = value }
}
