package cli

import (
	"encoding/json"
	"errors"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/report"
)

// TestIsUnchanged has files that change while adopt runs.
func TestIsUnchanged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "types.go")
	created, changed := adopt.Change{Path: name}, adopt.Change{Path: name, Old: []byte("old")}
	if !isUnchanged(created) || isUnchanged(changed) {
		t.Error("the file is not there")
	}
	for content, same := range map[string]bool{"old": true, "older": false, "": false} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if isUnchanged(created) || isUnchanged(changed) != same {
			t.Errorf("%q: %v", content, isUnchanged(changed))
		}
	}
}

// TestUnreported expects that an error of the report says if files are changed.
func TestUnreported(t *testing.T) {
	full := errors.New("disk full")
	changed := []adopt.Change{{Path: "a.go"}}
	for _, test := range []struct {
		dryRun bool
		result adopt.Result
		want   string
	}{
		{false, adopt.Result{Proof: &proof.Report{}, Changes: changed},
			"cannot write the report: disk full; the files are changed; run the command again"},
		{true, adopt.Result{Proof: &proof.Report{}, Changes: changed}, "disk full"},
		{false, adopt.Result{Changes: changed}, "disk full"},
		{false, adopt.Result{Proof: &proof.Report{}}, "disk full"},
	} {
		if got := unreported(adoptRequest{dryRun: test.dryRun}, &test.result, full); got.Error() != test.want {
			t.Errorf("got %v, want %s", got, test.want)
		}
	}
}

// TestComputedHelp expects a note for help that is computed, in both forms of the report, which leaves nothing to do.
func TestComputedHelp(t *testing.T) {
	note := plan.Unmarked{
		Position: token.Position{Filename: "a.go", Line: 3, Column: 5}, Flag: "a", Kind: plan.Computed,
		Why: "why", Do: "what",
	}
	result := &adopt.Result{
		Plan: &plan.Plan{Notes: []plan.Unmarked{note}}, Proof: &proof.Report{}, Removable: 2, Removed: []string{"b", "c"},
	}
	asked := adoptRequest{Request: adopt.Request{Remove: true}}
	if !allAdopted(asked, result) {
		t.Error("a note is something to do")
	}
	var text, programs strings.Builder
	if err := adoptText(&text, report.Reporter{}, asked, result); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"a.go:3:5: --a: why; what (computed-usage)\n",
		"registrations by hand: those of 2 flags are deleted\n",
	} {
		if !strings.Contains(text.String(), line) {
			t.Errorf("%q is not in the report:\n%s", line, &text)
		}
	}
	if err := adoptJSON(&programs, report.Reporter{}, asked, result); err != nil {
		t.Fatal(err)
	}
	var got adoptedJSON
	if err := json.Unmarshal([]byte(programs.String()), &got); err != nil {
		t.Fatal(err)
	}
	want := unmarkedJSON{Position: "a.go:3:5", Flag: "a", Kind: "computed-usage", Why: "why", Do: "what"}
	if !slices.Equal(got.Notes, []unmarkedJSON{want}) || len(got.Unmarked) > 0 {
		t.Errorf("got %s", &programs)
	}
}

// TestByHandText has flags of one call, or of none that is known, which share a line if they have one reason, and flags
// of others.
func TestByHandText(t *testing.T) {
	entry := func(line int, flag, why string) plan.Unmarked {
		u := plan.Unmarked{Flag: flag, Kind: plan.NoField, Why: why, Do: "do"}
		if line > 0 {
			u.Position = token.Position{Filename: "a.go", Line: line}
		}
		return u
	}
	const want = "each of --of-a-library, --of-another: why; do (no-field)\n" +
		"--of-a-third: because; do (no-field)\n" +
		"a.go:3: each of --a, --b: why; do (no-field)\na.go:3: --c: because; do (no-field)\n" +
		"a.go:4: --d: because; do (no-field)\na.go:5: why; do (no-field)\na.go:5: why; do (no-field)\n"
	got := byHandText(report.Reporter{}, []plan.Unmarked{
		entry(0, "of-a-library", "why"), entry(0, "of-a-third", "because"), entry(0, "of-another", "why"),
		entry(3, "a", "why"), entry(3, "c", "because"), entry(3, "b", "why"), entry(4, "d", "because"),
		entry(5, "", "why"), entry(5, "", "why"),
	})
	if got != want {
		t.Errorf("got %s", got)
	}
}

// TestStops expects the findings that stop a run at the end, and nothing else if nothing could be compared.
func TestStops(t *testing.T) {
	at := token.Position{Filename: "a.go", Line: 3, Column: 1}
	stops := diag.At(at, at, "name-collision", "New has the name of a generated declaration", "rename it")
	warns := diag.At(at, at, "secret-flag", "the flag is a secret", "drop it")
	warns.Severity = diag.Warning
	result := &adopt.Result{
		Findings: []diag.Diagnostic{warns, stops}, Plan: &plan.Plan{Unmarked: []plan.Unmarked{{Flag: "a", Why: "why"}}},
	}
	var text strings.Builder
	const last = "\nnothing is compared or written until the errors above are corrected\n"
	err := adoptText(&text, report.Reporter{}, adoptRequest{}, result)
	if err != nil || text.String() != stops.String()+last {
		t.Errorf("got %s, %v", &text, err)
	}
	text.Reset()
	result.Proof = &proof.Report{}
	const deletes = "\nno registration is deleted until the errors above are corrected\n"
	if err := adoptText(&text, report.Reporter{}, adoptRequest{}, result); err != nil ||
		!strings.HasPrefix(text.String(), warns.String()) || !strings.HasSuffix(text.String(), stops.String()+deletes) {
		t.Errorf("with a proof, got %s, %v", &text, err)
	}
}

// TestDifferentOnce expects the difference of a flag with a marker once, in the words of the proof.
func TestDifferentOnce(t *testing.T) {
	flag := proof.Flag{Name: "a", Verdict: proof.Different, Differences: []proof.Difference{{Column: "help", Ours: "A."}}}
	result := &adopt.Result{
		Plan:  &plan.Plan{Unmarked: []plan.Unmarked{{Flag: "a", Kind: plan.ByHand}, {Flag: "b", Kind: plan.Kept}}},
		Proof: &proof.Report{Flags: []proof.Flag{flag}},
	}
	var text strings.Builder
	err := adoptText(&text, report.Reporter{}, adoptRequest{}, result)
	if err != nil || strings.Count(text.String(), "--a: ") != 1 || strings.Count(text.String(), "--b: ") != 1 {
		t.Errorf("got %s, %v", &text, err)
	}
}

// TestRemovedText has one flag, and several.
func TestRemovedText(t *testing.T) {
	for want, removed := range map[string][]string{
		"that of 1 flag is deleted; that of 1 other stays for the reason above":      {"a"},
		"those of 2 flags are deleted; those of 2 others stay for the reasons above": {"a", "b"},
	} {
		result := &adopt.Result{Removed: removed, Removable: 2 * len(removed)}
		if got := removedText(result); got != "registrations by hand: "+want+"\n" {
			t.Errorf("got %s", got)
		}
	}
}

// TestIsQualified has names of functions with and without a package.
func TestIsQualified(t *testing.T) {
	for name, want := range map[string]bool{
		"example.com/a.New": true, "./a.New": true, "gopkg.in/a.v3.New": true, "a.New": true,
		"New": false, ".New": false, "./a": false, "./a.": false, "example.com/a": false, "": false,
	} {
		if got := isQualified(name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
