package load

import (
	"cmp"
	"go/ast"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// Package is one package as its authors wrote it, without generated files and without tests, with an index of its
// declarations.
type Package struct {
	// Path is the import path, Name the name in the package clause, Dir the absolute directory.
	Path, Name, Dir string
	// Files holds the files of the reference platform in the order of their names.
	Files []*ast.File
	// Excluded holds the files that a build constraint or their name excludes from the reference platform.
	Excluded []*ast.File
	// Broken reports that a file could not be parsed, so that Files is incomplete.
	Broken bool
	// Names are the base names of Files and Excluded.
	Names []string
	// Clause is the name in a package clause, the one that has a doc comment if there is one.
	Clause Span
	// Markers are the markers of the package clauses.
	Markers markers.Set
	// Types by name; TypeNames are in the order of the source.
	Types     map[string]*Type
	TypeNames []string
	// Constants in the order of the source, the first name of each specification.
	Constants []*Constant
	// Declared has every package-level declaration by name; a method by Type.Method.
	Declared map[string]group.Declaration
	// KnownTypes are the types that functions written by hand register with a scheme.
	KnownTypes []string
	// Owners are the packages that may have their flags in this one: its parent and its imports, in code that was
	// generated earlier, too. They are only known of a package with +flags.
	Owners []string
	// Findings name misplaced and malformed markers.
	Findings []diag.Diagnostic
	// Unknown names the markers of the package clauses and of constants that have no effect. They matter if the package
	// belongs to a group.
	Unknown []diag.Diagnostic

	fset *token.FileSet
	// syntax names syntax errors, and package clauses that differ.
	syntax []diag.Diagnostic
	// copied are the types that another tool makes objects.
	copied                    map[string]bool
	tags, clauseTags, docTags func() []Tag
	peers                     func() []Peer
	tests                     func() []*ast.File
	configures                func() bool
	registrations             []registration
	mentions                  map[string][]string
	// bare are the functions of the package that use a name without a qualifier, by these names.
	bare map[string][]string
	// limited are the Files that are not built on every system.
	limited []*ast.File
}

// Mentions returns the names that functions use, with these functions. The caller does not change it.
func (p *Package) Mentions() map[string][]string { return p.mentions }

// MentionedBy returns the functions that use a name, of whatever it is; a variable counts as one without a name.
func (p *Package) MentionedBy(name string) []string {
	functions := slices.Sorted(slices.Values(p.mentions[name]))
	return slices.Compact(functions)
}

// Reached reports whether something in the package leads to the use of a name: a variable, or a function that others
// can call, be it by functions that only the package can call.
func (p *Package) Reached(name string) bool {
	seen := map[string]bool{name: true}
	for next := p.MentionedBy(name); len(next) > 0; next = next[1:] {
		by := next[0]
		if by == "" || by == "init" || token.IsExported(by) {
			return true
		}
		if !seen[by] {
			seen[by] = true
			next = append(next, p.MentionedBy(by)...)
		}
	}
	return false
}

// Uses returns the first name, in byte order, that functions or variables use, that begins with a prefix, and that no
// hand-written code of the package declares; empty if there is none.
func (p *Package) Uses(prefix string) string {
	for _, name := range slices.Sorted(maps.Keys(p.mentions)) {
		if _, declared := p.Declared[name]; strings.HasPrefix(name, prefix) && !declared {
			return name
		}
	}
	return ""
}

// OwnCallers are the functions that use the names of functions of the package, by these names, and unqualified names
// that begin with a prefix: generated code has them.
func (p *Package) OwnCallers(prefix string) map[string][]string {
	callers := map[string][]string{}
	for name, by := range p.bare {
		if strings.HasPrefix(name, prefix) || p.Declared[name].Kind == "func" {
			callers[name] = slices.Compact(slices.Sorted(slices.Values(by)))
		}
	}
	return callers
}

// Callers are the functions that use the names which begin with a prefix, in any case, or which are functions of the
// package, by these names.
func (p *Package) Callers(prefix string) map[string][]string {
	var callers map[string][]string
	for name := range p.mentions {
		prefixed := len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
		if !prefixed && p.Declared[name].Kind != "func" {
			continue
		}
		if callers == nil {
			callers = map[string][]string{}
		}
		callers[name] = p.MentionedBy(name)
	}
	return callers
}

// Span is a piece of the source.
type Span struct{ Pos, End token.Pos }

func spanOf(node ast.Node) Span { return Span{node.Pos(), node.End()} }

// Type is a type declaration.
type Type struct {
	Name string
	// Doc is the prose of the doc comment.
	Doc     string
	Markers markers.Set
	// Foreign are those whose names +configgen:foreign declares.
	Foreign markers.Set
	// Mistaken reports that its doc comment has a marker with a mistake, other than those in Unknown.
	Mistaken bool
	// Span of the name.
	Span Span
	Spec *ast.TypeSpec
	// Generic reports that the type has type parameters.
	Generic bool
	// Fields of a struct, one for each name, in the order of the source.
	Fields []*Field
	// Unknown names the markers of the type and its fields that have no effect.
	Unknown []diag.Diagnostic
	// Tags are the tags in the comments from the preceding declaration on, Own the tags of the doc comment alone.
	Tags, Own func() []Tag
}

// Field returns the field with the given name, or nil.
func (t *Type) Field(name string) *Field {
	if t == nil {
		return nil
	}
	at := slices.IndexFunc(t.Fields, func(f *Field) bool { return f.Name == name })
	if at < 0 {
		return nil
	}
	return t.Fields[at]
}

// Field is one field of a struct declaration.
type Field struct {
	// Name is the name of the field; an embedded field has the name of its type.
	Name    string
	Markers markers.Set
	// Foreign are those whose names +configgen:foreign declares.
	Foreign markers.Set
	// Mistaken reports that its doc comment has a marker with a mistake, or one of those in Unknown of the type.
	Mistaken bool
	// Beside reports that something precedes the field on its line: another field, or the brace of the struct.
	Beside bool
	// Span of the field, its type included.
	Span   Span
	Syntax *ast.Field

	fset *token.FileSet
}

// Doc is the prose of the doc comment.
func (f *Field) Doc() string { return markers.Text(f.Syntax.Doc) }

// Tags returns the tags of the doc comment.
func (f *Field) Tags() []Tag { return tagsIn(f.fset, f.Syntax.Doc) }

// Constant is a constant with its markers.
type Constant struct {
	Name    string
	Doc     string
	Markers markers.Set
	// Span of the name.
	Span Span
}

// Feature reports whether the constant declares a feature.
func (c *Constant) Feature() bool {
	return c.Markers.Has("feature") || c.Markers.Has("featureRequires")
}

// Has reports whether a type of the package has a marker of the given name. A nil package has none.
func (p *Package) Has(marker string) bool {
	return p != nil && slices.ContainsFunc(p.TypeNames, func(name string) bool {
		return p.Types[name].Markers.Has(marker)
	})
}

// DeclaresFeatures reports whether a constant of the package has a marker of features.
func (p *Package) DeclaresFeatures() bool {
	return p != nil && slices.ContainsFunc(p.Constants, (*Constant).Feature)
}

// Configures reports whether the comments of the package contain a marker of configgen, or what looks like one. A
// package without any has no mistakes in markers: its tags belong to other tools.
func (p *Package) Configures() bool { return p.configures() }

// VersionOf is the internal package that this version converts to; "" if the package is not a version.
func (p *Package) VersionOf() string {
	conversion, ok := markers.Get[markers.ConversionGen](p.Markers)
	if ok && strings.Contains(conversion.Package, "/") && conversion.Package != p.Path {
		return conversion.Package
	}
	return ""
}

// ConvertsTo reports whether a +k8s:conversion-gen of the package names path.
func (p *Package) ConvertsTo(path string) bool {
	return slices.ContainsFunc(markers.All[markers.ConversionGen](p.Markers), func(c *markers.ConversionGen) bool {
		return c.Package == path
	})
}

// TypesPath is the import path of the package that declares the types of a version, mostly the package itself.
func (p *Package) TypesPath() string {
	if external, ok := markers.Get[markers.ExternalTypes](p.Markers); ok {
		return external.Package
	}
	return p.Path
}

// Outputs are the import paths of the packages that the generated flags and the generated validation of the package's
// types go into.
func (p *Package) Outputs() (flags, validation string) {
	flags, validation = p.Path+"/options", p.Path+"/validation"
	if output, ok := markers.Get[markers.Output](p.Markers); ok {
		flags, validation = cmp.Or(output.Flags, flags), cmp.Or(output.Validation, validation)
	}
	return flags, validation
}

// Docs returns the documentation directory of a package, relative to the directory of go.mod, and its import path. Both
// are empty if the package does not ask for documentation; the path is also empty outside of the modules that the user
// edits.
func Docs(s *Session, p *Package) (dir, importPath string) {
	output, ok := markers.Get[markers.Output](p.Markers)
	if !ok || output.Docs == "" {
		return "", ""
	}
	module := ""
	for _, m := range s.modules {
		rest, within := strings.CutPrefix(p.Path, m.path)
		if within && (rest == "" || rest[0] == '/') && len(m.path) > len(module) {
			module = m.path
		}
	}
	if module != "" {
		importPath = path.Join(module, output.Docs)
	}
	return output.Docs, importPath
}

// InDoc reports whether a position is in the package's doc.go, the only file in which Kubernetes' generators look for
// tags of a package.
func InDoc(pos token.Position) bool { return filepath.Base(pos.Filename) == "doc.go" }
