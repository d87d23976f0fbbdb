package dynamic

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDigestCommand: a file has the same digest as a ConfigMap's key with the same name and content.
func TestDigestCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "relay.yaml")
	if err := os.WriteFile(file, []byte("port: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for key, args := range map[string][]string{"relay.yaml": {"digest", file}, "k": {"digest", file, "--key=k"}} {
		p, err := NewPayload(map[string][]byte{key: []byte("port: 1\n")})
		if err != nil {
			t.Fatal(err)
		}
		if out, err := operate(t, args...); err != nil || out != string(p.Digest())+"\n" {
			t.Errorf("%q: %q, %v, want %s", args, out, err, p.Digest())
		}
	}
	if _, err := operate(t, "digest", file+".missing"); err == nil {
		t.Error("a missing file has a digest")
	}
}
