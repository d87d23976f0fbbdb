package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// machineFunctions are functions whose results are those of a machine, a user or a moment, by import path; nil stands
// for all of a package.
var machineFunctions = map[string][]string{
	"os": {
		"Environ", "Executable", "ExpandEnv", "Getegid", "Getenv", "Geteuid", "Getgid", "Getpid", "Getppid", "Getuid",
		"Getwd", "Hostname", "LookupEnv", "TempDir", "UserCacheDir", "UserConfigDir", "UserHomeDir",
	},
	"runtime": {"GOMAXPROCS", "NumCPU"},
	"net":     {"InterfaceAddrs", "InterfaceByName", "Interfaces", "LookupAddr", "LookupHost", "LookupIP"},
	"os/user": nil, "time": {"Now"}, "math/rand": nil, "math/rand/v2": nil, "crypto/rand": nil,
	"github.com/google/uuid": nil, "k8s.io/apimachinery/pkg/util/rand": nil, "k8s.io/apimachinery/pkg/util/uuid": nil,
	"k8s.io/apimachinery/pkg/util/net":   {"ChooseHostInterface", "ResolveBindAddress"},
	"k8s.io/component-helpers/node/util": {"GetHostname"},
}

// machine looks for values that come from such functions.
type machine struct {
	*Module
	values map[types.Object]bool   // variables with such a value
	fields []typeField             // fields that get one
	places map[token.Position]bool // arguments of calls
	known  map[*types.Func]bool    // functions with such a result, true, or without; false for those being looked into
	others map[*Package][]string   // what other systems declare in a package
}

// typeField is the field at a Go path below a type, with import paths.
type typeField struct{ of, path string }

// MachineFields are the Go paths of those leaves of an object, by the name of its type, that get a value of the
// machine, the user or the moment, such as the number of processors, in what was read or in what that calls.
func (f *Facts) MachineFields(m *Module, object string, leaves []string) []string {
	found := &machine{Module: m, values: map[types.Object]bool{}, places: map[token.Position]bool{},
		known: map[*types.Func]bool{}, others: map[*Package][]string{}}
	for _, function := range f.Reached(m) {
		for range 2 { // a variable can get the value of another one
			found.function(function.Package, function.Decl)
		}
	}
	for _, r := range f.Registrations {
		if found.places[r.Default.Start] && r.Value.Path != "" {
			found.fields = append(found.fields, typeField{strings.TrimPrefix(r.Value.RootType, "*"), r.Value.Path})
		}
	}
	name := object[strings.LastIndexByte(object, '.')+1:]
	pkg := m.Package(strings.TrimSuffix(object, "."+name))
	if pkg == nil || pkg.Types == nil || pkg.Types.Scope().Lookup(name) == nil {
		return nil
	}
	t := pkg.Types.Scope().Lookup(name).Type()
	return slices.DeleteFunc(slices.Clone(leaves), func(leaf string) bool { return !found.has(t, leaf) })
}

// has reports whether the leaf at a path below a type is one of the fields, or one of these is in it.
func (m *machine) has(t types.Type, leaf string) bool {
	for {
		of := types.TypeString(Deref(t), nil)
		if slices.ContainsFunc(m.fields, func(f typeField) bool {
			return f.of == of && (f.path == leaf || strings.HasPrefix(f.path, leaf+"."))
		}) {
			return true
		}
		name, rest, below := strings.Cut(leaf, ".")
		var pkg *types.Package
		if named, ok := Deref(t).(*types.Named); ok {
			pkg = named.Obj().Pkg()
		}
		object, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
		field, ok := object.(*types.Var)
		if !ok || !below {
			return false
		}
		t, leaf = field.Type(), rest
	}
}

// function looks into a function.
func (m *machine) function(pkg *Package, decl *ast.FuncDecl) {
	ast.Inspect(decl, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				m.assign(pkg, left, n.Rhs[min(i, len(n.Rhs)-1)])
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Values) > 0 {
					m.assign(pkg, name, n.Values[min(i, len(n.Values)-1)])
				}
			}
		case *ast.CompositeLit:
			m.literal(pkg, n, typeField{of: types.TypeString(pkg.Info.Types[n].Type, nil)})
		case *ast.CallExpr:
			for _, argument := range n.Args {
				if m.is(pkg, argument) {
					m.places[m.Fset.Position(argument.Pos())] = true
				}
			}
		}
		return true
	})
}

// literal notes the fields of a literal, also in those inside of it.
func (m *machine) literal(pkg *Package, literal *ast.CompositeLit, at typeField) {
	for _, element := range literal.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := pair.Key.(*ast.Ident)
		if field, isField := pkg.Info.Uses[key].(*types.Var); !ok || !isField || !field.IsField() {
			continue
		}
		value := ast.Unparen(pair.Value)
		if address, ok := value.(*ast.UnaryExpr); ok {
			value = ast.Unparen(address.X)
		}
		below := typeField{at.of, join(at.path, key.Name)}
		if inner, ok := value.(*ast.CompositeLit); ok {
			m.literal(pkg, inner, below)
		} else if m.is(pkg, value) {
			m.fields = append(m.fields, below)
		}
	}
}

// assign notes a variable or a field that gets a value.
func (m *machine) assign(pkg *Package, left, right ast.Expr) {
	if !m.is(pkg, right) {
		return
	}
	if name, ok := ast.Unparen(left).(*ast.Ident); ok {
		if object := pkg.Info.ObjectOf(name); object != nil {
			m.values[object] = true
		}
		return
	}
	s := &scope{module: m.Module, pkg: pkg}
	if at, ok := s.field(left); ok && at.path != "" {
		m.fields = append(m.fields, typeField{types.TypeString(Deref(at.root.Type()), nil), at.path})
	}
}

// is reports whether an expression has a value of the machine. A struct or a function that has one somewhere does not
// count: its fields do.
func (m *machine) is(pkg *Package, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncLit, *ast.CompositeLit:
			return false
		case *ast.Ident:
			object := pkg.Info.Uses[n]
			found = found || m.values[object] || m.ofSystem(object)
		case *ast.CallExpr:
			found = found || m.calls(pkg, n)
		}
		return !found
	})
	return found
}

// ofSystem reports whether other systems have another constant, variable or function of the name of one of the user's.
func (m *machine) ofSystem(object types.Object) bool {
	if object == nil || object.Pkg() == nil || object.Parent() != object.Pkg().Scope() {
		return false
	}
	if _, isType := object.(*types.TypeName); isType {
		return false
	}
	pkg := m.packages[object.Pkg().Path()]
	if pkg == nil {
		return false
	}
	names, known := m.others[pkg]
	if !known {
		names = declaredElsewhere(m.Module, pkg)
		m.others[pkg] = names
	}
	return slices.Contains(names, object.Name())
}

// declaredElsewhere are the names that files of a package declare that other systems have, and this one does not.
func declaredElsewhere(m *Module, pkg *Package) []string {
	var names []string
	for _, name := range pkg.Ignored {
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || len(m.Systems(name)) == 0 {
			continue
		}
		file, _ := m.parse(name, nil)
		if file == nil {
			continue
		}
		for _, declaration := range file.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names = append(names, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if values, ok := spec.(*ast.ValueSpec); ok {
						for _, name := range values.Names {
							names = append(names, name.Name)
						}
					}
				}
			}
		}
	}
	return names
}

// calls reports whether a call is of such a function, or of one of the user's that calls one for what it returns.
func (m *machine) calls(pkg *Package, call *ast.CallExpr) bool {
	f := (&scope{module: m.Module, pkg: pkg}).callee(call)
	if f == nil || f.Pkg() == nil {
		return false
	}
	if names, known := machineFunctions[f.Pkg().Path()]; known && (names == nil || slices.Contains(names, f.Name())) {
		return f.Signature().Recv() == nil
	}
	if varies, known := m.known[f]; known {
		return varies
	}
	m.known[f] = false
	own, decl := (&walker{Module: m.Module}).declaration(f)
	if decl == nil || decl.Body == nil || f.Signature().Results().Len() == 0 {
		return false
	}
	if _, isStruct := Deref(f.Signature().Results().At(0).Type()).Underlying().(*types.Struct); isStruct {
		return false
	}
	ast.Inspect(decl.Body, func(node ast.Node) bool {
		if inner, ok := node.(*ast.CallExpr); ok && !m.known[f] {
			m.known[f] = m.calls(own, inner)
		}
		return !m.known[f]
	})
	return m.known[f]
}
