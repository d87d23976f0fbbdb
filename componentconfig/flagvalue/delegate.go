package flagvalue

import (
	"maps"
	"slices"

	"github.com/spf13/pflag"
)

// Delegate lets an existing function register the flags of target in fs, and returns these flags. Defaults that the
// function sets in target have no effect, nor do defaults that it sets in variables that keep restores.
func Delegate[T any](fs *pflag.FlagSet, target *T, register func(*T, *pflag.FlagSet), keep ...func()) *pflag.FlagSet {
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

// Keep returns a function that restores the value that pointer points to now. It does nothing for a nil pointer.
func Keep[T any](pointer *T) func() {
	if pointer == nil {
		return func() {}
	}
	value := *pointer
	return func() { *pointer = value }
}

// KeepList returns a function that restores the elements that a list has now.
func KeepList[T any](list []T) func() {
	elements := slices.Clone(list)
	return func() { copy(list, elements) }
}

// KeepMap returns a function that restores the keys and values that a map has now.
func KeepMap[K comparable, V any](values map[K]V) func() {
	before := maps.Clone(values)
	return func() {
		clear(values)
		maps.Copy(values, before)
	}
}

// Bridge lets an existing function register the flags of a struct of another type than the configuration's, and returns
// these flags. read makes the struct from the present configuration, and write takes over the changes of a flag.
func Bridge[T any](
	fs *pflag.FlagSet, read func() T, write func(before, after T), register func(*T, *pflag.FlagSet),
) *pflag.FlagSet {
	shadow := read()
	delegated := pflag.NewFlagSet("", pflag.ContinueOnError)
	register(&shadow, delegated)
	delegated.VisitAll(func(f *pflag.Flag) {
		f.Value = &bridgeValue[T]{f.Value, &shadow, read, write}
		f.DefValue = f.Value.String()
		fs.AddFlag(f)
	})
	return delegated
}

// bridgeValue is a flag over a struct that is not part of the configuration.
type bridgeValue[T any] struct {
	pflag.Value
	shadow *T
	read   func() T
	write  func(before, after T)
}

func (v *bridgeValue[T]) Set(text string) error {
	before := v.read()
	*v.shadow = before
	if err := v.Value.Set(text); err != nil {
		return err
	}
	v.write(before, *v.shadow)
	return nil
}

func (v *bridgeValue[T]) String() string {
	*v.shadow = v.read()
	return v.Value.String()
}

// Prefixed returns a function that registers the flags of another one with a prefix before their names and without
// shorthands.
func Prefixed[T any](prefix string, register func(*T, *pflag.FlagSet)) func(*T, *pflag.FlagSet) {
	return func(target *T, fs *pflag.FlagSet) {
		plain := pflag.NewFlagSet("", pflag.ContinueOnError)
		register(target, plain)
		plain.VisitAll(func(f *pflag.Flag) {
			f.Name, f.Shorthand = prefix+f.Name, ""
			fs.AddFlag(f)
		})
	}
}
