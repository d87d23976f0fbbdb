package configcommand_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	"github.com/configgen/configgen/descriptor"
)

const (
	alphaHeader  = "apiVersion: relay.config.example.io/v1alpha1\nkind: RelayConfiguration\n"
	newestHeader = "apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\n"
)

// inFiles writes files by their names into an empty working directory.
func inFiles(t testing.TB, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if dir, _, below := strings.Cut(name, "/"); below {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMigrateDryRunLastLine: the mark of the next file is in a line of its own, also after a file that does not end its
// last line. That of a single file stays as it is.
func TestMigrateDryRunLastLine(t *testing.T) {
	inFiles(t, map[string]string{"a.yaml": alphaHeader + "port: 5", "conf.d/b.yaml": alphaHeader + "port: 6"})
	want := "--- # a.yaml\n" + newestHeader + "port: 5\n--- # conf.d/b.yaml\n" + newestHeader + "port: 6"
	if got := run(t, "migrate", "--dry-run", "a.yaml", "conf.d"); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := run(t, "migrate", "--dry-run", "a.yaml"), newestHeader+"port: 5"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestPlainOutput: keys of a file do not reach the terminal as they are.
func TestPlainOutput(t *testing.T) {
	inFiles(t, map[string]string{"a.yaml": newestHeader + `labels: {"\e[31m": "\u009b31m", "b\nc": d, plain: é}` + "\n"})
	for _, args := range [][]string{{"diff", "v1", "a.yaml"}, {"explain", "labels", "--", "--config=a.yaml"}} {
		got := run(t, args...)
		if strings.ContainsAny(got, "\x1b\u009b") || !strings.Contains(got, `labels[\x1b[31m]`) ||
			!strings.Contains(got, `labels[b\nc]`) || !strings.Contains(got, "é") {
			t.Errorf("%q prints %q", args, got)
		}
	}
}

// TestKYAMLLosesNothing: what is printed as KYAML is the configuration, or nothing is printed.
func TestKYAMLLosesNothing(t *testing.T) {
	const refused = "error: --output=kyaml: the configuration has a string that KYAML cannot hold; use --output=yaml\n" +
		"[status 2]\n"
	for value, want := range map[string]string{
		`"one\ntwo\n"`: "---\n{\n  apiVersion: \"relay.config.example.io/v1\",\n  kind: \"RelayConfiguration\",\n" +
			"  labels: {\n    a: \"\\\n       one\\n\\\n       two\\n\\\n      \",\n  },\n}\n",
		`"one\n\u00a0two"`: refused,
	} {
		inFiles(t, map[string]string{"a.yaml": newestHeader + "labels: {a: " + value + "}\n"})
		if got := run(t, "print", "--only=set", "--output=kyaml", "a.yaml"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// TestPrintForPrintsNothingRefused: an older release does not read a field of the instance file. The other root, which
// it reads, is not printed either.
func TestPrintForPrintsNothingRefused(t *testing.T) {
	inFiles(t, map[string]string{
		"a.yaml": newestHeader, "i.yaml": strings.Replace(newestHeader, "RelayC", "RelayInstanceC", 1) + "hostName: a\n"})
	instance := options.RelayInstanceConfigurationRoot()
	instance.Fields = append(instance.Fields, descriptor.Field{Path: "HostName", Since: "1.3"})
	allOn := func([]componentconfig.Gate) componentconfig.Gates {
		return componentconfig.Gates{Enabled: func(string) bool { return true }, Commit: func() {}}
	}
	for release, status := range map[string]int{"1.2": 1, "1.3": 0} {
		l := componentconfig.New("relay", options.RelayConfigurationRoot(), componentconfig.WithConfigFile(),
			componentconfig.WithInstanceConfig(instance), componentconfig.WithFeatureGates("FeatureGates", allOn))
		var stdout, stderr bytes.Buffer
		got := configcommand.Run(t.Context(), l, []string{"print", "--for=" + release, "a.yaml",
			"i.yaml"}, &stdout, &stderr)
		if got != status || (stdout.Len() == 0) != (status != 0) {
			t.Errorf("%s: status %d, %s%s", release, got, stdout.String(), stderr.String())
		}
	}
}

// TestNewerSchemaPaths: a schema has fields behind a reference, and keys of maps can have dots and blanks.
func TestNewerSchemaPaths(t *testing.T) {
	inFiles(t, map[string]string{
		"schema.json": `{"properties": {"zones": {"items": {"$ref": "#/definitions/zone"}}, "cache": {"properties": {}},
			"labels": {"additionalProperties": false}}, "definitions": {"zone": {"properties": {"owner2": {}}}}}`,
		"a.yaml": newestHeader + "zones: [{name: a, file: b, owner2: c}]\ncache: {owner2: 1}\n",
	})
	want := "a.yaml:3:28: zones[0].owner2: unknown field; a newer release has it, by schema.json\n" +
		"a.yaml:4:9: cache.owner2: unknown field\n[status 1]\n"
	if got := run(t, "validate", "--newer-schema=schema.json", "a.yaml"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRunningByPipe: what configz returned can come from another program, as <(kubectl get --raw ...) in a shell.
func TestRunningByPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close() //nolint:errcheck // It was read.
	//nolint:errcheck // The other end reports what is missing.
	fmt.Fprint(w, `{"apiVersion": "relay.config.example.io/v1", "kind": "RelayConfiguration", "port": 7777}`)
	w.Close() //nolint:errcheck // See above.
	if got := run(t, "diff", fmt.Sprintf("--running=/dev/fd/%d", r.Fd()), "--", "--port=53"); !strings.Contains(got,
		"7777  53") {
		t.Errorf("got %s", got)
	}
	want := "error: unix://" + os.DevNull + ": it is neither a URL nor a Unix socket nor a file\n[status 2]\n"
	if got := run(t, "diff", "--running=unix://"+os.DevNull, "--", "--port=53"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestMigrateDropInsOnce: the files are merged once, and not once for each of them. What a small file costs does not
// depend on the large one beside it.
func TestMigrateDropInsOnce(t *testing.T) {
	const values, small = 3000, 5
	var large strings.Builder
	for i := range values {
		fmt.Fprintf(&large, "  a%d: b\n", i)
	}
	allocations := func(files int) float64 {
		content := map[string]string{"conf.d/a.yaml": alphaHeader + "labels:\n" + large.String()}
		for i := range files {
			content[fmt.Sprintf("conf.d/b%02d.yaml", i)] = alphaHeader + "port: 5\n"
		}
		inFiles(t, content)
		return testing.AllocsPerRun(1, func() {
			var out bytes.Buffer
			if configcommand.Run(t.Context(), newLoader(t), []string{"migrate", "--dry-run",
				"conf.d"}, &out, &out) != 0 {
				t.Fatal(out.String())
			}
		})
	}
	if each := (allocations(small) - allocations(0)) / small; each > 2*values/3 {
		t.Errorf("a small file takes %.0f allocations", each)
	}
}

// BenchmarkDiff shows that the cost of a comparison is linear in the values that differ.
func BenchmarkDiff(b *testing.B) {
	for _, n := range []int{1000, 4000} {
		var one, other strings.Builder
		for i := range n {
			fmt.Fprintf(&one, "  a%d: x\n", i)
			fmt.Fprintf(&other, "  b%d: x\n", i)
		}
		inFiles(b, map[string]string{"a.yaml": newestHeader + "labels:\n" + one.String(),
			"b.yaml": newestHeader + "labels:\n" + other.String()})
		b.Run(fmt.Sprintf("values=%d", n), func(b *testing.B) {
			for b.Loop() {
				var out bytes.Buffer
				if configcommand.Run(b.Context(), newLoader(b), []string{"diff", "a.yaml", "b.yaml"},
					&out, &out) != 1 {
					b.Fatal(out.String())
				}
			}
		})
	}
}
