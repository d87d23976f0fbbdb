//go:build !linux && !darwin

package dynamic

// systemBoot is unknown here, so that no attempt is given back because of a reboot.
func systemBoot() string { return "" }
