package emit

import (
	"strings"
	"testing"
)

func TestLower(t *testing.T) {
	for name, want := range map[string]string{
		"RelayConfiguration": "relayConfiguration", "TLS": "tls", "TLSFiles": "tlsFiles", "A": "a", "V2Root": "v2Root",
		"already": "already",
	} {
		if got := Lower(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestUpper(t *testing.T) {
	for name, want := range map[string]string{"upstream": "Upstream", "TLS": "TLS", "v1": "V1", "ärger": "Ärger"} {
		if got := Upper(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestA(t *testing.T) {
	for _, want := range []string{
		"an AgentConfiguration", "an EncryptionConfiguration", "an OperatorConfiguration", "an UpstreamConfiguration",
		"an int32", "an IPConfiguration", "a RelayConfiguration", "a UDPConfiguration", "a UserConfiguration", "a uint8",
		"a string", "a UnitConfiguration", "a ",
	} {
		_, name, _ := strings.Cut(want, " ")
		if got := A(name); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
