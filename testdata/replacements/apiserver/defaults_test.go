package apiserver

import (
	"testing"

	"github.com/configgen/configgen/componentconfig/configtest"
)

// TestDefaults: the descriptor has the defaults that kube-apiserver sets, and flags read the defaults that they print.
func TestDefaults(t *testing.T) {
	configtest.Defaults(t, NewEncryptionLoader)
	configtest.Defaults(t, NewAuthenticationLoader)
	configtest.Defaults(t, NewAuthorizationLoader)
	configtest.Defaults(t, NewAdmissionLoader)
	configtest.Defaults(t, NewTracingLoader)
}
