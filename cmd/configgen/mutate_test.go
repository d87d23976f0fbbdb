package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mutation is one mistake in a source file.
type mutation struct {
	kind, file string
	content    []byte // of the file
	first      int    // the lines of the declaration that is mutated
	last       int
	names      []string // the names that the declaration is about
	subject    []string // the part of names that lost facts may mention: no words of a marker or a type
	telling    []string // the part of names that findings at other declarations must mention: no words such as config
	keeps      bool     // nothing may be lost without a finding
	systems    bool     // the declaration is limited to systems, so that the files of several systems may become one
	code       bool     // it is in Go code, which a compiler judges, too
	moved      string   // the new name of the file; "" if it keeps its name
	gone       bool     // the file no longer exists
	renamed    string   // the new name of names[0] in all files; "" if it keeps its name
	goos       string   // the system and architecture for which the code has to compile, too; "" for none
	goarch     string
}

// mutator makes mutations of the files of a group.
type mutator struct {
	t     *testing.T
	files map[string][]byte // by path, hand-written ones only
}

// splice replaces a part of a source.
func splice(source []byte, from, to int, text string) []byte {
	return slices.Concat(source[:from], []byte(text), source[to:])
}

// kind makes a mistake of one kind; it reports false where a file has nothing of the kind.
type kind struct {
	make func(*rand.Rand, *sources) (mutation, bool)
	code bool // in Go code
}

// mistakes change hand-written declarations, removals remove declarations that generated code uses.
var (
	mistakes = []kind{
		{mutateMarker, false}, {mutateMarker, false}, {mutateMarker, false}, {mutateTag, false}, {mutateFunction, true},
		{mutateField, true}, {mutateField, true}, {mutateImport, true},
	}
	removals = []kind{
		{mutateMarker, false}, {mutateFunction, true}, {mutateFunction, true}, {mutateDeclaration, true},
		{mutateDeclaration, true}, {mutateDeclaration, true}, {mutateRegistration, true}, {mutateFile, true},
		{mutateFile, true},
	}
)

// pick makes one mutation of a random file. It tries again where a file has nothing of the kind.
func (m *mutator) pick(dice *rand.Rand, kinds []kind) mutation {
	names := slices.Sorted(maps.Keys(m.files))
	for {
		name := names[dice.IntN(len(names))]
		s := m.parse(name)
		kind := kinds[dice.IntN(len(kinds))]
		if made, ok := kind.make(dice, s); ok && (made.content == nil || !bytes.Equal(made.content, s.text)) {
			made.file, made.code = name, kind.code
			return made
		}
	}
}

// sources is a file that is mutated.
type sources struct {
	set  *token.FileSet
	file *ast.File
	text []byte
}

func (m *mutator) parse(name string) *sources {
	m.t.Helper()
	s := &sources{set: token.NewFileSet(), text: m.files[name]}
	var err error
	if s.file, err = parser.ParseFile(s.set, path.Base(name), s.text, parser.ParseComments); err != nil {
		m.t.Fatal(err)
	}
	return s
}

func (s *sources) offset(pos token.Pos) int { return s.set.Position(pos).Offset }

// about begins a mutation of a node: its lines, with the comment above it.
func (s *sources) about(kind string, doc *ast.CommentGroup, node ast.Node, names ...string) mutation {
	m := mutation{
		kind: kind, first: s.set.Position(node.Pos()).Line, last: s.set.Position(node.End()).Line, names: names,
		telling: slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !ast.IsExported(name) }),
	}
	if len(names) > 0 {
		m.subject = names[:1]
	}
	if doc != nil {
		m.systems = slices.ContainsFunc(doc.List, func(line *ast.Comment) bool { return strings.Contains(line.Text, "+os=") })
		m.first = s.set.Position(doc.Pos()).Line
	}
	return m
}

// declared is a declaration with a doc comment: a field, a type, a constant.
type declared struct {
	node  ast.Node
	doc   *ast.CommentGroup
	names []string
}

// declarations returns all declarations of a file that can have markers.
func (s *sources) declarations() []declared {
	all := []declared{{s.file.Name, s.file.Doc, []string{s.file.Name.Name}}}
	for _, d := range s.file.Decls {
		general, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range general.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				doc := spec.Doc
				if doc == nil {
					doc = general.Doc
				}
				all = append(all, declared{spec.Name, doc, []string{spec.Name.Name}})
				if structure, ok := spec.Type.(*ast.StructType); ok {
					all = append(all, fieldsOf(structure, spec.Name.Name)...)
				}
			case *ast.ValueSpec:
				all = append(all, declared{spec, spec.Doc, []string{spec.Names[0].Name}})
			}
		}
	}
	return all
}

func fieldsOf(structure *ast.StructType, owner string) []declared {
	var all []declared
	for _, field := range structure.Fields.List {
		name := ""
		switch t := field.Type.(type) {
		case *ast.SelectorExpr:
			name = t.Sel.Name
		case *ast.Ident:
			name = t.Name
		}
		if len(field.Names) > 0 {
			name = field.Names[0].Name
		}
		all = append(all, declared{field, field.Doc, []string{name, owner}})
	}
	return all
}

// markerName matches the name of a marker or tag in a comment.
var markerName = regexp.MustCompile(`^//\s*\+([A-Za-z0-9:-]+)`)

// mutateMarker deletes, duplicates, misspells or moves a marker.
func mutateMarker(dice *rand.Rand, s *sources) (mutation, bool) {
	type found struct {
		of   int
		line *ast.Comment
	}
	all := s.declarations()
	var candidates []found
	for i, d := range all {
		if d.doc == nil {
			continue
		}
		for _, line := range d.doc.List {
			if markerName.MatchString(line.Text) {
				candidates = append(candidates, found{i, line})
			}
		}
	}
	if len(candidates) == 0 {
		return mutation{}, false
	}
	chosen := candidates[dice.IntN(len(candidates))]
	d := all[chosen.of]
	from, to := s.offset(chosen.line.Pos()), s.offset(chosen.line.End())
	name := markerName.FindStringSubmatchIndex(chosen.line.Text)
	indent := string(s.text[bytes.LastIndexByte(s.text[:from], '\n')+1 : from])
	values := argumentsOf(chosen.line.Text[name[3]:])
	names := append(slices.Clone(d.names), argumentsOf(chosen.line.Text)...)
	if chosen.of > 0 {
		values = append(values, d.names...)
	}
	switch chosen.line.Text[name[2]:name[3]] {
	case "os", "flag":
		values = append(values, "FlagSet") // of a system, and of a section that has no other flag
	case "enum":
		values = append(values, "NotSupported", "supported := ") // of the fields of the type
	case "configgen:output", "configgen:api":
		values = []string{""} // it says where everything is, or asks for a file
	}
	switch dice.IntN(4) {
	case 0:
		m := s.about("delete marker "+chosen.line.Text, d.doc, d.node, names...)
		m.content, m.subject = splice(s.text, from, to, "//"), values
		text := strings.TrimLeft(chosen.line.Text, "/ +")
		marker, _, _ := strings.Cut(text, "(")
		m.telling = append(m.telling, text, marker+" of the package") // which advice names
		return m, true
	case 1:
		m := s.about("duplicate marker "+chosen.line.Text, d.doc, d.node, names...)
		m.content, m.keeps = splice(s.text, to, to, "\n"+indent+chosen.line.Text), true
		m.last++
		return m, true
	case 2:
		m := s.about("misspell marker "+chosen.line.Text, d.doc, d.node, names...)
		wrong := misspelled(dice, chosen.line.Text[name[2]:name[3]])
		m.content, m.keeps = splice(s.text, from+name[2], from+name[3], wrong), true
		return m, true
	}
	if chosen.of+1 >= len(all) || all[chosen.of+1].doc == nil {
		return mutation{}, false
	}
	next := all[chosen.of+1]
	m := s.about("move marker "+chosen.line.Text, d.doc, next.node, append(names, next.names...)...)
	end := s.offset(next.doc.End())
	m.content = splice(splice(s.text, end, end, "\n"+indent+chosen.line.Text), from, to, "//")
	m.subject = append(values, next.names[0])
	m.last++
	return m, true
}

// argumentsOf returns the words after the name of a marker.
func argumentsOf(line string) []string {
	return regexp.MustCompile(`[A-Za-z][A-Za-z0-9-]{2,}`).FindAllString(line, -1)
}

// misspelled swaps two letters of a word, or leaves one out.
func misspelled(dice *rand.Rand, word string) string {
	letters := []byte(word)
	at := dice.IntN(len(letters))
	if at+1 < len(letters) && dice.IntN(2) == 0 && letters[at] != letters[at+1] {
		letters[at], letters[at+1] = letters[at+1], letters[at]
		return string(letters)
	}
	if len(letters) < 3 {
		return word + "x"
	}
	return string(slices.Delete(letters, at, at+1))
}

// mutateTag deletes the tag of a field, or misspells a key or a value in it.
func mutateTag(dice *rand.Rand, s *sources) (mutation, bool) {
	var fields []declared
	for _, d := range s.declarations() {
		if field, ok := d.node.(*ast.Field); ok && field.Tag != nil {
			fields = append(fields, d)
		}
	}
	if len(fields) == 0 {
		return mutation{}, false
	}
	d := fields[dice.IntN(len(fields))]
	tag := d.node.(*ast.Field).Tag
	from, to := s.offset(tag.Pos()), s.offset(tag.End())
	if dice.IntN(2) == 0 {
		m := s.about("delete tag "+tag.Value, d.doc, d.node, d.names...)
		m.content = splice(s.text, from, to, "")
		return m, true
	}
	m := s.about("misspell key of tag "+tag.Value, d.doc, d.node, d.names...)
	keys := regexp.MustCompile(`([a-z]+):"`).FindAllStringSubmatchIndex(tag.Value, -1)
	if len(keys) == 0 {
		return mutation{}, false
	}
	key := keys[dice.IntN(len(keys))]
	m.content, m.keeps = splice(s.text, from+key[2], from+key[3], misspelled(dice, tag.Value[key[2]:key[3]])), true
	return m, true
}

// mutateFunction deletes a function, or misspells its name.
func mutateFunction(dice *rand.Rand, s *sources) (mutation, bool) {
	var functions []*ast.FuncDecl
	for _, d := range s.file.Decls {
		if function, ok := d.(*ast.FuncDecl); ok && function.Recv == nil {
			functions = append(functions, function)
		}
	}
	if len(functions) == 0 {
		return mutation{}, false
	}
	f := functions[dice.IntN(len(functions))]
	parts := strings.Split(f.Name.Name, "_")
	names := append(parts, f.Name.Name)
	if dice.IntN(2) == 0 {
		from := f.Pos()
		if f.Doc != nil {
			from = f.Doc.Pos()
		}
		m := s.about("delete function "+f.Name.Name, f.Doc, f, names...)
		m.content, m.subject = splice(s.text, s.offset(from), s.offset(f.End()), ""), parts[len(parts)-1:]
		return m, true
	}
	m := s.about("misspell function "+f.Name.Name, f.Doc, f, names...)
	m.content, m.keeps = splice(
		s.text, s.offset(f.Name.Pos()), s.offset(f.Name.End()), misspelled(dice, f.Name.Name),
	), strings.Contains(f.Name.Name, "_")
	return m, true
}

// mutateField deletes or renames a field, or changes its type.
func mutateField(dice *rand.Rand, s *sources) (mutation, bool) {
	var fields []declared
	for _, d := range s.declarations() {
		if _, ok := d.node.(*ast.Field); ok {
			fields = append(fields, d)
		}
	}
	if len(fields) == 0 {
		return mutation{}, false
	}
	d := fields[dice.IntN(len(fields))]
	field := d.node.(*ast.Field)
	from, to := s.offset(field.Pos()), s.offset(field.End())
	switch dice.IntN(3) {
	case 0:
		if d.doc != nil {
			from = s.offset(d.doc.Pos())
		}
		m := s.about("delete field "+d.names[0], d.doc, d.node, append(d.names, argumentsOf(string(s.text[from:to]))...)...)
		m.subject = append(m.subject, textsIn(string(s.text[from:to]))...)
		m.content = splice(s.text, from, to, "")
		return m, true
	case 1:
		if len(field.Names) == 0 {
			return mutation{}, false
		}
		m := s.about("rename field "+d.names[0], d.doc, d.node, d.names...)
		m.content = splice(s.text, from, s.offset(field.Names[0].End()), misspelled(dice, d.names[0]))
		return m, true
	}
	types := []string{"string", "int32", "*bool", "[]string", "map[string]string", "float64", "Missing", "interface{}"}
	m := s.about("change type of field "+d.names[0], d.doc, d.node, append(
		d.names, argumentsOf(string(s.text[s.offset(field.Type.Pos()):s.offset(field.Type.End())]))...)...)
	m.content = splice(s.text, s.offset(field.Type.Pos()), s.offset(field.Type.End()), types[dice.IntN(len(types))])
	return m, len(field.Names) > 0
}

// textsIn returns the names of the flags that markers in a text declare, and the texts for these.
func textsIn(text string) []string {
	var texts []string
	for _, pattern := range []string{`\+flag[^=\n]*=([a-z0-9-]+)`, `"([^"\n]+)"`} {
		for _, found := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			texts = append(texts, found[1])
		}
	}
	return texts
}

// mutateImport deletes an import, or misspells its path.
func mutateImport(dice *rand.Rand, s *sources) (mutation, bool) {
	if len(s.file.Imports) == 0 {
		return mutation{}, false
	}
	chosen := s.file.Imports[dice.IntN(len(s.file.Imports))]
	importPath := strings.Trim(chosen.Path.Value, `"`)
	from, to := s.offset(chosen.Pos()), s.offset(chosen.End())
	name := path.Base(importPath)
	if chosen.Name != nil {
		name = chosen.Name.Name
	}
	m := s.about("delete import "+importPath, nil, chosen, name, importPath)
	m.content, m.telling = splice(s.text, from, to, ""), m.names
	if dice.IntN(2) == 0 {
		m.kind = "misspell import " + importPath
		m.content = splice(s.text, s.offset(chosen.Path.Pos())+1, s.offset(chosen.Path.End())-1, misspelled(dice, importPath))
	}
	return m, true
}

// mutateDeclaration removes a type, constant, variable or field, or renames it: in its declaration or in all files.
func mutateDeclaration(dice *rand.Rand, s *sources) (mutation, bool) {
	all := s.declarations()[1:]
	if len(all) == 0 {
		return mutation{}, false
	}
	d := all[dice.IntN(len(all))]
	node := d.node
	from, to := s.offset(node.Pos()), s.offset(node.End())
	if name, isType := node.(*ast.Ident); isType {
		general, spec := s.typeSpec(name)
		node = general
		if from, to = s.offset(general.Pos()), s.offset(general.End()); len(general.Specs) > 1 {
			node, from, to = spec, s.offset(spec.Pos()), s.offset(spec.End())
		}
	}
	name := d.names[0]
	switch dice.IntN(3) {
	case 0:
		m := s.about("delete "+name, d.doc, node, append(d.names, argumentsOf(string(s.text[from:to]))...)...)
		m.subject = append(m.subject, textsIn(string(s.text[from:to]))...)
		if d.doc != nil {
			doc := string(s.text[s.offset(d.doc.Pos()):s.offset(d.doc.End())])
			m.subject = append(m.subject, textsIn(doc)...)
			from = s.offset(d.doc.Pos())
		}
		if value, ok := d.node.(*ast.ValueSpec); ok && len(value.Names) == 1 && len(s.valueDecl(value).Specs) == 1 {
			from, to = s.offset(s.valueDecl(value).Pos()), s.offset(s.valueDecl(value).End())
		}
		m.content = splice(s.text, from, to, "")
		return m, true
	case 1:
		if field, ok := d.node.(*ast.Field); ok && len(field.Names) == 0 {
			return mutation{}, false
		}
		m := s.about("rename "+name, d.doc, node, d.names...)
		at := s.offset(d.node.Pos())
		m.content = splice(s.text, at, at+len(name), misspelled(dice, name))
		return m, true
	}
	if field, ok := d.node.(*ast.Field); ok && len(field.Names) == 0 || !ast.IsExported(name) {
		return mutation{}, false
	}
	m := s.about("rename everywhere "+name, d.doc, node, d.names...)
	m.content, m.renamed = bytes.Clone(append(s.text, '\n')), misspelled(dice, name)
	return m, m.renamed != name && ast.IsExported(m.renamed)
}

// typeSpec returns the declaration of a type.
func (s *sources) typeSpec(name *ast.Ident) (*ast.GenDecl, *ast.TypeSpec) {
	for _, d := range s.file.Decls {
		if general, ok := d.(*ast.GenDecl); ok {
			for _, spec := range general.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok && spec.Name == name {
					return general, spec
				}
			}
		}
	}
	return nil, nil
}

// valueDecl returns the declaration that a constant or variable is in.
func (s *sources) valueDecl(value *ast.ValueSpec) *ast.GenDecl {
	for _, d := range s.file.Decls {
		if general, ok := d.(*ast.GenDecl); ok && slices.Contains(general.Specs, ast.Spec(value)) {
			return general
		}
	}
	return nil
}

// mutateRegistration removes an argument of a call that registers something, or misspells a text in it.
func mutateRegistration(dice *rand.Rand, s *sources) (mutation, bool) {
	var arguments []ast.Expr
	var of []*ast.CallExpr
	ast.Inspect(s.file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if ok && regexp.MustCompile(`^(AddKnownTypes|AddKnownTypeWithName|NewSchemeBuilder|Register)$`).
			MatchString(selector.Sel.Name) {
			for _, argument := range call.Args {
				arguments, of = append(arguments, argument), append(of, call)
			}
		}
		return true
	})
	if len(arguments) == 0 {
		return mutation{}, false
	}
	at := dice.IntN(len(arguments))
	from, to := s.offset(arguments[at].Pos()), s.offset(arguments[at].End())
	text := string(s.text[from:to])
	m := s.about("unregister "+text, nil, of[at], argumentsOf(text)...)
	if to < len(s.text) && s.text[to] == ',' {
		to++
	}
	m.content = splice(s.text, from, to, "")
	return m, true
}

// mutateFile removes a file, or excludes it from builds.
func mutateFile(dice *rand.Rand, s *sources) (mutation, bool) {
	m := s.about("", nil, s.file.Name)
	m.first, m.last = 1, bytes.Count(s.text, []byte("\n"))+1
	for _, d := range s.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			m.names = append(m.names, d.Name.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					m.names = append(m.names, spec.Name.Name)
				case *ast.ValueSpec:
					m.names = append(m.names, spec.Names[0].Name)
				}
			}
		}
	}
	base := strings.TrimSuffix(s.set.Position(s.file.Pos()).Filename, ".go")
	m.telling = slices.DeleteFunc(slices.Clone(m.names), func(name string) bool { return !ast.IsExported(name) })
	switch dice.IntN(6) {
	case 0, 1:
		m.kind, m.gone, m.subject = "delete the file", true, []string{""}
		return m, true
	case 2:
		m.kind, m.content = "exclude with a constraint", append([]byte("//go:build special\n\n"), s.text...)
		m.first, m.last = 1, m.last+2
	case 3:
		m.kind, m.moved, m.content = "move to a test", base+"_test.go", s.text
	case 4:
		m.kind, m.moved, m.content = "limit to an architecture", base+"_amd64.go", s.text
		m.goos, m.goarch = "linux", "arm64"
	case 5:
		m.kind, m.moved, m.content = "exclude by name", base+"_windows.go", s.text
	}
	m.keeps = true
	return m, true
}
