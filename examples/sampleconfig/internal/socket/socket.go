// Package socket opens the relay's sockets with options that differ from system to system.
package socket

import (
	"net"
	"syscall"
)

// Options of a socket.
type Options struct {
	// Device is the network device that the socket is bound to, on Linux. Empty: all of them.
	Device string
	// TrafficClass of the packets that are sent, on Linux and macOS. Nil: what the system does.
	TrafficClass *int32
}

// Listener returns what opens sockets with these options.
func Listener(o Options) *net.ListenConfig {
	return &net.ListenConfig{Control: func(_, _ string, conn syscall.RawConn) error {
		var failed error
		if err := conn.Control(func(fd uintptr) { failed = set(fd, o) }); err != nil {
			return err
		}
		return failed
	}}
}
