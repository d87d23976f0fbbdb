// Package socket opens sockets with options that depend on the operating system.
package socket

import (
	"net"
	"syscall"
)

// Options are the options of a socket.
type Options struct {
	// Device is the network device that the socket is bound to, on Linux. By default, it is bound to all devices.
	Device string
	// TrafficClass is the traffic class of sent packets, on Linux and macOS. If nil, the system sets it.
	TrafficClass *int32
}

// Listener returns a listener configuration that opens sockets with these options.
func Listener(o Options) *net.ListenConfig {
	return &net.ListenConfig{Control: func(_, _ string, conn syscall.RawConn) error {
		var failed error
		if err := conn.Control(func(fd uintptr) { failed = set(fd, o) }); err != nil {
			return err
		}
		return failed
	}}
}
