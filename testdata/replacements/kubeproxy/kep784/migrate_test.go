package kep784_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"

	"example.com/replacements/kubeproxy/kep784/options"
)

// loader is the loader of kube-proxy.
var loader = componentconfig.New("kube-proxy", options.KubeProxyConfigurationRoot(), componentconfig.WithConfigFile(),
	componentconfig.WithConfigDir("", ".conf"))

// command runs the command config.
func command(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = configcommand.Run(context.Background(), loader, args, &out, &errs)
	return status, out.String(), errs.String()
}

// TestKEP784Migrate migrates the files in testdata/migrate. The outputs are beside them; UPDATE_MIGRATED=1 records them.
func TestKEP784Migrate(t *testing.T) {
	files, err := filepath.Glob("testdata/migrate/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) { migrated(t, file) })
	}
}

func migrated(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, filepath.Base(file))
	if err := os.WriteFile(name, text, 0o640); err != nil {
		t.Fatal(err)
	}
	args := []string{"migrate", name}
	if bytes.HasPrefix(text, []byte("# keep-old-defaults\n")) {
		args = append(args, "--keep-old-defaults")
	}
	status, _, stderr := command(t, args...)
	after, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got := string(after) + "-- stderr --\n" + strings.ReplaceAll(stderr, dir+"/", "")
	golden := strings.TrimSuffix(file, ".yaml") + ".want"
	if os.Getenv("UPDATE_MIGRATED") != "" {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
	if status != 0 {
		if !bytes.Equal(text, after) {
			t.Error("a file that cannot be migrated was changed")
		}
		return
	}
	if status, _, stderr := command(t, "validate", name); status != 0 {
		t.Errorf("the result is not valid: %s", stderr)
	}
	if _, _, stderr := command(t, "migrate", name); !strings.Contains(stderr, "nothing to do") {
		t.Errorf("a second migration: %s", stderr)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestKEP784MigrateDropIns migrates drop-in files by the mode of the main file, and not without it.
func TestKEP784MigrateDropIns(t *testing.T) {
	main := filepath.Join(t.TempDir(), "main.yaml")
	dir := t.TempDir()
	dropIn := filepath.Join(dir, "10.conf")
	for name, text := range map[string]string{main: alpha1 + "mode: ipvs\n", dropIn: alpha1 + "ipvs: {syncPeriod: 5s}\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const refused = "10.conf:3:8: ipvs.syncPeriod: moves by the value of mode, which another file may have"
	if status, _, stderr := command(t, "migrate", dir); status != 1 || !strings.Contains(stderr, refused) {
		t.Errorf("alone: status %d, %s", status, stderr)
	}
	if status, _, stderr := command(t, "migrate", main, dir); status != 0 {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(dropIn)
	if want := alpha2 + "syncPeriod: 5s\n"; err != nil || string(text) != want {
		t.Errorf("got %s, %v", text, err)
	}
}

// TestKEP784MigrateAfterAnInterruption migrates a drop-in file whose main file was migrated before.
func TestKEP784MigrateAfterAnInterruption(t *testing.T) {
	main := filepath.Join(t.TempDir(), "main.yaml")
	dir := t.TempDir()
	dropIn := filepath.Join(dir, "10.conf")
	const both = alpha1 + "ipvs: {syncPeriod: 5s}\niptables: {masqueradeBit: 3}\n"
	for name, text := range map[string]string{main: alpha2 + "mode: ipvs\nsyncPeriod: 1s\n", dropIn: both} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if status, _, stderr := command(t, "migrate", main, dir); status != 0 {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(dropIn)
	if want := alpha2 + "syncPeriod: 5s\niptables: {masqueradeBit: 3}\n"; err != nil || string(text) != want {
		t.Errorf("got %s, %v", text, err)
	}
}
