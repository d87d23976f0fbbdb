//go:build !unix

package interrupt

import "os"

// hangups catches nothing: the system has no SIGHUP.
func hangups() chan os.Signal { return nil }
