package load

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/markers"
)

// document reads the doc comments of fields of other modules that a +subfield makes a flag and gives no usage: they are
// the help of the flag.
func (l *loader) document() {
	for path, pkg := range l.sources {
		checked, _, _ := l.Types(path)
		if pkg == nil || checked == nil {
			continue
		}
		for _, declared := range pkg.Types {
			object := checked.Scope().Lookup(declared.Name)
			if object == nil {
				continue
			}
			l.documentSubfields(object, nil, declared.Markers)
			for _, field := range declared.Fields {
				l.documentSubfields(object, []string{field.Name}, field.Markers)
			}
		}
	}
}

// documentSubfields does this for the markers of a type, or of the field that a path leads to from it.
func (l *loader) documentSubfields(object types.Object, path []string, set markers.Set) {
	for _, marker := range markers.All[markers.Subfield](set) {
		flag, ok := marker.Marker.Value.(*markers.Flag)
		if ok && flag.Usage == "" && flag.UsageFrom.IsZero() {
			l.documentField(object, slices.Concat(path, strings.Split(marker.Path, ".")))
		}
	}
}

// documentField reads the doc comment of the field that a path of names leads to from a type, if another module
// declares it.
func (l *loader) documentField(from types.Object, path []string) {
	for _, name := range path {
		field := fieldOf(from.Type(), name)
		if field == nil {
			return // which is a finding of those who follow the path
		}
		from = field
	}
	if from.Pkg() == nil || l.sources[from.Pkg().Path()] != nil {
		return
	}
	if _, known := l.docs[from]; !known {
		l.docs[from] = markers.Text(l.docOf(from))
	}
}

// fieldOf returns the field with the given name in a struct, inside of pointers, lists and maps, or in an embedded
// struct. It may be nil.
func fieldOf(t types.Type, name string) *types.Var {
	for range 16 { // deeper nesting is not a configuration
		switch u := t.Underlying().(type) {
		case interface{ Elem() types.Type }:
			t = u.Elem()
		case *types.Struct:
			for field := range u.Fields() {
				if field.Name() == name {
					return field
				}
			}
			for field := range u.Fields() {
				if field.Embedded() {
					if found := fieldOf(field.Type(), name); found != nil {
						return found
					}
				}
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// docOf parses the file that declares a struct field and returns the field's doc comment; nil if the source cannot be
// read.
func (l *loader) docOf(object types.Object) *ast.CommentGroup {
	position := l.Fset.Position(object.Pos())
	if position.Filename == "" {
		return nil
	}
	fset := token.NewFileSet() // positions of export data are approximate: compare lines, not token.Pos
	file, err := parser.ParseFile(fset, position.Filename, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var doc *ast.CommentGroup
	ast.Inspect(file, func(node ast.Node) bool {
		if n, ok := node.(*ast.Field); ok && declares(n, object.Name()) {
			first, last := fset.Position(n.Pos()).Line, fset.Position(n.End()).Line
			if first <= position.Line && position.Line <= last {
				doc = n.Doc
			}
		}
		return doc == nil
	})
	return doc
}

// declares reports whether a field declares name; an embedded field declares the last part of its type's name.
func declares(field *ast.Field, name string) bool {
	for _, ident := range field.Names {
		if ident.Name == name {
			return true
		}
	}
	return len(field.Names) == 0
}

// Published returns the markers that say what a value is and that the source of another module has on the field of a
// struct that a root leads to. Their positions are not in the user's source. The doc comment, without markers, is empty
// if no group asks for documentation.
func (s *Session) Published(field *types.Var) (set markers.Set, doc string) {
	at := s.placeOf(field)
	return s.publishedFields[at], s.publishedDocs[at]
}

// PublishedType returns the same markers of a type of another module that a root leads to.
func (s *Session) PublishedType(path, name string) markers.Set {
	return s.publishedTypes[path+"."+name]
}

// sourceLine is a declaration in a file: export data tells no more of a position than the line.
type sourceLine struct {
	file string
	line int
	name string
}

func (s *Session) placeOf(object types.Object) sourceLine {
	at := s.Fset.Position(object.Pos())
	return sourceLine{at.Filename, at.Line, object.Name()}
}

// readPublished reads the markers of the types of other modules to which roots lead.
func (l *loader) readPublished() {
	p := &publishedReader{loader: l, seen: map[types.Type]bool{}, files: map[string]bool{}}
	for _, pkg := range l.sources {
		if pkg != nil {
			dir, _ := Docs(l.Session, pkg)
			p.docs = p.docs || dir != "" || pkg.Markers.Has("configgen:api")
		}
	}
	for _, pkg := range l.sources {
		if !pkg.Has("config") && !pkg.Has("flags") {
			continue
		}
		paths := []string{pkg.Path}
		if pkg.Has("config") {
			for _, version := range l.VersionsOf(pkg) {
				paths = append(paths, version.TypesPath())
			}
		}
		for _, name := range pkg.TypeNames {
			if root := pkg.Types[name].Markers; !root.Has("config") && !root.Has("flags") {
				continue
			}
			for _, path := range paths {
				if checked, _, _ := l.Types(path); checked != nil && checked.Scope().Lookup(name) != nil {
					p.visit(checked.Scope().Lookup(name).Type())
				}
			}
		}
	}
}

// publishedReader follows types to the source of other modules.
type publishedReader struct {
	*loader
	seen  map[types.Type]bool
	files map[string]bool
	docs  bool // doc comments are read, too
}

func (p *publishedReader) visit(t types.Type) {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		if p.seen[t] || named.Obj().Pkg() == nil || named.Obj().Name() == "TypeMeta" || readsItself(named) {
			return
		}
		p.seen[t] = true
		p.declaration(named.Obj())
	}
	switch underlying := t.Underlying().(type) {
	case *types.Map:
		p.visit(underlying.Key())
		p.visit(underlying.Elem())
	case *types.Struct:
		for field := range underlying.Fields() {
			p.declaration(field)
			p.visit(field.Type())
		}
	case interface{ Elem() types.Type }:
		p.visit(underlying.Elem())
	}
}

// readsItself reports whether a type has a form of its own in a file, whatever it consists of.
func readsItself(named *types.Named) bool {
	for _, name := range []string{"UnmarshalJSON", "UnmarshalText"} {
		object, _, _ := types.LookupFieldOrMethod(named, true, nil, name)
		if _, method := object.(*types.Func); method {
			return true
		}
	}
	return false
}

// mayDescribe reports whether a file may have markers that other modules honor.
func mayDescribe(content []byte) bool {
	for _, begin := range []string{"k8s:", "list", "format=", "path", "secret", "reload=", "since=", "deprecated"} {
		if bytes.Contains(content, []byte("+"+begin)) {
			return true
		}
	}
	return false
}

// declaration reads the file that declares an object of another module.
func (p *publishedReader) declaration(object types.Object) {
	if p.sources[object.Pkg().Path()] != nil || inStandardLibrary(object.Pkg().Path()) {
		return
	}
	name := p.placeOf(object).file
	if name == "" || p.files[name] {
		return
	}
	p.files[name] = true
	content, err := os.ReadFile(name)
	if err != nil || !p.docs && !mayDescribe(content) {
		return // without its source, there is nothing to honor
	}
	const mode = parser.ParseComments | parser.SkipObjectResolution
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, content, mode)
	if err != nil {
		return
	}
	reader := &publishedFile{p.Session, fset, markers.NewParser(fset), object.Pkg().Path(), name, p.docs}
	for _, decl := range file.Decls {
		if general, ok := decl.(*ast.GenDecl); ok && general.Tok == token.TYPE {
			for _, spec := range general.Specs {
				reader.typeSpec(spec.(*ast.TypeSpec), docOf(general, spec.(*ast.TypeSpec).Doc))
			}
		}
	}
}

// inStandardLibrary reports whether an import path is one of the standard library: the first part of others has a dot.
func inStandardLibrary(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// publishedFile is one file of another module.
type publishedFile struct {
	session *Session
	fset    *token.FileSet
	parser  *markers.Parser
	pkg     string
	name    string
	docs    bool
}

func (f *publishedFile) typeSpec(spec *ast.TypeSpec, doc *ast.CommentGroup) {
	owner := f.pkg + "." + spec.Name.Name
	if set := f.honored(doc, owner, markers.OnType); len(set) > 0 {
		f.session.publishedTypes[owner] = set
	}
	s, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, field := range s.Fields.List {
		add := func(at ast.Node, name string) {
			place := sourceLine{f.name, f.fset.Position(at.Pos()).Line, name}
			if set := f.honored(field.Doc, owner+"."+name, markers.OnField); len(set) > 0 {
				f.session.publishedFields[place] = set
			}
			if f.docs && field.Doc != nil {
				f.session.publishedDocs[place] = markers.Text(field.Doc)
			}
		}
		if len(field.Names) == 0 {
			add(field.Type, TypeName(field.Type))
		}
		for _, name := range field.Names {
			add(name, name.Name)
		}
	}
}

// honored are the markers of a declaration that generated code and the loader honor.
func (f *publishedFile) honored(doc *ast.CommentGroup, owner string, place markers.Place) markers.Set {
	if doc == nil {
		return nil
	}
	set, _ := f.parser.Parse(doc, place) // others' mistakes are not the user's
	set = slices.DeleteFunc(set, func(m markers.Marker) bool { return !m.DescribesValue() })
	for i := range set {
		set[i].Published = owner
	}
	return set
}

// Bodies returns the files of a package with the bodies of its functions, from source: of the user's, or of a package
// of another module that the types of the user's lead to. It returns nothing for other packages.
func (s *Session) Bodies(path string) []*ast.File {
	if pkg := s.known(path); pkg != nil && setsDefaults(pkg) {
		return pkg.Files
	}
	dir := s.Directory(path)
	if pkg := s.reached(path); dir == "" && pkg != nil && !inStandardLibrary(path) {
		dir = s.directoryOf(pkg)
	}
	if dir == "" {
		return nil
	}
	return s.parseBodies(dir)
}

// reached is a package that types lead to, perhaps with some of its declarations only; nil if there is none.
func (s *Session) reached(path string) *types.Package {
	seen := map[*types.Package]bool{}
	var find func(pkg *types.Package) *types.Package
	find = func(pkg *types.Package) *types.Package {
		if pkg == nil || seen[pkg] {
			return nil
		}
		if seen[pkg] = true; pkg.Path() == path {
			return pkg
		}
		for _, imported := range pkg.Imports() {
			if found := find(imported); found != nil {
				return found
			}
		}
		return nil
	}
	for _, loaded := range s.types {
		if found := find(loaded.pkg); found != nil {
			return found
		}
	}
	return nil
}

// parseBodies parses the files in a directory that people wrote for the reference platform.
func (s *Session) parseBodies(dir string) (files []*ast.File) {
	names, err := s.request.goFiles(dir)
	if err != nil {
		return nil
	}
	reference := s.request.reference()
	for _, name := range names {
		built, _ := reference.MatchFile(dir, filepath.Base(name))
		content, err := s.request.readFile(name)
		if err != nil || !built || !handwritten(filepath.Base(name)) {
			continue
		}
		if file, err := parser.ParseFile(s.Fset, name, content, parser.SkipObjectResolution); err == nil {
			files = append(files, file)
		}
	}
	return files
}

// filesWith parses the files with a text in the directory of a package of another module.
func (s *Session) filesWith(pkg *types.Package, text string) []*ast.File {
	if dir := s.directoryOf(pkg); dir != "" {
		return filesIn(dir, text)
	}
	return nil
}

// directoryOf is the directory of a package of another module; empty if its source is not known.
func (s *Session) directoryOf(pkg *types.Package) string {
	for _, name := range pkg.Scope().Names() {
		if declaring := s.placeOf(pkg.Scope().Lookup(name)).file; declaring != "" {
			return filepath.Dir(declaring)
		}
	}
	return ""
}

// filesIn parses the files with a text that a build of a directory includes; none without the source.
func filesIn(dir, text string) (files []*ast.File) {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range names {
		content, err := os.ReadFile(name)
		built, _ := build.Default.MatchFile(dir, filepath.Base(name))
		if err != nil || !built || strings.HasSuffix(name, "_test.go") || !bytes.Contains(content, []byte(text)) {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, content, parser.SkipObjectResolution)
		if err == nil {
			files = append(files, parsed)
		}
	}
	return files
}
