package probe

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/source"
)

// planner writes the statements of a program.
type planner struct {
	program Program
	module  *source.Module
	out     strings.Builder
	imports []string // each has the name configgen and its index, so that no name is taken twice
	// object is the type of the variable object, nil without one.
	object types.Type
	// flags, sections and command are set if there are variables with these names.
	flags, sections, command bool
	findings                 []diag.Diagnostic
	// noted are the packages that findings say of why they cannot be had.
	noted []string
	facts *source.Facts
	// functions are the constructor and the registrations.
	functions []*types.Func
}

// The types that a registration works with.
const (
	flagSet   = "github.com/spf13/pflag.FlagSet"
	command   = "github.com/spf13/cobra.Command"
	goFlagSet = "flag.FlagSet"
	flagSets  = "NamedFlagSets"
)

// causes records findings that can cause other findings: an unknown type is not recognized as a flag set.
func (p *planner) causes(missing []string) {
	switch {
	case slices.ContainsFunc(missing, func(path string) bool { return slices.Contains(p.noted, path) }):
	case len(missing) > 0:
		p.finding(p.nowhere(), "package "+missing[0]+" cannot be loaded: "+p.module.Unavailable[missing[0]],
			"add its module to go.mod, as with go get "+missing[0]+", and run the command again")
	default:
		p.mistakes()
	}
}

// doCorrect is the advice for a package that does not compile.
const doCorrect = "correct it, or generate what is missing, and run the command again"

// mistakes notes the first mistake of each package that does not compile.
func (p *planner) mistakes() {
	for _, pkg := range p.module.Packages() {
		if len(pkg.Mistakes) > 0 {
			p.finding(pkg.Mistakes[0].At, "the package does not compile: "+pkg.Mistakes[0].Text, doCorrect)
		}
	}
}

// nowhere returns the position of mistakes that have none in the source: a name in the arguments.
func (p *planner) nowhere() token.Position {
	return token.Position{Filename: filepath.Join(p.module.Main.Dir, "go.mod"), Line: 1, Column: 1}
}

// at returns the position of a function or a parameter.
func (p *planner) at(object types.Object) token.Position { return p.module.Fset.Position(object.Pos()) }

// finding notes a mistake.
func (p *planner) finding(at token.Position, message, fix string) {
	p.findings = append(p.findings, diag.At(at, token.Position{}, "adopt-probe", message, fix))
}

// function returns a function by its name; nil if a program cannot call such a function.
func (p *planner) function(name string) *types.Func {
	path, function := split(name)
	pkg, err := p.module.Import(path)
	at := p.nowhere()
	if own := p.module.Package(path); own != nil && len(own.Files) > 0 {
		at = p.module.Fset.Position(own.Files[0].Package)
	}
	if err != nil || pkg == nil {
		why := "does not exist or cannot be loaded"
		if printed := p.module.Unavailable[path]; printed != "" {
			why = "cannot be loaded: " + printed
		}
		p.noted = append(p.noted, path)
		p.finding(at, "package "+path+" "+why, "specify the import path and the function, as in "+
			"example.com/relay/cmd/relay/options.NewOptions")
		return nil
	}
	found, ok := pkg.Scope().Lookup(function).(*types.Func)
	if !ok {
		fix := "specify the name of a function of this package"
		if near := near(pkg); near != "" {
			fix += "; it has " + near
		}
		p.finding(at, fmt.Sprintf("package %s does not have a function %s", path, function), fix)
		return nil
	}
	if !p.callable(found) {
		return nil
	}
	return found
}

// callable reports whether a program can call a function or a method, and notes why not.
func (p *planner) callable(f *types.Func) bool {
	switch {
	case f.Pkg().Name() == "main":
		p.finding(p.at(f), f.Name()+" is in package main, which no program can import", "move the options and the "+
			"registration of their flags to a package of their own, such as "+f.Pkg().Path()+"/options")
	case !f.Exported():
		p.finding(p.at(f), f.Name()+" is not exported, so a program cannot call it",
			"export it, or name a function that calls it")
	case f.Signature().TypeParams().Len() > 0:
		p.finding(p.at(f), f.Name()+" has type parameters", "name a function without them that calls it")
	default:
		return true
	}
	return false
}

// near lists functions of a package that could be meant.
func near(pkg *types.Package) string {
	var names []string
	for _, name := range pkg.Scope().Names() {
		if f, ok := pkg.Scope().Lookup(name).(*types.Func); ok && f.Exported() && f.Signature().Results().Len() > 0 &&
			strings.HasPrefix(name, "New") {
			names = append(names, name)
		}
	}
	return strings.Join(names[:min(len(names), 5)], ", ")
}

// imported returns the name of an imported package.
func (p *planner) imported(path string) string {
	at := slices.Index(p.imports, path)
	if at < 0 {
		at, p.imports = len(p.imports), append(p.imports, path)
	}
	return "configgen" + strconv.Itoa(at)
}

// typeText returns a type in the main function.
func (p *planner) typeText(t types.Type) string {
	return types.TypeString(t, func(pkg *types.Package) string { return p.imported(pkg.Path()) })
}

// isNamed reports whether a type, or the type that it points to, has the given name, with or without the import path.
func isNamed(t types.Type, name string) bool {
	named := source.Named(t)
	if named == nil {
		return false
	}
	object := named.Obj()
	return object.Name() == name || object.Pkg() != nil && object.Pkg().Path()+"."+object.Name() == name
}

// structOf returns the named struct that a type is or points to, nil if it is another type.
func structOf(t types.Type) *types.Named {
	if named := source.Named(t); named != nil {
		if _, ok := named.Underlying().(*types.Struct); ok {
			return named
		}
	}
	return nil
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }
