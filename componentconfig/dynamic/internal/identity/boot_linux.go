package identity

import (
	"os"
	"strings"
)

// Boot returns the kernel's random identity of this boot, or "" if it is unknown. A container sees the identity of its
// host.
func Boot() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(id))
}
