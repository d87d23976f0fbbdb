package load

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"

	"github.com/configgen/configgen/internal/gosource"
	"github.com/configgen/configgen/internal/group"
)

// The methods that register types: AddKnownTypes and AddKnownTypeWithName of a scheme, and Register of the builder of
// controller-runtime.
const (
	addKnownTypes        = "AddKnownTypes"
	addKnownTypeWithName = "AddKnownTypeWithName"
	register             = "Register"
)

// Registers reports whether a method of the given name registers the types of its arguments with a scheme.
func Registers(method string) bool {
	return method == addKnownTypes || method == addKnownTypeWithName || method == register
}

// TypeOfObject is the name of the type that an expression makes an object of, as in &T{} and new(T); empty for any
// other expression.
func TypeOfObject(e ast.Expr) string {
	if address, ok := e.(*ast.UnaryExpr); ok {
		e = address.X
	}
	switch x := e.(type) {
	case *ast.CompositeLit:
		return TypeName(x.Type)
	case *ast.CallExpr:
		if function, ok := x.Fun.(*ast.Ident); ok && function.Name == "new" && len(x.Args) == 1 {
			return TypeName(x.Args[0])
		}
	}
	return ""
}

// unused reports whether a declaration is a function that nothing calls.
func (p *Package) unused(decl ast.Decl) bool {
	function, ok := decl.(*ast.FuncDecl)
	if !ok || function.Recv != nil {
		return false
	}
	name := function.Name.Name
	return name != "init" && !token.IsExported(name) && !p.Reached(name)
}

// registration is a call that registers types, with the file and the local variables of the function that it is in.
type registration struct {
	file   *ast.File
	locals map[string]ast.Expr
	method string
	// on is the receiver of the method, and args are its arguments.
	on   ast.Expr
	args []ast.Expr
}

// Registrations returns the group, version and kind with which a package registers its types, by type name. Of a type
// that is registered several times, it is the registration with the name of the type.
func (s *Session) Registrations(pkg *Package) map[string]group.Header {
	found := map[string]group.Header{}
	for _, call := range pkg.registrations {
		at := place{s, pkg.Path, call.file, call.locals}
		var as group.Header
		objects := call.args
		if call.method == register {
			as = at.builder(call.on)
		} else if len(objects) > 0 {
			as, objects = at.header(objects[0], 0), objects[1:]
		}
		for _, object := range objects {
			name := TypeOfObject(object)
			if as.Version == "" || name == "" {
				continue
			}
			header := as
			header.Kind = cmp.Or(header.Kind, name)
			if _, known := found[name]; !known || header.Kind == name {
				found[name] = header
			}
		}
	}
	return found
}

// locals are the variables that a function declares with a value.
func locals(decl ast.Decl) map[string]ast.Expr {
	found := map[string]ast.Expr{}
	ast.Inspect(decl, func(node ast.Node) bool {
		if s, ok := node.(*ast.AssignStmt); ok && s.Tok == token.DEFINE && len(s.Lhs) == len(s.Rhs) {
			for i, left := range s.Lhs {
				if name, ok := left.(*ast.Ident); ok {
					found[name.Name] = s.Rhs[i]
				}
			}
		}
		return true
	})
	return found
}

// place is a place in the source of a package, where names have a meaning.
type place struct {
	session *Session
	path    string
	file    *ast.File
	locals  map[string]ast.Expr
}

// deepest limits how many variables lead to a value.
const deepest = 8

// header is the value of an expression of type schema.GroupVersion or schema.GroupVersionKind; without a version if
// it is not known.
func (p place) header(e ast.Expr, depth int) (value group.Header) {
	if depth > deepest {
		return value
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return p.header(x.X, depth+1)
	case *ast.CompositeLit:
		names := []string{"Group", "Version", "Kind"}
		for i, element := range x.Elts {
			name, of := "", element
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				name, of = TypeName(pair.Key), pair.Value
			} else if i < len(names) {
				name = names[i]
			}
			text, known := p.text(of, depth+1)
			if !known {
				return group.Header{}
			}
			switch name {
			case "Group":
				value.Group = text
			case "Version":
				value.Version = text
			case "Kind":
				value.Kind = text
			}
		}
	case *ast.CallExpr:
		method, ok := x.Fun.(*ast.SelectorExpr)
		switch {
		case !ok:
		case method.Sel.Name == "WithKind" && len(x.Args) == 1:
			kind, known := p.text(x.Args[0], depth+1)
			if value = p.header(method.X, depth+1); !known {
				return group.Header{}
			}
			value.Kind = kind
		case method.Sel.Name == "GroupVersion":
			value = p.header(method.X, depth+1)
			value.Kind = ""
		}
	case *ast.Ident, *ast.SelectorExpr:
		if at, set := p.variable(x); set != nil {
			return at.header(set, depth+1)
		}
	}
	return value
}

// text is the value of an expression of type string.
func (p place) text(e ast.Expr, depth int) (text string, known bool) {
	if depth > deepest {
		return "", false
	}
	reader := gosource.Reader{File: p.file, Package: p.path, Named: func(path, name string) (constant.Value, bool) {
		if at, set := p.declared(path, name); set != nil {
			if text, known := at.text(set, depth+1); known {
				return constant.MakeString(text), false
			}
		}
		return constant.MakeUnknown(), false
	}}
	if value, _ := reader.Constant(e); value.Kind() == constant.String {
		return constant.StringVal(value), true
	}
	if selector, ok := e.(*ast.SelectorExpr); ok {
		of := p.header(selector.X, depth+1)
		switch selector.Sel.Name {
		case "Group":
			return of.Group, of.Version != ""
		case "Version":
			return of.Version, of.Version != ""
		}
	}
	return "", false
}

// builder is the group and version of a variable that is a builder of controller-runtime.
func (p place) builder(e ast.Expr) group.Header {
	at, set := p.variable(e)
	if address, ok := set.(*ast.UnaryExpr); ok {
		set = address.X
	}
	if literal, ok := set.(*ast.CompositeLit); ok {
		for _, element := range literal.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok && TypeName(pair.Key) == "GroupVersion" {
				return at.header(pair.Value, 0)
			}
		}
	}
	return group.Header{}
}

// variable is the expression that a variable has as its value, and its place; nil if that is not known.
func (p place) variable(e ast.Expr) (at place, set ast.Expr) {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		if local := p.locals[x.Name]; local != nil {
			return p, local
		}
		return p.declared(p.path, x.Name)
	case *ast.SelectorExpr:
		return p.declared(gosource.Reader{File: p.file}.Imported(x.X), x.Sel.Name)
	}
	return place{}, nil
}

// declared is the expression that a package declares a variable or constant with, and its place; nil if its source is
// not known.
func (p place) declared(path, name string) (at place, set ast.Expr) {
	for _, file := range p.session.filesOf(path, name) {
		for _, decl := range file.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok || general.Tok != token.VAR && general.Tok != token.CONST {
				continue
			}
			for _, spec := range general.Specs {
				values := spec.(*ast.ValueSpec)
				for i, ident := range values.Names {
					if ident.Name == name && i < len(values.Values) {
						return place{session: p.session, path: path, file: file}, values.Values[i]
					}
				}
			}
		}
	}
	return place{}, nil
}

// filesOf are the files of a package that may declare a name.
func (s *Session) filesOf(path, name string) []*ast.File {
	if pkg := s.known(path); pkg != nil {
		return pkg.Files
	}
	if dir := s.Directory(path); dir != "" {
		return filesIn(dir, name)
	}
	if pkg := s.reached(path); pkg != nil {
		return s.filesWith(pkg, name)
	}
	return nil
}
