package rollout

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var faults = flag.Int("faults", 1, "how many faults TestPlantedFaults plants, at most")

// plantedFaults are pieces of source, what replaces them, and the test that finds it.
var plantedFaults = []struct{ fault, file, old, new, test string }{
	{"machines that are down do not get their turn", "wave.go", "(!i.unready || d.casualty(i))", "!i.unready",
		"TestMachinesThatAreDownAreRepaired"},
	{"machines that are down are not moved in their turn", "decide.go",
		"now.finished() || now.moves() && i.Name == d.status.OutOfTurn", "now.finished()",
		"TestMachinesThatAreDownAreRepaired"},
	{"machines that are down are not moved at the end", "decide.go",
		"now.finished() || now.moves() && i.Name == d.status.OutOfTurn", "now.moves() && i.Name == d.status.OutOfTurn",
		"TestCases"},
	{"machines that are down do not return", "decide.go", "case returning && d.has(i):",
		"case returning && d.has(i) && !i.unready:", "TestMachinesThatAreDownReturn"},
	{"machines that are down have not failed", "instance.go", "return i.lost && (", "return false && i.lost && (",
		"TestContentThatTakesItsNodeDown"},
	{"machines that are replaced are forgotten", "loss.go", "return v1alpha1.LossNodeGone", `return ""`,
		"TestDeletedNodes"},
	{"the last instance without the revision decides alone", "decide.go", "if has && !d.has(i) || trial == 0 {",
		"if d.has(i) != has || trial == 0 {", "TestInstanceThatLies"},
	{"a failure without a reason is none", "loss.go", "cmp.Or(c.Reason, string(dynamic.ReasonFailed))",
		"string(dynamic.Reason(c.Reason))", "TestFailureWithoutAReason"},
}

// TestPlantedFaults shows that the tests can fail: each fault is planted in the source by an overlay, and its test must
// find it. Flag faults tells how many are planted, beginning with a different one each hour.
func TestPlantedFaults(t *testing.T) {
	for i := range min(*faults, len(plantedFaults)) {
		f := plantedFaults[(int(time.Now().Unix()/3600)+i)%len(plantedFaults)]
		t.Run(f.fault, func(t *testing.T) {
			source := read(t, f.file)
			changed, overlay := filepath.Join(t.TempDir(), "changed.go"), filepath.Join(t.TempDir(), "overlay.json")
			file, err := filepath.Abs(f.file)
			if err != nil {
				t.Fatal(err)
			}
			replace, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
			if err != nil {
				t.Fatal(err)
			}
			write(t, changed, strings.Replace(source, f.old, f.new, 1))
			write(t, overlay, string(replace))
			out, err := exec.Command("go", "test", "-vet=off", "-overlay", overlay, "-run", "^"+f.test+"$", ".").CombinedOutput()
			if err == nil || !strings.Contains(string(out), "FAIL: "+f.test) {
				t.Errorf("not found: %v\n%s", err, out)
			}
		})
	}
}

// TestFaultsCanBePlanted: each piece of source that a fault replaces exists exactly once.
func TestFaultsCanBePlanted(t *testing.T) {
	for _, f := range plantedFaults {
		if n := strings.Count(read(t, f.file), f.old); n != 1 {
			t.Errorf("%s has %q %d times", f.file, f.old, n)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
