package group

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/version"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/markers"
)

// builder makes the groups of one World.
type builder struct {
	world     *load.World
	parser    *markers.Parser
	syntaxes  map[string]*syntax
	groups    []*Group
	features  map[string][]*Feature // of the packages that declare any
	scope     []*Feature            // those that the group whose roots are built may name
	elsewhere bool                  // these are another module's, and not known
	findings  []diag.Diagnostic
}

// Build finds the groups of the loaded packages, with their roots, fields and flags, sorted by the path of their package. The
// findings are all that is wrong with them; where one is an error the model is incomplete and nothing may be generated.
func Build(world *load.World) ([]*Group, []diag.Diagnostic) {
	b := &builder{world: world, parser: markers.NewParser(world.Fset), syntaxes: map[string]*syntax{}, features: map[string][]*Feature{}}
	for _, pkg := range world.Packages {
		b.syntaxOf(pkg.Path)
	}
	for _, pkg := range world.Packages {
		if s := b.syntaxOf(pkg.Path); s.has("config") {
			b.hub(s)
		}
	}
	b.flagStructs()
	b.featureGroups()
	b.check()
	b.declareFeatures()
	for _, g := range b.groups {
		b.openScope(g)
		b.buildRoots(g)
		b.share(g)
	}
	b.strayTypes()
	b.strayConstants()
	for _, g := range b.groups {
		b.rules(g)
	}
	b.abandonedHistories()
	return b.groups, diag.Sort(b.findings)
}

// syntaxOf reads a package of the user's modules, once; nil where there is none.
func (b *builder) syntaxOf(importPath string) *syntax {
	if s, known := b.syntaxes[importPath]; known {
		return s
	}
	b.syntaxes[importPath] = nil
	pkg, findings := b.world.Source(importPath)
	b.findings = append(b.findings, findings...)
	if pkg == nil {
		return nil
	}
	s, findings := readSyntax(b.world.Fset, b.parser, pkg)
	b.findings = append(b.findings, findings...)
	b.syntaxes[importPath] = s
	return s
}

// has reports whether a marker of the given name stands on a type of the package.
func (s *syntax) has(marker string) bool {
	return slices.ContainsFunc(s.typeNames, func(name string) bool { return s.types[name].markers.Has(marker) })
}

// hub starts the group whose marked types s declares.
func (b *builder) hub(s *syntax) {
	if conversion, ok := markers.Get[markers.ConversionGen](s.markers); ok && strings.Contains(conversion.Package, "/") && conversion.Package != s.pkg.Path {
		for _, name := range s.typeNames {
			for _, m := range s.types[name].markers.Named("config") {
				b.report(m.Position, m.End, "root-in-version", fmt.Sprintf("+config stands on the external version %s of %s", s.pkg.Name, conversion.Package),
					"move the markers to the type of the same name in "+conversion.Package)
			}
		}
		return
	}
	g := &Group{Package: s.packageOf(), Versions: b.versions(s)}
	if name, ok := markers.Get[markers.GroupName](s.markers); ok {
		g.Name = name.Name
	}
	if len(g.Versions) == 0 {
		g.Versions = []Version{{Name: s.pkg.Name, Package: g.Package, Types: g.Package}}
	}
	b.outputs(g, s)
	b.groups = append(b.groups, g)
}

// versions finds the external versions of an internal package: among the packages that were asked for, and in the folders
// right below it.
func (b *builder) versions(hub *syntax) []Version {
	candidates := map[string]bool{}
	for _, pkg := range b.world.Packages {
		candidates[pkg.Path] = true
	}
	below, _ := os.ReadDir(hub.pkg.Dir) // where it cannot be read, nothing of the package could
	for _, entry := range below {
		if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") && !strings.HasPrefix(entry.Name(), "_") && entry.Name() != "testdata" {
			candidates[hub.pkg.Path+"/"+entry.Name()] = true
		}
	}
	var versions []Version
	for candidate := range candidates {
		if candidate == hub.pkg.Path {
			continue
		}
		s := b.syntaxOf(candidate)
		if s == nil || !slices.ContainsFunc(markers.All[markers.ConversionGen](s.markers), func(c *markers.ConversionGen) bool { return c.Package == hub.pkg.Path }) {
			continue
		}
		v := Version{Name: s.pkg.Name, Package: s.packageOf(), Types: s.packageOf()}
		if external, ok := markers.Get[markers.ExternalTypes](s.markers); ok {
			v.Types = Package{Path: external.Package, Name: path.Base(external.Package)}
		}
		versions = append(versions, v)
	}
	slices.SortFunc(versions, func(a, b Version) int {
		return cmp.Or(-version.CompareKubeAwareVersionStrings(a.Name, b.Name), strings.Compare(a.Package.Path, b.Package.Path))
	})
	return versions
}

// outputs decides where generated packages go.
func (b *builder) outputs(g *Group, s *syntax) {
	flags, validation := g.Package.Path+"/options", g.Package.Path+"/validation"
	if output, ok := markers.Get[markers.Output](s.markers); ok {
		flags, validation = cmp.Or(output.Flags, flags), cmp.Or(output.Validation, validation)
		g.Loader, g.SkipUnsafe = output.Loader, output.SkipUnsafe
	}
	g.FlagsPackage, g.ValidationPackage = b.outputPackage(s, flags), b.outputPackage(s, validation)
}

// outputPackage describes a package that generated files go into; it need not exist yet.
func (b *builder) outputPackage(s *syntax, importPath string) Package {
	if existing := b.syntaxOf(importPath); existing != nil {
		return existing.packageOf()
	}
	dir := b.world.Folder(importPath)
	if dir == "" || !token.IsIdentifier(packageName(importPath)) {
		for _, m := range s.markers.Named("configgen:output") {
			b.report(m.Position, m.End, "output-package", fmt.Sprintf("generated files cannot go into %s, which is no package of this module", importPath),
				"name a package of the module in which the types stand")
		}
	}
	return Package{Path: importPath, Name: packageName(importPath), Dir: dir, Declared: map[string]Declaration{}}
}

// packageName is the name that a new package gets from its path.
func packageName(importPath string) string {
	return strings.ReplaceAll(path.Base(importPath), "-", "")
}

// flagStructs attaches every +flags struct to the group whose flags go into its package, or starts a group for its package.
func (b *builder) flagStructs() {
	paths := map[string]bool{}
	for _, pkg := range b.world.Packages {
		paths[pkg.Path] = true
		if s := b.syntaxOf(pkg.Path); s != nil && s.has("flags") {
			b.adopt(s)
		}
	}
	for _, g := range b.groups {
		paths[g.FlagsPackage.Path] = true
	}
	for _, importPath := range slices.Sorted(maps.Keys(paths)) {
		s := b.syntaxOf(importPath)
		if s == nil || !s.has("flags") {
			continue
		}
		owner := slices.IndexFunc(b.groups, func(g *Group) bool { return g.FlagsPackage.Path == importPath || g.Package.Path == importPath })
		if owner < 0 {
			g := &Group{Package: s.packageOf(), FlagsPackage: s.packageOf(), ValidationPackage: s.packageOf()}
			b.groups = append(b.groups, g)
			owner = len(b.groups) - 1
		}
		b.groups[owner].FlagStructs = append(b.groups[owner].FlagStructs, b.rootsOf(s, "flags")...)
	}
	for _, g := range b.groups {
		if s := b.syntaxOf(g.Package.Path); s.has("config") {
			g.Roots = b.rootsOf(s, "config")
		}
	}
	slices.SortFunc(b.groups, func(x, y *Group) int { return strings.Compare(x.Package.Path, y.Package.Path) })
}

// rootsOf lists the structs of a package that carry the marker.
func (b *builder) rootsOf(s *syntax, marker string) []*Root {
	var roots []*Root
	for _, name := range s.typeNames {
		declared := s.types[name]
		if !declared.markers.Has(marker) {
			continue
		}
		config, _ := markers.Get[markers.Config](declared.markers)
		root := &Root{
			Name: name, Package: s.packageOf(), Doc: declared.doc, Instance: config != nil && config.Scope == "instance",
			Position: b.world.Fset.Position(declared.pos), End: b.world.Fset.Position(declared.end),
		}
		if declared.markers.Has("config") && declared.markers.Has("flags") && marker == "flags" {
			m := declared.markers.Named("flags")[0]
			b.report(m.Position, m.End, "conflicting-marker", name+" is marked both +config and +flags", "keep one: a flags struct holds what is not configuration")
		}
		roots = append(roots, root)
	}
	return roots
}

// check gives types to all that the groups need, with one question to the go command.
func (b *builder) check() {
	var paths, also []string
	for _, g := range b.groups {
		paths = append(paths, g.Package.Path)
		for _, v := range g.Versions {
			paths = append(paths, v.Types.Path)
		}
		for _, f := range g.FlagStructs {
			paths = append(paths, f.Package.Path)
		}
		for _, declaring := range b.featureScope(g) {
			if b.syntaxOf(declaring) != nil {
				paths = append(paths, declaring)
			}
		}
	}
	for _, s := range b.syntaxes {
		if s != nil {
			also = append(also, s.references()...)
		}
	}
	b.findings = append(b.findings, b.world.Check(paths, also)...)
}

// report adds an error finding.
func (b *builder) report(pos, end token.Position, code, message, fix string) {
	b.findings = append(b.findings, diag.At(pos, end, code, message, fix))
}

// reportMarker adds an error finding that spans a marker.
func (b *builder) reportMarker(m markers.Marker, code, message, fix string) {
	b.report(m.Position, m.End, code, message, fix)
}
