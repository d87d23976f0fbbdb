package identity

import "syscall"

// Boot returns the kernel's identity of this boot, or "" if it is unknown.
func Boot() string {
	id, err := syscall.Sysctl("kern.bootsessionuuid")
	if err != nil {
		return ""
	}
	return id
}
