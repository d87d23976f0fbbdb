package defaulting

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/gosource"
	"github.com/configgen/configgen/internal/load"
)

// scope is what names in a piece of source mean.
type scope struct {
	file *ast.File
	pkg  string
}

// function is a function, or a method, in source.
type function struct {
	scope
	name            string
	receiver        string // the name of the receiver
	params, results *ast.FieldList
	body            *ast.BlockStmt
	of              types.Type // of a function that sets defaults: what its parameter points to
}

// full is the name with the import path.
func (f *function) full() string { return f.pkg + "." + f.name }

// variable is a package variable or a constant, with its initial value.
type variable struct {
	scope
	value ast.Expr
	// varies is true for a variable that may get another value: the package assigns it, or it is exported, so that any
	// package, and -ldflags=-X, can assign it.
	varies bool
}

// sources reads the declarations of packages, once each. It reads only packages that every run with the same defaults
// loads: otherwise a default would depend on the other packages of the run.
type sources struct {
	all      Packages
	packages map[string]*declarations
	// imports has the package that sets defaults, its peers, and the imports of the package and of the user's peers: their
	// types and sources are known. reached has the packages of the types that get defaults: their sources are known, as
	// are the sources of all packages of the user.
	imports, reached map[string]bool
}

// declarations are the declarations of one package.
type declarations struct {
	files     []*ast.File
	functions map[string]*function // a method by Type.Method
	variables map[string]*variable // and constants
	structs   map[string]bool      // by the name of the type, whether it is a struct
}

func newSources(path string, peers []string, packages Packages) *sources {
	s := &sources{
		all: packages, packages: map[string]*declarations{}, imports: map[string]bool{path: true}, reached: map[string]bool{},
	}
	for _, peer := range peers {
		s.imports[peer] = true
	}
	for from := range maps.Clone(s.imports) {
		if from != path && !s.own(from) {
			continue
		}
		for _, file := range s.files(from) {
			for _, spec := range file.Imports {
				if imported, err := strconv.Unquote(spec.Path.Value); err == nil {
					s.imports[imported] = true
				}
			}
		}
	}
	return s
}

// reach adds the package of a type, and the packages of its fields and items.
func (s *sources) reach(t types.Type, seen map[types.Type]bool) {
	if t = types.Unalias(orInvalid(t)); seen[t] {
		return
	}
	seen[t] = true
	if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil {
		s.reached[named.Obj().Pkg().Path()] = true
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for field := range u.Fields() {
			s.reach(field.Type(), seen)
		}
	case *types.Map:
		s.reach(u.Key(), seen)
		s.reach(u.Elem(), seen)
	case interface{ Elem() types.Type }:
		s.reach(u.Elem(), seen)
	}
}

// types returns the types of a package; nil if they are not known.
func (s *sources) types(path string) *types.Package {
	if !s.imports[path] {
		return nil
	}
	pkg, _, err := s.all.Types(path)
	if err != nil {
		return nil
	}
	return pkg
}

// object returns the declaration of a name in a package; nil if it is not known. Unexported names of other modules are
// not known, because export data lacks some of them.
func (s *sources) object(path, name string) types.Object {
	pkg := s.types(path)
	if pkg == nil || !token.IsExported(name) && !s.own(path) {
		return nil
	}
	return pkg.Scope().Lookup(name)
}

// own reports whether a package is the user's.
func (s *sources) own(path string) bool { return s.all.Directory(path) != "" }

func (s *sources) declared(path string) *declarations {
	if known := s.packages[path]; known != nil {
		return known
	}
	d := &declarations{
		functions: map[string]*function{}, variables: map[string]*variable{}, structs: map[string]bool{},
	}
	if path != "" && (s.imports[path] || s.reached[path] || s.own(path)) {
		d.files = s.all.Bodies(path)
	}
	s.packages[path] = d
	assigned := map[string]bool{}
	for _, file := range d.files {
		in := scope{file, path}
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				d.add(in, decl)
				noteAssigned(decl, assigned)
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					d.addSpec(in, spec, decl.Tok)
				}
			}
		}
	}
	for name := range assigned {
		if v := d.variables[name]; v != nil {
			v.varies = true
		}
	}
	return d
}

func (d *declarations) addSpec(in scope, spec ast.Spec, declares token.Token) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		if len(spec.Values) == len(spec.Names) {
			for i, name := range spec.Names {
				d.variables[name.Name] = &variable{in, spec.Values[i], declares == token.VAR && name.IsExported()}
			}
		}
	case *ast.TypeSpec:
		_, d.structs[spec.Name.Name] = spec.Type.(*ast.StructType)
	}
}

func (d *declarations) add(in scope, decl *ast.FuncDecl) {
	f := &function{
		scope: in, name: decl.Name.Name, params: decl.Type.Params, results: decl.Type.Results, body: decl.Body,
	}
	if decl.Recv != nil {
		f.name = load.TypeName(decl.Recv.List[0].Type) + "." + f.name
		if names := decl.Recv.List[0].Names; len(names) == 1 {
			f.receiver = names[0].Name
		}
	}
	if f.body != nil {
		d.functions[f.name] = f
	}
}

// noteAssigned notes the names that a function assigns or takes the address of, except to set a field to the address,
// as in obj.Port = &defaultPort: the first object gets the initial value of the variable.
func noteAssigned(decl *ast.FuncDecl, assigned map[string]bool) {
	given := map[ast.Expr]bool{}
	note := func(e ast.Expr) {
		for {
			switch x := ast.Unparen(e).(type) {
			case *ast.Ident:
				assigned[x.Name] = true
				return
			case *ast.SelectorExpr:
				e = x.X
			case *ast.IndexExpr:
				e = x.X
			case *ast.StarExpr:
				e = x.X
			default:
				return
			}
		}
	}
	ast.Inspect(decl, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if n.Tok != token.DEFINE {
					note(left)
				}
				if _, isField := left.(*ast.SelectorExpr); isField && len(n.Rhs) == len(n.Lhs) {
					given[n.Rhs[i]] = true
				}
			}
		case *ast.IncDecStmt:
			note(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND && !given[n] {
				note(n.X)
			}
		}
		return true
	})
}

func (s *sources) files(path string) []*ast.File { return s.declared(path).files }

// defaulters returns the functions SetDefaults_ of a package, sorted by name.
func (s *sources) defaulters(path string) []*function {
	var found []*function
	for name, f := range s.declared(path).functions {
		if strings.HasPrefix(name, load.DefaulterPrefix) {
			found = append(found, f)
		}
	}
	slices.SortFunc(found, func(a, b *function) int { return strings.Compare(a.name, b.name) })
	return found
}

func (s *sources) function(path, name string) *function { return s.declared(path).functions[name] }

func (s *sources) variable(path, name string) *variable { return s.declared(path).variables[name] }

// imported is the import path that an expression names; empty if it does not name one.
func (s *sources) imported(in scope, e ast.Expr) string {
	name, ok := e.(*ast.Ident)
	if !ok {
		return ""
	}
	if path := (gosource.Reader{File: in.file}).Imported(name); path != "" {
		return path
	}
	for _, spec := range in.file.Imports { // whose package has another name than its directory
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || spec.Name != nil {
			continue
		}
		if pkg := s.types(path); pkg != nil && pkg.Name() == name.Name {
			return path
		}
		if files := s.files(path); len(files) > 0 && files[0].Name.Name == name.Name {
			return path
		}
	}
	return ""
}

// constant is the value of a constant of a package; of the kind unknown if there is none.
func (s *sources) constant(path, name string) constant.Value {
	if c, ok := s.object(path, name).(*types.Const); ok {
		return c.Val()
	}
	return constant.MakeUnknown()
}

// typeOf is the type that an expression means; nil if it is not known.
func (s *sources) typeOf(in scope, e ast.Expr) types.Type {
	lookup := func(path, name string) types.Type {
		if named, ok := s.object(path, name).(*types.TypeName); ok {
			return named.Type()
		}
		return nil
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if t := lookup(in.pkg, e.Name); t != nil {
			return t
		}
		if named, ok := types.Universe.Lookup(e.Name).(*types.TypeName); ok {
			return named.Type()
		}
	case *ast.SelectorExpr:
		return lookup(s.imported(in, e.X), e.Sel.Name)
	case *ast.StarExpr:
		if elem := s.typeOf(in, e.X); elem != nil {
			return types.NewPointer(elem)
		}
	case *ast.ArrayType:
		if elem := s.typeOf(in, e.Elt); elem != nil {
			return types.NewSlice(elem)
		}
	case *ast.MapType:
		key, elem := s.typeOf(in, e.Key), s.typeOf(in, e.Value)
		if key != nil && elem != nil {
			return types.NewMap(key, elem)
		}
	}
	return nil
}

// isStruct reports whether an expression is a struct type; false if the type is not known.
func (s *sources) isStruct(in scope, e ast.Expr) bool {
	if of := s.typeOf(in, e); of != nil {
		_, is := of.Underlying().(*types.Struct)
		return is
	}
	switch e := e.(type) {
	case *ast.StructType:
		return true
	case *ast.Ident:
		return s.declared(in.pkg).structs[e.Name]
	case *ast.SelectorExpr:
		return s.declared(s.imported(in, e.X)).structs[e.Sel.Name]
	}
	return false
}

// isType reports whether an expression that is called is a type: the call converts to it. A type of a package without
// known types is recognized by its use in a declaration.
func (s *sources) isType(in scope, e ast.Expr) bool {
	switch ast.Unparen(e).(type) {
	case *ast.ArrayType, *ast.MapType, *ast.InterfaceType, *ast.StructType:
		return true
	}
	return s.typeOf(in, e) != nil
}
