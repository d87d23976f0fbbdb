package socket

import (
	"errors"
	"syscall"
)

func set(fd uintptr, o Options) error {
	var failed error
	if o.Device != "" {
		failed = syscall.SetsockoptString(int(fd), syscall.SOL_SOCKET, syscall.SO_BINDTODEVICE, o.Device)
	}
	if o.TrafficClass == nil {
		return failed
	}
	err := syscall.SetsockoptInt(int(fd), syscall.IPPROTO_IP, syscall.IP_TOS, int(*o.TrafficClass))
	if v6 := syscall.SetsockoptInt(int(fd), syscall.IPPROTO_IPV6, syscall.IPV6_TCLASS, int(*o.TrafficClass)); v6 == nil {
		err = nil // A socket of one family rejects the option of the other.
	}
	return errors.Join(failed, err)
}
