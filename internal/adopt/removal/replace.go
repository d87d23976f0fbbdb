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
func (r *rewriter) replace(replacement Replacement) (Note, bool) {
	pkg, decl := r.p.declared(replacement.Function)
	if decl == nil {
		return Note{Text: replacement.Function + " is not found"}, false
	}
	name := decl.Name.Name
	theirs, ok := pkg.Info.Defs[decl.Name].(*types.Func)
	byPath, byName := splitName(replacement.By)
	at := place{
		generated: Generated{Package: byPath, Name: byName}, name: byName,
		in: &function{name: replacement.Function, decl: decl, pkg: pkg},
	}
	body := ""
	if by, err := r.p.module.Import(byPath); ok && err == nil {
		if ours, found := by.Scope().Lookup(byName).(*types.Func); found {
			body = r.body(at, theirs.Signature(), ours.Signature())
		}
	}
	if body == "" {
		return Note{r.p.position(decl.Name.Pos()), "", name + " cannot call " + replacement.By +
			": their parameters and results differ"}, false
	}
	if bytes.Contains(r.p.module.Content(r.nameOf(fileOf(pkg, decl))), []byte(byName+"(")) {
		return Note{}, true // it calls the generated function already
	}
	r.replaced = append(r.replaced, at)
	r.bodies[decl] = body
	return Note{}, true
}

// supersede deletes a function in whose place there is a generated one.
func (r *rewriter) supersede(name string) (Note, bool) {
	pkg, decl := r.p.declared(name)
	if decl == nil {
		return Note{Text: name + " is not found"}, false
	}
	r.superseded = append(r.superseded, &function{name: name, decl: decl, pkg: pkg})
	return Note{}, true
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

// body is that of a function that calls a generated one; empty if their signatures do not allow it.
func (r *rewriter) body(at place, theirs, ours *types.Signature) string {
	if theirs.Params().Len() != 1 || ours.Params().Len() != 1 || theirs.Params().At(0).Name() == "" ||
		theirs.Params().At(0).Name() == "_" ||
		typeName(theirs.Params().At(0).Type()) != typeName(ours.Params().At(0).Type()) {
		return ""
	}
	at.set = theirs.Params().At(0).Name()
	call := at.named(r.p) + "(" + at.set + ")"
	var results []string
	for result := range theirs.Results().Variables() {
		results = append(results, result.Type().String())
	}
	returned := ""
	for result := range ours.Results().Variables() {
		returned += result.Type().String()
	}
	switch got := strings.Join(results, ","); {
	case got == returned && returned == "":
		return "{\n\t" + call + "\n}"
	case got == returned:
		return "{\n\treturn " + call + "\n}"
	case got == returned+",error":
		return "{\n\treturn " + call + ", nil\n}"
	case got == "error" && returned == "":
		return "{\n\t" + call + "\n\treturn nil\n}"
	}
	return ""
}

// splitName are the import path and the name in import/path.Name.
func splitName(name string) (string, string) {
	at := strings.LastIndexByte(name, '.')
	return name[:max(at, 0)], name[at+1:]
}
