//go:build !linux && !darwin

package socket

// set has nothing to do: no field of Options exists on this system.
func set(uintptr, Options) error { return nil }
