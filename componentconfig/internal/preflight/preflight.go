// Package preflight checks on the machine what a configuration names: files, directories, sockets, executables and
// ports. It changes nothing, except that it listens on a port for a moment.
package preflight

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/configgen/configgen/descriptor"
)

// File returns what is wrong with a path, and what to do.
func File(want descriptor.File, path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return missing(want, path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: permission denied: allow the user %d to enter the directories above it", path, os.Geteuid())
	case err != nil:
		return fmt.Errorf("%s cannot be looked at: %w", path, reason(err))
	}
	if err := ofKind(want.Kind, path, info.Mode()); err != nil {
		return err
	}
	if want.Kind == descriptor.Executable && !executable(path, info.Mode()) {
		return fmt.Errorf("%s cannot be executed by the user %d: run chmod +x on it", path, os.Geteuid())
	}
	for _, one := range []struct {
		access descriptor.Access
		verb   string
	}{{descriptor.Read, "read"}, {descriptor.Write, "write"}} {
		wanted := want.Access == one.access || want.Access == descriptor.ReadWrite
		if wanted && !allowed(path, one.access[0], info.IsDir()) {
			return fmt.Errorf("the user %d is not permitted to %s %s: change its owner or its mode", os.Geteuid(), one.verb,
				path)
		}
	}
	return nil
}

// missing returns what is wrong with a path that does not exist.
func missing(want descriptor.File, path string) error {
	what := "the file"
	switch want.Kind {
	case descriptor.Directory:
		what = "the directory"
	case descriptor.Socket:
		what = "the socket"
	case descriptor.Executable:
		what = "the executable"
	}
	if target, err := os.Readlink(path); err == nil {
		return fmt.Errorf("%s is a link to %s, which does not exist: create that, or correct the link", path, target)
	}
	if want.MustExist {
		fix := "create it, or correct the path"
		switch want.Kind {
		case descriptor.Socket:
			fix = "start the process that listens on it, or correct the path"
		case descriptor.Executable:
			fix = "install it, or correct the path"
		}
		return fmt.Errorf("%s %s does not exist: %s", what, path, fix)
	}
	if want.Access != descriptor.Write && want.Access != descriptor.ReadWrite {
		return nil
	}
	parent := filepath.Dir(path)
	switch info, err := os.Stat(parent); {
	case err != nil:
		return fmt.Errorf("%s %s cannot be created, because %s does not exist: create that directory", what, path, parent)
	case !info.IsDir():
		return fmt.Errorf("%s %s cannot be created, because %s is not a directory: correct the path", what, path, parent)
	case !allowed(parent, 'w', true):
		return fmt.Errorf("%s %s cannot be created: allow the user %d to write to %s", what, path, os.Geteuid(), parent)
	}
	return nil
}

// ofKind returns an error if the path is something else.
func ofKind(kind descriptor.FileKind, path string, mode fs.FileMode) error {
	is := kindOf(mode)
	if kind == "" || kind == is || kind == descriptor.Executable && mode.IsRegular() {
		return nil
	}
	want := map[descriptor.FileKind]string{
		descriptor.RegularFile: "a file", descriptor.Directory: "a directory", descriptor.Socket: "a socket",
		descriptor.Executable: "an executable file",
	}
	return fmt.Errorf("%s is %s, not %s: correct the path", path, want[is], want[kind])
}

func kindOf(mode fs.FileMode) descriptor.FileKind {
	switch {
	case mode.IsDir():
		return descriptor.Directory
	case mode&fs.ModeSocket != 0:
		return descriptor.Socket
	}
	return descriptor.RegularFile
}

// Port returns what is wrong with listening on a port of an address, and what to do. An empty address is all addresses,
// and the port 0 is any. The networks are tcp and udp; none are tcp.
func Port(address string, port int, networks ...string) error {
	if port == 0 {
		return nil
	}
	if len(networks) == 0 {
		networks = []string{"tcp"}
	}
	at := net.JoinHostPort(address, strconv.Itoa(port))
	for _, network := range slices.Sorted(slices.Values(networks)) {
		if err := listen(network, at); err != nil {
			return fmt.Errorf("%s port %d %s", strings.ToUpper(network), port, explain(address, err))
		}
	}
	return nil
}

// listen listens for a moment.
func listen(network, at string) error {
	var listener interface{ Close() error }
	var err error
	if network == "udp" {
		listener, err = (&net.ListenConfig{}).ListenPacket(context.Background(), network, at)
	} else {
		listener, err = (&net.ListenConfig{}).Listen(context.Background(), network, at)
	}
	if err != nil {
		return err
	}
	return listener.Close()
}

// explain returns the reason why a port is not available.
func explain(address string, err error) string {
	on := ""
	if address != "" {
		on = " on " + address
	}
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return "is not free" + on + ": stop the process that uses it, or choose another port"
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return "is not available" + on + ": the machine does not have this address"
	case errors.Is(err, fs.ErrPermission):
		return "needs a privilege: run with CAP_NET_BIND_SERVICE, or choose a port above 1023"
	}
	return "is not available" + on + ": " + reason(err).Error()
}

// reason is the innermost cause of an error, without the names that the caller says himself.
func reason(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}
