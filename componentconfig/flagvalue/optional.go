package flagvalue

import "github.com/spf13/pflag"

// optionalValue is a flag over a value that may not exist yet.
type optionalValue[T any] struct {
	find    func(create bool) *T
	bind    func(*T) pflag.Value
	scratch *T
	value   pflag.Value
}

// NewOptional returns a flag over a value that may not exist yet, such as one in a struct behind a nil pointer. Find
// returns the value, or nil if it does not exist and create is false. The value is created when the flag is set to a
// text that bind's value accepts, not before.
func NewOptional[T any](find func(create bool) *T, bind func(*T) pflag.Value) pflag.Value {
	return &optionalValue[T]{find: find, bind: bind}
}

// NewPointer returns a flag over the value that target points to. A nil pointer stays nil until the flag is set.
func NewPointer[T any](target **T, bind func(*T) pflag.Value) pflag.Value {
	return NewOptional(func(create bool) *T {
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

// replacingValue makes the first Set of another value replace a list or map.
type replacingValue[T any] struct {
	pflag.Value
	target  *T
	changed bool
}

// NewReplacing returns value with a first Set that replaces the list or map in target, to which value only adds.
func NewReplacing[T any](target *T, value pflag.Value) pflag.Value {
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
