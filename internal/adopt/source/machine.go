package source

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// machineFunctions are functions with results that depend on the host, user, or time, by import path; nil means all
// functions of a package.
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
	values map[types.Object]bool // variables and fields with such a value, and functions that return one
	others map[*Package][]string // the declarations of other systems in a package
}

// MachineFields returns the Go paths among leaves, of an object by the name of its type, that get a value that depends
// on the host, user, or time, such as the number of processors, in the functions that were read or in functions that
// these call. A field of a struct is found wherever the struct is.
func (f *Facts) MachineFields(m *Module, object string, leaves []string) []string {
	found := &machine{Module: m, values: map[types.Object]bool{}, others: map[*Package][]string{}}
	reached := f.Reached(m)
	for before := -1; before < len(found.values); { // variables that get such a value can be assigned to others
		before = len(found.values)
		for _, function := range reached {
			found.function(function.Package, function.Decl)
		}
	}
	for _, r := range f.Registrations {
		if r.given != nil && found.is(r.pkg, r.given) && r.value != nil {
			found.assign(r.pkg, r.value)
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

// has reports whether the leaf at a path below a type is a field in values.
func (m *machine) has(t types.Type, leaf string) bool {
	var field types.Object
	for name := range strings.SplitSeq(leaf, ".") {
		var pkg *types.Package
		if named, ok := Deref(t).(*types.Named); ok {
			pkg = named.Obj().Pkg()
		}
		if field, _, _ = types.LookupFieldOrMethod(t, true, pkg, name); field == nil {
			return false
		}
		t = field.Type()
	}
	return m.values[field]
}

// function looks into a function.
func (m *machine) function(pkg *Package, decl *ast.FuncDecl) {
	ast.Inspect(decl, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if m.is(pkg, n.Rhs[min(i, len(n.Rhs)-1)]) {
					m.assign(pkg, left)
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Values) > 0 && m.is(pkg, n.Values[min(i, len(n.Values)-1)]) {
					m.assign(pkg, name)
				}
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && m.is(pkg, n.Value) {
				m.assign(pkg, key)
			}
		case *ast.ReturnStmt:
			if slices.ContainsFunc(n.Results, func(e ast.Expr) bool { return m.is(pkg, e) }) {
				m.assign(pkg, decl.Name)
			}
		}
		return true
	})
}

// assign records the variable or the field that an expression denotes or has the address of: of several fields, the
// last field that is declared in a source package.
func (m *machine) assign(pkg *Package, e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		m.values[pkg.Info.ObjectOf(e)] = true
	case *ast.UnaryExpr:
		m.assign(pkg, e.X)
	case *ast.StarExpr:
		m.assign(pkg, e.X)
	case *ast.SelectorExpr:
		if field := pkg.Info.Uses[e.Sel]; field != nil && field.Pkg() != nil && m.packages[field.Pkg().Path()] != nil {
			m.values[field] = true
			return
		}
		m.assign(pkg, e.X)
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
			found = found || m.values[object] || m.ofSystem(object) || isOfMachine(object)
		}
		return !found
	})
	return found
}

// isOfMachine reports whether an object is in machineFunctions.
func isOfMachine(object types.Object) bool {
	f, ok := object.(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil {
		return false
	}
	names, known := machineFunctions[f.Pkg().Path()]
	return known && (names == nil || slices.Contains(names, f.Name()))
}

// ofSystem reports whether a constant, variable or function of a source package has another declaration on other
// systems.
func (m *machine) ofSystem(object types.Object) bool {
	if object == nil || object.Pkg() == nil || object.Parent() != object.Pkg().Scope() {
		return false
	}
	_, isType := object.(*types.TypeName)
	pkg := m.packages[object.Pkg().Path()]
	if isType || pkg == nil {
		return false
	}
	names, known := m.others[pkg]
	if !known {
		for _, name := range pkg.Ignored {
			if file, _ := m.parse(name, nil); file != nil && isSource(name) && len(m.Systems(name)) > 0 {
				names = append(names, namesIn(file)...)
			}
		}
		m.others[pkg] = names
	}
	return slices.Contains(names, object.Name())
}

// namesIn returns the names of the functions, variables and constants of a file.
func namesIn(file *ast.File) []string {
	var names []string
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
	return names
}
