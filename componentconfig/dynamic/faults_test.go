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
	"time"
)

const (
	controllerFile = "controller.go"
	journalFile    = "journal.go"
	dirFile        = "internal/store/dir.go"
	replaceFile    = "internal/store/replace.go"
	recordFile     = "internal/store/record.go"
	stateFile      = "internal/protocol/state.go"
)

// plantedFault replaces one piece of a source file.
type plantedFault struct{ fault, file, old, new string }

var plantedFaults = []plantedFault{
	{"skip the sync of a file", replaceFile, "if err := f.Sync(); err != nil {", "if err := error(nil); err != nil {"},
	{"skip the sync of the directory", replaceFile, "\treturn files.SyncDir(dir)\n", "\treturn nil\n"},
	{"write in place", replaceFile, "temp := filepath.Join(dir, TempPrefix+name)", "temp := filepath.Join(dir, name)"},
	{"graduate on file time", journalFile, "func (j *journal) judge(d Digest) protocol.Verdict {",
		`func (j *journal) judge(d Digest) protocol.Verdict {
		if a := j.state.Assigned; j.readOnly == nil && j.state.Wants(d) && j.clock.Now().Sub(a.Time) > time.Minute {
			j.state.Good = &store.Good{Digest: d, Build: j.state.Build}
			j.dir.Save(store.GoodFile, j.state.Good)
		}
	`},
	{"forget the failed digest", stateFile, "\t\te.Open = nil\n\t}\n", "\t\te.Open, e.Failed = nil, nil\n\t}\n"},
	{"trust the checkpoint", dirFile, "got != digest", "got == \"\""},
	{"allow any number of attempts", stateFile, "e.Used >= s.Allowed", "e.Used > 100"},
	{"count attempts after the load", controllerFile, "\t\treturn j.begin(d)\n",
		"\t\tj.state = j.state.Begin(d)\n\t\treturn nil\n"},
	{"return every attempt", stateFile, "e.Open.Boot != s.Boot", "e.Open.Boot != \"\""},
	{"trust the confirmation of another build", stateFile, "s.Good.Digest == d && s.Good.Build == s.Build {",
		"s.Good.Digest == d {"},
	{"keep last-known-good at a reset", journalFile, "if !j.state.StaleGood {", "if j.state.Good == nil {"},
	{"sweep what is referenced", stateFile, "\treturn s.Referenced(d) || s.Assigned", "\treturn s.Assigned"},
	{"read an empty file as a decision", recordFile, "\t\treturn errors.New(\"it is empty\")\n", "\t\treturn nil\n"},
	{"refer to a checkpoint before it is durable", dirFile, "\tif err == nil {\n\t\treturn d.files.SyncDir(dir)",
		"\tif err == nil {\n\t\treturn nil"},
}

// TestPlantedFaults shows that TestRandomSequences can fail: each fault is planted in the source by an overlay, and the
// sequences must find it within the number that a whole run has. Flag faults tells how many are planted, beginning with
// a different one each hour.
func TestPlantedFaults(t *testing.T) {
	n := min(*faults, len(plantedFaults))
	t.Logf("%d of %d faults", n, len(plantedFaults))
	for i := range n {
		c := plantedFaults[(int(time.Now().Unix()/3600)+i)%len(plantedFaults)]
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			out, err := sequencesWith(t, c)
			first := regexp.MustCompile(`seeds from (\d+)`).FindStringSubmatch(out)
			found := regexp.MustCompile(`seed (\d+): .*`).FindStringSubmatch(out)
			if err == nil || first == nil || found == nil {
				t.Fatalf("not found: %v\n%s", err, out)
			}
			t.Logf("after %d sequences, %s", must2(strconv.Atoi(found[1]))-must2(strconv.Atoi(first[1]))+1, found[0])
		})
	}
}

// TestFaultsCanBePlanted: each piece of source that a fault replaces exists exactly once.
func TestFaultsCanBePlanted(t *testing.T) {
	for _, c := range plantedFaults {
		if n := strings.Count(string(must2(os.ReadFile(c.file))), c.old); n != 1 {
			t.Errorf("%s has %q %d times", c.file, c.old, n)
		}
	}
}

// sequencesWith runs TestRandomSequences with a fault.
func sequencesWith(t *testing.T, c plantedFault) (string, error) {
	t.Helper()
	source := string(must2(os.ReadFile(c.file)))
	dir := t.TempDir()
	changed, overlayFile := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	must(os.WriteFile(changed, []byte(strings.Replace(source, c.old, c.new, 1)), 0o600))
	overlay := must2(json.Marshal(map[string]any{"Replace": map[string]string{must2(filepath.Abs(c.file)): changed}}))
	must(os.WriteFile(overlayFile, overlay, 0o600))
	cmd := exec.Command("go", "test", "-vet=off", "-overlay", overlayFile, "-run", "^TestRandomSequences$", ".",
		"-sequences", "100000")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
