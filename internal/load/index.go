package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// indexer fills the index of one package.
type indexer struct {
	fset    *token.FileSet
	parser  *markers.Parser
	pkg     *Package
	file    *ast.File                  // the one at hand
	begin   token.Pos                  // the end of the declaration before, in that file
	imports map[string]string          // of the file, by the names that it uses
	claimed map[*ast.CommentGroup]bool // comments that document something a marker may apply to
	// lines are the markers of all doc comments. Mistaken are the comments with a marker that has a mistake, foreign the
	// markers of each comment whose names +configgen:foreign declares.
	lines    []documented
	mistaken map[*ast.CommentGroup]bool
	foreign  map[*ast.CommentGroup]markers.Set
	// builder reports that the package makes a scheme builder, registers that its functions may register types.
	builder, registers bool
	// values are the initial values of the constants and variables of the package, by name.
	values map[string]ast.Expr
}

// documented are the markers of one doc comment, with the type that has or contains the declaration; nil if there is
// none.
type documented struct {
	doc   *ast.CommentGroup
	lines []markers.Line
	place markers.Place
	of    *Type
}

// index adds to a package what its files declare, with comments, markers and tags. The findings name misplaced and
// malformed markers.
func index(fset *token.FileSet, parser *markers.Parser, pkg *Package) {
	pkg.fset, pkg.Types, pkg.Declared = fset, map[string]*Type{}, map[string]group.Declaration{}
	pkg.tags = tagsOf(fset, func() []*ast.CommentGroup { return comments(pkg.Files) })
	pkg.clauseTags = tagsOf(fset, func() []*ast.CommentGroup {
		var docs []*ast.CommentGroup
		for _, file := range pkg.Files {
			docs = append(docs, file.Doc)
		}
		return docs
	})
	pkg.docTags = tagsOf(fset, func() []*ast.CommentGroup {
		return comments(slices.DeleteFunc(slices.Clone(pkg.Files), func(file *ast.File) bool {
			return !InDoc(fset.Position(file.FileStart))
		}))
	})
	pkg.peers = sync.OnceValue(pkg.findPeers)
	pkg.tests = sync.OnceValue(pkg.parseTests)
	pkg.configures = sync.OnceValue(func() bool {
		return slices.ContainsFunc(comments(slices.Concat(pkg.Files, pkg.Excluded)), markers.MentionsConfiguration)
	})
	x := &indexer{
		fset: fset, parser: parser, pkg: pkg, claimed: map[*ast.CommentGroup]bool{}, mistaken: map[*ast.CommentGroup]bool{},
		foreign: map[*ast.CommentGroup]markers.Set{}, values: map[string]ast.Expr{},
	}
	for _, file := range slices.Concat(pkg.Files, pkg.Excluded) {
		pkg.Names = append(pkg.Names, filepath.Base(fset.Position(file.FileStart).Filename))
	}
	for i, file := range pkg.Files {
		if i == 0 || file.Doc != nil {
			pkg.Clause = spanOf(file.Name)
		}
		x.index(file)
	}
	x.groupVersions()
	x.objects()
	x.unknown()
	x.mark()
	for _, file := range pkg.Excluded {
		pkg.Findings = append(pkg.Findings, excludedMarkers(parser, file)...)
	}
	pkg.Findings = append(pkg.Findings, pkg.limitedTypes()...)
}

func comments(files []*ast.File) []*ast.CommentGroup {
	var all []*ast.CommentGroup
	for _, file := range files {
		all = append(all, file.Comments...)
	}
	return all
}

// parse reads the markers of a doc comment. Of is the type that has or contains the declaration, or nil.
func (x *indexer) parse(doc *ast.CommentGroup, place markers.Place, of *Type) markers.Set {
	if doc == nil {
		return nil
	}
	x.claimed[doc] = true
	if lines := markers.Lines(doc); len(lines) > 0 {
		x.lines = append(x.lines, documented{doc, lines, place, of})
	}
	set, findings := x.parser.Parse(doc, place)
	x.pkg.Findings = append(x.pkg.Findings, findings...)
	for _, found := range findings {
		if of != nil && found.Code == "unknown-marker" { // also where the package has no other marker
			of.Unknown = append(of.Unknown, found)
		}
	}
	x.mistaken[doc] = diag.Failed(findings)
	return set
}

func (x *indexer) index(file *ast.File) {
	x.file, x.begin, x.imports = file, file.FileStart, importsOf(file)
	x.pkg.Markers = append(x.pkg.Markers, x.parse(file.Doc, markers.OnPackage, nil)...)
	doc := InDoc(x.fset.Position(file.FileStart))
	for _, comment := range file.Comments {
		switch above := comment.End() < file.Package; {
		case comment == file.Doc:
		case doc && above:
			x.pkg.Markers = append(x.pkg.Markers, x.parse(comment, markers.OnPackage, nil)...)
		case doc || above:
			x.pkg.Markers = append(x.pkg.Markers, x.parser.ParseApart(comment, markers.OnPackage)...)
		}
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.GenDecl:
			x.general(d)
		case *ast.FuncDecl:
			x.function(d)
		}
		x.pkg.KnownTypes = append(x.pkg.KnownTypes, x.registered(decl)...)
		x.begin = decl.End()
	}
	if !x.pkg.Broken { // what a comment documents is not known then
		x.pkg.Findings = append(x.pkg.Findings, strays(x.parser, file, x.claimed)...)
	}
}

func (x *indexer) general(decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			x.typeSpec(s, docOf(decl, s.Doc))
			x.begin = s.End()
		case *ast.ValueSpec:
			kind := "var"
			if decl.Tok == token.CONST {
				kind = "const"
				doc := docOf(decl, s.Doc)
				x.pkg.Constants = append(x.pkg.Constants, &Constant{
					s.Names[0].Name, markers.Text(doc), x.parse(doc, markers.OnConstant, nil), spanOf(s.Names[0]),
				})
			}
			for i, name := range s.Names {
				x.declare(name, name.Name, group.Declaration{Kind: kind})
				if i < len(s.Values) {
					x.values[name.Name] = s.Values[i]
				}
			}
		}
	}
}

// groupVersions notes the API group and the version in each literal schema.GroupVersion, which a package registers its
// types with. Both are strings, or constants of the package.
func (x *indexer) groupVersions() {
	for name, value := range x.values {
		declared := x.pkg.Declared[name]
		if declared.Kind == "var" {
			declared.Group, declared.Version = x.text(inGroupVersion(value, "Group")), x.text(inGroupVersion(value, "Version"))
			x.pkg.Declared[name] = declared
		}
	}
}

// inGroupVersion is a field of a literal schema.GroupVersion; nil in anything else.
func inGroupVersion(value ast.Expr, field string) ast.Expr {
	literal, ok := value.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	if of, ok := literal.Type.(*ast.SelectorExpr); !ok || of.Sel.Name != "GroupVersion" {
		return nil
	}
	for _, element := range literal.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok && key.Name == field {
				return pair.Value
			}
		}
	}
	return nil
}

// text is the value of a literal string, or of a constant of the package that is set to one; empty for anything else.
func (x *indexer) text(value ast.Expr) string {
	if constant, ok := value.(*ast.Ident); ok && x.pkg.Declared[constant.Name].Kind == "const" {
		value = x.values[constant.Name]
	}
	if literal, ok := value.(*ast.BasicLit); ok {
		text, _ := strconv.Unquote(literal.Value)
		return text
	}
	return ""
}

// docOf returns the doc comment of a specification: its own comment, or the comment of the declaration if this has no
// other specification.
func docOf(decl *ast.GenDecl, own *ast.CommentGroup) *ast.CommentGroup {
	if own == nil && !decl.Lparen.IsValid() {
		return decl.Doc
	}
	return own
}

func (x *indexer) function(decl *ast.FuncDecl) {
	declared := group.Declaration{Kind: "func"}
	name := decl.Name.Name
	if decl.Recv == nil {
		declared.Params, declared.Results = x.typesOf(decl.Type.Params), x.typesOf(decl.Type.Results)
	} else {
		declared.Kind, name = "method", TypeName(decl.Recv.List[0].Type)+"."+name
	}
	x.declare(decl.Name, name, declared)
}

func (x *indexer) declare(ident *ast.Ident, name string, declared group.Declaration) {
	declared.Position, declared.End = x.fset.Position(ident.Pos()), x.fset.Position(ident.End())
	x.pkg.Declared[name] = declared
}

// isIgnored reports whether a file has the constraint that no build meets.
func isIgnored(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, line := range group.List {
			if line.Pos() < file.Package && line.Text == "//go:build ignore" {
				return true
			}
		}
	}
	return false
}

// objects records which types implement runtime.Object: by a hand-written method, or because they request deepcopy-gen.
func (x *indexer) objects() {
	for name, declared := range x.pkg.Types {
		_, byHand := x.pkg.Declared[name+".DeepCopyObject"]
		if is := x.pkg.Declared[name]; is.Kind == "type" {
			is.Object = byHand || x.pkg.copied[name] || declared.Markers.Has("k8s:deepcopy-gen:interfaces") ||
				objectOfControllerGen(declared)
			byHand := len(x.pkg.KnownTypes) > 0 || x.builder && !x.registers
			is.Unregistered = byHand && !slices.Contains(x.pkg.KnownTypes, name)
			x.pkg.Declared[name] = is
		}
	}
}

// unknown finds the markers that have no effect. What the package says of other tools may be in any of its files.
func (x *indexer) unknown() {
	var around markers.Surroundings
	for _, foreign := range markers.All[markers.Foreign](x.pkg.Markers) {
		around.Foreign = append(around.Foreign, foreign.Prefixes...)
	}
	around.ControllerGen = slices.ContainsFunc(x.lines, func(d documented) bool {
		return slices.ContainsFunc(d.lines, func(line markers.Line) bool { return markers.ReadByControllerGen(line.Name()) })
	})
	for _, d := range x.lines {
		findings := x.parser.Unknown(d.lines, d.place, around)
		x.mistaken[d.doc] = x.mistaken[d.doc] || diag.Failed(findings)
		x.keepForeign(d, around)
		if d.of != nil {
			d.of.Unknown = append(d.of.Unknown, findings...)
		} else {
			x.pkg.Unknown = append(x.pkg.Unknown, findings...)
		}
	}
}

// keepForeign keeps the markers of a doc comment that the package declares to be foreign. Generators may know them.
func (x *indexer) keepForeign(d documented, around markers.Surroundings) {
	x.foreign[d.doc] = append(x.foreign[d.doc], x.parser.Foreign(d.lines, around)...)
	if d.place == markers.OnType {
		d.of.Foreign = x.foreign[d.doc]
	}
}

// mark notes which fields have a marker with a mistake, and which have foreign ones.
func (x *indexer) mark() {
	for _, t := range x.pkg.Types {
		for _, field := range t.Fields {
			field.Mistaken, field.Foreign = x.mistaken[field.Syntax.Doc], x.foreign[field.Syntax.Doc]
		}
	}
}

// objectOfControllerGen reports whether controller-gen makes a type an object, in a generated file that is not read.
func objectOfControllerGen(declared *Type) bool {
	return slices.ContainsFunc(declared.Tags(), func(t Tag) bool {
		return t.Name == "kubebuilder:object:root" && t.Value != "false"
	})
}

func (x *indexer) typeSpec(spec *ast.TypeSpec, doc *ast.CommentGroup) {
	file, begin := x.file, x.begin
	declared := &Type{
		Name: spec.Name.Name, Doc: markers.Text(doc), Span: spanOf(spec.Name), Spec: spec,
		Generic: spec.TypeParams != nil,
		Own:     tagsOf(x.fset, func() []*ast.CommentGroup { return []*ast.CommentGroup{doc} }),
		Tags: tagsOf(x.fset, func() []*ast.CommentGroup {
			return slices.DeleteFunc(slices.Clone(file.Comments), func(c *ast.CommentGroup) bool {
				return c.Pos() < begin || c.End() > spec.End()
			})
		}),
	}
	declared.Markers = append(x.parse(doc, markers.OnType, declared), x.apart(spec, doc)...)
	declared.Mistaken = x.mistaken[doc]
	described := group.Declaration{Kind: "type"}
	if of, ok := spec.Type.(*ast.Ident); ok && spec.Assign.IsValid() {
		described.Alias = of.Name
	}
	x.declare(spec.Name, declared.Name, described)
	x.pkg.Types[declared.Name] = declared
	x.pkg.TypeNames = append(x.pkg.TypeNames, declared.Name)
	if s, ok := spec.Type.(*ast.StructType); ok {
		x.fields(s, declared)
	}
}

// apart reads the comment that is one blank line above a type and its doc comment.
func (x *indexer) apart(spec *ast.TypeSpec, doc *ast.CommentGroup) markers.Set {
	below := spec.Pos()
	if doc != nil {
		below = doc.Pos()
	}
	line := x.fset.Position(below).Line
	for _, comment := range x.file.Comments {
		if x.fset.Position(comment.End()).Line == line-2 {
			return x.parser.ParseApart(comment, markers.OnType)
		}
	}
	return nil
}

func (x *indexer) fields(s *ast.StructType, declared *Type) {
	before := x.fset.Position(s.Fields.Opening).Line
	for _, syntax := range s.Fields.List {
		beside := x.fset.Position(syntax.Pos()).Line == before
		before = x.fset.Position(syntax.End()).Line
		set := x.parse(syntax.Doc, markers.OnField, declared)
		if len(syntax.Names) > 1 && len(set) > 0 {
			m := set[0]
			x.pkg.Findings = append(x.pkg.Findings, diag.At(m.Position, m.End, "shared-marker",
				"+"+m.Name+" is on several fields at once", "declare each field on a line of its own").
				With(x.onLines(syntax)))
		}
		names := []string{TypeName(syntax.Type)}
		if len(syntax.Names) > 0 {
			names = nil
			for _, ident := range syntax.Names {
				names = append(names, ident.Name)
			}
		}
		for _, name := range names {
			declared.Fields = append(declared.Fields, &Field{
				Name: name, Markers: set, Beside: beside, Span: spanOf(syntax), Syntax: syntax, fset: x.fset,
			})
		}
	}
}

// TypeName returns the name of a type in the source, such as the type of an embedded field or of a receiver, without
// pointers, packages and type arguments.
func TypeName(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return TypeName(e.X)
	case *ast.ParenExpr:
		return TypeName(e.X)
	case *ast.IndexExpr:
		return TypeName(e.X)
	case *ast.IndexListExpr:
		return TypeName(e.X)
	}
	return ""
}

// typesOf lists the types of parameters or results, one for each, as group.Declaration has them.
func (x *indexer) typesOf(list *ast.FieldList) []string {
	if list == nil {
		return nil
	}
	var all []string
	for _, field := range list.List {
		text := types.ExprString(field.Type)
		pointers := text[:len(text)-len(strings.TrimLeft(text, "*"))]
		name := text[len(pointers):]
		switch qualifier, selected, qualified := strings.Cut(name, "."); {
		case qualified && x.imports[qualifier] != "":
			name = x.imports[qualifier] + "." + selected
		case !qualified && token.IsExported(name):
			name = x.pkg.Path + "." + name
		}
		for range max(1, len(field.Names)) {
			all = append(all, pointers+name)
		}
	}
	return all
}
