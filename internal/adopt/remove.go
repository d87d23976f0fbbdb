package adopt

import (
	"context"
	"encoding/json"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/probe"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/removal"
	"github.com/configgen/configgen/internal/adopt/source"
)

// removeProven deletes the registrations whose flags are proven, and adds the generated files, which the rest needs.
// What remains is observed once more: it must register the flags as before. If some registrations stay of those that a
// generated function would replace, nothing is deleted, and notes say why: the function must not have their flags.
func removeProven(ctx context.Context, c *component, d *decisions, w *draft) ([]removal.Note, error) {
	for _, left := range d.left {
		if left.Kind == plan.Registration {
			w.Removable++
		}
	}
	registrars := generatedRegistrars(c, w)
	for _, g := range registrars {
		w.Removable += len(g.Flags)
	}
	if len(registrars) == 0 || !removable(c, w) {
		return nil, nil
	}
	if flag := registeredTwice(w); flag != "" {
		keepAll(w, "the generated code registers --"+flag+", too, by the marker that is there",
			"remove the marker, or the registration")
		return nil, nil
	}
	if !w.portable {
		keepAll(w, "the generated code would not compile on another system", "")
		return nil, nil
	}
	generated, err := c.GenerateAll(ctx, rootPackages(w), w.overlay, c.exported)
	if err != nil {
		return nil, err
	}
	if diag.Failed(generated.Findings) {
		w.Findings = append(w.Findings, generated.Findings...)
		return nil, nil
	}
	w.marked = markedFiles(w)
	overlay := maps.Clone(w.marked)
	maps.Copy(overlay, generated.Files)
	packages := append(rootPackages(w), packagesOf(c.functions)...)
	for _, root := range w.Plan.Roots {
		packages = append(packages, root.Output)
	}
	slices.Sort(packages)
	module, err := source.Load(ctx, source.Request{
		Dir: c.Dir, Env: c.Env, Overlay: overlay, Packages: slices.Compact(packages),
	})
	if err != nil {
		return nil, err
	}
	request := removal.Request{
		Module: module, Roots: c.functions[1:], Proven: append(w.Proof.Proven(), w.Plan.Elsewhere...), Generated: registrars,
		Calls: callsOf(c, w),
	}
	var functions []*types.Func
	for _, name := range c.functions {
		if f := function(module, name); f != nil {
			functions = append(functions, f)
		}
	}
	request.Facts = module.Facts(functions...)
	request.Flags = slices.Clone(w.Plan.Elsewhere)
	for _, flag := range c.theirs.Flags {
		request.Flags = append(request.Flags, flag.Name)
	}
	if root := w.Plan.Roots[0]; c.PathRefs != "" && root.Config && root.At == "" {
		request.Replaced = append(request.Replaced, removal.Replacement{
			Function: c.PathRefs, By: root.Type.Package + "." + root.Type.Name + "PathRefs",
		})
	}
	for _, note := range w.Plan.Notes {
		request.Computed = append(request.Computed, note.Flag)
	}
	return deleteProven(ctx, c, d, w, request, overlay)
}

// callsOf are the places of the calls that register flags, in the files with markers.
func callsOf(c *component, w *draft) map[string]token.Position {
	marked := map[string]places{}
	for _, c := range w.Changes {
		marked[c.Path] = lines(c.Old, c.New)
	}
	calls := map[string]token.Position{}
	for _, flag := range c.theirs.Flags {
		at := slices.IndexFunc(flag.Calls, func(call observe.Frame) bool { return c.source.Content(call.File) != nil })
		if at < 0 {
			continue
		}
		position := token.Position{Filename: flag.Calls[at].File, Line: flag.Calls[at].Line}
		if moved := marked[position.Filename]; moved != nil {
			position = atLine(position, moved)
		}
		calls[flag.Name] = position
	}
	return calls
}

// deleteProven deletes registrations from the files of an overlay, and observes what remains. If that differs with the
// assignments of help that stay, it tries once more without them. If some flags differ then, these stay.
func deleteProven(
	ctx context.Context, c *component, d *decisions, w *draft, request removal.Request, overlay map[string][]byte,
) ([]removal.Note, error) {
	findings := w.Findings
	var frozen []string
	for {
		result, err := removal.Remove(request)
		if err != nil || len(result.Stay) > 0 {
			return result.Stay, err
		}
		w.Kept, w.Notes = result.Kept, result.Notes
		after := maps.Clone(overlay)
		maps.Copy(after, result.Edits)
		seen, err := seenAfter(ctx, c, w, after)
		switch ok := seen != nil && seen.Holds(); {
		case err != nil:
			return nil, err
		case ok && !compilesElsewhere(c, w, after):
			keepAll(w, "it would not compile on another system", "")
			return nil, nil
		case ok:
			for _, flag := range frozen {
				w.Notes = append(w.Notes, removal.Note{Flag: flag,
					Why: "its help is not computed any more, because the component would differ with an assignment of it"})
			}
			w.Removed, w.Assigned = result.Removed, result.Assigned
			return nil, setChanges(w, readOf(w, request.Module, overlay), after)
		case len(result.Assigned) == 0:
			return differing(c, d, w, seen, result.Removed), nil
		}
		w.Findings, request.Computed, frozen = findings, nil, result.Assigned
	}
}

// registrationNames are the names of the registrations, as a program has them: a generated method may have come to be
// the first of the usual ones.
func registrationNames(c *component) []string {
	if c.AddFlags != nil {
		return c.AddFlags
	}
	var names []string
	for _, function := range c.functions[1:] {
		_, _, name := split(function)
		names = append(names, name)
	}
	return names
}

// seenAfter compares what the registration does once an overlay is written with what it did before; nil if it cannot be
// observed. If they differ, a note says why nothing is deleted.
func seenAfter(ctx context.Context, c *component, w *draft, overlay map[string][]byte) (*proof.Report, error) {
	seen, err := probe.Observe(ctx, probe.Program{
		Dir: c.Dir, Env: c.Env, Overlay: overlay, Like: c.theirs,
		Constructor: c.Flags, Registrations: registrationNames(c), PathRefs: c.PathRefs,
	})
	if err != nil {
		return nil, err
	}
	if seen.Observation == nil {
		w.Findings = append(w.Findings, seen.Findings...)
		keepAll(w, "it cannot be observed without the registrations", "")
		return nil, nil
	}
	alsoMachine(c, seen.Observation)
	after := proof.Compare(c.theirs, seen.Observation, proof.Known{Whole: true})
	if !after.Holds() {
		keepAll(w, "it would differ: "+difference(after), doDiffer)
	}
	return after, nil
}

// difference is the first difference of a report.
func difference(after *proof.Report) string {
	first := after.Unequal()[0]
	first.Do = "" // no marker helps here
	return first.String()
}

// doDiffer is what to do about a component that differs without the registrations.
const doDiffer = "change the code that depends on what is deleted, or on its order, and run the command again"

// registeredTwice is a flag that stays in the code written by hand and that generated code registers, too, because of
// a marker that was there; empty if there is none.
func registeredTwice(w *draft) string {
	for _, flag := range w.Proof.Flags {
		stays := slices.ContainsFunc(w.Plan.Unmarked, func(u plan.Unmarked) bool { return u.Flag == flag.Name })
		replaced := slices.ContainsFunc(w.Plan.Roots, func(root plan.Root) bool {
			return slices.Contains(root.Flags, flag.Name) || slices.Contains(root.Adopted, flag.Name)
		})
		if stays && !replaced && (flag.Proven() || flag.Verdict == proof.Different) {
			return flag.Name
		}
	}
	return ""
}

// keepAll notes why no registration of the component is deleted.
func keepAll(w *draft, why, do string) {
	w.Kept = append(w.Kept, removal.Note{Why: "no registration of the component is deleted, because " + why, Do: do})
	w.Notes = nil // they are about the code without the registrations
}

// markedFiles is the overlay with the markers alone.
func markedFiles(w *draft) map[string][]byte {
	overlay := map[string][]byte{}
	for _, c := range w.Changes {
		overlay[c.Path] = c.New
	}
	return overlay
}

// readOf returns what a file had when it was read for an overlay; nil if it was not there. Somebody may have changed it
// since.
func readOf(w *draft, module *source.Module, overlay map[string][]byte) func(name string) ([]byte, error) {
	marked := map[string][]byte{}
	for _, c := range w.Changes {
		marked[c.Path] = c.Old
	}
	return func(name string) ([]byte, error) {
		if old, known := marked[name]; known {
			return old, nil
		}
		if _, generated := overlay[name]; !generated && module.Content(name) != nil {
			return module.Content(name), nil
		}
		old, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			return nil, nil
		}
		return old, err
	}
}

// setChanges makes the changes those of an overlay.
func setChanges(
	w *draft, read func(name string) ([]byte, error), overlay map[string][]byte,
) error {
	w.Changes = nil
	for _, name := range slices.Sorted(maps.Keys(overlay)) {
		old, err := read(name)
		if err != nil {
			return err
		}
		if old == nil || string(old) != string(overlay[name]) {
			w.Changes = append(w.Changes, Change{name, old, overlay[name]})
		}
	}
	return nil
}

// rootPackages are the import paths of the packages of the roots.
func rootPackages(w *draft) []string {
	var all []string
	for _, root := range w.Plan.Roots {
		if !slices.Contains(all, root.Type.Package) {
			all = append(all, root.Type.Package)
		}
	}
	return all
}

// packagesOf are the import paths of functions, by their names in package go/types.
func packagesOf(functions []string) []string {
	var all []string
	for _, name := range functions {
		path, _, _ := split(name)
		if !slices.Contains(all, path) {
			all = append(all, path)
		}
	}
	return all
}

// split separates the import path, the type and the name of a function, as package go/types has it.
func split(function string) (path, receiver, name string) {
	at := strings.LastIndexByte(function, '.')
	path, name = function[:at], function[at+1:]
	if strings.HasPrefix(path, "(") {
		path = strings.Trim(path, "(*)")
		at = strings.LastIndexByte(path, '.')
		path, receiver = path[:at], path[at+1:]
	}
	return path, receiver, name
}

// function finds a function of the module by its name in package go/types; nil if there is none.
func function(module *source.Module, full string) *types.Func {
	path, receiver, name := split(full)
	pkg := module.Package(path)
	if pkg == nil || pkg.Types == nil {
		return nil
	}
	object := pkg.Types.Scope().Lookup(name)
	if receiver != "" {
		of := pkg.Types.Scope().Lookup(receiver)
		if of == nil {
			return nil
		}
		object, _, _ = types.LookupFieldOrMethod(types.NewPointer(of.Type()), true, pkg.Types, name)
	}
	f, _ := object.(*types.Func)
	return f
}

// generatedRegistrars are the generated functions that register flags.
func generatedRegistrars(c *component, w *draft) []removal.Generated {
	var all []removal.Generated
	for _, root := range w.Plan.Roots {
		g := removal.Generated{
			Package: root.Output, Name: registers(root), Type: root.Type.String(), Method: !root.Config,
			Called: len(root.Adopted) > 0, Delegated: map[string][]string{}, At: root.At, Sets: flagSetsOf(c, w, root),
		}
		g.Flags = slices.DeleteFunc(slices.Clone(root.Flags), func(flag string) bool {
			return slices.Contains(root.Adopted, flag)
		})
		if len(g.Flags) == 0 {
			continue
		}
		for _, flag := range c.theirs.Flags {
			if flag.Written != nil && (flag.Written.Before == "null" || !json.Valid([]byte(flag.Written.Before))) {
				g.Nil = append(g.Nil, flag.Name)
			}
		}
		for _, name := range g.Flags {
			if !strings.Contains(w.Plan.Marked[name].Marker, "+flagsFrom") {
				continue
			}
			if d := delegation(c.facts, c.theirs.Flag(name)); d != nil {
				g.Delegated[d.Callee] = append(g.Delegated[d.Callee], name)
			}
		}
		all = append(all, g)
	}
	return all
}

// registers is the name of the generated function, or method, that registers the flags of a root.
func registers(root plan.Root) string {
	if !root.Config {
		return root.Method
	}
	return fmt.Sprintf("Add%sFlags", root.Type.Name)
}
