package commandline

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

// TestARandomManifestBecomesAFile: the file and the remaining arguments have the effect of the arguments of a
// container.
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

// migrated returns the arguments that replace the arguments of a container, with the file in a temporary directory.
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
	for _, name := range []string{"api-token", "adminPassword", "later-token"} {
		fs := flag.NewFlagSet("courier", flag.ContinueOnError)
		want := []string{"--config=", "--" + name + "=***"}
		if name == "later-token" { // It is not registered yet.
			want = []string{"-later-token", "***", "--config="}
		} else {
			fs.String(name, "", "")
		}
		got := migrated(t, flagsIn(fs), []string{"-" + name, "S3CRET"})
		for i, arg := range got {
			if strings.HasPrefix(arg, "--config=") {
				got[i] = "--config="
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestFlagsThatTheComponentDoesNotHaveYetStay: it may register them after Load, as component-base/cli.Run does.
func TestFlagsThatTheComponentDoesNotHaveYetStay(t *testing.T) {
	for _, kind := range kinds {
		for _, args := range [][]string{
			{"--later=9"}, {"--later", "9", "--soon"}, {"-q=9", "-z"}, {"-later", "--soon", "x"},
		} {
			if args[0] == "-later" && kind.name != "flag" {
				continue // Pflag reads it as five flags.
			}
			all := slices.Concat(kind.before, []string{"--retries=3"}, args, []string{"--kubeconfig=k"})
			got := migrated(t, kind.create().set, all)
			end := slices.IndexFunc(got, func(arg string) bool { return strings.HasPrefix(arg, "--config=") })
			if end < len(args) || !slices.Equal(got[end-len(args):end], args) || !slices.Contains(got, "--kubeconfig=k") {
				t.Errorf("%s: %q of %q are not in %q", kind.name, args, all, got)
			}
		}
		args := slices.Concat([]string{"config", "migrate", "--from-flags", "--"}, kind.before,
			[]string{"--later-token", "S3CRET", "--retries=3"})
		const reason = "--later-token stays on the command line: the component does not have it before its files are " +
			"loaded; check the spelling\n"
		if _, _, _, stderr := loadWith(kind.create().set, args); !strings.HasSuffix(stderr, reason) {
			t.Errorf("%s: %s", kind.name, stderr)
		}
	}
}

// TestFlagsThatCountBecomeANumber: what the file says is how often such a flag is there.
func TestFlagsThatCountBecomeANumber(t *testing.T) {
	for want, args := range map[int32][]string{3: {"-rrr"}, 4: {"-r", "--retries"}, 6: {"-rr", "--retries=5", "-r"}} {
		fs := pflag.NewFlagSet("courier", pflag.ContinueOnError)
		count := fs.CountP("retries", "r", "How often.")
		if len(args) == 2 {
			*count = 2 // which is its default
		}
		all := slices.Concat([]string{"config", "migrate", "--from-flags", "--"}, args)
		_, status, stdout, stderr := loadWith(flagsIn(fs), all)
		if status != 0 || !strings.Contains(stdout, fmt.Sprintf("retries: %d\n", want)) {
			t.Errorf("%q: status %d, %s%s", args, status, stdout, stderr)
		}
	}
}

// TestPairsAsPflagReadsThem: the loader and the component understand the same of a map on the command line.
func TestPairsAsPflagReadsThem(t *testing.T) {
	for arg, want := range map[string]map[string]string{
		"a=1,b=2":               {"a": "1", "b": "2"},
		"a=x,y":                 {"a": "x,y"},
		`a=1,"b=x,y",c=  "d`:    nil,
		`a=1,"b=x,y",c= d=e`:    {"a": "1", "b": "x,y", "c": " d=e"},
		`"a=""quoted"", b",b==`: {"a": `"quoted", b`, "b": "="},
		`"a=1"`:                 {"a": "1"},
		"a":                     nil,
	} {
		fs := pflag.NewFlagSet("courier", pflag.ContinueOnError)
		got := fs.StringToString("labels", nil, "Labels.")
		args := []string{"--labels=" + arg}
		loaded, status, _, stderr := loadWith(flagsIn(fs), args)
		if status >= 0 || want != nil && !maps.Equal(loaded.Config.Labels, want) {
			t.Errorf("%s: status %d, %s, got %v, want %v", arg, status, stderr, loaded.Config.Labels, want)
		}
		if err := fs.Parse(args); (err == nil) != (want != nil) || want != nil && !maps.Equal(*got, want) {
			t.Errorf("%s: the component gets %v, %v; want %v", arg, *got, err, want)
		}
	}
}
