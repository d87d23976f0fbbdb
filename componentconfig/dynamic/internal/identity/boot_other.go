//go:build !linux && !darwin

package identity

// Boot returns "", because the identity of a boot is unknown here: no attempt is returned because of a reboot.
func Boot() string { return "" }
