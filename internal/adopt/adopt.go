// Package adopt turns flags that are registered by hand into markers, with proof: it observes the registration, plans
// markers, generates code from them without writing anything, observes what was generated, and compares both.
package adopt

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/edit"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/probe"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/removal"
	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/markers"
)

// Request is what to adopt.
type Request struct {
	// Dir is a directory in the user's module.
	Dir string
	// Env are variables, as NAME=value, in addition to those of the process.
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

// Generate runs the generators of configgen on packages, with the content of an overlay instead of that on the disk.
// Exported are files of export data that are known, as load.Request.Known has them.
type Generate func(
	ctx context.Context, packages []string, overlay map[string][]byte, exported map[string]string,
) (*Generated, error)

// Generated is what the generators make.
type Generated struct {
	// Files are the generated files by their absolute names.
	Files map[string][]byte
	// Findings are about markers and types.
	Findings []diag.Diagnostic
}

// Result is what to change, and the proof.
type Result struct {
	Plan *plan.Plan
	// Changes are the files to write.
	Changes []Change
	// Proof compares the flags; nil if it could not be built.
	Proof *proof.Report
	// Findings are those of the user's source, and of the markers that are written.
	Findings []diag.Diagnostic
	// Removable is the number of flags whose registrations by hand generated functions can replace, if Remove is asked
	// for, and Removed are those whose registrations are deleted. Assigned are those of them whose help stays computed,
	// by assignments. Kept says why others stay, and Notes what is worth a look.
	Removable   int
	Removed     []string
	Assigned    []string
	Kept, Notes []removal.Note
	// Missing is a module that generated code imports and go.mod does not require; empty if there is none.
	Missing string
	// Written are the flags of options whose registrations set defaults that the constructor does not. An assignment ahead
	// of the call of the generated method keeps them.
	Written []string
	// Replaced are the declarations written by hand that have the name of a generated one.
	Replaced []Replaced
	// marked are the files with markers alone, if registrations were looked for to delete.
	marked map[string][]byte
}

// Change is a file with its content before and after. Old is nil for a new one.
type Change struct {
	Path     string
	Old, New []byte
}

// Replaced is a declaration that gives way to a generated one.
type Replaced struct {
	Position token.Position
	Name     string
}

// rounds is how often a plan is made. Each makes at least one decision more than the one before, so that more rounds
// are a mistake of configgen.
const rounds = 100

// Run adopts. The result has findings if the source must be corrected first. It returns an error if the go command
// cannot work.
func Run(ctx context.Context, request Request) (*Result, error) {
	r := &run{
		Request: request, left: map[string]plan.Left{}, legacy: map[string]string{}, values: map[string]bool{},
		undelegated: map[markers.Ref]bool{}, merged: map[string]bool{}, written: map[string]bool{},
	}
	if err := r.observeByHand(ctx); err != nil || r.theirs == nil {
		return &Result{Findings: r.findings}, err
	}
	if r.theirs.Type == "" {
		return nil, severalObjects(request.Flags, r.theirs)
	}
	if err := keep(r); err != nil {
		return nil, err
	}
	if err := r.loadTypes(ctx); err != nil {
		return nil, err
	}
	for range rounds {
		again, err := r.round(ctx)
		switch {
		case err != nil:
			return nil, err
		case !again:
			return r.result()
		}
	}
	return nil, errors.New("generated code does not prove any plan; write the names of the flags that differ after --keep")
}

// round plans, generates, proves and removes. It reports whether something is decided by which another plan is better.
func (r *run) round(ctx context.Context) (again bool, err error) {
	if err := r.makePlan(); err != nil {
		return false, err
	}
	if len(r.plan.Findings) > 0 {
		r.findings = r.plan.Findings
		return false, nil
	}
	if len(r.plan.Roots) == 0 {
		r.leaveAll()
		return false, nil
	}
	if ok, err := r.generate(ctx); err != nil || !ok {
		return err == nil && r.learn(), err
	}
	if again, err := r.prove(ctx); err != nil || again || r.proof == nil {
		return again, err
	}
	r.portable = compilesElsewhere(r, withGenerated(r))
	if !r.Remove {
		return false, nil
	}
	stay, err := r.remove(ctx)
	if err != nil {
		return false, err
	}
	if len(stay) == 0 {
		stay = leaveCalled(r)
	}
	return leaveRegistered(r, stay), nil
}

// severalObjects says that flags are not bound to a struct, or to several.
func severalObjects(function string, theirs *observe.Observation) error {
	var names []string
	for _, object := range theirs.Objects {
		if !slices.Contains(names, object.Type) { // subcommands can have the same
			names = append(names, object.Type)
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("no flag of %s sets a field of a struct; move the variables into an options struct", function)
	}
	return fmt.Errorf("the flags of %s set fields of %s; name a function for each of them by --flags, or move them into "+
		"one options struct", function, strings.Join(names, " and "))
}

// run is the work of Run.
type run struct {
	Request
	theirs  *observe.Observation
	session *load.Session
	sharing *plan.Sharing
	left    map[string]plan.Left
	legacy  map[string]string
	extra   []plan.Extra
	unfit   []plan.Unfit
	facts   *source.Facts
	source  *source.Module
	// exported are files of export data, by import path.
	exported map[string]string
	// functions are the constructor and the registrations, as package go/types names them.
	functions []string
	outcome
	values   map[string]bool // flags with a value that is named
	machine  []string        // fields with values of this machine, as the source has it
	portable bool            // the generated code compiles on the other systems that the module has files for
	again    bool            // flags stay that differed once registrations were deleted
	own      bool            // the constructor written by hand gives way to the generated one
	merged   map[string]bool // flags that keep the keys of a map: whether +precedence=merge makes them equal
	written  map[string]bool // flags of options whose registrations set the default: whether an assignment keeps it
	// undelegated are functions that cannot be named by +flagsFrom.
	undelegated map[markers.Ref]bool
	findings    []diag.Diagnostic
	// of the last round
	plan      *plan.Plan
	changes   []Change
	generated *Generated
	overlay   map[string][]byte
	replaced  []Replaced
	proof     *proof.Report
}

// outcome is what --remove does.
type outcome struct {
	// removable is the number of flags whose registrations generated functions can replace, removed are those whose
	// registrations are deleted, and assigned those of them whose help stays computed.
	removable         int
	removed, assigned []string
	// kept says why registrations stay, and notes what is worth a look.
	kept, notes []removal.Note
	// marked are the files with markers alone.
	marked map[string][]byte
}

// observeByHand observes the registration that is written by hand.
func (r *run) observeByHand(ctx context.Context) error {
	seen, err := probe.Observe(ctx, probe.Program{Dir: r.Dir, Env: r.Env, Sides: []probe.Side{
		{Constructor: r.Flags, Registrations: r.AddFlags, PathRefs: r.PathRefs},
	}})
	if err != nil {
		return err
	}
	if r.findings = seen.Findings; len(seen.Findings) > 0 || seen.Observations[0] == nil {
		return nil
	}
	r.source, r.exported = seen.Source, load.AsBuilt(source.Exported(seen.Source))
	r.theirs, r.facts, r.functions = seen.Observations[0], seen.Facts[0], seen.Functions[0]
	named := seen.Sides[0]
	r.Flags, r.AddFlags, r.PathRefs = named.Constructor, named.Registrations, named.PathRefs
	ofMachine(r)
	leaveMachine(r)
	return nil
}

// loadTypes reads the types that the flags lead to, and gives those of the request their import paths.
func (r *run) loadTypes(ctx context.Context) error {
	patterns := []string{packageOf(r.theirs.Type)}
	for _, name := range r.Types {
		if packageOf(name) == name {
			return noType(name)
		}
		patterns = append(patterns, packageOf(name))
	}
	slices.Sort(patterns)
	session, _, err := load.Load(ctx, load.Request{
		Dir: r.Dir, Env: r.Env, Patterns: slices.Compact(patterns), Known: load.Answers{Exports: r.exported},
	})
	if err != nil {
		return err
	}
	r.session, r.sharing = session, plan.NewSharing(session)
	r.Types = slices.Clone(r.Types)
	for i, given := range r.Types {
		path := packageOf(given)
		name := strings.TrimPrefix(given, path+".")
		if strings.HasPrefix(path, ".") {
			path = session.PathOf(filepath.Join(r.Dir, filepath.FromSlash(path)))
			r.Types[i] = path + "." + name
		}
		if pkg := session.Source(path); pkg == nil || pkg.Declared[name].Kind != "type" {
			return noType(given)
		}
	}
	return nil
}

func noType(name string) error {
	return fmt.Errorf("no type %s in this module; write its import path and its name, as in "+
		"example.com/relay/apis/config.RelayConfiguration", name)
}

// packageOf is the import path of a type or function; all of the name if it has none.
func packageOf(name string) string {
	name = strings.TrimLeft(name, "*&")
	plain, _, _ := strings.Cut(name, "[") // without type arguments
	slash := strings.LastIndex(plain, "/") + 1
	if dot := strings.LastIndex(plain[slash:], "."); dot > 0 {
		return plain[:slash+dot]
	}
	return name
}

// generate generates the code of the planned markers, and reports whether they are all accepted. Declarations that are
// written by hand, and are in the way, have another name in the overlay.
func (r *run) generate(ctx context.Context) (bool, error) {
	packages := rootPackages(r)
	var err error
	if r.generated, err = r.Generate(ctx, packages, r.overlay, r.exported); err != nil {
		return false, err
	}
	if diag.Failed(r.generated.Findings) && r.rename() {
		if r.generated, err = r.Generate(ctx, packages, r.overlay, r.exported); err != nil {
			return false, err
		}
	}
	return !diag.Failed(r.generated.Findings), nil
}

// makePlan makes a plan and the overlay of the files that it changes.
func (r *run) makePlan() error {
	var roots []markers.Ref
	for _, name := range r.Types {
		ref, err := markers.ParseRef(name)
		if err != nil {
			return err
		}
		roots = append(roots, ref)
	}
	request := plan.Request{
		Session: r.session, Observed: r.theirs, Roots: roots, Left: r.left, Legacy: r.legacy, Extra: r.extra,
		Unfit:  r.unfit,
		Merged: r.merged, Sharing: r.sharing, Replace: r.Remove,
		Packages: packagesOf(r.functions), Paths: r.facts.Paths, Adopted: map[string][]string{},
		Sources: sourcesOf(r), Delegations: delegationsOf(r), Elsewhere: elsewhereOf(r),
	}
	for _, flag := range r.theirs.Flags {
		if _, known := request.Adopted[flag.Name]; !known { // that of a subcommand comes later
			request.Adopted[flag.Name] = adoptedBy(r.facts, flag)
		}
	}
	if ref, err := markers.ParseRef(r.Flags); err == nil && !r.own && makesPointer(r, ref) {
		request.Defaults = ref
	}
	var err error
	if r.plan, err = plan.Make(request); err != nil {
		return err
	}
	r.changes, r.overlay, r.replaced = nil, map[string][]byte{}, nil
	r.generated, r.proof, r.findings, r.outcome = nil, nil, nil, outcome{}
	for name, list := range r.plan.Files {
		old, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		changed, err := edit.Apply(name, old, list)
		if err != nil {
			return err
		}
		r.changes = append(r.changes, Change{name, old, changed})
		r.overlay[name] = changed
	}
	slices.SortFunc(r.changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// makesPointer reports whether a function is a func() *T of the object of the observation. With the name of the
// generated constructor, in whose place it stays, it can return an error, too.
func makesPointer(r *run, ref markers.Ref) bool {
	pkg := r.session.Source(ref.Package)
	if pkg == nil {
		return false
	}
	declared := pkg.Declared[ref.Name]
	object := strings.TrimLeft(r.theirs.Type, "*&")
	withError := len(declared.Results) == 2 && declared.Results[1] == "error" &&
		ref.Package+".New"+strings.TrimPrefix(object, ref.Package+".") == ref.String()
	return declared.Kind == "func" && len(declared.Params) == 0 && (len(declared.Results) == 1 || withError) &&
		declared.Results[0] == "*"+object
}

// pathRefsFile is the file of a generated function that returns pointers to paths.
const pathRefsFile = load.GeneratedPrefix + "pathrefs.go"

// prove observes the generated code, compares, and reports whether another plan is needed.
func (r *run) prove(ctx context.Context) (bool, error) {
	overlay := withGenerated(r)
	seen, err := probe.Observe(ctx, probe.Program{
		Dir: r.Dir, Env: r.Env, Overlay: overlay, Sides: []probe.Side{r.side(overlay)}, Known: r.source,
		Near: packageOf(r.Flags),
	})
	if err != nil {
		return false, err
	}
	if len(seen.Findings) > 0 {
		r.findings = append(r.findings, seen.Findings...)
		return false, nil
	}
	alsoMachine(r, seen.Observations[0])
	r.proof = proof.Compare(r.theirs, seen.Observations[0], r.known())
	return r.correct(), nil
}

// known is what the plan says of the flags that stay in the code written by hand.
func (r *run) known() proof.Known {
	known := proof.Known{
		Positions: map[string]proof.Position{}, ByHand: map[string]string{}, Assigned: map[string]bool{}, Makes: r.own,
	}
	for _, flag := range r.theirs.Flags {
		if _, assigned := r.facts.AssignedHelp(flag.Name); assigned && adopted(r.facts, flag) {
			known.Assigned[flag.Name] = true
		}
	}
	for _, entry := range r.plan.Unsaid {
		if entry.Kind == plan.ByHand {
			continue // another marker is there: the proof says whether it does the same
		}
		known.ByHand[entry.Flag] = entry.Why
		known.Positions[entry.Flag] = proof.At(entry.Position)
	}
	return known
}

// leaveAll is the result if nothing can be generated: everything stays as it is.
func (r *run) leaveAll() {
	if r.generated = nil; len(r.theirs.Flags) > 0 {
		nothing := &observe.Observation{Fields: r.theirs.Fields, Paths: r.theirs.Paths}
		r.proof = proof.Compare(r.theirs, nothing, r.known())
	}
}

// result is what the last round has found.
func (r *run) result() (*Result, error) {
	result := &Result{
		Plan: r.plan, Changes: r.changes, Proof: r.proof, Findings: r.findings,
		Missing: missingModule(r), Written: writtenByHand(r),
		Replaced: r.replaced, Removable: r.removable, Removed: r.removed, Assigned: r.assigned, Kept: r.kept,
		Notes: r.notes, marked: r.marked,
	}
	if r.plan != nil {
		r.plan.Notes = slices.DeleteFunc(r.plan.Notes, func(note plan.Unsaid) bool {
			return slices.Contains(r.removed, note.Flag) // Assigned, or one of r.notes, has it.
		})
	}
	if r.proof != nil {
		r.plan.Unsaid = unsaid(r.plan.Unsaid, r.proof)
	}
	for _, name := range r.Types {
		if !slices.ContainsFunc(r.plan.Roots, func(root plan.Root) bool { return root.Type.String() == name }) {
			result.Notes = append(result.Notes, removal.Note{Do: "check --types",
				Why: name + " has no markers, because no flag that markers can express sets a field of it"})
		}
	}
	if r.generated != nil && len(r.findings) == 0 {
		result.Findings = append(result.Findings, r.generated.Findings...)
	}
	if r.proof == nil && !diag.Failed(result.Findings) {
		return result, fmt.Errorf("%s registers no flags; name the functions that do by --add-flags", r.Flags)
	}
	return result, nil
}
