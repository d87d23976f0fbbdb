package flagvalue

import "github.com/spf13/pflag"

// Delegate lets an existing function register the flags of target in fs, and returns these flags. Defaults that the
// function sets in target have no effect, nor do those behind the pointers that keep protects.
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
