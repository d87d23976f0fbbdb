package adopt

import (
	"slices"

	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/removal"
)

// differing are the flags of a component that differ once registrations are deleted, if they are some of these: if they
// stay, the others may be equal. It does so once in a run. If all differ, the markers are of use where no generated
// function is called yet.
func differing(c *component, d *decisions, w *draft, after *proof.Report, removed []string) []removal.Note {
	if after == nil || d.again {
		return nil
	}
	var stay []removal.Note
	for _, flag := range after.Flags {
		report := &proof.Report{Flags: []proof.Flag{flag}}
		for _, field := range after.Fields {
			if at := c.theirs.Flag(flag.Name).Field; field.Path == at && field.Intended == "" {
				report.Fields = append(report.Fields, field)
			}
		}
		differs := !flag.Proven() && flag.Verdict != proof.Additional || len(report.Fields) > 0
		if differs && slices.Contains(removed, flag.Name) {
			stay = append(stay, removal.Note{
				Flag: flag.Name, Why: "without its registration, " + without(report.Unequal()[0]), Do: doDiffer,
			})
		}
	}
	if len(stay) == len(removed) && len(called(w)) < len(removed) {
		return nil
	}
	d.again = len(stay) > 0
	return stay
}

// without is what differs, without the flag and what to do.
func without(u proof.Unequal) string {
	if u.Field != "" {
		return u.Field + ": " + u.Why
	}
	return u.Why
}

// called are the flags with new markers below structs whose generated functions the component calls already.
func called(w *draft) []string {
	var all []string
	for _, root := range w.Plan.Roots {
		for _, flag := range root.Flags {
			if len(root.Adopted) > 0 && !slices.Contains(root.Adopted, flag) {
				all = append(all, flag)
			}
		}
	}
	return all
}

// leaveCalled are the flags of generated functions that are called already, if no registration is deleted: with
// markers, they would be registered twice.
func leaveCalled(w *draft) []removal.Note {
	if len(w.Kept) == 0 || len(w.Removed) > 0 || len(w.Findings) > 0 {
		return nil
	}
	var stay []removal.Note
	for _, flag := range called(w) {
		stay = append(stay, removal.Note{Flag: flag, Why: w.Kept[0].Why, Do: w.Kept[0].Do})
	}
	return stay
}

// leaveRegistered leaves flags whose registrations cannot be deleted in the code written by hand, and reports whether
// there are any.
func leaveRegistered(c *component, d *decisions, w *draft, stay []removal.Note) bool {
	places := map[string]places{}
	for _, c := range w.Changes {
		places[c.Path] = lines(c.New, c.Old)
	}
	for _, note := range stay {
		left := plan.Skipped{
			Kind: plan.Registration, Position: note.Position, Marked: w.Plan.Marked[note.Flag], Why: note.Why, Do: note.Do,
		}
		if moved := places[note.Position.Filename]; moved != nil {
			left.Position = atLine(note.Position, moved)
		}
		d.left[note.Flag] = left
		delete(d.legacy, c.theirs.Flag(note.Flag).Field)
	}
	return len(stay) > 0
}
