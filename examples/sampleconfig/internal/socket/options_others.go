//go:build !linux && !darwin

package socket

// set does nothing: no field of Options applies to this system.
func set(uintptr, Options) error { return nil }
