package adopt

import (
	"slices"

	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/removal"
)

// differing returns the removed flags that differ once registrations are deleted: if they stay, the others may be
// equal. It asks for that once in a run. A flag by hand that sets no field and differs is a note, since its code is as
// it was. It reports false, with the reason, if nothing can be deleted.
func differing(
	c *component, d *decisions, w *draft, after *proof.Report, removed []string,
) (stay []removal.Note, ok bool) {
	if after.Holds() {
		return nil, true
	}
	var notes []removal.Note
	rest := *after
	rest.Flags, rest.Fields = nil, slices.Clone(after.Fields)
	for _, flag := range after.Flags {
		path := c.theirs.Flag(flag.Name).Field
		report := &proof.Report{Flags: []proof.Flag{flag}}
		for _, field := range after.Fields {
			if path != "" && field.Path == path && field.Intended == "" {
				report.Fields = append(report.Fields, field)
			}
		}
		differs := !flag.Proven() && flag.Verdict != proof.Additional || len(report.Fields) > 0
		switch {
		case !differs:
		case slices.Contains(removed, flag.Name):
			stay = append(stay, removal.Note{
				Flag: flag.Name, Why: "without its registration, " + without(report.Unequal()[0]), Do: doDiffer,
			})
		case path == "" && flag.Verdict == proof.Different:
			notes = append(notes, removal.Note{Flag: flag.Name, Do: "look at the code that it depends on",
				Why: "without the registrations of other flags, " + without(report.Unequal()[0])})
			continue
		}
		rest.Flags = append(rest.Flags, flag)
	}
	if len(stay) > 0 && !d.again && (len(stay) < len(removed) || len(called(w)) == len(removed)) {
		d.again = true
		return stay, false
	}
	if unequal := rest.Unequal(); len(unequal) > 0 {
		first := unequal[0]
		first.Do = "" // no marker helps here
		keepAll(w, "it would differ: "+first.String(), doDiffer)
		return nil, false
	}
	w.Notes = append(w.Notes, notes...)
	return nil, true
}

// without returns the text of a difference without the flag and the advice.
func without(u proof.Unequal) string {
	if u.Field != "" {
		return u.Field + ": " + u.Why
	}
	return u.Why
}

// called returns the flags with new markers below structs whose generated functions the component calls already.
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

// leaveCalled returns the flags of generated functions that are called already, if no registration is deleted: with
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
func leaveRegistered(c *component, d *decisions, stay []removal.Note) bool {
	for _, note := range stay {
		d.left[note.Flag] = plan.Skipped{
			Kind: plan.Registration, Position: note.Position, Why: note.Why, Do: note.Do,
		}
		delete(d.legacy, c.theirs.Flag(note.Flag).Field)
	}
	return len(stay) > 0
}
