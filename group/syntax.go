package group

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/markers"
)

// syntax is what the source of one package declares, with its comments and markers.
type syntax struct {
	pkg       *load.Package
	markers   markers.Set // of the package clauses
	types     map[string]*typeSyntax
	typeNames []string // in the order of the source
	constants []*constantSyntax
	declared  map[string]Declaration
	files     []string // base names, those for other systems included
}

// typeSyntax is a type declaration.
type typeSyntax struct {
	name     string
	doc      string
	markers  markers.Set
	fields   map[string]*fieldSyntax
	pos, end token.Pos // of the name
	generic  bool
	reached  bool // some root leads here
}

// field is the declaration of a field; nil where there is none.
func (t *typeSyntax) field(name string) *fieldSyntax {
	if t == nil {
		return nil
	}
	return t.fields[name]
}

// fieldSyntax is one field of a struct declaration.
type fieldSyntax struct {
	doc      string
	markers  markers.Set
	pos, end token.Pos // of the field, its type included
}

// constantSyntax is a constant with its markers.
type constantSyntax struct {
	name    string
	doc     string
	markers markers.Set
	pos     token.Pos // of the name
	end     token.Pos
	reached bool // some field can have it as its value
}

// reader reads the syntax of one package and collects findings.
type reader struct {
	fset     *token.FileSet
	parser   *markers.Parser
	out      *syntax
	findings []diag.Diagnostic
	comments []*ast.CommentGroup        // of the file
	imports  map[string]string          // of the file, by the names that it uses
	claimed  map[*ast.CommentGroup]bool // comments that document something a marker may apply to
}

// readSyntax reads a package; the findings name misplaced and malformed markers.
func readSyntax(fset *token.FileSet, parser *markers.Parser, pkg *load.Package) (*syntax, []diag.Diagnostic) {
	r := &reader{
		fset: fset, parser: parser,
		out:     &syntax{pkg: pkg, types: map[string]*typeSyntax{}, declared: map[string]Declaration{}},
		claimed: map[*ast.CommentGroup]bool{},
	}
	for _, file := range slices.Concat(pkg.Files, pkg.Excluded) {
		r.out.files = append(r.out.files, filepath.Base(fset.Position(file.FileStart).Filename))
	}
	for _, file := range pkg.Files {
		r.file(file)
	}
	for _, file := range pkg.Excluded {
		for _, group := range file.Comments {
			r.findings = append(r.findings, r.parser.Misplaced(group, "in a file that its name or a build constraint keeps from linux/amd64")...)
		}
	}
	return r.out, r.findings
}

func (r *reader) parse(doc *ast.CommentGroup, place markers.Place) markers.Set {
	if doc == nil {
		return nil
	}
	r.claimed[doc] = true
	set, findings := r.parser.Parse(doc, place)
	r.findings = append(r.findings, findings...)
	return set
}

func (r *reader) file(file *ast.File) {
	r.out.markers = append(r.out.markers, r.parse(file.Doc, markers.OnPackage)...)
	for _, comment := range file.Comments {
		if comment != file.Doc && comment.End() < file.Package {
			r.out.markers = append(r.out.markers, r.parser.ParseApart(comment, markers.OnPackage)...)
		}
	}
	r.comments, r.imports = file.Comments, importsOf(file)
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.GenDecl:
			r.general(d)
		case *ast.FuncDecl:
			r.function(d)
		}
	}
	r.strays(file)
}

func (r *reader) general(decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			doc := s.Doc
			if doc == nil && !decl.Lparen.IsValid() {
				doc = decl.Doc
			}
			r.typeSpec(s, doc)
		case *ast.ValueSpec:
			kind := "var"
			if decl.Tok == token.CONST {
				kind = "const"
				doc := s.Doc
				if doc == nil && !decl.Lparen.IsValid() {
					doc = decl.Doc
				}
				r.out.constants = append(r.out.constants, &constantSyntax{s.Names[0].Name, markers.Text(doc), r.parse(doc, markers.OnConstant), s.Names[0].Pos(), s.Names[0].End(), false})
			}
			for _, name := range s.Names {
				r.declare(name, Declaration{Kind: kind}, name.Name)
			}
		}
	}
}

func (r *reader) declare(ident *ast.Ident, declared Declaration, name string) {
	declared.Position, declared.End = r.fset.Position(ident.Pos()), r.fset.Position(ident.End())
	r.out.declared[name] = declared
}

func (r *reader) function(decl *ast.FuncDecl) {
	if decl.Recv == nil {
		r.declare(decl.Name, Declaration{Kind: "func", Params: r.typesOf(decl.Type.Params), Results: r.typesOf(decl.Type.Results)}, decl.Name.Name)
		return
	}
	receiver := decl.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	if ident, ok := receiver.(*ast.Ident); ok {
		r.declare(decl.Name, Declaration{Kind: "method"}, ident.Name+"."+decl.Name.Name)
	}
}

// typesOf lists the types of parameters or results, one for each, as Declaration has them.
func (r *reader) typesOf(list *ast.FieldList) []string {
	if list == nil {
		return nil
	}
	var all []string
	for _, field := range list.List {
		text := types.ExprString(field.Type)
		pointers := text[:len(text)-len(strings.TrimLeft(text, "*"))]
		name := text[len(pointers):]
		switch qualifier, selected, qualified := strings.Cut(name, "."); {
		case qualified && r.imports[qualifier] != "":
			name = r.imports[qualifier] + "." + selected
		case !qualified && token.IsExported(name):
			name = r.out.pkg.Path + "." + name
		}
		for range max(1, len(field.Names)) {
			all = append(all, pointers+name)
		}
	}
	return all
}

// importsOf maps the names under which a file knows packages to their paths. Without an alias, the name is taken from the path.
func importsOf(file *ast.File) map[string]string {
	imports := map[string]string{}
	for _, spec := range file.Imports {
		importPath, _ := strconv.Unquote(spec.Path.Value) // the parser has checked it
		name := path.Base(importPath)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = importPath
	}
	return imports
}

func (r *reader) typeSpec(spec *ast.TypeSpec, doc *ast.CommentGroup) {
	r.declare(spec.Name, Declaration{Kind: "type"}, spec.Name.Name)
	declared := &typeSyntax{
		name: spec.Name.Name, doc: markers.Text(doc), fields: map[string]*fieldSyntax{},
		markers: append(r.parse(doc, markers.OnType), r.apart(spec, doc)...),
		pos:     spec.Name.Pos(), end: spec.Name.End(), generic: spec.TypeParams != nil,
	}
	r.out.types[declared.name] = declared
	r.out.typeNames = append(r.out.typeNames, declared.name)
	if s, ok := spec.Type.(*ast.StructType); ok {
		r.structFields(s, declared)
	}
}

// apart reads the comment that stands one blank line above a type and its doc comment.
func (r *reader) apart(spec *ast.TypeSpec, doc *ast.CommentGroup) markers.Set {
	below := spec.Pos()
	if doc != nil {
		below = doc.Pos()
	}
	for _, comment := range r.comments {
		if r.fset.Position(comment.End()).Line == r.fset.Position(below).Line-2 {
			return r.parser.ParseApart(comment, markers.OnType)
		}
	}
	return nil
}

func (r *reader) structFields(s *ast.StructType, declared *typeSyntax) {
	for _, field := range s.Fields.List {
		f := &fieldSyntax{markers.Text(field.Doc), r.parse(field.Doc, markers.OnField), field.Pos(), field.End()}
		if len(field.Names) > 1 && len(f.markers) > 0 {
			m := f.markers[0]
			r.findings = append(r.findings, diag.At(m.Position, m.End, "shared-marker",
				"+"+m.Name+" stands on several fields at once", "declare each field in a line of its own"))
		}
		names := []string{embeddedName(field.Type)}
		if len(field.Names) > 0 {
			names = nil
			for _, ident := range field.Names {
				names = append(names, ident.Name)
			}
		}
		for _, name := range names {
			declared.fields[name] = f
		}
	}
}

// embeddedName is the name that an embedded field gets from its type.
func embeddedName(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return embeddedName(e.X)
	case *ast.IndexExpr:
		return embeddedName(e.X)
	case *ast.IndexListExpr:
		return embeddedName(e.X)
	}
	return ""
}

// strays finds markers in comments that document nothing.
func (r *reader) strays(file *ast.File) {
	where := map[*ast.CommentGroup]string{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncDecl:
			where[n.Doc] = "on a function"
			if n.Body != nil {
				for _, group := range file.Comments {
					if n.Body.Pos() <= group.Pos() && group.End() <= n.Body.End() {
						where[group] = "inside a function"
					}
				}
			}
		case *ast.GenDecl:
			switch {
			case n.Tok == token.IMPORT:
				where[n.Doc] = "on an import"
			case n.Tok == token.VAR:
				where[n.Doc] = "on a variable"
			case n.Lparen.IsValid():
				where[n.Doc] = "in front of a parenthesised group of declarations"
			}
		case *ast.ValueSpec:
			where[n.Doc], where[n.Comment] = "on a variable", "at the end of a line"
		case *ast.TypeSpec:
			where[n.Comment] = "at the end of a line"
		case *ast.ImportSpec:
			where[n.Doc], where[n.Comment] = "on an import", "at the end of a line"
		case *ast.Field:
			where[n.Doc], where[n.Comment] = "on a parameter or an interface's method", "at the end of a line"
		}
		return true
	})
	for _, group := range file.Comments {
		if r.claimed[group] {
			continue
		}
		place := where[group]
		if place == "" {
			place = "in a comment that documents nothing"
		}
		r.findings = append(r.findings, r.parser.Misplaced(group, place)...)
	}
}

// packageOf describes the package for the model.
func (s *syntax) packageOf() Package {
	return Package{Path: s.pkg.Path, Name: s.pkg.Name, Dir: filepath.Clean(s.pkg.Dir), Files: s.files, Declared: s.declared, Installs: s.installs()}
}

// registered reports whether register-gen is asked to write what puts the package into a scheme. A register.go keeps it from
// that.
func (s *syntax) registered() bool {
	return s.markers.Has("groupName") && !slices.Contains(s.files, "register.go")
}

// installs reports whether that has the name Install, as all that register-gen writes; where somebody wrote the other name, this is
// what counts.
func (s *syntax) installs() bool {
	_, byHand := s.declared["AddToScheme"]
	return !byHand && s.registered()
}
