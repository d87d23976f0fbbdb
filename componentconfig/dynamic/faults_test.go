package dynamic

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestPlantedFaults shows that TestRandomSequences can fail: each fault is planted in the code of this package by an overlay, and the sequences must
// find it within the number that a run has.
func TestPlantedFaults(t *testing.T) {
	for _, c := range []struct{ fault, file, old, new string }{
		{"skip the sync of a file", "disk.go", "if err := f.Sync(); err != nil {", "if err := error(nil); err != nil {"},
		{"skip the sync of the folder", "disk.go", "\treturn d.files.SyncDir(dir)\n}\n\n// writeTemp", "\treturn nil\n}\n\n// writeTemp"},
		{"write in place", "disk.go", "temp := filepath.Join(dir, tempPrefix+name)", "temp := filepath.Join(dir, name)"},
		{"graduate on mtime", "ledger.go", "\tif s.good == nil || s.good.Digest != d", "\tif s.readOnly == nil && s.assigned != nil && s.assigned.Digest == d && " +
			"s.opts.Clock.Now().Sub(s.assigned.Time) > s.opts.Parameters.TrialPeriod {\n\t\ts.good = &goodRecord{Digest: d, Build: s.opts.Build}\n\t\t" +
			"s.save(goodFile, s.good)\n\t}\n\tif s.good == nil || s.good.Digest != d"},
		{"forget the failed digest", "ledger.go", "\t\te.Open = nil\n\t}\n}", "\t\te.Open, e.Failed = nil, nil\n\t}\n}"},
		{"trust the checkpoint", "disk.go", "got != digest", "got == \"\""},
		{"allow any number of attempts", "start.go", "e.Used >= p.allowed()", "e.Used > 100"},
		{"count attempts after the load", "start.go", "\treturn s.begin(digest)\n", "\te := s.entry(digest)\n\te.Used++\n\treturn nil\n"},
		{"give every attempt back", "ledger.go", "e.Open.Boot != s.boot", "e.Open.Boot != \"\""},
		{"trust another binary's confirmation", "ledger.go", "|| s.good.Build != s.opts.Build {", "{"},
		{"keep last-known-good at a reset", "assign.go", "\tif !s.staleGood {", "\tif s.good == nil {"},
		{"sweep what is referenced", "assign.go", "d.Valid() && !s.referenced(d) && ", "d.Valid() && "},
		{"take an empty file for a decision", "record.go", "\t\treturn errors.New(\"it is empty\")\n", "\t\treturn nil\n"},
		{"refer to a checkpoint before it is durable", "disk.go", "\tif err == nil {\n\t\treturn d.files.SyncDir(dir)", "\tif err == nil {\n\t\treturn nil"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			out, err := sequencesWith(t, c.file, c.old, c.new)
			first := regexp.MustCompile(`seeds from (\d+)`).FindStringSubmatch(out)
			found := regexp.MustCompile(`seed (\d+): .*`).FindStringSubmatch(out)
			if err == nil || first == nil || found == nil {
				t.Fatalf("not found: %v\n%s", err, out)
			}
			t.Logf("after %d sequences, %s", must2(strconv.Atoi(found[1]))-must2(strconv.Atoi(first[1]))+1, found[0])
		})
	}
}

// sequencesWith runs TestRandomSequences with one piece of a source file replaced.
func sequencesWith(t *testing.T, file, old, new string) (string, error) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), old); n != 1 {
		t.Fatalf("%s has %q %d times", file, old, n)
	}
	dir := t.TempDir()
	changed := filepath.Join(dir, file)
	if err := os.WriteFile(changed, []byte(strings.Replace(string(source), old, new, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{abs: changed}})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-vet=off", "-overlay", overlayFile, "-run", "^TestRandomSequences$", ".", "-sequences", "100000")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
