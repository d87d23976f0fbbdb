package adopt

import (
	"bytes"
	"context"
	"fmt"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/probe"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/removal"
	"github.com/configgen/configgen/internal/adopt/source"
)

// removeProven deletes the registrations whose flags are proven, and adds the generated files, which the rest needs.
// What remains is observed once more: it must register the flags as before. If a registration stays that a generated
// function would replace, nothing is deleted, and removeProven returns notes with the reasons: the function must not
// register the flags of that registration.
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
	if len(registrars) == 0 {
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
	overlay := map[string][]byte{}
	for _, c := range w.Changes {
		overlay[c.Path] = c.New
	}
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
		Module: module, Roots: c.functions, Generated: registrars, Flags: slices.Clone(w.Plan.Elsewhere),
		Staying: stayingRegistrations(c, w),
	}
	var functions []*types.Func
	for _, name := range c.functions {
		if f := function(module, name); f != nil {
			functions = append(functions, f)
		}
	}
	request.Facts = module.Facts(functions...)
	for _, flag := range c.theirs.Flags {
		request.Flags = append(request.Flags, flag.Name)
	}
	return deleteProven(ctx, c, d, w, request, overlay)
}

// stayingRegistrations says why registrations stay of flags that generated functions have.
func stayingRegistrations(c *component, w *draft) map[string]removal.Note {
	staying := map[string]removal.Note{}
	proven := append(w.Proof.Proven(), w.Plan.Elsewhere...)
	written := removal.Note{Why: "its registration sets the default, which the generated one does not",
		Do: "set it in the function of --flags, register the flag with the value of the field, and run the command again"}
	for _, root := range w.Plan.Roots {
		for _, flag := range root.Flags {
			switch {
			case !slices.Contains(proven, flag):
				staying[flag] = removal.Note{Why: "the generated flag is not proven to be equal"}
			case setByRegistration(c, flag):
				staying[flag] = written
			}
		}
	}
	for _, other := range elsewhereOf(c) {
		if other.Default != "" {
			staying[other.Flag.Name] = written
		}
	}
	return staying
}

// deleteProven deletes registrations from the files of an overlay, and observes the remaining code. If some flags
// differ then, their registrations stay.
func deleteProven(
	ctx context.Context, c *component, d *decisions, w *draft, request removal.Request, overlay map[string][]byte,
) ([]removal.Note, error) {
	result, err := removal.Remove(request)
	if err != nil {
		return nil, err
	}
	if len(result.Stay) > 0 {
		return w.before(result.Stay), nil
	}
	w.Kept, w.Notes = w.before(result.Kept), w.before(result.Notes)
	after := maps.Clone(overlay)
	maps.Copy(after, result.Edits)
	seen, err := seenAfter(ctx, c, w, after)
	if err != nil || seen == nil {
		return nil, err
	}
	if stay, ok := differing(c, d, w, seen, result.Removed); len(stay) > 0 || !ok {
		return stay, nil
	}
	w.Removed = result.Removed
	for _, note := range w.Plan.Notes {
		if slices.Contains(w.Removed, note.Flag) {
			w.Notes = append(w.Notes, removal.Note{Position: note.Position, Flag: note.Flag,
				Why: "its help is not computed any more", Do: note.Do})
		}
	}
	if c.PathRefs != "" && w.Plan.Roots[0].Config && w.Plan.Roots[0].At == "" {
		of := w.Plan.Roots[0].Type
		w.Notes = append(w.Notes, removal.Note{Why: c.PathRefs + " is not changed",
			Do: "call " + of.Package + "." + of.Name + "PathRefs in it, or delete it"})
	}
	return nil, setChanges(w, request.Module, overlay, after)
}

// seenAfter compares the registration with an overlay and the registration before; it returns nil if the registration
// cannot be observed.
func seenAfter(ctx context.Context, c *component, w *draft, overlay map[string][]byte) (*proof.Report, error) {
	seen, err := probe.Observe(ctx, probe.Program{
		Dir: c.Dir, Env: c.Env, Overlay: overlay, Like: c.theirs,
		Constructor: c.Flags, Registrations: c.AddFlags, PathRefs: c.PathRefs,
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
	return proof.Compare(c.theirs, seen.Observation, proof.Known{Whole: true}), nil
}

// doDiffer is the advice for a component that differs without the registrations.
const doDiffer = "change the code that depends on what is deleted, or on its order, and run the command again"

// keepAll notes why no registration of the component is deleted.
func keepAll(w *draft, why, do string) {
	w.Kept = append(w.Kept, removal.Note{Why: "no registration of the component is deleted, because " + why, Do: do})
	w.Notes = nil // they are about the code without the registrations
}

// setChanges sets w.Changes to the difference between the files as first read and after the removal. The files on disk
// may have changed since they were read.
func setChanges(w *draft, module *source.Module, overlay, after map[string][]byte) error {
	w.Changes = nil
	for _, name := range slices.Sorted(maps.Keys(after)) {
		old, err := os.ReadFile(name)
		if at := slices.IndexFunc(w.marks, func(c Change) bool { return c.Path == name }); at >= 0 {
			old, err = w.marks[at].Old, nil
		} else if _, generated := overlay[name]; !generated {
			old, err = module.Content(name), nil
		}
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		if err != nil || !bytes.Equal(old, after[name]) {
			w.Changes = append(w.Changes, Change{name, old, after[name]})
		}
	}
	return nil
}

// rootPackages returns the import paths of the packages of the roots.
func rootPackages(w *draft) []string {
	var all []string
	for _, root := range w.Plan.Roots {
		if !slices.Contains(all, root.Type.Package) {
			all = append(all, root.Type.Package)
		}
	}
	return all
}

// packagesOf returns the import paths of functions, by their names in package go/types.
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

// generatedRegistrars returns the generated functions that register flags.
func generatedRegistrars(c *component, w *draft) []removal.Generated {
	var all []removal.Generated
	for _, root := range w.Plan.Roots {
		g := removal.Generated{
			Package: root.Output, Name: registers(root), Type: root.Type.String(), Method: !root.Config,
			Called: len(root.Adopted) > 0, Delegated: map[string][]string{}, Sets: flagSetsOf(c, w, root),
		}
		g.Flags = slices.DeleteFunc(slices.Clone(root.Flags), func(flag string) bool {
			return slices.Contains(root.Adopted, flag)
		})
		if len(g.Flags) == 0 {
			continue
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

// registers returns the name of the generated function, or method, that registers the flags of a root.
func registers(root plan.Root) string {
	if !root.Config {
		return root.Method
	}
	return fmt.Sprintf("Add%sFlags", root.Type.Name)
}
