package removal

import (
	"fmt"
	"go/ast"
	"path"
	"strings"
)

// call is the statement that calls a generated function.
func (at place) call(p *program) string {
	if at.generated.Method {
		return fmt.Sprintf("%s.%s(%s)", strings.TrimPrefix(at.object, "&"), at.name, at.set)
	}
	return fmt.Sprintf("%s(%s, %s)", at.named(p), at.set, at.object)
}

// calls are the statements that take the place of registrations: the call of the generated function, after that which
// sets defaults.
func (at place) calls(p *program) []string {
	if at.generated.Defaults == "" || at.generated.Method {
		return []string{at.call(p)}
	}
	defaults := at
	defaults.name = at.generated.Defaults
	return []string{fmt.Sprintf("%s(%s)", defaults.named(p), at.object), at.call(p)}
}

// named is the name of the function as the file of the place has it.
func (at place) named(p *program) string {
	if at.generated.Package == at.in.pkg.Path {
		return at.name
	}
	return at.qualifier(p) + "." + at.name
}

// qualifier is the name that the file of a place has for the package of the generated function.
func (at place) qualifier(p *program) string {
	file := fileOf(at.in.pkg, at.in.decl)
	for _, spec := range file.Imports {
		if strings.Trim(spec.Path.Value, `"`) == at.generated.Package {
			if spec.Name != nil {
				return spec.Name.Name
			}
			return p.packageName(at.generated.Package)
		}
	}
	return at.newName(p)
}

// newName is the name that the package of the generated function gets in a file that does not import it yet.
func (at place) newName(p *program) string {
	name := p.packageName(at.generated.Package)
	if at.taken(p, name) {
		name = strings.ReplaceAll(path.Base(path.Dir(at.generated.Package)), "-", "") + name
	}
	for at.taken(p, name) {
		name = "generated" + name
	}
	return name
}

// taken reports whether a name has another meaning in a file or in a function.
func (at place) taken(p *program, name string) bool {
	file := fileOf(at.in.pkg, at.in.decl)
	for _, spec := range file.Imports {
		imported := strings.Trim(spec.Path.Value, `"`)
		if spec.Name != nil && spec.Name.Name == name || spec.Name == nil && p.packageName(imported) == name {
			return true
		}
	}
	if at.in.pkg.Types.Scope().Lookup(name) != nil || at.in.pkg.Types.Name() == name {
		return true
	}
	found := false
	ast.Inspect(at.in.decl, func(node ast.Node) bool {
		ident, ok := node.(*ast.Ident)
		found = found || ok && ident.Name == name && at.in.pkg.Info.Defs[ident] != nil
		return !found
	})
	return found
}
