package reads

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// Fields are fields of structs by where they are declared: read fields, and unread fields. A field whose name occurs in
// code without types or in a string is neither.
type Fields struct{ read, unread map[place]bool }

// place is where a field is declared.
type place struct {
	file         string
	line, column int
}

func placeOf(at token.Position) place { return place{at.Filename, at.Line, at.Column} }

// Load finds the unread fields of the structs that the packages of groups declare, in the code of the main modules. It
// returns an error if the go command cannot list the packages.
func Load(session *load.Session, groups []*group.Group) (*Fields, error) {
	code, err := session.Code()
	if err != nil {
		return nil, err
	}
	program := ssa.NewProgram(code.Fset, ssa.InstantiateGenerics)
	created := map[*types.Package]bool{}
	var create func(*types.Package)
	create = func(p *types.Package) { // a package of another module, without code
		if !created[p] {
			created[p] = true
			program.CreatePackage(p, nil, nil, true)
			for _, imported := range p.Imports() {
				create(imported)
			}
		}
	}
	s := newSearch(code, declaring(groups))
	for _, file := range code.Elsewhere {
		s.selected(file)
	}
	for _, p := range code.Packages {
		if !s.testing[p.Types] {
			s.named(p)
		}
		if !p.Broken {
			created[p.Types] = true
			program.CreatePackage(p.Types, p.Files, p.Info, true)
		}
	}
	for _, p := range code.Packages {
		for _, imported := range p.Types.Imports() {
			create(imported)
		}
	}
	program.Build()
	functions := ssautil.AllFunctions(program)
	for _, p := range code.Packages {
		for _, object := range p.Info.Defs { // methods that nothing calls are not among all functions
			if declared, ok := object.(*types.Func); ok && !p.Broken {
				functions[program.FuncValue(declared)] = true
			}
		}
	}
	delete(functions, nil)
	for function := range functions {
		s.function(function)
	}
	return s.fields(), nil
}

// declaring returns the import paths of the packages that declare structs of groups.
func declaring(groups []*group.Group) map[string]bool {
	paths := map[string]bool{}
	for _, g := range groups {
		for _, root := range g.AllRoots() {
			root.Walk(func(f *group.Field) { paths[f.Package] = true })
			for _, external := range root.External {
				external.Walk(func(f *group.Field) { paths[f.Package] = true })
			}
		}
	}
	delete(paths, "")
	return paths
}

// named records names that may be names of fields: the names of selectors in files without types, for other platforms
// or in a package with a type error, and strings with a name or a path, by which code may look up a field.
func (s *search) named(p *load.CodePackage) {
	for _, file := range p.Others {
		s.selected(file)
	}
	for _, file := range p.Files {
		if p.Broken {
			s.selected(file)
		}
		if s.generated[s.fset.Position(file.FileStart).Filename] {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				path := strings.Trim(literal.Value, "`\"")
				s.names[path[strings.LastIndexByte(path, '.')+1:]] = true
			}
			return true
		})
	}
}

// selected records the names that selectors in a file have.
func (s *search) selected(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			s.names[selector.Sel.Name] = true
		}
		return true
	})
}

// Mark sets Unread on the fields of a group that no code reads, in any version. It does not set it on fields in an
// unread struct, nor in a root without a field that is read: the code that uses the root is in another module.
func (f *Fields) Mark(g *group.Group) {
	for _, root := range g.AllRoots() {
		var unread []*group.Field
		read := false
		places := places(root)
		root.Walk(func(field *group.Field) {
			if !field.Own() || field.Parent != nil && slices.Contains(unread, field.Parent) {
				return
			}
			read = read || slices.ContainsFunc(places[field.Path], func(at place) bool { return f.read[at] })
			if !slices.ContainsFunc(places[field.Path], func(at place) bool { return !f.unread[at] }) {
				unread = append(unread, field)
			}
		})
		for _, field := range unread {
			field.Unread = read
		}
	}
}

// places returns where a root and its versions declare each field, by the Go path of the root.
func places(root *group.Root) map[string][]place {
	declared := map[string][]place{}
	add := func(path string, field *group.Field) {
		declared[path] = append(declared[path], placeOf(field.Position))
	}
	root.Walk(func(field *group.Field) { add(field.Path, field) })
	for _, external := range root.External {
		external.Walk(func(field *group.Field) {
			add(field.Path, field)
			for _, move := range root.Moves {
				if move.From == field.JSONPath && move.Field != field.Path {
					add(move.Field, field)
				}
			}
		})
	}
	return declared
}
