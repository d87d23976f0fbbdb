package removal

import (
	"bytes"
	"go/ast"
	"go/types"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// replace makes a function that is written by hand call a generated one. It reports false, with the reason, if the
// signatures do not allow it.
func (w *writer) replace(replacement Replacement) (Note, bool) {
	pkg, decl := w.declared(replacement.Function)
	if decl == nil {
		return Note{Why: replacement.Function + " is not found"}, false
	}
	path, name := splitName(replacement.By)
	at := place{generated: Generated{Package: path}, in: &function{name: replacement.Function, decl: decl, pkg: pkg}}
	theirs, _ := pkg.Info.Defs[decl.Name].(*types.Func)
	by, err := w.module.Import(path)
	if err == nil && theirs != nil {
		file := w.fileOf(pkg, decl)
		if bytes.Contains(w.module.Content(w.position(file.Package).Filename), []byte(name+"(")) {
			return Note{}, true // it calls the generated function already
		}
		if ours, ok := by.Scope().Lookup(name).(*types.Func); ok {
			if before, after, ok := around(theirs.Signature(), ours.Signature()); ok {
				call := w.qualifier(file, at) + name + "(" + theirs.Signature().Params().At(0).Name() + ")"
				w.bodies[w.position(decl.Name.Pos()).String()] = "{\n\t" + before + call + after + "\n}"
				w.gone[decl.Body] = true
				return Note{}, true
			}
		}
	}
	return Note{
		Position: w.position(decl.Name.Pos()),
		Why:      decl.Name.Name + " cannot call " + replacement.By + ": their parameters and results differ",
	}, false
}

// around is what is before and after the call of a function with one parameter in the body of another one; false if
// their signatures do not allow it.
func around(theirs, ours *types.Signature) (before, after string, ok bool) {
	if theirs.Params().Len() != 1 || ours.Params().Len() != 1 ||
		strings.Trim(theirs.Params().At(0).Name(), "_") == "" ||
		typeName(theirs.Params().At(0).Type()) != typeName(ours.Params().At(0).Type()) {
		return "", "", false
	}
	results := func(of *types.Signature) string {
		var all []string
		for result := range of.Results().Variables() {
			all = append(all, result.Type().String())
		}
		return strings.Join(all, ",")
	}
	switch results(theirs) {
	case results(ours):
		return "return ", "", true
	case results(ours) + ",error":
		return "return ", ", nil", true
	}
	return "", "", false
}

// declared finds a function that is written by hand.
func (p *program) declared(function string) (*source.Package, *ast.FuncDecl) {
	path, name := splitName(function)
	pkg := p.module.Package(path)
	if pkg == nil {
		return nil, nil
	}
	for _, file := range pkg.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if ok && decl.Recv == nil && decl.Name.Name == name && decl.Body != nil && !ast.IsGenerated(file) {
				return pkg, decl
			}
		}
	}
	return pkg, nil
}

// fileOf is the file of a package that a node is in.
func (p *program) fileOf(pkg *source.Package, node ast.Node) *ast.File {
	for _, file := range pkg.Files {
		if file.FileStart <= node.Pos() && node.Pos() < file.FileEnd {
			return file
		}
	}
	return nil
}
