package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/lineends"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/transaction"
)

// mostFixes is how often --fix starts anew, since one fix can bring the next mistake to light.
const mostFixes = 10

// fixed applies the edits of the findings of a plan, and plans again.
func (t *tool) fixed(ctx context.Context, asked request, license string, out *output, w io.Writer) (*output, error) {
	err := correct(t, asked.dryRun, out.findings, w, func() (findings []diag.Diagnostic, err error) {
		if out, err = t.plan(ctx, asked, license); err != nil {
			return nil, err
		}
		return out.findings, nil
	})
	return out, err
}

// correct applies the edits of findings and looks for findings again, until none has an edit. With dryRun it shows the
// first edits and applies none. What it does goes to w.
func correct(
	t *tool, dryRun bool, findings []diag.Diagnostic, w io.Writer, again func() ([]diag.Diagnostic, error),
) error {
	r := t.reporter(report.Text)
	for range mostFixes {
		changes, err := edited(findings)
		if err != nil || len(changes) == 0 {
			return err
		}
		if dryRun {
			r.Color = t.env.color(w)
			return showEdits(r, w, changes)
		}
		if err := transaction.Commit(changes); err != nil {
			return explainCommit(r, err)
		}
		for _, change := range changes {
			if _, err := fmt.Fprintln(w, "fixed "+r.Path(change.Path)); err != nil {
				return err
			}
		}
		if findings, err = again(); err != nil {
			return err
		}
	}
	return nil
}

// showEdits prints edits as a patch.
func showEdits(r report.Reporter, w io.Writer, changes []transaction.Change) error {
	for _, change := range changes {
		old, err := os.ReadFile(change.Path)
		if err != nil {
			return withoutPath(err)
		}
		if err := r.Diff(w, difference{path: change.Path, old: old, new: change.Content}.diff(r)); err != nil {
			return err
		}
	}
	return nil
}

// edited returns the files that the edits of findings change, by their names. A Go file that is formatted stays so, and
// all keep their line ends.
func edited(findings []diag.Diagnostic) ([]transaction.Change, error) {
	edits := map[string][]diag.Edit{}
	for _, finding := range findings {
		for _, edit := range finding.Edits() {
			if !slices.Contains(edits[edit.Filename], edit) {
				edits[edit.Filename] = append(edits[edit.Filename], edit)
			}
		}
	}
	var changes []transaction.Change
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		old, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w; no file was changed", filepath.ToSlash(name), withoutPath(err))
		}
		content := applied(old, edits[name])
		if kept, err := lineends.Keep(old, content); err == nil {
			content = kept
		}
		changes = append(changes, transaction.Change{Path: name, Content: content})
	}
	return changes, nil
}

// applied returns a file after edits. Of two edits of the same bytes, the second one waits for the next run.
func applied(content []byte, edits []diag.Edit) []byte {
	slices.SortStableFunc(edits, func(a, b diag.Edit) int { return a.Start - b.Start })
	var result []byte
	at := 0
	for _, edit := range edits {
		if edit.Start < at || edit.End < edit.Start || edit.End > len(content) {
			continue
		}
		result = append(append(result, content[at:edit.Start]...), edit.New...)
		at = edit.End
	}
	return append(result, content[at:]...)
}
