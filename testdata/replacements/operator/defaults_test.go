package operator

import (
	"testing"

	"github.com/configgen/configgen/componentconfig/configtest"
)

// TestDefaults: the descriptor has the defaults that the operator sets, and flags read the defaults that they print.
func TestDefaults(t *testing.T) { configtest.Defaults(t, NewLoader) }
