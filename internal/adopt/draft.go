package adopt

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/edit"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/probe"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// decisions are the input of plans, in addition to the component. Each round adds decisions.
type decisions struct {
	// left are the flags that stay in the code written by hand.
	left map[string]plan.Skipped
	// legacy are legacy defaults, by the Go path of the field.
	legacy map[string]string
	// decided are markers that decide whether a field is a path or a secret, by the Go path of the field.
	decided map[string]string
	// undelegated are functions that cannot be named by +flagsFrom.
	undelegated map[markers.Ref]bool
	// again is set if flags stay that differed once registrations were deleted.
	again bool
}

// keep leaves the flags that the user keeps.
func keep(c *component, d *decisions) error {
	elsewhere := elsewhereOf(c)
	for _, name := range c.Keep {
		if c.theirs.Flag(name).Name == "" &&
			!slices.ContainsFunc(elsewhere, func(f plan.Elsewhere) bool { return f.Flag.Name == name }) {
			return fmt.Errorf("no flag --%s is registered; specify the names of flags after --keep, without dashes", name)
		}
		d.left[name] = plan.Skipped{Kind: plan.Kept, Why: "--keep names it"}
	}
	return nil
}

// draft is the result of a round, with the code that is generated from its plan.
type draft struct {
	Result
	// overlay has the contents of changed and generated files that are compiled, by name.
	overlay map[string][]byte
	// generated are the generated files; nil if nothing can be generated.
	generated *Generated
	// marks are the files with the planned markers alone.
	marks []Change
}

// generate generates the code of the planned markers, and reports whether they are all accepted.
func generate(ctx context.Context, c *component, w *draft) (ok bool, err error) {
	w.generated, err = c.Generate(ctx, rootPackages(w), w.overlay, c.exported)
	return err == nil && !diag.Failed(w.generated.Findings), err
}

// makePlan makes a plan and the overlay of the files that it changes.
func makePlan(c *component, d *decisions) (*draft, error) {
	var roots []markers.Ref
	for _, name := range c.Types {
		ref, err := markers.ParseRef(name)
		if err != nil {
			return nil, err
		}
		roots = append(roots, ref)
	}
	request := plan.Request{
		Session: c.session, Observed: c.theirs, Roots: roots, Skipped: d.left, Legacy: d.legacy, Decided: d.decided,
		Merged: map[string]bool{}, Replace: c.Remove, Packages: packagesOf(c.functions), Adopted: map[string][]string{},
		Sources: sourcesOf(c), Delegations: delegationsOf(c, d), Elsewhere: elsewhereOf(c),
	}
	for _, flag := range c.theirs.Flags {
		request.Adopted[flag.Name], request.Merged[flag.Name] = adoptedBy(c.facts, flag), merges(flag)
	}
	if ref, err := markers.ParseRef(c.Flags); err == nil && makesPointer(c, ref) {
		request.Defaults = ref
	}
	made, err := plan.Make(request)
	if err != nil {
		return nil, err
	}
	w := &draft{Result: Result{Plan: made}, overlay: map[string][]byte{}}
	for name, list := range made.Files {
		old, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		changed, err := edit.Apply(name, old, list)
		if err != nil {
			return nil, err
		}
		w.Changes = append(w.Changes, Change{name, old, changed})
		w.overlay[name] = changed
	}
	slices.SortFunc(w.Changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	w.marks = w.Changes
	return w, nil
}

// makesPointer reports whether a function is a func() *T of the object of the observation. With the name of the
// generated constructor, in whose place it stays, it can return an error, too.
func makesPointer(c *component, ref markers.Ref) bool {
	pkg := c.session.Source(ref.Package)
	if pkg == nil {
		return false
	}
	declared, pointer := pkg.Declared[ref.Name], "*"+c.theirs.Type
	named := ref.Package+".New"+strings.TrimPrefix(c.theirs.Type, ref.Package+".") == ref.String()
	return declared.Kind == "func" && len(declared.Params) == 0 && (slices.Equal(declared.Results, []string{pointer}) ||
		named && slices.Equal(declared.Results, []string{pointer, "error"}))
}

// pathRefsFile is the file of a generated function that returns pointers to paths.
const pathRefsFile = load.GeneratedPrefix + "pathrefs.go"

// prove observes the generated code, compares, and reports whether another plan is needed.
func prove(ctx context.Context, c *component, d *decisions, w *draft) (bool, error) {
	overlay := withGenerated(c, w)
	seen, err := probe.Observe(ctx, generatedProgram(c, w, overlay))
	if err != nil {
		return false, err
	}
	if seen.Observation == nil {
		w.Findings = append(w.Findings, seen.Findings...)
		return false, nil
	}
	alsoMachine(c, seen.Observation)
	w.Proof = proof.Compare(c.theirs, seen.Observation, staying(c, w))
	return correct(c, d, w), nil
}

// staying returns the facts about the flags that stay in the code written by hand, from the plan.
func staying(c *component, w *draft) proof.Known {
	known := proof.Known{
		Positions: map[string]proof.Position{}, ByHand: map[string]string{}, Assigned: map[string]bool{},
	}
	for _, flag := range c.theirs.Flags {
		if _, assigned := c.facts.AssignedHelp(flag.Name); assigned && adopted(c.facts, flag) {
			known.Assigned[flag.Name] = true
		}
	}
	for _, entry := range w.Plan.Unmarked {
		if entry.Kind == plan.ByHand {
			continue // another marker is there: the proof says whether it does the same
		}
		known.ByHand[entry.Flag] = entry.Why
		known.Positions[entry.Flag] = proof.At(entry.Position)
	}
	return known
}

// leaveAll is the result if nothing can be generated: everything stays as it is.
func leaveAll(c *component, w *draft) {
	if w.generated = nil; len(c.theirs.Flags) > 0 {
		nothing := &observe.Observation{Fields: c.theirs.Fields, Paths: c.theirs.Paths}
		w.Proof = proof.Compare(c.theirs, nothing, staying(c, w))
	}
}
