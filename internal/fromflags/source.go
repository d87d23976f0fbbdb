package fromflags

import (
	"cmp"
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

// call is a call that parses the flags.
type call struct {
	// at is the position of the call, with the absolute name of the file.
	at token.Position
	// set is the set of flags or the command as the source has it, and arguments what is parsed; empty for the arguments
	// of the process.
	set, arguments string
	// first is set if the call is in the function main of the program and needs no variable of a function. before is the
	// number of statements of main before it.
	first  bool
	before int
	// observed takes the place of a part of the source.
	observed edit
}

// source is what is read of the component.
type source struct {
	// path is that of the module, and Root its directory.
	path, Root string
	// program is the package of the program, and main its function main.
	program  *packages.Package
	main     *ast.FuncDecl
	packages []*packages.Package
	// libraries are the import paths of all packages of the program.
	libraries map[string]bool
	// calls are the calls that parse flags, in all packages of the module that the program has.
	calls []call
	// visits are calls that visit all flags, perhaps to print them.
	visits []token.Position
	// foreign are calls of libraries for command lines that are not served, and bridged those that load files already.
	foreign, bridged []diag.Diagnostic
	// read are the names of variables of the environment that the packages read.
	read    []string
	fset    *token.FileSet
	content map[string][]byte
}

// finding is a finding about the component, and asked the position of one about the command line.
func finding(at token.Position, code, message, fix string) []diag.Diagnostic {
	return []diag.Diagnostic{diag.At(at, token.Position{}, code, message, fix)}
}

func asked(flag string) token.Position { return token.Position{Filename: flag} }

// sourceOf reads the packages of a program. What keeps it from being built is in the findings. It returns an error if
// the go command cannot answer.
func sourceOf(ctx context.Context, dir, pattern string, env []string) (*source, []diag.Diagnostic, error) {
	config := &packages.Config{
		Context: ctx, Dir: dir, Env: append(os.Environ(), env...), Fset: token.NewFileSet(),
		Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedFiles,
	}
	roots, err := packages.Load(config, pattern)
	switch {
	case err != nil:
		return nil, nil, err
	case len(roots) != 1:
		return nil, finding(asked("--from-flags"), "package", fmt.Sprintf("%s names %d packages", pattern, len(roots)),
			"name the package of one program, as in ./cmd/relay"), nil
	case roots[0].Module == nil && len(roots[0].Errors) == 0:
		return nil, finding(asked("--from-flags"), "package", pattern+" is not a package of a module", "run go mod init"), nil
	}
	if found := mistakes(dir, roots); len(found) > 0 {
		return nil, found, nil
	}
	s := &source{path: roots[0].Module.Path, Root: roots[0].Module.Dir, libraries: map[string]bool{},
		fset: config.Fset, content: map[string][]byte{}}
	var own []string
	packages.Visit(roots, nil, func(p *packages.Package) {
		s.libraries[p.PkgPath] = true
		if p.Module != nil && p.Module.Path == s.path {
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
	s.program = s.pkg(roots[0].PkgPath)
	for _, p := range s.packages {
		for _, file := range p.Syntax {
			if err := s.look(p, file); err != nil {
				return nil, nil, err
			}
		}
	}
	return s, nil, nil
}

// pkg is a package of the module by its import path or its directory below the working directory; nil if the program
// does not have it.
func (s *source) pkg(name string) *packages.Package {
	for _, p := range s.packages {
		if p.PkgPath == name || strings.HasPrefix(name, ".") && path.Join(s.path, name) == p.PkgPath {
			return p
		}
	}
	return nil
}

// entry is the first call in main that needs no variable of main; nil if there is none.
func (s *source) entry() *call {
	for i := range s.calls {
		if s.calls[i].first {
			return &s.calls[i]
		}
	}
	return nil
}

// position is the position of a finding about the component as a whole.
func (s *source) position() token.Position {
	if s.main != nil {
		return s.fset.Position(s.main.Name.Pos())
	}
	return token.Position{Filename: s.program.GoFiles[0], Line: 1, Column: 1}
}

// mistakes are what keeps packages from being built.
func mistakes(dir string, roots []*packages.Package) []diag.Diagnostic {
	printed := ""
	packages.Visit(roots, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			printed += strings.TrimPrefix(e.Pos, "-") + ": " + e.Msg + "\n"
		}
	})
	if printed == "" {
		return nil
	}
	return broken(dir, nil, printed)
}

// place is the position of a mistake, as the go command prints it.
var place = regexp.MustCompile(`(?m)^(\S[^\n]*?\.go):(\d+)(?::(\d+))?: (.*)$`)

// broken are the findings about what the go command prints in a directory. originals has, for files of an overlay, the
// names of those that they replace.
func broken(dir string, originals map[string]string, printed string) (all []diag.Diagnostic) {
	const code, fix = "does-not-build", "correct it, and run the command again"
	for _, found := range place.FindAllStringSubmatch(printed, 10) { // others follow from these
		at := token.Position{Filename: found[1], Column: 1}
		fmt.Sscan(found[2], &at.Line)
		fmt.Sscan(found[3], &at.Column)
		if !filepath.IsAbs(at.Filename) {
			at.Filename = filepath.Join(dir, at.Filename)
		}
		at.Filename = cmp.Or(originals[at.Filename], at.Filename)
		all = append(all, finding(at, code, "the component does not compile: "+found[4], fix)...)
	}
	if len(all) == 0 {
		message := strings.Trim(strings.Join(strings.Fields(printed), " "), ": ")
		return finding(asked("--from-flags"), code, "the component cannot be built: "+message, fix)
	}
	return all
}

// look looks through a file for calls.
func (s *source) look(p *packages.Package, file *ast.File) (err error) {
	name := s.fset.Position(file.Package).Filename
	if s.content[name], err = os.ReadFile(name); err != nil {
		return fmt.Errorf("cannot read %s: %w", filepath.ToSlash(name), err)
	}
	for _, declaration := range file.Decls {
		main, ok := declaration.(*ast.FuncDecl)
		if ok && p == s.program && p.Name == "main" && main.Recv == nil && main.Name.Name == "main" {
			s.main = main
		} else {
			main = nil
		}
		ast.Inspect(declaration, func(node ast.Node) bool {
			if called, ok := node.(*ast.CallExpr); ok {
				s.call(p, main, called)
			}
			return true
		})
	}
	return nil
}

const (
	pflagPackage = "github.com/spf13/pflag"
	cobraPackage = "github.com/spf13/cobra"
)

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

// foreign are libraries for command lines that are not served.
var foreign = regexp.MustCompile(`^\(?\*?(github\.com/alecthomas/(kingpin|kong)|gopkg\.in/alecthomas/kingpin|` +
	`github\.com/urfave/cli|github\.com/jessevdk/go-flags)[^ ]*\.(Parse|ParseArgs|MustParse|Run|RunContext)$`)

// visits are functions that visit all flags.
var visits = regexp.MustCompile(`^(\(\*)?(flag|github\.com/spf13/pflag)(\.FlagSet\))?\.Visit(All)?$|` +
	`^k8s\.io/component-base/cli/flag\.PrintFlags$`)

// call looks at a call; main is the function main if the call is in it.
func (s *source) call(p *packages.Package, main *ast.FuncDecl, expression *ast.CallExpr) {
	selector, ok := ast.Unparen(expression.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	called, ok := p.TypesInfo.Uses[selector.Sel].(*types.Func)
	if !ok {
		return
	}
	at := s.fset.Position(expression.Pos())
	switch name := called.FullName(); {
	case name == "os.Getenv" || name == "os.LookupEnv":
		if value := p.TypesInfo.Types[expression.Args[0]].Value; value != nil {
			s.read = append(s.read, constant.StringVal(value))
		}
	case foreign.MatchString(name) && (len(s.foreign) == 0 || p == s.program):
		s.foreign = finding(at, "library",
			fmt.Sprintf("%s parses the command line, and its flags cannot be observed", called.Pkg().Path()),
			"start a group with configgen init, and register the flags with pflag or cobra")
	case name == "github.com/configgen/configgen/componentconfig/commandline.Load":
		s.bridged = finding(at, "bridge", "files set the flags of this program already",
			"add fields for new flags to the types of its group")
	case visits.MatchString(name):
		s.visits = append(s.visits, at)
	case kinds[name] != 0:
		s.parses(p, main, expression, selector.X, kinds[name])
	}
}

// parses notes a call that parses flags, unless it parses something else than the command line.
func (s *source) parses(p *packages.Package, main *ast.FuncDecl, expression *ast.CallExpr, x ast.Expr, of kind) {
	found := call{at: s.fset.Position(expression.Pos()), first: main != nil && !local(p, expression)}
	for i := 0; main != nil && main.Body.List[i].End() < expression.Pos(); i++ {
		found.before++
	}
	offset := func(pos token.Pos) int { return s.fset.Position(pos).Offset }
	text := func(node ast.Node) string {
		return string(s.content[found.at.Filename][offset(node.Pos()):offset(node.End())])
	}
	replaced, tail, arguments := ast.Node(x), "", ""
	switch of {
	case process:
		replaced, tail, found.set = expression, ".Parse(nil)", text(x)+".CommandLine"
	case argument:
		replaced, found.set = expression.Args[0], text(expression.Args[0])
	case parse:
		value := p.TypesInfo.Types[expression.Args[0]]
		if _, made := ast.Unparen(expression.Args[0]).(*ast.CompositeLit); made || value.IsNil() {
			return
		}
		found.arguments = text(expression.Args[0])
		arguments = ", " + found.arguments
		fallthrough
	case execute:
		found.set = text(x)
		if _, pointer := types.Unalias(p.TypesInfo.TypeOf(x)).(*types.Pointer); !pointer {
			found.set = "&" + found.set
		}
	}
	found.observed = edit{offset(replaced.Pos()), offset(replaced.End()),
		fmt.Sprintf("configgenobserver.At(%d, %s%s)%s", len(s.calls), found.set, arguments, tail)}
	s.calls = append(s.calls, found)
}

// local reports whether a call needs a variable of a function.
func local(p *packages.Package, expression *ast.CallExpr) (found bool) {
	ast.Inspect(expression, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok {
			v, ok := p.TypesInfo.Uses[id].(*types.Var)
			found = found || ok && !v.IsField() && v.Parent() != p.Types.Scope() && v.Pkg() == p.Types
		}
		return !found
	})
	return found
}
