package model

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/version"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// internalPackage starts the group of a package that declares types marked +config, unless the package is a version of
// another one. It returns the group, or nil.
func internalPackage(b *builder, pkg *load.Package) *group.Group {
	if internal := pkg.VersionOf(); internal != "" {
		for _, name := range pkg.TypeNames {
			for _, m := range pkg.Types[name].Markers.Named("config") {
				fix, advice := toInternal(b, m, pkg.Types[name], internal)
				b.reportMarker(m, "root-in-version",
					fmt.Sprintf("+config is on the external version %s of %s", pkg.Name, internal), fix, advice)
			}
		}
		return nil
	}
	g := &group.Group{Package: b.describe(pkg), Versions: versions(b, pkg)}
	if m := groupName(b, pkg, g.Versions); m != nil {
		g.Name, g.Named = m.Value.(*markers.GroupName).Name, *m
		validGroupName(b, *m, g.Name)
		otherGroups(b, g)
	}
	if len(g.Versions) == 0 || pkg.External() {
		itself := group.Version{Name: pkg.Name, Package: g.Package, Types: g.Package}
		g.Versions = slices.Insert(g.Versions, 0, itself)
	}
	if output, ok := markers.Get[markers.Output](pkg.Markers); ok {
		g.Loader, g.SkipUnsafe, g.Generators = output.Loader, output.SkipUnsafe, output.Generators
		g.Chosen = pkg.Markers.Named("configgen:output")[0]
	}
	flags, validation := pkg.Outputs()
	g.FlagsPackage, g.ValidationPackage = outputPackage(b, pkg, flags), outputPackage(b, pkg, validation)
	if g.Loader && g.ValidationPackage.Name == "main" && validation != flags {
		b.reportMarker(g.Chosen, "output-package",
			fmt.Sprintf("generated code imports the validation, and %s is a program, which cannot be imported", validation),
			"name another package with validation:")
	}
	g.DocsPackage, g.API, g.Exceptions = docsPackage(b, pkg), api(b, pkg), exceptions(pkg.Markers)
	if given, ok := markers.Get[markers.Lint](pkg.Markers); ok {
		m := pkg.Markers.Named("configgen:lint")[0]
		g.Lint = &group.Lint{Enable: given.Enable, Disable: given.Disable, Marker: m}
	}
	b.groups = append(b.groups, g)
	return g
}

// groupName is the marker of the API group on a package, or else on one of its versions; nil if there is none.
func groupName(b *builder, pkg *load.Package, versions []group.Version) *markers.Marker {
	named := []*load.Package{pkg}
	for _, v := range versions {
		named = append(named, b.source(v.Package.Path))
	}
	var first *markers.Marker
	for _, pkg := range named {
		found := pkg.Markers.Named("groupName")
		for _, other := range found[min(1, len(found)):] {
			b.reportMarker(other, "repeated-tag", fmt.Sprintf("the package has %s and %s", found[0].Text, other.Text),
				"keep one", other.Remove())
		}
		if len(found) > 0 && first == nil {
			first = &found[0]
		}
	}
	return first
}

// validGroupName reports a name that the API machinery refuses as the name of a group.
func validGroupName(b *builder, m markers.Marker, name string) {
	if name == "" || strings.ContainsAny(name, "\"\\") || len(validation.IsDNS1123Subdomain(name)) == 0 {
		return // register-gen refuses what cannot be in a Go string
	}
	fix, advice := "use a DNS name in lower case, as in +groupName=relay.config.example.com", diag.Advice{}
	if lower := strings.ToLower(name); len(validation.IsDNS1123Subdomain(lower)) == 0 {
		fix, advice = "use +groupName="+lower, m.Correct(name, lower)
	}
	b.reportMarker(m, "tag-value", fmt.Sprintf("%q cannot be the name of an API group", name), fix, advice)
}

// otherGroups finds versions with the name of another API group: generated code registers them there, and files of the
// group are not read.
func otherGroups(b *builder, g *group.Group) {
	for _, v := range g.Versions {
		for _, m := range b.source(v.Package.Path).Markers.Named("groupName") {
			if name := m.Value.(*markers.GroupName).Name; name != g.Name {
				b.findings = append(b.findings, diag.At(m.Position, m.End, "group-version",
					fmt.Sprintf("+groupName=%s of the version %s differs from +groupName=%s of its group", name, v.Name, g.Name),
					"use +groupName="+g.Name).See("at", g.Named.Position))
			}
		}
	}
}

// versions are the external versions of an internal package, the preferred one first.
func versions(b *builder, internal *load.Package) []group.Version {
	for _, pkg := range b.session.Below(internal.Path) {
		b.source(pkg.Path)
	}
	for _, name := range load.LinkedVersions(internal) {
		b.reportSpan(internal.Clause, "linked-version",
			fmt.Sprintf("%s is a link to a directory, which packages are not read from, so %[1]s is not a version of %s", name,
				internal.Name), "move the directory to the place of the link")
	}
	var found []group.Version
	for _, pkg := range b.session.VersionsOf(internal) {
		if b.session.Untagged(pkg, internal) {
			tag, rest := "+k8s:conversion-gen="+internal.Path, ""
			if pkg.RegistersConversions() {
				tag, rest = "+k8s:conversion-gen=false", ", because it registers conversions that are written by hand"
			}
			b.reportSpan(pkg.Clause, "no-conversion-tag",
				fmt.Sprintf("%s declares a root of %s and does not say that it converts to it", pkg.Name, internal.Path),
				fmt.Sprintf("add %s to the comment above the package clause of doc.go%s", tag, rest),
				diag.Mark(b.position(pkg.Clause.Pos), tag))
		}
		v := group.Version{Name: pkg.Name, Package: b.describe(pkg), Types: b.describe(pkg)}
		if types := pkg.TypesPath(); types != pkg.Path {
			v.Types = group.Package{Path: types, Name: path.Base(types)}
		}
		found = append(found, v)
	}
	slices.SortFunc(found, func(a, b group.Version) int {
		byName := -version.CompareKubeAwareVersionStrings(a.Name, b.Name)
		return cmp.Or(byName, strings.Compare(a.Package.Path, b.Package.Path))
	})
	return found
}

// outputPackage describes a package that generated files go into; it need not exist yet.
func outputPackage(b *builder, pkg *load.Package, importPath string) group.Package {
	if existing := b.source(importPath); existing != nil {
		return b.describe(existing)
	}
	name := strings.ReplaceAll(path.Base(importPath), "-", "")
	dir := b.session.Directory(importPath)
	if dir != "" && !token.IsIdentifier(name) {
		b.reportMarker(pkg.Markers.Named("configgen:output")[0], "output-package",
			fmt.Sprintf("generated files cannot go into %s: %q is not the name of a Go package", importPath, name),
			"name a package such as .../options")
	}
	if dir == "" {
		named := pkg.Markers.Named("configgen:output")
		for _, m := range named {
			b.reportMarker(m, "output-package",
				fmt.Sprintf("generated files cannot go into %s, which is not a package of this module", importPath),
				"name a package of the module of the types")
		}
		if len(named) == 0 {
			b.reportSpan(pkg.Clause, "output-package",
				fmt.Sprintf("generated files cannot go into %s, whose directory is a link or a module of its own", importPath),
				"make it a directory of this module, or name another package with +configgen:output")
		}
	}
	return group.Package{Path: importPath, Name: name, Dir: dir, Declared: map[string]group.Declaration{}}
}

// flagStructs attaches every +flags struct to the group whose flags go into its package, or starts a group for its
// package.
func flagStructs(b *builder) {
	paths := map[string]bool{}
	for _, pkg := range b.session.Packages {
		paths[pkg.Path] = true
		if pkg.Has("flags") {
			adopt(b, pkg)
		}
	}
	for _, g := range b.groups {
		paths[g.FlagsPackage.Path] = true
	}
	for _, importPath := range slices.Sorted(maps.Keys(paths)) {
		pkg := b.source(importPath)
		if !pkg.Has("flags") {
			continue
		}
		owner := slices.IndexFunc(b.groups, func(g *group.Group) bool {
			return g.FlagsPackage.Path == importPath || g.Package.Path == importPath
		})
		if owner < 0 {
			owner = b.lone(pkg)
		}
		b.groups[owner].FlagStructs = append(b.groups[owner].FlagStructs, rootsOf(b, pkg, "flags")...)
	}
	for _, g := range b.groups {
		if pkg := b.source(g.Package.Path); pkg.Has("config") {
			g.Roots = rootsOf(b, pkg, "config")
		}
	}
	b.sortGroups()
}

// lone starts a group of a single package, and returns its index.
func (b *builder) lone(pkg *load.Package) int {
	described := b.describe(pkg)
	b.groups = append(b.groups, &group.Group{Package: described, FlagsPackage: described, ValidationPackage: described})
	return len(b.groups) - 1
}

// adopt starts the groups whose flags go into a package with +flags, if the patterns name that package and not theirs.
// What is generated into it must not depend on how the packages were asked for.
func adopt(b *builder, pkg *load.Package) {
	for _, candidate := range pkg.Owners {
		owner := b.source(candidate)
		known := slices.ContainsFunc(b.groups, func(g *group.Group) bool { return g.Package.Path == candidate })
		if known || !owner.Has("config") {
			continue
		}
		findings := len(b.findings)
		if g := internalPackage(b, owner); g != nil && g.FlagsPackage.Path != pkg.Path {
			b.groups, b.findings = b.groups[:len(b.groups)-1], b.findings[:findings] // the owner of another package
		}
	}
}

// rootsOf lists the structs of a package that carry the marker.
func rootsOf(b *builder, pkg *load.Package, marker string) []*group.Root {
	var roots []*group.Root
	for _, name := range pkg.TypeNames {
		declared := pkg.Types[name]
		if !declared.Markers.Has(marker) {
			continue
		}
		config, _ := markers.Get[markers.Config](declared.Markers)
		root := &group.Root{
			Name: name, Package: b.describe(pkg), Doc: declared.Doc, Markers: declared.Markers, Foreign: declared.Foreign,
			Instance:       config != nil && config.Scope == "instance",
			ZerosKept:      config != nil && config.Zeros == "kept",
			HeaderOptional: config != nil && config.TypeMeta == "optional", Resource: resource(name, declared.Markers),
		}
		root.Position, root.End = b.session.Position(declared.Span)
		if marker == "flags" && declared.Markers.Has("config") {
			b.reportMarker(declared.Markers.Named("flags")[0], "conflicting-marker", name+" is marked both +config and +flags",
				"keep one: a flags struct holds what is not configuration", declared.Markers.Named("flags")[0].Remove(),
				declared.Markers.Named("config")[0].Remove())
		}
		roots = append(roots, root)
	}
	return roots
}

// resource is how a root is served as a custom resource; nil if it is not.
func resource(kind string, set markers.Set) *group.Resource {
	given, ok := markers.Get[markers.CustomResource](set)
	if !ok {
		return nil
	}
	found := Resource(kind, *given)
	found.Marker = set.Named("customResource")[0]
	return found
}

// Resource returns how a root of the given kind is served as a custom resource, with defaults for missing arguments.
func Resource(kind string, given markers.CustomResource) *group.Resource {
	plural := strings.ToLower(kind) + "s"
	switch {
	case len(kind) > 1 && strings.HasSuffix(kind, "y") && !strings.ContainsRune("aeiou", rune(kind[len(kind)-2])):
		plural = strings.TrimSuffix(strings.ToLower(kind), "y") + "ies"
	case strings.HasSuffix(kind, "s"), strings.HasSuffix(kind, "x"), strings.HasSuffix(kind, "ch"):
		plural = strings.ToLower(kind) + "es"
	}
	return &group.Resource{
		Plural: cmp.Or(given.Plural, plural), ShortNames: given.ShortNames, Scope: cmp.Or(given.Scope, "Cluster"),
		Approved: given.Approved,
	}
}

// families starts a group for each package, with its versions, that asks for Kubernetes' generators and belongs to no
// other group. What a group has in common with others is among them, whether the patterns name it or not.
func families(b *builder) {
	var shared []string
	for _, g := range b.groups {
		for _, pkg := range g.Shared {
			shared = append(shared, pkg.Path)
		}
	}
	for _, family := range b.session.Families(shared) {
		first := family.Internal
		if first == nil {
			first = family.Versions[0]
		}
		described := b.describe(first)
		g := &group.Group{Package: described, FlagsPackage: described, ValidationPackage: described, Alone: true}
		for _, pkg := range family.Versions {
			v := group.Version{Name: pkg.Name, Package: b.describe(pkg), Types: b.describe(pkg)}
			if types := pkg.TypesPath(); types != pkg.Path {
				v.Types = group.Package{Path: types, Name: path.Base(types)}
			}
			g.Versions = append(g.Versions, v)
		}
		for _, pkg := range append(family.Versions, first) {
			if output, ok := markers.Get[markers.Output](pkg.Markers); ok && output.SkipUnsafe {
				g.SkipUnsafe = true
			}
		}
		b.groups = append(b.groups, g)
	}
	b.sortGroups()
}

// The windows of the deprecation policy of Kubernetes, in releases at three a year:
// https://kubernetes.io/docs/reference/using-api/deprecation-policy.
const (
	windowGA    = 3
	windowBeta  = 3
	windowFlags = 2
)

var releasePattern = regexp.MustCompile(`^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$`)

// api is the policy of a group about changes; nil if its package does not specify one.
func api(b *builder, pkg *load.Package) *group.API {
	given, ok := markers.Get[markers.API](pkg.Markers)
	if !ok {
		return nil
	}
	m := pkg.Markers.Named("configgen:api")[0]
	if given.Release != "" && !releasePattern.MatchString(given.Release) {
		b.reportMarker(m, "api-release", fmt.Sprintf("the release %q is not a minor version", given.Release),
			`specify it without v and patch, as in release: "1.4"`, m.Argument("release", `"1.4"`))
	}
	zero, ga, beta, flags := 0, windowGA, windowBeta, windowFlags
	return &group.API{
		Release: given.Release, Marker: m, GA: *cmp.Or(given.GA, &ga), Beta: *cmp.Or(given.Beta, &beta),
		Alpha: *cmp.Or(given.Alpha, &zero), Flags: *cmp.Or(given.Flags, &flags),
	}
}

// strayPolicies reports the policy of a package that has no roots of its own, and the directory for documentation.
func strayPolicies(b *builder) {
	stray := func(m markers.Marker, text string, pkg *load.Package) {
		b.reportMarker(m, Unreached,
			fmt.Sprintf("%s has no effect on package %s, which has no +config struct", text, pkg.Name),
			"move it to the package of the +config structs")
	}
	for _, pkg := range b.session.Packages {
		ofRoots := func(g *group.Group) bool { return len(g.Roots) > 0 && g.Package.Path == pkg.Path }
		if slices.ContainsFunc(b.groups, ofRoots) || hidesRoot(pkg) {
			continue
		}
		for _, name := range []string{"configgen:allow", "configgen:api", "configgen:lint"} {
			for _, m := range pkg.Markers.Named(name) {
				stray(m, "+"+name, pkg)
			}
		}
		if output, ok := markers.Get[markers.Output](pkg.Markers); ok && output.Docs != "" {
			stray(pkg.Markers.Named("configgen:output")[0], "+configgen:output(docs:)", pkg)
		}
	}
}
