package emit

import "testing"

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
