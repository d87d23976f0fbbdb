package observe

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/configgen/configgen/diag"
)

// Kind is the kind of a call that parses the flags.
type Kind string

// The kinds of calls.
const (
	// Process parses the arguments of the process: flag.Parse() and pflag.Parse().
	Process Kind = "Process"
	// Parse parses the arguments that it is told: fs.Parse(os.Args[1:]).
	Parse Kind = "Parse"
	// Execute is cmd.Execute() or cmd.ExecuteContext(ctx), and RunNoErrOutput of k8s.io/component-base/cli.
	Execute Kind = "Execute"
	// Run is Run of k8s.io/component-base/cli, which returns an exit status.
	Run Kind = "Run"
)

// Call is a call that parses the flags.
type Call struct {
	// Position and End are those of the call, with the absolute name of the file.
	Position, End token.Position
	Kind          Kind
	// Receiver is the set of flags or the command as the source has it, and Arguments what else the call is told.
	Receiver, Arguments string
	// InMain is set if the call is in the function main of the program, and Global if it needs no variable of a function.
	InMain, Global bool
	// Before is the number of statements of main before the one with the call.
	Before int
	// Function is the called function where the source names it by its package, as in cli.Run.
	Function string
}

// ID is the position of a call as the program writes it.
func (c Call) ID() string {
	return fmt.Sprintf("%s:%d:%d", c.Position.Filename, c.Position.Line, c.Position.Column)
}

// Source is what is read of the component.
type Source struct {
	// Module is the path of the module, and Root its directory.
	Module, Root string
	// Main is the package of the program.
	Main *packages.Package
	// Calls are the calls that parse flags, in all packages of the module that the program has.
	Calls []Call
	// Foreign are calls of libraries for command lines that are not served, by their position.
	Foreign []diag.Diagnostic
	// Variables are the names of variables of the environment that the packages read.
	Variables []string
	// libraries are the import paths of all packages of the program.
	libraries map[string]bool
	main      *ast.FuncDecl
	packages  []*packages.Package
	fset      *token.FileSet
	content   map[string][]byte
}

// finding is a finding about the component.
func finding(at token.Position, code, message, fix string) diag.Diagnostic {
	return diag.At(at, token.Position{}, code, message, fix)
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
		return nil, []diag.Diagnostic{finding(at, "package", fmt.Sprintf("%s names %d packages", pattern, len(roots)),
			"name the package of one program, as in ./cmd/relay")}, nil
	case roots[0].Module == nil && len(roots[0].Errors) == 0:
		return nil, []diag.Diagnostic{finding(at, "package", pattern+" is not a package of a module", "run go mod init")}, nil
	}
	if found := mistakes(roots, at); len(found) > 0 {
		return nil, found, nil
	}
	s := &Source{
		Module: roots[0].Module.Path, Root: roots[0].Module.Dir, libraries: map[string]bool{}, fset: config.Fset,
		content: map[string][]byte{},
	}
	var own []string
	packages.Visit(roots, nil, func(p *packages.Package) {
		s.libraries[p.PkgPath] = true
		if p.Module != nil && p.Module.Path == s.Module {
			own = append(own, p.PkgPath)
		}
	})
	config.Mode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
		packages.NeedTypesInfo | packages.NeedImports | packages.NeedModule | packages.NeedCompiledGoFiles
	loaded, err := packages.Load(config, own...)
	if err != nil {
		return nil, nil, err
	}
	if found := mistakes(loaded, at); len(found) > 0 {
		return nil, found, nil
	}
	s.packages = loaded
	s.Main = s.pkg(roots[0].PkgPath)
	for _, p := range loaded {
		if err := s.read(p); err != nil {
			return nil, nil, err
		}
	}
	slices.Sort(s.Variables)
	s.Variables = slices.Compact(s.Variables)
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

// files are the files of all packages of the module.
func (s *Source) files() []*ast.File {
	var all []*ast.File
	for _, p := range s.packages {
		all = append(all, p.Syntax...)
	}
	return all
}

// Entry is the first call in main that needs no variable of main; nil if there is none.
func (s *Source) Entry() *Call {
	for _, call := range s.Calls {
		if call.InMain && call.Global {
			return &call
		}
	}
	return nil
}

// mistakes are what keeps packages from being built.
func mistakes(roots []*packages.Package, at token.Position) []diag.Diagnostic {
	var found []diag.Diagnostic
	packages.Visit(roots, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			if strings.HasPrefix(e.Msg, "# ") { // the next one has the mistake
				continue
			}
			position := at
			if parts := place.FindStringSubmatch(e.Pos); parts != nil {
				position.Filename = parts[1]
				fmt.Sscan(parts[2], &position.Line)
				position.Column = 1
				fmt.Sscan(parts[3], &position.Column)
			}
			message, _, _ := strings.Cut(strings.TrimSpace(e.Msg), "\n")
			found = append(found, finding(position, "does-not-build", "the component does not compile: "+message,
				"correct it, and run the command again"))
		}
	})
	if len(found) > 10 {
		found = found[:10] // the others follow from these
	}
	return found
}

var place = regexp.MustCompile(`^(.*\.go):(\d+)(?::(\d+))?`)

// read looks through a package for calls.
func (s *Source) read(p *packages.Package) error {
	for _, file := range p.Syntax {
		name := s.fset.Position(file.Package).Filename
		content, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", filepath.ToSlash(name), err)
		}
		s.content[name] = content
		for _, declaration := range file.Decls {
			within := reader{source: s, pkg: p, file: file}
			if f, ok := declaration.(*ast.FuncDecl); ok {
				within.function = f
				if p == s.Main && p.Name == "main" && f.Recv == nil && f.Name.Name == "main" {
					s.main = f
				}
			}
			ast.Inspect(declaration, within.node)
		}
	}
	return nil
}

// reader looks for calls in a declaration.
type reader struct {
	source   *Source
	pkg      *packages.Package
	file     *ast.File
	function *ast.FuncDecl // nil outside of functions
}

// kinds are the functions that parse flags.
var kinds = map[string]Kind{
	"flag.Parse":                                       Process,
	"github.com/spf13/pflag.Parse":                     Process,
	"(*flag.FlagSet).Parse":                            Parse,
	"(*github.com/spf13/pflag.FlagSet).Parse":          Parse,
	"(*github.com/spf13/cobra.Command).Execute":        Execute,
	"(*github.com/spf13/cobra.Command).ExecuteContext": Execute,
	"k8s.io/component-base/cli.RunNoErrOutput":         Execute,
	"k8s.io/component-base/cli.Run":                    Run,
}

// foreign are libraries for command lines that are not served.
var foreign = regexp.MustCompile(`^\(?\*?(github\.com/alecthomas/(kingpin|kong)|gopkg\.in/alecthomas/kingpin|` +
	`github\.com/urfave/cli|github\.com/jessevdk/go-flags)[^ ]*\.(Parse|ParseArgs|MustParse|Run|RunContext)$`)

func (r reader) node(node ast.Node) bool {
	call, ok := node.(*ast.CallExpr)
	if !ok {
		return true
	}
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return true
	}
	called, ok := r.pkg.TypesInfo.Uses[selector.Sel].(*types.Func)
	if !ok {
		return true
	}
	s := r.source
	switch name := called.FullName(); {
	case name == "os.Getenv" || name == "os.LookupEnv":
		if len(call.Args) == 1 {
			if value := r.pkg.TypesInfo.Types[call.Args[0]].Value; value != nil {
				s.Variables = append(s.Variables, strings.Trim(value.ExactString(), `"`))
			}
		}
	case foreign.MatchString(name):
		s.Foreign = append(s.Foreign, finding(s.fset.Position(call.Pos()), "library",
			fmt.Sprintf("%s parses the command line, and its flags cannot be observed", called.Pkg().Path()),
			"start a group with configgen init, and register the flags with pflag or cobra"))
	case kinds[name] != "":
		r.add(call, selector, kinds[name])
	}
	return true
}

// add notes a call, unless it parses something else than the command line.
func (r reader) add(call *ast.CallExpr, selector *ast.SelectorExpr, kind Kind) {
	s := r.source
	found := Call{Position: s.fset.Position(call.Pos()), End: s.fset.Position(call.End()), Kind: kind}
	text := func(node ast.Node) string {
		start, end := s.fset.Position(node.Pos()), s.fset.Position(node.End())
		return string(s.content[start.Filename][start.Offset:end.Offset])
	}
	var arguments []string
	for _, argument := range call.Args {
		switch a := ast.Unparen(argument).(type) {
		case *ast.CompositeLit:
			return
		case *ast.Ident:
			if a.Name == "nil" {
				return
			}
		}
		arguments = append(arguments, text(argument))
	}
	found.Receiver, found.Arguments = text(selector.X), strings.Join(arguments, ", ")
	_, global := r.pkg.TypesInfo.Uses[rootOf(selector.X)].(*types.PkgName)
	switch {
	case kind == Process:
		found.Receiver, found.Function = found.Receiver+".CommandLine", text(selector)
	case global && (kind == Run || strings.HasSuffix(text(selector), ".RunNoErrOutput")):
		found.Receiver, found.Arguments, found.Function = found.Arguments, "", text(selector)
	default:
		selection := r.pkg.TypesInfo.Selections[selector]
		if selection == nil || len(selection.Index()) > 1 {
			return // promoted from an embedded field
		}
		if _, pointer := types.Unalias(selection.Recv()).(*types.Pointer); !pointer {
			found.Receiver = "&" + found.Receiver
		}
	}
	found.Global = r.global(call)
	if r.function != nil && r.pkg == s.Main && r.function.Name.Name == "main" && r.function.Recv == nil {
		found.InMain = true
		for _, statement := range r.function.Body.List {
			if statement.End() < call.Pos() {
				found.Before++
			}
		}
	}
	s.Calls = append(s.Calls, found)
}

// rootOf is the first name of an expression.
func rootOf(e ast.Expr) *ast.Ident {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.CallExpr:
			e = x.Fun
		default:
			return nil
		}
	}
}

// global reports whether a call needs no variable of a function.
func (r reader) global(call *ast.CallExpr) bool {
	global := true
	ast.Inspect(call, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok {
			if v, ok := r.pkg.TypesInfo.Uses[id].(*types.Var); ok && !v.IsField() && v.Parent() != r.pkg.Types.Scope() &&
				v.Pkg() == r.pkg.Types {
				global = false
			}
		}
		return global
	})
	return global
}
