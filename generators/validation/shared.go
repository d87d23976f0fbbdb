package validation

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// shared is the validation of the structs of shared packages. It is generated once, into the package validation below
// each of them, and does not depend on the group: all groups that have one of the structs generate the same file. They
// call its functions where a struct has no other systems, secrets or hooks than it has by itself.
type shared struct {
	types []*group.SharedPackage
	// outputs are the packages that are generated into, by import path, structs their structs by type.
	outputs map[string]*output
	structs map[string]*sharedStruct
}

// sharedStruct is a struct of a shared package.
type sharedStruct struct {
	root *group.Root
	// into is the package that its function is generated into, at place.
	into  *output
	place int
	// done says that function is made; it is nil if there is nothing to validate.
	done     bool
	function *sharedFunction
}

// sharedFunction is the generated function of a struct of a shared package.
type sharedFunction struct {
	pkg        group.Package
	name, code string
}

// newShared prepares the validation of the shared packages of a group.
func newShared(g *group.Group) *shared {
	s := &shared{types: g.SharedTypes, outputs: map[string]*output{}, structs: map[string]*sharedStruct{}}
	for _, pkg := range s.types {
		alone := &group.Group{
			Package: pkg.Package, ValidationPackage: pkg.Validation, Roots: pkg.Structs, SharedTypes: g.SharedTypes,
		}
		o := newOutput(alone, pkg.Validation)
		o.once = s
		s.outputs[pkg.Validation.Path] = o
		for _, root := range pkg.Structs {
			s.structs[typeKey(root.Type)] = &sharedStruct{root: root, into: o, place: o.place()}
		}
	}
	return s
}

// typeKey identifies a named type.
func typeKey(t *group.Type) string { return t.Package + "." + t.Name }

// generate generates all functions, and returns the packages that have any.
func (s *shared) generate() map[string]*output {
	written := map[string]*output{}
	for _, pkg := range s.types {
		for _, root := range pkg.Structs {
			if s.function(root.Type) != nil {
				written[pkg.Validation.Path] = s.outputs[pkg.Validation.Path]
			}
		}
	}
	return written
}

// has reports whether a type is a struct of a shared package: hooks for it are in that package.
func (s *shared) has(t *group.Type) bool { return s.structs[typeKey(t)] != nil }

// writes reports whether a package is generated into once for all groups.
func (s *shared) writes(pkg group.Package) bool { return s.outputs[pkg.Path] != nil }

// packages are those in which functions for the structs of shared packages can be declared.
func (s *shared) packages(g *group.Group) []group.Package {
	packages := slices.Concat(g.Shared, g.SharedValidation)
	for _, pkg := range s.types {
		for _, other := range []group.Package{pkg.Package, pkg.Validation} {
			if !slices.ContainsFunc(packages, func(known group.Package) bool { return known.Path == other.Path }) {
				packages = append(packages, other)
			}
		}
	}
	return packages
}

// calledByHand reports whether another function for a shared struct, in the same package, calls a function.
func (s *shared) calledByHand(pkg group.Package, name string) bool {
	return calledBy(pkg.Callers, func() map[string]bool {
		found := map[string]bool{}
		for _, shared := range s.types {
			for _, root := range shared.Structs {
				for _, name := range []string{"Validate" + root.Name, group.HookPrefix + root.Name} {
					_, fits := pkg.Declared[name].ByHand(name, root.Type)
					found[name] = found[name] || fits
				}
			}
		}
		return found
	}, name)
}

// function is the generated function of a type; nil if it is not a struct of a shared package, or if nothing in it is
// validated.
func (s *shared) function(t *group.Type) *sharedFunction {
	known := s.structs[typeKey(t)]
	if known == nil || known.done {
		return known.made()
	}
	known.done = true
	o, root := known.into, known.root
	of, reported := &scope{output: o, root: root}, o.findings
	w := newWalker(of, collect(of, &delegation{scope: of}))
	o.findings = reported // mistakes in markers are reported by the group that has the type
	h := hook{suffix: root.Name, subject: o.subject(t), typ: root.Type, position: root.Position, end: root.End}
	checks := w.checksOf(root.Fields, nil)
	if len(checks) == 0 {
		return nil
	}
	rest := w.function(t, checks, w.callHook(h, inside()))
	name := "Validate_" + root.Name
	o.claim(name, "the generated validation of "+root.Type.String(), root.Position, root.End)
	o.functions[known.place] = jen.Commentf("%s validates %s, for all configurations that have one.", name,
		emit.A(root.Type.String())).
		Line().Func().Id(name).Add(rest)
	known.function = &sharedFunction{o.pkg, name, sourceOf(rest)}
	return known.function
}

// made is the function of a struct, which may be nil.
func (s *sharedStruct) made() *sharedFunction {
	if s == nil {
		return nil
	}
	return s.function
}
