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
	v := &optionalValue[T]{find: find, bind: bind}
	if _, list := bind(new(T)).(pflag.SliceValue); list {
		return &optionalList[T]{v}
	}
	return v
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

// edit creates the value if what do makes of it is valid.
func (v *optionalValue[T]) edit(do func(pflag.Value) error) error {
	if v.value == nil {
		v.scratch = new(T)
		if current := v.find(false); current != nil {
			*v.scratch = *current
		}
		v.value = v.bind(v.scratch)
	}
	if err := do(v.value); err != nil {
		return err
	}
	*v.find(true) = *v.scratch
	return nil
}

func (v *optionalValue[T]) Set(text string) error {
	return v.edit(func(value pflag.Value) error { return value.Set(text) })
}

func (v *optionalValue[T]) String() string {
	current := v.find(false)
	if current == nil {
		return ""
	}
	return v.bind(current).String()
}

func (v *optionalValue[T]) Type() string { return v.bind(new(T)).Type() }

// optionalList is a flag over a list that may not exist yet, and that can be replaced as a whole.
type optionalList[T any] struct{ *optionalValue[T] }

func (v *optionalList[T]) Append(text string) error {
	return v.edit(func(value pflag.Value) error { return value.(pflag.SliceValue).Append(text) })
}

func (v *optionalList[T]) Replace(texts []string) error {
	return v.edit(func(value pflag.Value) error { return value.(pflag.SliceValue).Replace(texts) })
}

func (v *optionalList[T]) GetSlice() []string {
	current := v.find(false)
	if current == nil {
		return nil
	}
	return v.bind(current).(pflag.SliceValue).GetSlice()
}

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
