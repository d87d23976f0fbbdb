package group

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/markers"
)

// rules checks what holds for a group as a whole.
func (b *builder) rules(g *Group) {
	b.access(g)
	b.uniqueFlags(g)
	b.addToScheme(g)
	b.runtimeObjects(g)
	b.importCycles(g)
	b.sharedOutput(g)
	b.typeErrors(g)
}

// Walk visits the fields below a root in the order of the source, each before those inside it.
func (r *Root) Walk(visit func(*Field)) { walk(r.Fields, visit) }

func walk(fields []*Field, visit func(*Field)) {
	for _, field := range fields {
		visit(field)
		walk(field.Fields, visit)
	}
}

// uniqueFlags refuses two flags of one name, or one shorthand, in the component that the group configures.
func (b *builder) uniqueFlags(g *Group) {
	names, letters := map[string]*Flag{}, map[string]*Flag{}
	fields := map[*Flag]*Field{}
	for _, root := range slices.Concat(g.Roots, g.FlagStructs) {
		root.Walk(func(field *Field) {
			for _, flag := range field.Flags {
				fields[flag] = field
				if first := names[flag.Name]; first != nil && first.Position == flag.Position {
					b.report(flag.Position, flag.End, "duplicate-flag", fmt.Sprintf("the flag --%s is registered twice, for %s and for %s", flag.Name, fields[first].Path, field.Path),
						fmt.Sprintf("take it out of the type, and give each field of that type flags of its own, as in +subfield(%s)=+flag=name", field.Name))
				} else if first != nil {
					b.report(flag.Position, flag.End, "duplicate-flag", fmt.Sprintf("the flag --%s is registered twice, first at %s", flag.Name, short(first.Position)), "give one of them another name")
				} else {
					names[flag.Name] = flag
				}
				if flag.Shorthand == "" {
					continue
				}
				if first := letters[flag.Shorthand]; first != nil {
					b.report(flag.Position, flag.End, "duplicate-flag", fmt.Sprintf("the shorthand -%s is registered twice, first for --%s", flag.Shorthand, first.Name), "give one of them another letter")
				} else {
					letters[flag.Shorthand] = flag
				}
			}
		})
	}
}

// short is a position with the file's base name.
func short(pos token.Position) string {
	return fmt.Sprintf("%s:%d", pos.Filename[strings.LastIndexByte(pos.Filename, '/')+1:], pos.Line)
}

// addToScheme checks that the packages that versioned defaults come from can be put into a scheme, by hand or by register-gen.
func (b *builder) addToScheme(g *Group) {
	var packages []Package
	for _, root := range g.Roots {
		if root.Version != nil {
			packages = append(packages, root.Version.Package)
		}
	}
	seen := map[string]bool{}
	for _, pkg := range packages {
		s := b.syntaxOf(pkg.Path)
		if _, declared := pkg.Declared["AddToScheme"]; declared || seen[pkg.Path] || s != nil && (s.registered() || s.pkg.Broken) {
			continue
		}
		seen[pkg.Path] = true
		pos := g.Roots[0].Position
		if s != nil && len(s.pkg.Files) > 0 {
			pos = b.world.Fset.Position(s.pkg.Files[0].Name.Pos())
		}
		b.report(pos, token.Position{}, "no-add-to-scheme", fmt.Sprintf("package %s declares no AddToScheme, which its defaults are reached through", pkg.Path),
			"add a register.go with SchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes) and AddToScheme = SchemeBuilder.AddToScheme")
	}
}

// runtimeObjects checks that roots and their versions are objects, by deepcopy-gen or by hand.
func (b *builder) runtimeObjects(g *Group) {
	for _, root := range g.Roots {
		paths := []string{root.Package.Path}
		if root.Version != nil && root.Version.Types.Path != root.Package.Path {
			paths = append(paths, root.Version.Types.Path)
		}
		for _, path := range paths {
			s := b.syntaxOf(path)
			if s == nil || s.types[root.Name] == nil || s.pkg.Broken {
				continue // of another module, whose affair this is, or half read
			}
			declared := s.types[root.Name]
			if _, byHand := s.declared[root.Name+".DeepCopyObject"]; !byHand && !declared.markers.Has("k8s:deepcopy-gen:interfaces") {
				b.report(b.world.Fset.Position(declared.pos), b.world.Fset.Position(declared.end), "no-runtime-object",
					fmt.Sprintf("%s.%s is no runtime.Object, so no scheme takes it", s.pkg.Name, root.Name),
					"add +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object to it, and run deepcopy-gen")
			}
		}
	}
}

// importCycles finds packages that the generated packages will import and that import them.
func (b *builder) importCycles(g *Group) {
	for _, output := range []Package{g.FlagsPackage, g.ValidationPackage} {
		var imports []string
		for _, root := range g.Roots {
			if root.Version != nil && output.Path == g.FlagsPackage.Path {
				imports = append(imports, root.Version.Package.Path)
			}
		}
		if output.Path == g.FlagsPackage.Path {
			for _, root := range slices.Concat(g.Roots, g.FlagStructs) {
				root.Walk(func(field *Field) { imports = append(imports, fieldImports(field)...) })
			}
		}
		if output.Path == g.ValidationPackage.Path {
			for _, root := range g.Roots {
				root.Walk(func(field *Field) { imports = append(imports, gateImports(field)...) })
			}
		}
		if output.Path != g.Package.Path {
			imports = append(imports, g.Package.Path)
		}
		for _, path := range imports {
			if path != output.Path && path != "" {
				b.cycle(output.Path, path, map[string]bool{})
			}
		}
	}
}

// fieldImports are the packages that the registration of a field calls.
func fieldImports(field *Field) []string {
	var paths []string
	add := func(object *Object) {
		if object != nil {
			paths = append(paths, object.Package)
		}
	}
	for _, flag := range field.Flags {
		add(flag.Value)
		add(flag.UsageFrom)
	}
	for _, delegation := range field.Delegations {
		add(delegation.Func)
	}
	if field.LegacyDefault != nil {
		add(field.LegacyDefault.Ref)
	}
	return paths
}

// cycle reports the import that leads from path back to output.
func (b *builder) cycle(output, path string, seen map[string]bool) {
	if seen[path] {
		return
	}
	seen[path] = true
	s := b.syntaxOf(path)
	if s == nil {
		return
	}
	for _, file := range s.pkg.Files {
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue
			}
			if imported == output {
				b.report(b.world.Fset.Position(spec.Pos()), b.world.Fset.Position(spec.End()), "import-cycle",
					fmt.Sprintf("the generated package %s imports %s, which imports it here", output, path), "move what is needed from it to a package of its own")
				continue
			}
			b.cycle(output, imported, seen)
		}
	}
}

// sharedOutput refuses two groups whose generated files have the same names in the same package.
func (b *builder) sharedOutput(g *Group) {
	for _, other := range b.groups {
		if other == g || other.Package.Path >= g.Package.Path || len(other.Roots) == 0 || len(g.Roots) == 0 {
			continue
		}
		if other.FlagsPackage.Path == g.FlagsPackage.Path || other.ValidationPackage.Path == g.ValidationPackage.Path {
			root := g.Roots[0]
			b.report(root.Position, root.End, "shared-output", fmt.Sprintf("the groups of %s and %s generate into the same package", other.Package.Path, g.Package.Path),
				"give one of them packages of its own by +configgen:output(flags: \"...\", validation: \"...\")")
		}
	}
}

// strayTypes finds markers on the fields of types that no root leads to.
func (b *builder) strayTypes() {
	versions := map[string]string{}
	for _, g := range b.groups {
		for _, v := range g.Versions {
			if v.Types.Path != g.Package.Path {
				versions[v.Types.Path] = g.Package.Path
			}
		}
	}
	for _, importPath := range slices.Sorted(maps.Keys(b.syntaxes)) {
		s := b.syntaxes[importPath]
		if s == nil || s.pkg.Broken {
			continue
		}
		for _, name := range s.typeNames {
			if t := s.types[name]; !t.reached && (versions[importPath] != "" || !t.markers.Has("config") && !t.markers.Has("flags")) {
				b.strayType(t, versions[importPath])
			}
		}
	}
}

func (b *builder) strayType(t *typeSyntax, internal string) {
	specs := map[string]bool{}
	for _, spec := range markers.Vocabulary() {
		specs[spec.Name] = !spec.Foreign
	}
	sets := []markers.Set{t.markers}
	for _, field := range slices.Sorted(maps.Keys(t.fields)) {
		sets = append(sets, t.fields[field].markers)
	}
	for _, set := range sets {
		for _, m := range set {
			if !specs[m.Name] || internal != "" && m.Name == "config" {
				continue // a root in a version is a finding of its own
			}
			if internal != "" {
				b.reportMarker(m, "marker-in-version", fmt.Sprintf("+%s stands on the external type %s", m.Name, t.name), "move it to the internal type in "+internal)
			} else {
				b.reportMarker(m, "unreached-marker", fmt.Sprintf("+%s has no effect: no root leads to %s", m.Name, t.name), "mark a root with +config or +flags, or use the type below one")
			}
		}
	}
}
