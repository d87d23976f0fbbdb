package dynamic

import (
	"os"
	"strings"
)

// systemBoot is the kernel's random identity of this boot; containers see their host's.
func systemBoot() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(id))
}
