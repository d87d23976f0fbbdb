//go:build unix

package interrupt

import (
	"os"
	"os/signal"
	"syscall"
)

// hangups catches SIGHUP, unless the process was started to ignore it, as nohup does.
func hangups() chan os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return nil
	}
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	return caught
}
