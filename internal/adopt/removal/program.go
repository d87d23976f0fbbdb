package removal

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// program is the source with an index of where flags are in it.
type program struct {
	request Request
	module  *source.Module
	// functions are those that have to do with flags, by their names: one for each system if these differ.
	functions map[string][]*function
	order     []*function
	// entries are by the name of the file.
	entries map[string][]entry
	// generated are the declarations of the functions of the request.
	generated []*ast.FuncDecl
}

// function is a declared function.
type function struct {
	name string
	decl *ast.FuncDecl
	pkg  *source.Package
	root bool
}

// entry is a place in a file that has to do with flags.
type entry struct {
	offset    int
	flag      string // empty if it is computed
	registers bool
}

func newProgram(request Request) *program {
	p := &program{
		request: request, module: request.Module, functions: map[string][]*function{}, entries: map[string][]entry{},
	}
	for _, f := range request.Facts.Functions {
		if isGenerated(f.Start.Filename) {
			if slices.ContainsFunc(request.Generated, func(g Generated) bool { return g.is(f.Name) }) {
				p.generated = append(p.generated, f.Decl)
			}
			continue
		}
		known := &function{name: f.Name, decl: f.Decl, pkg: f.Package, root: slices.Contains(request.Roots, f.Name)}
		p.functions[f.Name] = append(p.functions[f.Name], known)
		p.order = append(p.order, known)
	}
	for _, r := range request.Facts.Registrations {
		p.enter(r.Place, r.Flag, true)
	}
	for _, m := range request.Facts.Marks {
		if isMark(m) {
			p.enter(m.Place, m.Flag, false)
		}
	}
	for _, d := range request.Facts.Delegations {
		flags, complete := p.delegated(d)
		for _, flag := range flags {
			p.enter(d.Place, flag, true)
		}
		if !complete {
			p.enter(d.Place, "", true)
		}
	}
	return p
}

// isMark reports whether a change of a flag is one that the marker of the flag says. Annotations stay.
func isMark(m source.Mark) bool {
	return m.Method != "SetAnnotation" && m.Method != "Lookup.Annotations"
}

// isGenerated reports whether a file is one of configgen's.
func isGenerated(file string) bool { return strings.HasPrefix(filepath.Base(file), "zz_generated.") }

// delegated are the flags that a function of another module registers, and whether these are all.
func (p *program) delegated(d source.Delegation) ([]string, bool) {
	for _, g := range p.request.Generated {
		if flags := g.Delegated[d.Callee]; flags != nil {
			return flags, true
		}
	}
	var known []string
	for _, flag := range d.Flags {
		if slices.Contains(p.request.Flags, flag) {
			known = append(known, flag)
		}
	}
	return known, d.Complete
}

// enter notes a flag at its place and at the calls that lead there. In generated code, it is one of a struct that has
// been adopted by itself: those calls go, too, if a generated function of the request has the flag.
func (p *program) enter(at source.Place, flag string, registers bool) {
	if isGenerated(at.Start.Filename) && (!p.replaces(flag) || p.isOwn(at)) {
		return
	}
	for _, position := range append([]token.Position{at.Start}, at.Calls...) {
		if isGenerated(position.Filename) {
			continue
		}
		e := entry{position.Offset, flag, registers}
		if !slices.Contains(p.entries[position.Filename], e) {
			p.entries[position.Filename] = append(p.entries[position.Filename], e)
		}
	}
}

// replaces reports whether a generated function of the request has a flag.
func (p *program) replaces(flag string) bool {
	return slices.ContainsFunc(p.request.Generated, func(g Generated) bool { return slices.Contains(g.Flags, flag) })
}

// isOwn reports whether a generated function of the request leads to a place.
func (p *program) isOwn(at source.Place) bool {
	return slices.ContainsFunc(p.generated, func(decl *ast.FuncDecl) bool {
		return p.isIn(decl, at.Start) ||
			slices.ContainsFunc(at.Calls, func(call token.Position) bool { return p.isIn(decl, call) })
	})
}

// within are the entries in a node.
func (p *program) within(node ast.Node) []entry {
	start, end := p.position(node.Pos()), p.position(node.End())
	var found []entry
	for _, e := range p.entries[start.Filename] {
		if start.Offset <= e.offset && e.offset < end.Offset {
			found = append(found, e)
		}
	}
	return found
}

func (p *program) position(pos token.Pos) token.Position { return p.module.Fset.Position(pos) }

// called are the declarations of the function of the program that a call is of.
func (p *program) called(pkg *source.Package, call *ast.CallExpr) []*function {
	if f := callee(pkg, call); f != nil {
		return p.functions[f.FullName()]
	}
	return nil
}

// callee is the function that is called, nil if it is not known.
func callee(pkg *source.Package, call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	if index, ok := fun.(*ast.IndexExpr); ok {
		fun = index.X
	}
	var name *ast.Ident
	switch fun := fun.(type) {
	case *ast.Ident:
		name = fun
	case *ast.SelectorExpr:
		name = fun.Sel
	default:
		return nil
	}
	if f, ok := pkg.Info.Uses[name].(*types.Func); ok {
		return f.Origin()
	}
	return nil
}

// typeName is import/path.Type of a type, or of what it points to.
func typeName(t types.Type) string {
	if named := source.Named(t); named != nil && named.Obj().Pkg() != nil {
		return named.Obj().Pkg().Path() + "." + named.Obj().Name()
	}
	return ""
}

// Types that registrations are made on.
const (
	flagSetType  = "github.com/spf13/pflag.FlagSet"
	sectionsType = "k8s.io/component-base/cli/flag.NamedFlagSets"
	commandType  = "github.com/spf13/cobra.Command"
)

// isIn reports whether a position is in a node.
func (p *program) isIn(node ast.Node, at token.Position) bool {
	start, end := p.position(node.Pos()), p.position(node.End())
	return start.Filename == at.Filename && start.Offset <= at.Offset && at.Offset < end.Offset
}

// text is the source of a node.
func (p *program) text(node ast.Node) string {
	start, end := p.position(node.Pos()), p.position(node.End())
	return string(p.module.Content(start.Filename)[start.Offset:end.Offset])
}

// flags are those that a node registers or changes; it is false if one of them is not known.
func (p *program) flags(node ast.Node) (names []string, known bool) {
	known = true
	for _, e := range p.within(node) {
		if e.flag == "" {
			known = false
		} else if !slices.Contains(names, e.flag) {
			names = append(names, e.flag)
		}
	}
	slices.Sort(names)
	return names, known
}

// splitName are the import path and the name in import/path.Name.
func splitName(name string) (string, string) {
	at := strings.LastIndexByte(name, '.')
	return name[:max(at, 0)], name[at+1:]
}
