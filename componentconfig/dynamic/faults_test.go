package dynamic

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	controllerFile = "controller.go"
	checkFile      = "check.go"
	journalFile    = "journal.go"
	dirFile        = "internal/store/dir.go"
	replaceFile    = "internal/store/replace.go"
	recordFile     = "internal/store/record.go"
	stateFile      = "internal/protocol/state.go"
	sourceFile     = "filesource.go"
)

// randomSequences is the test that finds what is not about a row.
const randomSequences = "^TestRandomSequences$"

// plantedFault replaces one piece of a source file.
type plantedFault struct{ fault, file, old, new string }

// rowFault is a planted fault that reintroduces a known defect. The test in the package pkg finds it. A pkg without
// "./" is a module below this package.
type rowFault struct {
	plantedFault
	test, pkg string
}

// row is a fault with a test in this package that has the name of the row.
func row(name, file, old, new string) rowFault {
	return rowFault{plantedFault{name, file, old, new}, name + "$", "."}
}

// allFaults returns rowFaults, and plantedFaults, which the random sequences find.
func allFaults() []rowFault {
	all := slices.Clone(rowFaults)
	for _, p := range plantedFaults {
		all = append(all, rowFault{p, randomSequences, "."})
	}
	return all
}

var rowFaults = []rowFault{
	row("E1", "internal/store/files_unix.go", "links(info) > 1", "links(info) > 99"),
	row("E2", "internal/store/request.go", "err := takeAway(d, d.Path(RequestDir, r.name()))", "err := error(nil)"),
	row("E3", journalFile, "if !errors.Is(err, store.ErrDamaged) {", "if false {"),
	row("E4", checkFile, "time.NewTimer(o.CheckTime)", "time.NewTimer(time.Hour)"),
	row("E4", "../load.go", "\tout, problems, err := attempt(l, args, start, inUse,",
		"\tl.activating.Lock()\n\tdefer l.activating.Unlock()\n\tout, problems, err := attempt(l, args, start, inUse,"),
	row("E5", sourceFile, "const maxFiles = 256", "const maxFiles = 2560"),
	row("E6", "extension.go", "if blank(p) {", "if blank(p) && false {"),
	row("E7", journalFile, "\t\tj.saveLedger() //nolint:errcheck // The first error is reported.\n", ""),
	row("E8", "session.go", "s.controller.Report(first) //nolint", "_ = first //"),
	row("E9", "owner.go", "if j.dir.Held() {", "if _, err := j.dir.Lock(); err != nil {"),
	{plantedFault{"E10", "kube/contact.go", "c.waited < lostTurns", "c.waited >= 0"}, "E10$", "kube"},
	row("E11", "internal/store/quarantine.go", "\td.quarantined++\n", ""),
	row("E11", "internal/store/quarantine.go", "\t\td.healed = append(d.healed, ", "\t\t_ = append(d.healed, "),
	row("E12", "owner.go", "\to.note(n)\n}", "}"),
	row("E12", controllerFile, "c.journal.state = c.journal.state.Clear(r.Digest)", ""),
	row("E13", "internal/protocol/trial.go", "max(e.Used-1, 0), e.Returned+1", "max(e.Used-1, 0), 0"),
	row("E14", controllerFile, "if dir, err = filepath.Abs(dir); err != nil {",
		"if _, err = filepath.Abs(dir); err != nil {"),
	{plantedFault{"E15", dirFile, "if !errors.Is(err, ErrDamaged) {\n\t\treturn lock, err",
		"if true {\n\t\treturn lock, err"}, "E15$", "./internal/store"},
	row("E16", sourceFile, "fresh = fresh || age >= 0 && age < settles", "fresh = age < 0"),
	row("E17", stateFile, "\t\t\te.Rebooted++\n", "\t\t\te.Used--\n"),
	row("E18", "follow.go", "lockGlance    = time.Second", "lockGlance    = time.Minute"),
	row("E19", "owner.go", "Starts: before.Crashes + 1", "Starts: 0"),
}

var plantedFaults = []plantedFault{
	{"skip the sync of a file", replaceFile, "if err := f.Sync(); err != nil {", "if err := error(nil); err != nil {"},
	{"skip the sync of the directory", replaceFile, "\treturn d.sync(dir)\n", "\treturn nil\n"},
	{"write in place", replaceFile, "temp := filepath.Join(dir, TempPrefix+name)", "temp := filepath.Join(dir, name)"},
	{"graduate on file time", "start.go", "verdict := j.state.Judge(digest)",
		`if a := j.state.Assigned; j.readOnly == nil && j.state.Wants(digest) && j.clock.Now().Sub(a.Time) > 60e9 {
			j.state.Good = &store.Good{Digest: digest, Build: j.state.Build}
			j.dir.Save(store.GoodFile, j.state.Good)
		}
		verdict := j.state.Judge(digest)
	`},
	{"forget the failed digest", stateFile, "e := &s.Ledger.Entries[i]\n",
		"e := &s.Ledger.Entries[i]\n\t\te.Failed = nil\n"},
	{"trust the checkpoint", dirFile, "string(digest)), MaxPayload)\n",
		"string(digest)), MaxPayload)\n\tdigest = digestOf(data)\n"},
	{"allow any number of attempts", stateFile, "e.Used >= s.AllowedFor(d)", "e.Used > 100"},
	{"count attempts after the load", checkFile, "\t\treturn j.begin(d)\n",
		"\t\tj.state = j.state.Begin(d)\n\t\treturn nil\n"},
	{"return every attempt", stateFile, "e.Open, e.Returned = nil, 0\n", "e.Open, e.Returned, e.Used = nil, 0, 0\n"},
	{"trust the confirmation of another build", stateFile, "g.Digest == d && g.Build == s.Build })",
		"g.Digest == d })"},
	{"keep last-known-good at a reset", journalFile, "if !j.state.StaleGood {", "if j.state.Good == nil {"},
	{"sweep what is referenced", stateFile, "\tif s.Referenced(d) {\n\t\treturn true\n\t}\n", ""},
	{"read an empty file as a decision", recordFile, "\t\treturn errors.New(\"it is empty\")\n", "\t\treturn nil\n"},
	{"refer to a checkpoint before it is durable", dirFile, "\tif err == nil {\n\t\treturn d.sync(dir)",
		"\tif err == nil {\n\t\treturn nil"},
}

// TestPlantedFaults shows that TestRandomSequences and the tests of the rows can fail: each fault is planted in the
// source by an overlay, and the test must find it, the sequences within the number that a whole run has. Flag faults
// tells how many are planted, beginning with a different one each hour.
func TestPlantedFaults(t *testing.T) {
	all := allFaults()
	n := min(*faults, len(all))
	t.Logf("%d of %d faults", n, len(all))
	for i := range n {
		c := all[(int(time.Now().Unix()/3600)+i)%len(all)]
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			out, err := testWith(t, c)
			if c.test != randomSequences {
				if err == nil || !strings.Contains(out, "FAIL: Test") && !strings.Contains(out, "panic: test timed out") {
					t.Fatalf("not found: %v\n%s", err, out)
				}
				return
			}
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
	for _, c := range allFaults() {
		if n := strings.Count(string(must2(os.ReadFile(c.file))), c.old); n != 1 {
			t.Errorf("%s has %q %d times", c.file, c.old, n)
		}
	}
}

// testWith runs the test that is to find a fault.
func testWith(t *testing.T, c rowFault) (string, error) {
	t.Helper()
	source := string(must2(os.ReadFile(c.file)))
	dir := t.TempDir()
	changed, overlayFile := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	must(os.WriteFile(changed, []byte(strings.Replace(source, c.old, c.new, 1)), 0o600))
	overlay := must2(json.Marshal(map[string]any{"Replace": map[string]string{must2(filepath.Abs(c.file)): changed}}))
	must(os.WriteFile(overlayFile, overlay, 0o600))
	pkg, module := c.pkg, ""
	if !strings.HasPrefix(pkg, ".") {
		pkg, module = ".", pkg
	}
	args := []string{"test", "-vet=off", "-timeout=1m", "-overlay", overlayFile, "-run", c.test, pkg}
	if c.test == randomSequences {
		args = append(args, "-timeout=10m", "-sequences", "42000")
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = module
	out, err := cmd.CombinedOutput()
	return string(out), err
}
