package model

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/scripttest"
)

// codes are the codes of this package's findings. Each occurs in a script.
var codes = []string{
	"conflicting-marker", "dropped-field", "embedded-field", "enum-constant",
	"feature-package", "feature-stage", "feature-type",
	"feature-unknown", "flag-value", "flags-defaults", "flags-from", "generic-type",
	"legacy-default", "marker-in-version",
	"misplaced-marker", "narrow-field", "nested-root", "no-json", "no-type-meta", "no-version", "output-package",
	"recursive-type",
	"root-in-version", "root-type", "shared-marker", "struct-tag", "subfield-path", "third-party-flag", "type-error",
	"unexported-field", "unguarded-default",
	"unreached-marker", "unsupported-type", "usage-from",
}

// elsewhere matches findings of other packages that have one of these codes.
var elsewhere = regexp.MustCompile(`the legacy default of|exists once for each element|internal to another directory|` +
	`is a root, which no feature gate guards|does not register --`)

// TestFindings builds the groups of all scripts, in one module, and compares the findings with what the scripts want.
// Findings of other packages are tested there.
func TestFindings(t *testing.T) {
	wanted := scripttest.Extract(t, scripttest.Names(t, "upstream-"))
	session, _, err := load.Load(t.Context(), load.Request{
		Dir: wanted.Dir, Patterns: []string{"./..."}, Wanted: markers.Mentions,
	})
	if err != nil {
		t.Fatal(err)
	}
	groups, findings := Groups(session)
	secretsOfAnyVersion(t, groups)
	got, found := wanted.ByScript(t, findings), map[string]bool{}
	for name, all := range wanted.Findings {
		got[name] = slices.DeleteFunc(got[name], func(line string) bool { // a finding of package markers
			return !slices.Contains(codes, scripttest.CodeOf(line)) && slices.Contains(all, line)
		})
		want := slices.DeleteFunc(slices.Clone(all), func(line string) bool {
			return !slices.Contains(codes, scripttest.CodeOf(line)) || elsewhere.MatchString(line)
		})
		for _, line := range want {
			found[scripttest.CodeOf(line)] = true
		}
		if slices.Sort(want); !slices.Equal(want, got[name]) {
			t.Errorf("%s (-want +got): %s", name, cmp.Diff(want, got[name]))
		}
	}
	for _, code := range codes {
		if !found[code] {
			t.Errorf("no script has the finding %s", code)
		}
	}
}

// secretsOfAnyVersion expects the secrets of the script secret: by a marker, and by a struct tag of the internal type
// or of any version (S6).
func secretsOfAnyVersion(t *testing.T, groups []*group.Group) {
	t.Helper()
	var secret []string
	for _, g := range groups {
		if !strings.Contains(filepath.ToSlash(g.Package.Dir), "/secret/") {
			continue
		}
		g.Roots[0].Walk(func(field *group.Field) {
			if field.Facts.Secret {
				secret = append(secret, field.Name)
			}
		})
	}
	if want := []string{"First", "Second", "Password", "APIKey", "Both"}; !slices.Equal(secret, want) {
		t.Errorf("secrets are %q, want %q", secret, want)
	}
}
