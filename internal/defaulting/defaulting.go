package defaulting

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// Packages knows the types of packages, for constants of others, and their source.
type Packages interface {
	Types(path string) (*types.Package, []load.TypeError, error)
	// Bodies returns the files of a package with the bodies of functions; none if the source is not known. It is known for
	// the user's packages and for packages with types that the user's types use.
	Bodies(path string) []*ast.File
	// Directory is empty for a package of another module.
	Directory(path string) string
}

// Default is what functions make of a field that is not set.
type Default struct {
	// Value is the default in JSON. It is empty if there is none, or if it is not known.
	Value string
	// Code decides about a default that is not known; nil for one that is, and if there is none.
	Code *Code
	// Depends are the Go paths, below the root, of the fields that an unknown default depends on, sorted: its Code reads
	// them for the value or to decide whether to set it.
	Depends []string
}

// Code is the code that decides about a default.
type Code struct {
	// Digest is the same for code that differs in its format, in comments and in names of local variables.
	Digest string
	// Functions are those with the code, with their import paths, in the order of their calls.
	Functions []string
	// Position is where the field is set.
	Position token.Pos
}

// Defaults are the defaults that the functions of one package set.
type Defaults struct {
	sources *sources
	// defaulters maps a type to the function that sets its defaults. The key is the import path and the name of the type,
	// or the name alone if the package of the type is not known.
	defaulters map[string]*function
	// touched are the places that each of them may set, seen from its object.
	touched map[*function][]string
}

// Read reads the functions SetDefaults_ of a package and of its peers, which are import paths, and the functions that
// the package registers with a scheme. A nil package has none.
func Read(pkg *load.Package, peers []string, packages Packages) *Defaults {
	d := &Defaults{defaulters: map[string]*function{}, touched: map[*function][]string{}}
	if pkg == nil {
		return d
	}
	d.sources = newSources(pkg.Path, peers, packages)
	for _, path := range append(slices.Clone(peers), pkg.Path) {
		for _, f := range d.sources.defaulters(path) {
			d.add(f)
		}
	}
	if len(pkg.MentionedBy(registration)) > 0 {
		d.registered(pkg.Path)
	}
	seen := map[types.Type]bool{}
	for _, f := range d.defaulters {
		d.sources.reach(f.of, seen)
	}
	return d
}

// registration is the method of a scheme that registers a function.
const registration = "AddTypeDefaultingFunc"

// registered adds the functions that a package registers by hand.
func (d *Defaults) registered(path string) {
	for _, file := range d.sources.files(path) {
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || len(call.Args) != 2 {
				return true
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			object, isPointer := call.Args[0].(*ast.UnaryExpr)
			if !ok || method.Sel.Name != registration || !isPointer {
				return true
			}
			literal, ok := object.X.(*ast.CompositeLit)
			if !ok {
				return true
			}
			in := scope{file: file, pkg: path}
			var f *function
			switch given := call.Args[1].(type) {
			case *ast.FuncLit:
				f = &function{scope: in, name: registration, params: given.Type.Params, body: given.Body}
			case *ast.Ident:
				f = d.sources.function(path, given.Name)
			}
			if named, ok := d.sources.typeOf(in, literal.Type).(*types.Named); ok && f != nil {
				f.of = named
				d.add(f)
			}
			return true
		})
	}
}

// add adds a function for the type that its parameter points to, or that its name names if the type is not known.
func (d *Defaults) add(f *function) {
	if f.params == nil || len(f.params.List) != 1 || len(f.params.List[0].Names) != 1 {
		return
	}
	if pointer, ok := f.params.List[0].Type.(*ast.StarExpr); ok && f.of == nil {
		f.of = d.sources.typeOf(f.scope, pointer.X)
	}
	name := strings.TrimPrefix(f.name, load.DefaulterPrefix)
	d.defaulters[cmp.Or(fullName(f.of), name)] = f
}

// fullName returns the import path and the name of a type; for an alias, of the aliased type. It is empty for other
// types.
func fullName(t types.Type) string {
	if named, ok := types.Unalias(orInvalid(t)).(*types.Named); ok && named.Obj().Pkg() != nil {
		return named.Obj().Pkg().Path() + "." + named.Obj().Name()
	}
	return ""
}

func orInvalid(t types.Type) types.Type {
	if t == nil {
		return types.Typ[types.Invalid]
	}
	return t
}

// call is a function with the place of its object below the root.
type call struct {
	function *function
	place    string
}

// Of returns the default of a field below a root of a package with types. The functions of outer structs run before the
// functions of structs in them.
func (d *Defaults) Of(field *group.Field, typesPath, root string) Default {
	if len(d.defaulters) == 0 {
		return Default{}
	}
	calls := d.calls(field, typesPath, root)
	if len(calls) == 0 || isStruct(field) {
		return Default{}
	}
	// Only the innermost item of a list that the field is in is looked at: outer functions see it there, too.
	r := run{sources: d.sources, field: place(object, field.Path), parents: parents(field), calls: calls}
	return r.result(d.typeOf(typesPath, root))
}

// isStruct reports whether the defaults of a field are the defaults of the fields in it.
func isStruct(field *group.Field) bool {
	return len(field.Fields) > 0 && field.Type.Elements() == ""
}

func (d *Defaults) typeOf(path, root string) types.Type {
	if pkg, _, err := d.sources.all.Types(path); err == nil && pkg != nil {
		if object := pkg.Scope().Lookup(root); object != nil {
			return object.Type()
		}
	}
	return nil
}

// calls are the functions that may set a field, in their order.
func (d *Defaults) calls(field *group.Field, typesPath, root string) []call {
	var calls []call
	add := func(f *function, at string) {
		if f != nil && slices.ContainsFunc(d.places(f), func(set string) bool {
			return related(at+strings.TrimPrefix(set, object), place(object, field.Path))
		}) {
			calls = append(calls, call{f, at})
		}
	}
	for at := field; at != nil; at = at.Parent {
		items := at == field && at.Type.Elements() != "" // which are not there
		if base := at.Type.Base(); base.Name != "" && base.Package != "" && !items {
			add(d.defaulters[base.Package+"."+base.Name], place(object, at.Path+at.Type.Elements()))
		}
	}
	add(cmp.Or(d.defaulters[fullName(d.typeOf(typesPath, root))], d.defaulters[root]), object)
	slices.Reverse(calls)
	return calls
}

// places are the fields that a function may set, as paths from its object.
func (d *Defaults) places(f *function) []string {
	known, ok := d.touched[f]
	if !ok {
		r := run{sources: d.sources, calls: []call{{f, object}}}
		known = r.touches(f.of)
		d.touched[f] = known
	}
	return known
}

// parents are the places of the structs around a field that can be nil, or zero as a whole, the outermost first.
func parents(field *group.Field) []string {
	var found []string
	for above := field.Parent; above != nil && above.Type.Elements() == ""; above = above.Parent {
		found = append(found, place(object, above.Path))
	}
	slices.Reverse(found)
	return found
}
