package load

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/markers"
)

// wanted are import paths: of packages whose types are looked into, of packages that markers refer to, and of packages
// that generated code imports.
type wanted struct{ typed, also, imported []string }

// want adds a package that generated code imports and whose types are looked into.
func (w *wanted) want(path string) {
	w.typed, w.imported = append(w.typed, path), append(w.imported, path)
}

// discover reads the packages that the groups of the named packages consist of, and says which of them need types.
func (l *loader) discover() wanted {
	var want wanted
	for _, pkg := range l.Packages {
		if pkg.Has("config") {
			l.internalPackage(pkg, &want)
		}
	}
	for _, pkg := range l.Packages {
		if pkg.Has("flags") {
			l.owners(pkg, &want)
			l.flagStructs(pkg, &want)
		}
		if pkg.DeclaresFeatures() || l.request.Wanted == nil {
			want.typed = append(want.typed, pkg.Path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(l.sources)) {
		if pkg := l.sources[path]; pkg != nil {
			want.also = append(want.also, references(pkg)...)
		}
	}
	want.imported = append(want.imported, want.also...)
	return want
}

// follow reads the packages of the user's that the given ones import, and so on: one of them may import a generated
// package.
func (l *loader) follow(paths []string) {
	seen := map[string]bool{}
	for ; len(paths) > 0; paths = paths[1:] {
		if path := paths[0]; !seen[path] {
			seen[path] = true
			if pkg := l.read(path); pkg != nil {
				paths = append(paths, Imports(pkg.Files)...)
			}
		}
	}
}

// internalPackage reads what belongs to the group of a package with +config: versions among the named packages and in
// the directories right below it, and the packages that are generated into.
func (l *loader) internalPackage(pkg *Package, want *wanted) {
	if pkg.VersionOf() != "" {
		return // its markers are findings
	}
	want.want(pkg.Path)
	want.also = append(want.also, defaultImports(pkg)...)
	l.below(pkg)
	for _, version := range l.Below(pkg.Path) {
		for _, tag := range version.TagsInDoc() {
			if tag.Name == "k8s:conversion-gen" && l.Directory(tag.Value) != "" {
				l.read(tag.Value)
			}
		}
	}
	for _, version := range l.VersionsOf(pkg) {
		want.want(version.Path)
		want.want(version.TypesPath())
		want.also = append(want.also, defaultImports(version)...)
	}
	for _, aliased := range aliasedPackages(pkg) {
		want.also = append(want.also, l.findPublishedVersions(aliased)...)
	}
	flags, validation := pkg.Outputs()
	l.read(validation)
	if _, docs := Docs(l.Session, pkg); docs != "" {
		l.read(docs)
	}
	if options := l.read(flags); options.Has("flags") {
		l.flagStructs(options, want)
	}
	l.features(pkg, flags, want)
}

// defaultImports are the packages whose constants and functions the files with the defaults of a version use.
func defaultImports(version *Package) []string {
	if !setsDefaults(version) {
		return nil
	}
	var paths []string
	for _, file := range version.Files {
		if !slices.ContainsFunc(file.Decls, func(decl ast.Decl) bool {
			function, ok := decl.(*ast.FuncDecl)
			return ok && strings.HasPrefix(function.Name.Name, DefaulterPrefix)
		}) {
			continue
		}
		for _, imported := range Imports([]*ast.File{file}) {
			if !inStandardLibrary(imported) {
				paths = append(paths, imported)
			}
		}
	}
	return paths
}

// VersionsOf returns the versions of an internal package, in no order: the packages of the user's that convert to it,
// and those right below it that are meant to, but lack the tag or misspell it.
func (s *Session) VersionsOf(pkg *Package) []*Package {
	candidates := slices.Concat(s.peers[pkg.Path], s.under[pkg.Path])
	slices.SortFunc(candidates, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	return slices.DeleteFunc(slices.Compact(candidates), func(p *Package) bool {
		return p == pkg || !p.ConvertsTo(pkg.Path) && !s.Untagged(p, pkg) && !s.astray(p, pkg) &&
			!(p.ConvertsByHand() && len(p.versionedRoots(pkg)) > 0)
	})
}

// LinkedVersions are the names of links to directories right below a package that are called as versions are. Patterns
// such as ./... do not follow links, and neither does Load.
func LinkedVersions(pkg *Package) []string {
	var names []string
	entries, _ := os.ReadDir(pkg.Dir) // if it cannot be read, nothing of the package could
	for _, entry := range entries {
		if entry.Type()&fs.ModeSymlink == 0 || !versionName.MatchString(entry.Name()) {
			continue
		}
		files, _ := filepath.Glob(filepath.Join(pkg.Dir, entry.Name(), "*.go")) // an error is one of the pattern
		if len(files) > 0 {
			names = append(names, entry.Name())
		}
	}
	return names
}

// versionName is the name of a version of an API.
var versionName = regexp.MustCompile(`^v[0-9]+((alpha|beta)[0-9]+)?$`)

// External reports whether a package with roots is a version itself, by its name and its types, even if others convert
// to it: the preferred version of a group without internal types.
func (p *Package) External() bool {
	return versionName.MatchString(p.Name) && slices.ContainsFunc(p.TypeNames, func(name string) bool {
		header := p.Types[name].Field("TypeMeta")
		return p.Types[name].Markers.Has("config") && header != nil && header.Syntax.Tag != nil
	})
}

// Untagged reports whether a package is directly below a package with roots, is named like a version, declares a struct
// with the name of a root, and has no tag with the package that it converts to. Packages of other modules, packages
// without a type of that name, and other versions are only peers.
func (s *Session) Untagged(pkg, internal *Package) bool {
	roots := pkg.versionedRoots(internal)
	return len(roots) > 0 && !pkg.ConvertsByHand() &&
		!slices.ContainsFunc(slices.Concat(pkg.TagsInDoc(), pkg.ClauseTags()), func(t Tag) bool {
			return t.Name == "k8s:conversion-gen" && (t.unreadable() || converts(s, pkg, internal, t.Value, roots))
		})
}

// versionedRoots are the names of the roots of a package that one right below it, called as a version is, has structs
// for.
func (p *Package) versionedRoots(internal *Package) []string {
	var roots []string
	for _, name := range internal.TypeNames {
		if path.Dir(p.Path) == internal.Path && versionName.MatchString(p.Name) && !p.Has("config") &&
			internal.Types[name].Markers.Has("config") && p.Types[name].Field("TypeMeta") != nil {
			roots = append(roots, name)
		}
	}
	return roots
}

// RegistersConversions reports whether functions of a package register conversions that are written by hand.
func (p *Package) RegistersConversions() bool { return p.Uses("AddConversionFunc") != "" }

// ConvertsByHand reports whether a package registers its conversions, and says that conversion-gen is not to write any.
func (p *Package) ConvertsByHand() bool {
	return p.RegistersConversions() && slices.ContainsFunc(p.TagsInDoc(), func(t Tag) bool {
		return t.Name == "k8s:conversion-gen" && t.Value == "false"
	})
}

// converts reports whether a package below an internal one can have its conversions of types with the given names to a
// package of the same module. One that has not been read, or is not there, may have such types.
func converts(s *Session, pkg, internal *Package, to string, names []string) bool {
	if to == pkg.Path || s.Directory(to) == "" {
		return false
	}
	target := s.known(to)
	if target == nil {
		_, read := s.sources[to]
		_, err := os.Stat(s.Directory(to))
		return !read || errors.Is(err, fs.ErrNotExist)
	}
	return !target.ConvertsTo(internal.Path) &&
		slices.ContainsFunc(names, func(name string) bool { return target.Types[name] != nil })
}

// astray reports whether a package is right below a package with roots and says that it converts to one that does not
// exist, or says it in a tag that cannot be read.
func (s *Session) astray(pkg, internal *Package) bool {
	if path.Dir(pkg.Path) != internal.Path || !internal.Has("config") {
		return false
	}
	if slices.ContainsFunc(pkg.TagsInDoc(), func(t Tag) bool { return t.Name == "k8s:conversion-gen" && t.unreadable() }) {
		return true
	}
	dir := s.Directory(pkg.VersionOf())
	_, err := os.Stat(dir)
	return dir != "" && errors.Is(err, fs.ErrNotExist)
}

// Below returns the packages that have been read right below one.
func (s *Session) Below(above string) []*Package { return s.under[above] }

// flagStructs reads what belongs to a package with +flags.
func (l *loader) flagStructs(pkg *Package, want *wanted) {
	want.typed = append(want.typed, pkg.Path)
	l.features(pkg, pkg.Path, want)
}

// owners reads the packages that may have their flags in a package with +flags, and the other packages of their groups.
// The output must not depend on the patterns.
func (l *loader) owners(pkg *Package, want *wanted) {
	files := slices.Clone(pkg.Files)
	for _, name := range GeneratedIn(pkg.Dir) {
		if file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly); err == nil {
			files = append(files, file)
		}
	}
	candidates := []string{path.Dir(pkg.Path)}
	for _, imported := range Imports(files) {
		if l.Directory(imported) != "" {
			candidates = append(candidates, imported)
		}
	}
	for _, other := range l.Known() {
		if flags, _ := other.Outputs(); flags == pkg.Path && other.Has("config") {
			candidates = append(candidates, other.Path)
		}
	}
	slices.Sort(candidates)
	pkg.Owners = slices.Compact(candidates)
	for _, candidate := range pkg.Owners {
		owner := l.read(candidate)
		if !owner.Has("config") || slices.Contains(l.Packages, owner) {
			continue
		}
		if flags, _ := owner.Outputs(); flags == pkg.Path {
			l.internalPackage(owner, want)
		}
	}
}

// featureDirectories are where components by custom declare their features, seen from a directory above their types.
var featureDirectories = []string{"features", "internal/features", "pkg/features"}

// features reads the packages whose features the fields of a group may name.
func (l *loader) features(pkg *Package, flags string, want *wanted) {
	for _, path := range featureScope(l.read, l.modules, pkg, flags) {
		if l.read(path) != nil {
			want.want(path)
		}
	}
}

// FeatureScope returns the import paths of the packages whose features the fields of a group may name, given the
// group's packages of types and of flags. It depends on nothing else: the output must not depend on the patterns.
func (s *Session) FeatureScope(pkg *Package, flags string) []string {
	return featureScope(s.Source, s.modules, pkg, flags)
}

func featureScope(find func(path string) *Package, in modules, pkg *Package, flags string) []string {
	if output, ok := markers.Get[markers.Output](pkg.Markers); ok && output.Features != "" {
		return []string{output.Features}
	}
	var scope []string
	for _, own := range []string{pkg.Path, flags} {
		if !slices.Contains(scope, own) && find(own).DeclaresFeatures() {
			scope = append(scope, own)
		}
	}
	if len(scope) > 0 {
		return scope
	}
	for above := pkg.Path; above != "." && in.directory(above) != ""; above = path.Dir(above) {
		for _, directory := range featureDirectories {
			if candidate := path.Join(above, directory); find(candidate).DeclaresFeatures() {
				return []string{candidate}
			}
		}
	}
	return nil
}

// references are the import paths that the markers of a package name.
func references(pkg *Package) []string {
	var paths []string
	add := func(set markers.Set) {
		for _, m := range set {
			for _, ref := range m.References() {
				if ref.Package != "" {
					paths = append(paths, ref.Package)
				}
			}
		}
	}
	for _, t := range pkg.Types {
		add(t.Markers) // of a published struct, whose fields are elsewhere
		for _, f := range t.Fields {
			add(f.Markers)
		}
	}
	return paths
}
