package removal

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"slices"
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
// sets defaults, or after assignments of them. Assignments of help follow it.
func (at place) calls(p *program) []string {
	var all []string
	for _, m := range at.moved {
		text := fmt.Sprintf("%s.%s = %s", strings.TrimPrefix(at.object, "&"), m.path, at.value(p, m))
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	if at.generated.Defaults != "" && !at.generated.Method {
		defaults := at
		defaults.name = at.generated.Defaults
		all = append(all, fmt.Sprintf("%s(%s)", defaults.named(p), at.object))
	}
	return slices.Concat(all, []string{at.call(p)}, at.behind)
}

// value is that of an assignment with the names that the file of the place has for packages.
func (at place) value(p *program, m moved) string {
	start := p.position(m.value.Pos()).Offset
	var cuts []cut
	for _, name := range packagesIn(m) {
		offset := p.position(name.Pos()).Offset - start
		imported := m.in.pkg.Info.Uses[name].(*types.PkgName).Imported().Path()
		cuts = append(cuts, cut{offset, offset + len(name.Name), at.qualifier(p, imported)})
	}
	return string(apply([]byte(p.text(m.value)), cuts))
}

// packagesIn are the names of packages in the value of an assignment.
func packagesIn(m moved) []*ast.Ident {
	var all []*ast.Ident
	ast.Inspect(m.value, func(node ast.Node) bool {
		if name, ok := node.(*ast.Ident); ok {
			if _, isPackage := m.in.pkg.Info.Uses[name].(*types.PkgName); isPackage {
				all = append(all, name)
			}
		}
		return true
	})
	return all
}

// named is the name of the function as the file of the place has it.
func (at place) named(p *program) string {
	if at.generated.Package == at.in.pkg.Path {
		return at.name
	}
	return at.qualifier(p, at.generated.Package) + "." + at.name
}

// qualifier is the name that the file of a place has for a package.
func (at place) qualifier(p *program, imported string) string {
	file := fileOf(at.in.pkg, at.in.decl)
	for _, spec := range file.Imports {
		if strings.Trim(spec.Path.Value, `"`) == imported {
			if spec.Name != nil {
				return spec.Name.Name
			}
			return p.packageName(imported)
		}
	}
	return at.newName(p, imported)
}

// newName is the name that a package gets in a file that does not import it yet.
func (at place) newName(p *program, imported string) string {
	name := p.packageName(imported)
	if at.taken(p, name) {
		name = strings.ReplaceAll(path.Base(path.Dir(imported)), "-", "") + name
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
