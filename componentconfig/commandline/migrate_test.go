package commandline

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestARandomManifestBecomesAFile: the file and the arguments that stay have the effect of those of a container.
func TestARandomManifestBecomesAFile(t *testing.T) {
	for _, kind := range kinds {
		for seed := range uint64(40) {
			t.Run(fmt.Sprintf("%s/%d", kind.name, seed), func(t *testing.T) {
				r := rand.New(rand.NewPCG(seed, 1))
				var args []string
				for range 1 + r.IntN(5) {
					args = append(args, trial{kind: kind.name}.form(r, pool[r.IntN(len(pool))])...)
				}
				if r.IntN(4) == 0 {
					args = append(args, "one", "two")
				}
				args = slices.Concat(kind.before, args)
				plain := kind.create()
				wantRest, err := plain.parse(args)
				if err != nil {
					return // It never ran.
				}
				c := kind.create()
				args = migrated(t, kind.create().set, args)
				if _, status, _, stderr := loadWith(c.set, args); status >= 0 {
					t.Fatalf("%q: status %d, %s", args, status, stderr)
				}
				if rest, err := c.parse(args); err != nil || !slices.Equal(rest, wantRest) {
					t.Errorf("%q: got %q, %v; want %q", args, rest, err, wantRest)
				}
				got, _, _ := strings.Cut(c.show(), "set: ") // Flags with the default stay out of the file.
				if want, _, _ := strings.Cut(plain.show(), "set: "); got != want {
					t.Errorf("%q: got\n%s\nwant\n%s", args, got, want)
				}
			})
		}
	}
}

// migrated returns the arguments that take the place of those of a container, with the file in a temporary directory.
func migrated(t *testing.T, set flags, args []string) []string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"containers": []any{map[string]any{"name": "courier", "args": args}}})
	if err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(t.TempDir(), "pod.json")
	if err := os.WriteFile(manifest, text, 0o600); err != nil {
		t.Fatal(err)
	}
	_, status, stdout, stderr := loadWith(set, []string{"config", "migrate", "--from-flags", manifest})
	var fields struct{ Args []string }
	_, after, _ := strings.Cut(stderr, "change these fields:\n")
	if err := yaml.Unmarshal([]byte(after), &fields); err != nil || status != 0 {
		t.Fatalf("%q: status %d, %v, %s", args, status, err, stderr)
	}
	for i, arg := range fields.Args {
		if strings.HasPrefix(arg, "--config=") {
			fields.Args[i] = "--config=" + fileOf(t, stdout)
		}
	}
	return fields.Args
}

// TestASecretThatIsNoConfigurationIsNotShown: nothing says that it is a secret but its name.
func TestASecretThatIsNoConfigurationIsNotShown(t *testing.T) {
	for _, name := range []string{"api-token", "adminPassword"} {
		fs := flag.NewFlagSet("courier", flag.ContinueOnError)
		fs.String(name, "", "")
		want := []string{"--config=", "--" + name + "=***"}
		got := migrated(t, flagsIn(fs), []string{"-" + name, "S3CRET"})
		if got[0], _, _ = strings.Cut(got[0], "="); got[0]+"=" != want[0] || !slices.Equal(got[1:], want[1:]) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
