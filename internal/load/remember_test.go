package load

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
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
	check := func(t *testing.T, known Answers) Answers {
		t.Helper()
		var kept Answers
		w, findings, err := Load(t.Context(), Request{
			Dir: dir, Patterns: []string{"./a"}, Known: known, Keep: func(found Answers) { kept = found },
		})
		if err != nil || len(findings) > 0 {
			t.Fatal(err, findings)
		}
		pkg, mistakes, err := w.Types("example.com/world/a")
		if err != nil || len(mistakes) > 0 ||
			pkg.Scope().Lookup("T").Type().Underlying().String() != "struct{A time.Duration; B net/netip.Addr}" {
			t.Fatal(pkg, mistakes, err)
		}
		return kept
	}
	answers := check(t, Answers{Exports: map[string]string{"example.com/else": "/else"}})
	found := answers.Exports
	if info, err := os.Stat(found["time"]); err != nil || info.Size() == 0 || found["example.com/else"] != "/else" {
		t.Fatalf("kept %v: %v", answers, err)
	}
	without := func(changed map[string]string) Answers { return Answers{Exports: changed, Packages: answers.Packages} }
	t.Run("known", func(t *testing.T) {
		t.Setenv("PATH", "")
		if kept := check(t, answers); kept.Exports != nil {
			t.Errorf("kept %v, which was known", kept)
		}
	})
	t.Run("another file", func(t *testing.T) {
		name := filepath.Join(dir, "a", "b.go")
		if err := os.WriteFile(name, []byte("package a\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		kept := check(t, answers)
		if question := dir + "\n./a"; kept.Packages[question] == "" || kept.Packages[question] == answers.Packages[question] {
			t.Errorf("kept %v after %v", kept, answers)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("one", func(t *testing.T) {
		content := testfiles.Read(t, found["time"])
		copied := filepath.Join(t.TempDir(), "copied") // nobody but the test can find it
		if err := os.WriteFile(copied, content, 0o600); err != nil {
			t.Fatal(err)
		}
		kept := check(t, without(map[string]string{"time": copied})).Exports
		if kept["time"] != copied || kept["net/netip"] != found["net/netip"] {
			t.Errorf("kept %v, and %s was known", kept, copied)
		}
	})
	t.Run("gone", func(t *testing.T) {
		gone := maps.Clone(found)
		gone["time"] = filepath.Join(t.TempDir(), "gone")
		if kept := check(t, without(gone)).Exports; kept["time"] != found["time"] {
			t.Errorf("kept %v, want %v", kept, found)
		}
	})
	t.Run("damaged", func(t *testing.T) {
		content := testfiles.Read(t, found["time"])
		damaged := maps.Clone(found)
		damaged["time"] = filepath.Join(t.TempDir(), "damaged")
		if err := os.WriteFile(damaged["time"], content[:100], 0o600); err != nil {
			t.Fatal(err)
		}
		if kept := check(t, without(damaged)).Exports; kept["time"] != found["time"] {
			t.Errorf("kept %v, want %v", kept, found)
		}
	})
}

// TestPublishedVersionsAreRemembered finds the versions of a type of another module again without the go command, and a
// new version, too.
func TestPublishedVersionsAreRemembered(t *testing.T) {
	dir := extract(t, `
-- go.mod --
module example.com/world

go 1.24

require example.com/other v0.0.0

replace example.com/other => ./other
-- a/a.go --
package a

import "example.com/other/policy"

// +config
type Policy = policy.Policy
-- other/go.mod --
module example.com/other

go 1.24
-- other/policy/types.go --
package policy

type Policy struct{ A string }
-- other/policy/v1/doc.go --
// +k8s:conversion-gen=example.com/other/policy

package v1

type Policy struct{ A string }
`)
	var answers Answers
	check := func(want ...string) {
		t.Helper()
		session, _, err := Load(t.Context(), Request{
			Dir: dir, Patterns: []string{"./a"}, Known: answers, Keep: func(found Answers) { answers = found },
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := session.PublishedVersions("example.com/other/policy"); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check("example.com/other/policy/v1")
	t.Setenv("PATH", "")
	check("example.com/other/policy/v1")
	testfiles.Write(t, filepath.Join(dir, "other", "policy", "v1beta1", "doc.go"),
		"// +k8s:conversion-gen=example.com/other/policy\n\npackage v1beta1\n")
	check("example.com/other/policy/v1", "example.com/other/policy/v1beta1")
}
