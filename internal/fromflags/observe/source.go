package observe

import (
	"context"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/configgen/configgen/diag"
)

// Call is a call that parses the flags.
type Call struct {
	// Position is that of the call, with the absolute name of the file.
	Position token.Position
	// Set is the set of flags or the command as the source has it, and Arguments what is parsed; empty for the arguments
	// of the process.
	Set, Arguments string
	// first is set if the call is in the function main of the program and needs no variable of a function. before is the
	// number of statements of main before it.
	first  bool
	before int
	// observed is what takes the place of the source between from and to.
	from, to int
	observed string
}

// Source is what is read of the component.
type Source struct {
	// Module is the path of the module, and Root its directory.
	Module, Root string
	// Main is the package of the program.
	Main *packages.Package
	// Calls are the calls that parse flags, in all packages of the module that the program has.
	Calls []Call
	// Visits are calls that visit all flags, perhaps to print them.
	Visits []token.Position
	// foreign are calls of libraries for command lines that are not served, and bridged those that load files already.
	foreign, bridged []diag.Diagnostic
	// variables are the names of variables of the environment that the packages read.
	variables []string
	// libraries are the import paths of all packages of the program.
	libraries map[string]bool
	main      *ast.FuncDecl
	packages  []*packages.Package
	fset      *token.FileSet
	content   map[string][]byte
}

// finding is a finding about the component.
func finding(at token.Position, code, message, fix string) []diag.Diagnostic {
	return []diag.Diagnostic{diag.At(at, token.Position{}, code, message, fix)}
}

// Read reads the packages of a program. What keeps it from being built is in the findings. It returns an error if the
// go command cannot answer.
func Read(ctx context.Context, dir, pattern string, env []string) (*Source, []diag.Diagnostic, error) {
	config := &packages.Config{
		Context: ctx, Dir: dir, Env: append(os.Environ(), env...), Fset: token.NewFileSet(),
		Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedFiles,
	}
	roots, err := packages.Load(config, pattern)
	if err != nil {
		return nil, nil, err
	}
	at := token.Position{Filename: "--from-flags"}
	switch {
	case len(roots) != 1:
		return nil, finding(at, "package", fmt.Sprintf("%s names %d packages", pattern, len(roots)),
			"name the package of one program, as in ./cmd/relay"), nil
	case roots[0].Module == nil && len(roots[0].Errors) == 0:
		return nil, finding(at, "package", pattern+" is not a package of a module", "run go mod init"), nil
	}
	if found := mistakes(dir, roots); len(found) > 0 {
		return nil, found, nil
	}
	s := &Source{Module: roots[0].Module.Path, Root: roots[0].Module.Dir, libraries: map[string]bool{},
		fset: config.Fset, content: map[string][]byte{}}
	var own []string
	packages.Visit(roots, nil, func(p *packages.Package) {
		s.libraries[p.PkgPath] = true
		if p.Module != nil && p.Module.Path == s.Module {
			own = append(own, p.PkgPath)
		}
	})
	config.Mode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
		packages.NeedTypesInfo | packages.NeedImports | packages.NeedModule | packages.NeedCompiledGoFiles
	if s.packages, err = packages.Load(config, own...); err != nil {
		return nil, nil, err
	}
	if found := mistakes(dir, s.packages); len(found) > 0 {
		return nil, found, nil
	}
	s.Main = s.pkg(roots[0].PkgPath)
	for _, p := range s.packages {
		for _, file := range p.Syntax {
			if err := s.read(p, file); err != nil {
				return nil, nil, err
			}
		}
	}
	return s, nil, nil
}

// pkg is a package of the module by its import path or its directory below the working directory; nil if the program
// does not have it.
func (s *Source) pkg(name string) *packages.Package {
	for _, p := range s.packages {
		if p.PkgPath == name || strings.HasPrefix(name, ".") && path.Join(s.Module, name) == p.PkgPath {
			return p
		}
	}
	return nil
}

// entry is the first call in main that needs no variable of main; nil if there is none.
func (s *Source) entry() *Call {
	for i := range s.Calls {
		if s.Calls[i].first {
			return &s.Calls[i]
		}
	}
	return nil
}

// mistakes are what keeps packages from being built.
func mistakes(dir string, roots []*packages.Package) []diag.Diagnostic {
	var printed []string
	packages.Visit(roots, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			printed = append(printed, strings.TrimPrefix(e.Pos, "-")+": "+e.Msg)
		}
	})
	if len(printed) == 0 {
		return nil
	}
	return broken(dir, nil, strings.Join(printed, "\n"))
}

// place is the position of a mistake, as the go command prints it.
var place = regexp.MustCompile(`(?m)^(\S[^\n]*?\.go):(\d+)(?::(\d+))?: (.*)$`)

// broken are the findings about what the go command prints in a directory. originals has, for files of an overlay, the
// names of those that they replace.
func broken(dir string, originals map[string]string, printed string) []diag.Diagnostic {
	const code, fix = "does-not-build", "correct it, and run the command again"
	var all []diag.Diagnostic
	for _, found := range place.FindAllStringSubmatch(printed, 10) { // others follow from these
		at := token.Position{Filename: found[1], Column: 1}
		fmt.Sscan(found[2], &at.Line)
		fmt.Sscan(found[3], &at.Column)
		if !filepath.IsAbs(at.Filename) {
			at.Filename = filepath.Join(dir, at.Filename)
		}
		if original := originals[at.Filename]; original != "" {
			at.Filename = original
		}
		all = append(all, finding(at, code, "the component does not compile: "+found[4], fix)...)
	}
	if len(all) == 0 {
		message := strings.Trim(strings.Join(strings.Fields(printed), " "), ": ")
		return finding(token.Position{Filename: "--from-flags"}, code, "the component cannot be built: "+message, fix)
	}
	return all
}

// read looks through a file for calls.
func (s *Source) read(p *packages.Package, file *ast.File) error {
	name := s.fset.Position(file.Package).Filename
	content, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", filepath.ToSlash(name), err)
	}
	s.content[name] = content
	for _, declaration := range file.Decls {
		var main *ast.FuncDecl
		if f, ok := declaration.(*ast.FuncDecl); ok && p == s.Main && p.Name == "main" && f.Recv == nil &&
			f.Name.Name == "main" {
			main, s.main = f, f
		}
		ast.Inspect(declaration, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				s.call(p, main, call)
			}
			return true
		})
	}
	return nil
}

// kind is the kind of a call that parses flags.
type kind int

const (
	process  kind = iota + 1 // of a function that parses the arguments of the process
	parse                    // of a method that is told the arguments
	execute                  // of a method of a command
	argument                 // of a function that is told the command
)

// kinds are the functions that parse flags.
var kinds = map[string]kind{
	"flag.Parse":                                     process,
	pflagPackage + ".Parse":                          process,
	"(*flag.FlagSet).Parse":                          parse,
	"(*" + pflagPackage + ".FlagSet).Parse":          parse,
	"(*" + cobraPackage + ".Command).Execute":        execute,
	"(*" + cobraPackage + ".Command).ExecuteContext": execute,
	"k8s.io/component-base/cli.Run":                  argument,
	"k8s.io/component-base/cli.RunNoErrOutput":       argument,
}

const (
	pflagPackage = "github.com/spf13/pflag"
	cobraPackage = "github.com/spf13/cobra"
)

// foreign are libraries for command lines that are not served.
var foreign = regexp.MustCompile(`^\(?\*?(github\.com/alecthomas/(kingpin|kong)|gopkg\.in/alecthomas/kingpin|` +
	`github\.com/urfave/cli|github\.com/jessevdk/go-flags)[^ ]*\.(Parse|ParseArgs|MustParse|Run|RunContext)$`)

// visits are functions that visit all flags.
var visits = regexp.MustCompile(`^(\(\*)?(flag|github\.com/spf13/pflag)(\.FlagSet\))?\.Visit(All)?$|` +
	`^k8s\.io/component-base/cli/flag\.PrintFlags$`)

// call looks at a call; main is the function main if the call is in it.
func (s *Source) call(p *packages.Package, main *ast.FuncDecl, call *ast.CallExpr) {
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	called, ok := p.TypesInfo.Uses[selector.Sel].(*types.Func)
	if !ok {
		return
	}
	switch name := called.FullName(); {
	case name == "os.Getenv" || name == "os.LookupEnv":
		if value := p.TypesInfo.Types[call.Args[0]].Value; value != nil {
			s.variables = append(s.variables, constant.StringVal(value))
		}
	case foreign.MatchString(name) && (len(s.foreign) == 0 || p == s.Main):
		s.foreign = finding(s.fset.Position(call.Pos()), "library",
			fmt.Sprintf("%s parses the command line, and its flags cannot be observed", called.Pkg().Path()),
			"start a group with configgen init, and register the flags with pflag or cobra")
	case name == "github.com/configgen/configgen/componentconfig/commandline.Load":
		s.bridged = finding(s.fset.Position(call.Pos()), "bridge", "files set the flags of this program already",
			"add fields for new flags to the types of its group")
	case visits.MatchString(name):
		s.Visits = append(s.Visits, s.fset.Position(call.Pos()))
	case kinds[name] != 0:
		s.parses(p, main, call, selector.X, kinds[name])
	}
}

// parses notes a call that parses flags, unless it parses something else than the command line.
func (s *Source) parses(p *packages.Package, main *ast.FuncDecl, call *ast.CallExpr, x ast.Expr, of kind) {
	found := Call{Position: s.fset.Position(call.Pos()), first: main != nil && !local(p, call)}
	for i := 0; main != nil && main.Body.List[i].End() < call.Pos(); i++ {
		found.before++
	}
	offset := func(pos token.Pos) int { return s.fset.Position(pos).Offset }
	text := func(node ast.Node) string {
		return string(s.content[found.Position.Filename][offset(node.Pos()):offset(node.End())])
	}
	replaced, tail, arguments := ast.Node(x), "", ""
	switch of {
	case process:
		replaced, tail, found.Set = call, ".Parse(nil)", text(x)+".CommandLine"
	case argument:
		replaced, found.Set = call.Args[0], text(call.Args[0])
	case parse:
		value := p.TypesInfo.Types[call.Args[0]]
		if _, made := ast.Unparen(call.Args[0]).(*ast.CompositeLit); made || value.IsNil() {
			return
		}
		found.Arguments = text(call.Args[0])
		arguments = ", " + found.Arguments
		fallthrough
	case execute:
		found.Set = text(x)
		if _, pointer := types.Unalias(p.TypesInfo.TypeOf(x)).(*types.Pointer); !pointer {
			found.Set = "&" + found.Set
		}
	}
	found.from, found.to = offset(replaced.Pos()), offset(replaced.End())
	found.observed = fmt.Sprintf("configgenobserver.At(%d, %s%s)%s", len(s.Calls), found.Set, arguments, tail)
	s.Calls = append(s.Calls, found)
}

// local reports whether a call needs a variable of a function.
func local(p *packages.Package, call *ast.CallExpr) (found bool) {
	ast.Inspect(call, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok {
			v, ok := p.TypesInfo.Uses[id].(*types.Var)
			found = found || ok && !v.IsField() && v.Parent() != p.Types.Scope() && v.Pkg() == p.Types
		}
		return !found
	})
	return found
}
