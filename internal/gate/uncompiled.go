package gate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// writers are the tools by the names of the files that they write, and what helps where their code does not compile.
var writers = map[string]struct{ tool, fix string }{
	"zz_generated.deepcopy.go": {
		"deepcopy-gen", "use a type that has a DeepCopyInto, or write that of the struct by hand",
	},
	"zz_generated.defaults.go": {
		"defaulter-gen",
		"use a +default that is a value of the field's type, or set it in a function SetDefaults_ of the struct",
	},
	"zz_generated.conversion.go": {"conversion-gen", "write the conversion of the type by hand"},
	"zz_generated.register.go":   {"register-gen", "write register.go by hand"},
	"zz_generated.moved.go":      {ours, "write the conversion of the type by hand"},
}

// ours is the tool that writes all other files.
const ours = "configgen"

// redeclared ends what the type checker says of a name that is taken.
const redeclared = " redeclared in this block"

// uncompiled are the findings about the errors, each at what the code was made of, the first of each place.
func (c *checker) uncompiled() []diag.Diagnostic {
	var findings []diag.Diagnostic
	seen := map[span]bool{}
	add := func(found diag.Diagnostic) {
		if at := (span{found.Position, found.End}); !seen[at] {
			seen[at] = true
			findings = append(findings, found)
		}
	}
	for _, e := range c.errors {
		name := c.session.Fset.Position(e.Pos).Filename
		file, writer := c.made[name], writers[filepath.Base(name)]
		if writer.tool == "" {
			writer.tool = ours
		}
		if inImport(file.syntax, e.Pos) { // of a package that has not been loaded, or that imports this one
			continue
		}
		if found, ok := c.notBuilt(file, e); ok {
			add(found)
			continue
		}
		if found, ok := c.undeclared(file, e); ok {
			add(found)
			continue
		}
		at, fix, advice := c.place(file, e), writer.fix, diag.Advice{}
		switch {
		case strings.Contains(e.Msg, "does not implement runtime.Object"):
			const object = "+k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object"
			fix, advice = "add "+object+" to the type", diag.Mark(at.pos, object)
		case strings.HasSuffix(e.Msg, redeclared):
			fix = "give it another name"
		case writer.tool == "defaulter-gen" && strings.HasPrefix(
			e.Msg, "declared and not used: ",
		): // by a loop that sets nothing
			fix = "remove the +default in the values of maps, which none reaches, or make the maps lists"
		}
		add(diag.At(at.pos, at.end, "uncompilable",
			fmt.Sprintf("%s makes code of this that does not compile: %s", writer.tool, shorten(e.Msg)), fix).With(advice))
	}
	return findings
}

// undeclared returns a finding if generated code uses a name that a hand-written package does not declare.
func (c *checker) undeclared(file madeFile, e types.Error) (diag.Diagnostic, bool) {
	name, undefined := strings.CutPrefix(e.Msg, "undefined: ")
	qualifier, name, qualified := strings.Cut(name, ".")
	pkg := c.session.Source(importOf(file.syntax, qualifier))
	if !undefined || !qualified || pkg == nil {
		return diag.Diagnostic{}, false
	}
	at := c.position(pkg.Path)
	fix := "declare " + name + " there"
	if name == "AddToScheme" || name == "Install" { // as register-gen has it
		name, fix = "AddToScheme", "add a register.go with SchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes) and "+
			"AddToScheme = SchemeBuilder.AddToScheme"
	}
	return diag.At(at.pos, at.end, "uncompilable",
		fmt.Sprintf("package %s does not declare %s, which generated code uses", pkg.Path, name), fix), true
}

// shorten leaves of import paths in front of names what Go code has there.
func shorten(text string) string { return longPath.ReplaceAllString(text, "$1") }

// longPath is an import path in front of a name.
var longPath = regexp.MustCompile(`[\w.\-]+(?:/[\w.\-]+)*/([\w\-]+\.\w)`)

// inImport reports whether a position is in an import declaration.
func inImport(file *ast.File, pos token.Pos) bool {
	return slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		return spec.Pos() <= pos && pos < spec.End()
	})
}

// cycles finds hand-written imports of a package with generated code, in the packages that this code imports and in
// their imports.
func (c *checker) cycles() (findings []diag.Diagnostic) {
	seen := map[[2]string]bool{} // the packages of generated code, with what has been followed from each
	var follow func(output, path string)
	follow = func(output, path string) {
		pkg := c.session.Source(path)
		if seen[[2]string{output, path}] || path == output || pkg == nil {
			return
		}
		seen[[2]string{output, path}] = true
		for _, file := range pkg.Files {
			for _, spec := range file.Imports {
				imported, _ := strconv.Unquote(spec.Path.Value) // it has been parsed
				if imported != output {
					follow(output, imported)
					continue
				}
				at := c.at(load.Span{Pos: spec.Pos(), End: spec.End()})
				findings = append(findings, diag.At(at.pos, at.end, "import-cycle",
					fmt.Sprintf("the generated code of package %s imports %s, which imports it here", output, path),
					"move what is needed from it to a package of its own"))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.made)) {
		file := c.made[name]
		for _, path := range load.Imports([]*ast.File{file.syntax}) {
			follow(file.path, path)
		}
	}
	return findings
}

// place is what the code with the error in it was made of: a field, else its type, else what has taken a name, else the
// package.
func (c *checker) place(file madeFile, e types.Error) span {
	for _, decl := range file.syntax.Decls {
		if e.Pos < decl.Pos() || decl.End() <= e.Pos {
			continue
		}
		function, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if found, ok := c.placeIn(file, function, e.Pos); ok {
			return found
		}
		if found, ok := c.mentionedType(file, function, e.Pos); ok {
			return found
		}
	}
	if name, twice := strings.CutSuffix(e.Msg, redeclared); twice {
		object := c.checked[file.path].Scope().Lookup(name)
		if object != nil && c.made[c.session.Fset.Position(object.Pos()).Filename].syntax == nil {
			pos := c.session.Fset.Position(object.Pos())
			return span{
				pos,
				token.Position{
					Filename: pos.Filename, Offset: pos.Offset + len(name), Line: pos.Line, Column: pos.Column + len(name),
				},
			}
		}
	}
	return c.position(file.path)
}

// placeIn is the field or the type that a function treats at a position.
func (c *checker) placeIn(file madeFile, function *ast.FuncDecl, pos token.Pos) (span, bool) {
	for _, list := range []*ast.FieldList{function.Recv, function.Type.Params} {
		if list == nil {
			continue
		}
		for _, parameter := range list.List {
			path, name := qualify(file, parameter.Type)
			t := c.typeOf(path, name)
			if t == nil {
				continue
			}
			if field := c.treated(path, t, parameter.Names, function.Body, pos); field != nil {
				defaults := defaultsOf(field)
				if len(defaults) > 0 && strings.HasPrefix(function.Name.Name, "SetObjectDefaults_") {
					return span{defaults[0].Pos, defaults[0].End}, true
				}
				return c.at(field.Span), true
			}
			return c.at(t.Span), true
		}
	}
	return span{}, false
}

// defaultsOf are the +default tags in the doc comment of a field.
func defaultsOf(field *load.Field) []load.Tag {
	return slices.DeleteFunc(slices.Clone(field.Tags()), func(t load.Tag) bool { return t.Name != "default" })
}

// mentionedType is the type that a function makes a value of around a position.
func (c *checker) mentionedType(file madeFile, function *ast.FuncDecl, pos token.Pos) (found span, ok bool) {
	ast.Inspect(function, func(node ast.Node) bool {
		literal, is := node.(*ast.CompositeLit)
		if is && (literal.Pos() <= pos && pos < literal.End() || literal.Pos() == pos+1) { // pos may be the position of an &
			if t := c.typeOf(file.path, load.TypeName(literal.Type)); t != nil {
				found, ok = c.at(t.Span), true
			}
		}
		return !ok
	})
	return found, ok
}

// qualify is the import path and the name of the type that an expression names, apart from pointers.
func qualify(file madeFile, expr ast.Expr) (path, name string) {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return qualify(file, e.X)
	case *ast.Ident:
		return file.path, e.Name
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			return importOf(file.syntax, x.Name), e.Sel.Name
		}
	}
	return "", ""
}

// importOf is the path of the import that a file uses by a name; "" if there is none.
func importOf(file *ast.File, name string) string {
	for _, spec := range file.Imports {
		if load.LocalName(spec) == name {
			path, _ := strconv.Unquote(spec.Path.Value) // it has been parsed
			return path
		}
	}
	return ""
}

// treated is the field, of t or of a struct in it, that the statement of a function's body at a position is about: the
// first that it selects.
func (c *checker) treated(
	path string, t *load.Type, parameters []*ast.Ident, body *ast.BlockStmt, pos token.Pos,
) *load.Field {
	names := map[string]bool{"in": true, "out": true} // in blocks of deepcopy-gen and conversion-gen
	for _, parameter := range parameters {
		names[parameter.Name] = true
	}
	var found *load.Field
	for _, statement := range body.List {
		if pos < statement.Pos() || statement.End() <= pos {
			continue
		}
		ast.Inspect(statement, func(node ast.Node) bool {
			if selector, ok := node.(*ast.SelectorExpr); ok && found == nil {
				found = c.selected(path, t, names, selector)
			}
			return found == nil
		})
	}
	return found
}

// selected is the field that a chain of selectors, as in in.Server.Port, leads to, through types of the package itself.
func (c *checker) selected(path string, t *load.Type, names map[string]bool, selector *ast.SelectorExpr) *load.Field {
	switch x := selector.X.(type) {
	case *ast.SelectorExpr:
		outer := c.selected(path, t, names, x)
		if outer == nil {
			return nil
		}
		if t = c.typeOf(path, load.TypeName(outer.Syntax.Type)); t == nil {
			return outer
		}
		if inner := t.Field(selector.Sel.Name); inner != nil {
			return inner
		}
		return outer
	case *ast.Ident:
		if names[x.Name] {
			return t.Field(selector.Sel.Name)
		}
	}
	return nil
}
