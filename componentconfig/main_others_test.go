//go:build !unix

package componentconfig_test

import "testing"

// writeToStandardOutput does nothing: there is no /dev/stdout.
func writeToStandardOutput(*testing.T, string) {}
