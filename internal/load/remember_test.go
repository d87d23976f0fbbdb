package load

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
)

const remembering = `
-- go.mod --
module example.com/world

go 1.26.0
-- a/a.go --
package a

import (
	"net/netip"
	"time"
)

type T struct {
	A time.Duration
	B netip.Addr
}
`

// TestRemember expects that what an earlier run found is used without the go command as long as it is there, and found
// again where it is not.
func TestRemember(t *testing.T) {
	dir := extract(t, remembering)
	check := func(t *testing.T, known map[string]string, noGo bool) map[string]string {
		t.Helper()
		var kept map[string]string
		request := Request{Dir: dir, Patterns: []string{"./a"}, Known: known}
		request.Keep = func(found map[string]string) { kept = found }
		w := newLoader(t.Context(), request)
		t.Cleanup(w.abandon)
		listed, err := w.list(modeNamed, request.Patterns)
		if err != nil {
			t.Fatal(err)
		}
		w.named(listed)
		if noGo {
			t.Setenv("PATH", "")
		}
		if reach(w, wanted{typed: []string{"example.com/world/a"}}).check(); len(w.findings) > 0 {
			t.Fatal(w.findings)
		}
		pkg, mistakes, err := w.Types("example.com/world/a")
		if err != nil || len(mistakes) > 0 ||
			pkg.Scope().Lookup("T").Type().Underlying().String() != "struct{A time.Duration; B net/netip.Addr}" {
			t.Fatal(pkg, mistakes, err)
		}
		return kept
	}
	found := check(t, map[string]string{"example.com/else": "/else"}, false)
	if info, err := os.Stat(found["time"]); err != nil || info.Size() == 0 || found["example.com/else"] != "/else" {
		t.Fatalf("kept %v: %v", found, err)
	}
	t.Run("known", func(t *testing.T) {
		if kept := check(t, found, true); kept != nil {
			t.Errorf("kept %v, which was known", kept)
		}
	})
	t.Run("one", func(t *testing.T) {
		content, err := os.ReadFile(found["time"])
		if err != nil {
			t.Fatal(err)
		}
		copied := filepath.Join(t.TempDir(), "copied") // nobody but the test can find it
		if err := os.WriteFile(copied, content, 0o600); err != nil {
			t.Fatal(err)
		}
		kept := check(t, map[string]string{"time": copied}, false)
		if kept["time"] != copied || kept["net/netip"] != found["net/netip"] {
			t.Errorf("kept %v, and %s was known", kept, copied)
		}
	})
	t.Run("gone", func(t *testing.T) {
		gone := maps.Clone(found)
		gone["time"] = filepath.Join(t.TempDir(), "gone")
		if kept := check(t, gone, false); kept["time"] != found["time"] {
			t.Errorf("kept %v, want %v", kept, found)
		}
	})
	t.Run("damaged", func(t *testing.T) {
		content, err := os.ReadFile(found["time"])
		if err != nil {
			t.Fatal(err)
		}
		damaged := maps.Clone(found)
		damaged["time"] = filepath.Join(t.TempDir(), "damaged")
		if err := os.WriteFile(damaged["time"], content[:100], 0o600); err != nil {
			t.Fatal(err)
		}
		if kept := check(t, damaged, false); kept["time"] != found["time"] {
			t.Errorf("kept %v, want %v", kept, found)
		}
	})
}
