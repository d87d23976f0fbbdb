package plan

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/markers"
)

// root is a struct that gets +config or +flags.
type root struct {
	named *types.Named
	// ref is the name with the markers: the name of the struct, or of an alias.
	ref    markers.Ref
	at     []step // from the object
	config bool
	used   bool // a marker is below it
	// adopted are the flags that generated code registers, and adoptedAt the Go paths of their fields.
	adopted, adoptedAt []string
}

// path returns the Go path from the object to the root.
func (r *root) path() string { return dotted(r.at) }

// dotted returns a path in Go.
func dotted(path []step) string {
	names := make([]string, len(path))
	for i, s := range path {
		names[i] = s.variable.Name()
	}
	return strings.Join(names, ".")
}

// findRoots starts with the object. The roots below it are found with the flags.
func (p *planner) findRoots(object *types.Named) {
	ref, config := configRef(p, object)
	p.roots = []*root{{named: object, ref: ref, config: config}}
}

// configRef returns the name of the root of a configuration in the user's module: the name of the struct or, for a
// published struct, the name of an alias. It reports whether the struct is a root.
func configRef(p *planner, named *types.Named) (markers.Ref, bool) {
	own := markers.Ref{Package: pathOf(named), Name: named.Obj().Name()}
	for _, ref := range p.Roots {
		if ref == own || aliased(p, ref) == own {
			return ref, true
		}
	}
	s, ok := named.Underlying().(*types.Struct)
	return own, ok && len(p.Roots) == 0 && hasTypeMeta(s)
}

// aliased returns the type that a name is an alias of.
func aliased(p *planner, ref markers.Ref) markers.Ref {
	pkg, _, err := p.Session.Types(ref.Package)
	if err != nil {
		return markers.Ref{}
	}
	object, ok := pkg.Scope().Lookup(ref.Name).(*types.TypeName)
	if !ok {
		return markers.Ref{}
	}
	named, ok := types.Unalias(object.Type()).(*types.Named)
	if !ok {
		return markers.Ref{}
	}
	return markers.Ref{Package: pathOf(named), Name: named.Obj().Name()}
}

func pathOf(named *types.Named) string {
	if named.Obj().Pkg() == nil {
		return ""
	}
	return named.Obj().Pkg().Path()
}

// hasTypeMeta reports whether a struct embeds metav1.TypeMeta, itself or in a struct that is all that it has. Options
// that embed a configuration, and have more, are not a configuration.
func hasTypeMeta(s *types.Struct) bool {
	for field := range s.Fields() {
		inner, ok := field.Type().Underlying().(*types.Struct)
		if field.Embedded() && (isTypeMeta(field.Type()) || ok && s.NumFields() == 1 && hasTypeMeta(inner)) {
			return true
		}
	}
	return false
}

func isTypeMeta(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "TypeMeta" && pathOf(named) == "k8s.io/apimachinery/pkg/apis/meta/v1"
}

// locate follows a Go path from the object to the root that it leads through, and from there to the field.
func (p *planner) locate(path string) (*root, []step, *problem) {
	steps, problem := p.model.steps(p.roots[0].named, path)
	if problem != nil {
		return nil, nil, problem
	}
	found, from := p.roots[0], 0
	for i := range steps[:len(steps)-1] {
		if found.config {
			break
		}
		named, ok := types.Unalias(deref(steps[i].variable.Type())).(*types.Named)
		if !ok {
			continue
		}
		if ref, config := configRef(p, named); config {
			found, from = p.root(named, ref, steps[:i+1]), i+1
		}
	}
	for i, s := range steps[from:] {
		if isSkipped(p, s.owner, s.variable) {
			return nil, nil, problemOf(Refused, "+configgen:skip leaves %s out", dotted(steps[:from+i+1]))
		}
		if !settable(found, s.variable) || i < len(steps)-from-1 && !entered(found, s.variable) {
			return nil, nil, unexported(found, s.variable, dotted(steps[:from+i+1]))
		}
	}
	return found, steps[from:], nil
}

// settable reports whether code that is generated for a root can name a field: the field is exported, or the code is in
// the package of the field, as it is for flags structs.
func settable(r *root, field *types.Var) bool {
	return field.Exported() || !r.config && field.Pkg().Path() == pathOf(r.named)
}

// entered reports whether generated code looks for flags below a field. It does below an unexported field only if the
// struct of the field is in the package of the flags struct.
func entered(r *root, field *types.Var) bool {
	if field.Exported() || !settable(r, field) {
		return field.Exported()
	}
	named, ok := types.Unalias(deref(field.Type())).(*types.Named)
	return ok && pathOf(named) == pathOf(r.named)
}

// unexported says why generated code does not reach a field.
func unexported(r *root, field *types.Var, path string) *problem {
	if settable(r, field) {
		return problemOf(Unexported, "the field %s is not exported, and its type is of another package", path)
	}
	return problemOf(Unexported, "the field %s is not exported", path)
}

func problemOf(kind Kind, format string, arguments ...any) *problem {
	return &problem{kind, fmt.Sprintf(format, arguments...)}
}

// root returns the root at a path, which is made if it is a new one.
func (p *planner) root(named *types.Named, ref markers.Ref, at []step) *root {
	for _, r := range p.roots {
		if r.path() == dotted(at) {
			return r
		}
	}
	r := &root{named: named, ref: ref, at: at, config: true}
	p.roots = append(p.roots, r)
	return r
}

// isRootAt reports whether a path below a root leads to another root.
func isRootAt(p *planner, r *root, path []step) bool {
	if !slices.Contains(p.roots, r) {
		return false
	}
	whole := dotted(append(slices.Clone(r.at), path...))
	return slices.ContainsFunc(p.roots, func(other *root) bool { return other != r && other.path() == whole })
}

// markRoots marks the roots.
func (p *planner) markRoots() {
	for _, r := range p.roots {
		if !p.model.editable(r.ref) {
			continue
		}
		at := p.model.on(r.ref)
		text := "+config"
		if !r.config {
			text = flagsMarker(p, r)
		}
		if !at.declared.Markers.Has(strings.TrimRight(text[:min(len(text), 7)], "(")) {
			p.add(at, text, nil)
		}
		if r.config {
			beside(p, r)
		}
		p.plan.Roots = append(p.plan.Roots, Root{
			Type: r.ref, At: r.path(), Config: r.config,
			Output: outputOf(p, r), Method: methodOf(p, r), Flags: flagsOf(p, r), Adopted: r.adopted,
		})
	}
}

// flagsOf returns the names of the flags that have a marker below a root.
func flagsOf(p *planner, r *root) []string {
	names := slices.Clone(r.adopted)
	for _, i := range p.items {
		for _, flag := range append(slices.Clone(i.delegated), i.observed) {
			if flag != nil && i.root == r && p.plan.Marked[flag.Name].Marker != "" {
				names = append(names, flag.Name)
			}
		}
	}
	return names
}

// flagsMarker returns the marker of a flags struct.
func flagsMarker(p *planner, r *root) string {
	var arguments []string
	if !p.Defaults.IsZero() && len(r.at) == 0 {
		arguments = append(arguments, fmt.Sprintf("defaults: %q", reference(p.Defaults, pathOf(r.named))))
	}
	if method := methodOf(p, r); method != "AddFlags" {
		arguments = append(arguments, fmt.Sprintf("method: %q", method))
	}
	if len(arguments) == 0 {
		return "+flags"
	}
	return "+flags(" + strings.Join(arguments, ", ") + ")"
}

// methodOf returns the name of the generated method of a flags struct. One that is written by hand keeps the name
// AddFlags, and calls the generated one.
func methodOf(p *planner, r *root) string {
	if r.config {
		return ""
	}
	pkg, declared := p.model.declared(r.named)
	if declared == nil {
		return "AddFlags"
	}
	if marker, ok := markers.Get[markers.Flags](declared.Markers); ok {
		return cmp.Or(marker.Method, "AddFlags")
	}
	for _, usual := range []string{"AddFlags", "AddFlagSet", "Flags", "NamedFlagSets"} {
		if _, byHand := pkg.Declared[declared.Name+"."+usual]; byHand {
			return "AddMarkedFlags"
		}
	}
	return "AddFlags"
}

// outputOf returns the package that the flags of a root are generated into.
func outputOf(p *planner, r *root) string {
	if !r.config {
		return r.ref.Package
	}
	pkg := p.Session.Source(r.ref.Package)
	if referred := referredTo(p, r); referred != "" && !pkg.Markers.Has("configgen:output") {
		return referred
	}
	flags, _ := pkg.Outputs()
	return flags
}

// beside puts the generated flags of a root into the package of the registration, if they refer to it: the packages
// would import each other otherwise.
func beside(p *planner, r *root) {
	if referred := referredTo(p, r); referred != "" {
		pkg := p.Session.Source(r.ref.Package)
		p.add(declaration{pkg: pkg, file: fileOf(p.Session, pkg, nil)}, "+configgen:output(flags: "+quote(referred)+")", nil)
	}
}

// referredTo returns a package with registrations that a marker of a root refers to; empty if there is none.
func referredTo(p *planner, r *root) string {
	for _, i := range p.items {
		if i.root != r || i.flag == nil {
			continue
		}
		for _, ref := range []markers.Ref{i.flag.UsageFrom, i.flag.Value} {
			if slices.Contains(p.Packages, ref.Package) && ref.Package != r.ref.Package {
				return ref.Package
			}
		}
	}
	return ""
}

// reference returns a reference as it is written in a package.
func reference(ref markers.Ref, home string) string {
	if ref.Package == home {
		return ref.Name
	}
	return ref.String()
}
