package plan

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/load"
)

// Sharing tells which structs other roots of the user's modules have, too: a marker on such a struct would be one of
// several components. It reads declarations alone, without types.
type Sharing struct {
	session  *load.Session
	packages map[string]*sharer // by import path
}

// sharer is a package that can have a struct in another one.
type sharer struct {
	name    string
	files   []string
	imports []string
	// holds are the types that the declaration of each type names, roots the types that are configurations or have a
	// marker of a root, and registered those that functions with a set of flags get; nil until they are needed. All names
	// have import paths.
	holds             map[string][]string
	roots, registered []string
}

// NewSharing reads nothing yet.
func NewSharing(session *load.Session) *Sharing { return &Sharing{session: session} }

// sharedWith are those of the given types, by name with the import path, that a root has that is none of them. Nothing
// that is only below the given roots is, or only below options that have one of these roots, too: those are of the same
// component.
func (s *Sharing) sharedWith(ours, roots map[string]bool) map[string]bool {
	holds, found, registered := map[string][]string{}, []string{}, []string{}
	for _, pkg := range s.leading(ours) {
		for name, held := range pkg.holds {
			holds[name] = held
		}
		found, registered = append(found, pkg.roots...), append(registered, pkg.registered...)
	}
	same := map[string]bool{}
	for _, name := range registered {
		below := map[string]bool{}
		reach(holds, name, nil, below)
		for root := range roots {
			if below[root] {
				maps.Copy(same, below)
			}
		}
	}
	found = append(found, slices.DeleteFunc(registered, func(name string) bool { return same[name] })...)
	seen, shared := map[string]bool{}, map[string]bool{}
	for _, root := range found {
		if !ours[root] {
			reach(holds, root, roots, seen)
		}
	}
	for name := range seen {
		if ours[name] {
			shared[name] = true
		}
	}
	return shared
}

// reach notes a type and those that it leads to. It does not enter those of a set.
func reach(holds map[string][]string, name string, without, seen map[string]bool) {
	if seen[name] || without[name] {
		return
	}
	seen[name] = true
	for _, held := range holds[name] {
		reach(holds, held, without, seen)
	}
}

// leading are the packages of the given types, and those that import them, also through others, with declarations.
func (s *Sharing) leading(ours map[string]bool) []*sharer {
	if s.packages == nil {
		s.list()
	}
	leads := map[string]bool{}
	for name := range ours {
		leads[name[:strings.LastIndexByte(name, '.')]] = true
	}
	for more := true; more; {
		more = false
		for path, pkg := range s.packages {
			if !leads[path] && slices.ContainsFunc(pkg.imports, func(imported string) bool { return leads[imported] }) {
				leads[path], more = true, true
			}
		}
	}
	var all []*sharer
	for path := range leads {
		if pkg := s.packages[path]; pkg != nil {
			if pkg.holds == nil {
				s.declarations(path, pkg)
			}
			all = append(all, pkg)
		}
	}
	return all
}

// list reads the imports of all packages.
func (s *Sharing) list() {
	s.packages = map[string]*sharer{}
	load.EachFile(s.session, func(path, name string) {
		file, _ := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if file == nil || file.Name == nil {
			return
		}
		pkg := s.packages[path]
		if pkg == nil {
			pkg = &sharer{}
			s.packages[path] = pkg
		}
		if pkg.name == "" || pkg.name == "main" { // the name of files that are run by themselves
			pkg.name = file.Name.Name
		}
		pkg.files = append(pkg.files, name)
		pkg.imports = append(pkg.imports, load.Imports([]*ast.File{file})...)
	})
}

// declarations reads what a package declares.
func (s *Sharing) declarations(path string, pkg *sharer) {
	pkg.holds = map[string][]string{}
	for _, name := range pkg.files {
		file, _ := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		names := s.namesOf(path, file)
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				pkg.registered = append(pkg.registered, names.registered(decl)...)
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					if spec, ok := spec.(*ast.TypeSpec); ok {
						at := path + "." + spec.Name.Name
						pkg.holds[at] = names.in(spec.Type)
						if isRootSpec(decl, spec) {
							pkg.roots = append(pkg.roots, at)
						}
					}
				}
			}
		}
	}
}

// isRootSpec reports whether a type is a configuration, or has a marker of a root.
func isRootSpec(decl *ast.GenDecl, spec *ast.TypeSpec) bool {
	for _, doc := range []*ast.CommentGroup{decl.Doc, spec.Doc} {
		if hasMarker(doc, "+config", "+flags") {
			return true
		}
	}
	s, ok := spec.Type.(*ast.StructType)
	return ok && slices.ContainsFunc(s.Fields.List, func(field *ast.Field) bool {
		return len(field.Names) == 0 && load.TypeName(field.Type) == "TypeMeta"
	})
}

// hasMarker reports whether a comment has a marker with one of the given names.
func hasMarker(doc *ast.CommentGroup, names ...string) bool {
	if doc == nil {
		return false
	}
	return slices.ContainsFunc(doc.List, func(line *ast.Comment) bool {
		text := strings.TrimSpace(strings.TrimPrefix(line.Text, "//"))
		if end := strings.IndexAny(text, "(= "); end >= 0 {
			text = text[:end]
		}
		return slices.Contains(names, text)
	})
}

// names gives the names in a file their import paths.
type names struct {
	path    string
	imports map[string]string
}

func (s *Sharing) namesOf(pkg string, file *ast.File) names {
	known := names{pkg, map[string]string{}}
	for _, spec := range file.Imports {
		imported := strings.Trim(spec.Path.Value, "`\"")
		name := path.Base(imported)
		switch own := s.packages[imported]; {
		case spec.Name != nil:
			name = spec.Name.Name
		case own != nil:
			name = own.name
		}
		known.imports[name] = imported
	}
	return known
}

// in are the types that the syntax of a type names, without those in functions and in fields that are left out.
func (n names) in(syntax ast.Expr) []string {
	var all []string
	ast.Inspect(syntax, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncType, *ast.InterfaceType:
			return false
		case *ast.Field:
			if !hasMarker(node.Doc, "+configgen:skip") {
				all = append(all, n.in(node.Type)...)
			}
			return false
		case *ast.SelectorExpr:
			if pkg, ok := node.X.(*ast.Ident); ok {
				all = append(all, n.imports[pkg.Name]+"."+node.Sel.Name)
			}
			return false
		case *ast.Ident:
			all = append(all, n.path+"."+node.Name)
		}
		return true
	})
	return all
}

// registered are the types that a function can register flags for: its receiver and its parameters, if it gets or
// returns a set of flags.
func (n names) registered(decl *ast.FuncDecl) []string {
	var all []string
	flags := false
	for _, list := range []*ast.FieldList{decl.Recv, decl.Type.Params, decl.Type.Results} {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			name := load.TypeName(field.Type)
			flags = flags || name == "FlagSet" || name == "NamedFlagSets"
			if list != decl.Type.Results {
				all = append(all, n.in(field.Type)...)
			}
		}
	}
	if !flags {
		return nil
	}
	return all
}
