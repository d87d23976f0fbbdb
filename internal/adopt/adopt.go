package adopt

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/removal"
	"github.com/configgen/configgen/internal/markers"
)

// Request is the request to Run: the component and its registrations of flags.
type Request struct {
	// Dir is a directory in the user's module.
	Dir string
	// Env are variables, as NAME=value, in addition to the environment of the process.
	Env []string
	// Flags is the function that makes the options, as in example.com/relay/options.NewOptions.
	Flags string
	// AddFlags are the methods or functions that register flags; nil for the usual ones.
	AddFlags []string
	// Types are the roots of the configuration; nil for the structs with metav1.TypeMeta that flags lead to.
	Types []string
	// PathRefs returns pointers to the fields that are file paths.
	PathRefs string
	// Keep are the names of flags that stay in the code written by hand.
	Keep []string
	// Remove deletes the registrations whose flags are proven. The generated files are then among the changes.
	Remove bool
	// Generate generates code from files that are not written: that which is compared. GenerateAll generates all.
	Generate, GenerateAll Generate
}

// Generate runs the generators of configgen on packages, with the content of an overlay in place of the files on disk.
// Exported are files of known export data, as in load.Request.Known.
type Generate func(
	ctx context.Context, packages []string, overlay map[string][]byte, exported map[string]string,
) (*Generated, error)

// Generated is the output of the generators.
type Generated struct {
	// Files are the generated files by their absolute names.
	Files map[string][]byte
	// Findings are about markers and types.
	Findings []diag.Diagnostic
}

// Result has the changes, and the proof.
type Result struct {
	Plan *plan.Plan
	// Changes are the files to write.
	Changes []Change
	// Proof compares the flags; nil if it could not be built.
	Proof *proof.Report
	// Findings are about the user's source and the added markers.
	Findings []diag.Diagnostic
	// Removable is the number of flags whose registrations by hand generated functions can replace, if Remove is asked
	// for, and Removed are the flags with deleted registrations. Kept has the reasons why other registrations stay, and
	// Notes are other places to check.
	Removable   int
	Removed     []string
	Kept, Notes []removal.Note
}

// Change is a file with its content before and after. Old is nil for a new one.
type Change struct {
	Path     string
	Old, New []byte
}

// rounds is the maximum number of plans. Each plan needs at least one new decision, so that more rounds are a bug of
// configgen.
const rounds = 100

// Run adopts. The result has findings if the source must be corrected first. It returns an error if the go command
// cannot work.
func Run(ctx context.Context, request Request) (*Result, error) {
	c, findings, err := observeByHand(ctx, request)
	if err != nil || c == nil {
		return &Result{Findings: findings}, err
	}
	d := &decisions{
		left: map[string]plan.Skipped{}, legacy: map[string]string{}, decided: map[string]string{},
		undelegated: map[markers.Ref]bool{},
	}
	leaveMachine(c, d)
	if err := keep(c, d); err != nil {
		return nil, err
	}
	if err := c.loadTypes(ctx); err != nil {
		return nil, err
	}
	for range rounds {
		w, err := makePlan(c, d)
		if err != nil {
			return nil, err
		}
		again, err := w.round(ctx, c, d)
		switch {
		case err != nil:
			return nil, err
		case !again:
			return w.finish(c)
		}
	}
	return nil, errors.New("generated code does not prove any plan; " +
		"specify the names of the flags that differ after --keep")
}

// round generates the code of a plan, proves it and removes the registrations that it replaces. It reports whether a
// new decision makes another plan better.
func (w *draft) round(ctx context.Context, c *component, d *decisions) (again bool, err error) {
	if len(w.Plan.Roots) == 0 {
		leaveAll(c, w)
		return false, nil
	}
	if ok, err := generate(ctx, c, w); err != nil || !ok {
		return err == nil && learn(c, d, w), err
	}
	if again, err := prove(ctx, c, d, w); err != nil || again || w.Proof == nil {
		return again, err
	}
	if !c.Remove {
		return false, nil
	}
	stay, err := removeProven(ctx, c, d, w)
	if err != nil {
		return false, err
	}
	if len(stay) == 0 {
		stay = leaveCalled(w)
	}
	return leaveRegistered(c, d, stay), nil
}

// finish completes the result of the last round.
func (w *draft) finish(c *component) (*Result, error) {
	if w.Plan != nil {
		w.Plan.Notes = slices.DeleteFunc(w.Plan.Notes, func(note plan.Unmarked) bool {
			return slices.Contains(w.Removed, note.Flag) // one of w.Notes has it
		})
	}
	if w.Proof != nil {
		w.Plan.Unmarked = unmarked(w.Plan.Unmarked, w.Proof)
	}
	for _, name := range c.Types {
		if !slices.ContainsFunc(w.Plan.Roots, func(root plan.Root) bool { return root.Type.String() == name }) {
			w.Notes = append(w.Notes, removal.Note{Do: "check --types",
				Why: name + " has no markers, because no flag that markers can express sets a field of it"})
		}
	}
	if w.generated != nil && len(w.Findings) == 0 {
		w.Findings = append(w.Findings, w.generated.Findings...)
	}
	if w.generated != nil {
		for i := range w.Findings {
			w.Findings[i].Position, w.Findings[i].End = w.unmarked(w.Findings[i].Position), token.Position{}
		}
	}
	if w.Proof == nil && !diag.Failed(w.Findings) {
		return &w.Result, fmt.Errorf("%s registers no flags; name the functions that do by --add-flags", c.Flags)
	}
	return &w.Result, nil
}
