package fromflags

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/gocommand"
)

// call is a call that parses the flags.
type call struct {
	// at is the position of the call, with the absolute name of the file.
	at token.Position
	// set is the source text of the set of flags or the command, and arguments the text of the parsed arguments; empty for
	// the arguments of the process.
	set, arguments string
	// first is set if the call is in the function main of the program and needs no variable of a function.
	first bool
	// scope has the names of the package.
	scope *types.Scope
	// observed takes the place of a part of the source.
	observed edit
}

// code is the source of the component, and the request.
type code struct {
	Request
	ctx context.Context
	*source.Module
	// Root is the directory of the module of the program, and path its path.
	Root, path string
	// oldMod is the content of the go.mod of the module, and before its syntax tree.
	oldMod []byte
	before *modfile.File
	// program is the package of the program, and main its function main; nil if it has none.
	program *source.Package
	main    *types.Func
	// calls are the calls that parse flags, in all packages of the module that the program has.
	calls []call
	// managers are the options of the managers of controller-runtime that are made.
	managers []part
	// visits are calls that visit all flags, perhaps to print them.
	visits []token.Position
	// foreign are findings about calls of unsupported libraries for command lines, and bridged findings about calls that
	// already load files.
	foreign, bridged []diag.Diagnostic
	// named is the function of --func.
	named registration
}

// finding returns a finding about the component, and asked returns the position of a finding about the command line.
func finding(at token.Position, code, message, fix string) []diag.Diagnostic {
	return []diag.Diagnostic{diag.At(at, token.Position{}, code, message, fix)}
}

func asked(flag string) token.Position { return token.Position{Filename: flag} }

// read reads the packages of a program. What keeps it from being built is in the findings. It returns an error if the
// go command cannot answer.
func read(ctx context.Context, request Request) (*code, []diag.Diagnostic, error) {
	m, err := source.Load(ctx, source.Request{Dir: request.Dir, Env: request.Env, Packages: []string{request.Program}})
	if err != nil {
		return nil, nil, err
	}
	c := &code{Request: request, ctx: ctx, Module: m, program: m.Package(m.Asked[0])}
	if c.program == nil {
		return nil, finding(asked("--from-flags"), "package", c.Program+" names no package, or several packages",
			"name the package of one program, as in ./cmd/relay"), nil
	}
	c.Root = c.program.Module
	c.path = m.Modules[slices.Index(m.Directories, c.Root)]
	if err := c.readModule(); err != nil {
		return nil, nil, fmt.Errorf("cannot read go.mod: %w", err)
	}
	if slices.ContainsFunc(c.own(), func(p *source.Package) bool { return len(p.Mistakes) > 0 }) {
		printed, err := gocommand.Run(ctx, c.Dir, c.Env, "build", "-o", os.DevNull, c.Program)
		if printed != "" || err != nil {
			return nil, broken(c.Dir, nil, printed), err
		}
	}
	if c.program.Name == "main" {
		c.main, _ = c.program.Types.Scope().Lookup("main").(*types.Func)
	}
	for _, p := range c.own() {
		for _, file := range p.Files {
			ast.Inspect(file, func(node ast.Node) bool {
				if called, ok := node.(*ast.CallExpr); ok {
					c.call(p, called)
				}
				return true
			})
		}
	}
	return c, nil, nil
}

// own returns the packages of the module.
func (c *code) own() []*source.Package {
	return slices.DeleteFunc(c.Packages(), func(p *source.Package) bool { return p.Module != c.Root })
}

// entry returns the first call in main that needs no variable of main; nil if there is no such call.
func (c *code) entry() *call {
	for i := range c.calls {
		if c.calls[i].first {
			return &c.calls[i]
		}
	}
	return nil
}

// position returns the position of a finding about the component as a whole.
func (c *code) position() token.Position {
	if c.main != nil {
		return c.Fset.Position(c.main.Pos())
	}
	return c.Fset.Position(c.program.Files[0].Package)
}

// broken returns findings about the output of the go command in a directory. originals has, for files of an overlay,
// the names of the replaced files.
func broken(dir string, originals map[string]string, printed string) (all []diag.Diagnostic) {
	const code, fix = "does-not-build", "correct it, and run the command again"
	for _, m := range gocommand.Mistakes(dir, originals, printed) {
		all = append(all, finding(m.At, code, "the component does not compile: "+m.Text, fix)...)
	}
	if len(all) == 0 && printed != "" {
		message := strings.Trim(strings.Join(strings.Fields(printed), " "), ": ")
		return finding(asked("--from-flags"), code, "the component cannot be built: "+message, fix)
	}
	return all[:min(len(all), 10)] // others follow from these
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

// call looks at a call.
func (c *code) call(p *source.Package, expression *ast.CallExpr) {
	selector, ok := ast.Unparen(expression.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	called := p.Info.Uses[selector.Sel]
	if called == nil || called.Pkg() == nil {
		return
	}
	at, name := c.Fset.Position(expression.Pos()), called.Pkg().Path()+"."+called.Name()
	if f, ok := called.(*types.Func); ok {
		name = f.FullName()
	}
	switch {
	case slices.Contains(newManager, name) && len(expression.Args) == 2: // one of them is a variable
		from, to := c.Fset.Position(expression.Args[1].Pos()), c.Fset.Position(expression.Args[1].End())
		c.managers = append(c.managers, part{at.Filename, from.Offset, to.Offset})
	case foreign.MatchString(name) && (len(c.foreign) == 0 || p == c.program):
		c.foreign = finding(at, "library",
			fmt.Sprintf("%s parses the command line, and its flags cannot be observed", called.Pkg().Path()),
			"start a group with configgen init, and register the flags with pflag or cobra")
	case name == "github.com/configgen/configgen/componentconfig/commandline.Load":
		c.bridged = finding(at, "bridge", "files set the flags of this program already",
			"add fields for new flags to the types of its group")
	case visits.MatchString(name):
		c.visits = append(c.visits, at)
	case kinds[name] != 0:
		c.parses(p, expression, selector.X, kinds[name])
	}
}

// parses notes a call that parses flags, unless it parses something else than the command line.
func (c *code) parses(p *source.Package, expression *ast.CallExpr, x ast.Expr, of kind) {
	inMain := c.main != nil && c.main.Scope().Contains(expression.Pos())
	found := call{at: c.Fset.Position(expression.Pos()), first: inMain && !local(p, expression), scope: p.Types.Scope()}
	offset := func(pos token.Pos) int { return c.Fset.Position(pos).Offset }
	text := func(node ast.Node) string {
		return string(c.Content(found.at.Filename)[offset(node.Pos()):offset(node.End())])
	}
	replaced, tail, arguments := ast.Node(x), "", ""
	switch of {
	case process:
		replaced, tail, found.set = expression, ".Parse(nil)", text(x)+".CommandLine"
	case argument:
		replaced, found.set = expression.Args[0], text(expression.Args[0])
	case parse:
		value := p.Info.Types[expression.Args[0]]
		if _, made := ast.Unparen(expression.Args[0]).(*ast.CompositeLit); made || value.IsNil() {
			return
		}
		found.arguments = text(expression.Args[0])
		arguments = ", " + found.arguments
		fallthrough
	case execute:
		found.set = text(x)
		if _, pointer := types.Unalias(p.Info.TypeOf(x)).(*types.Pointer); !pointer {
			found.set = "&" + found.set
		}
	}
	found.observed = edit{offset(replaced.Pos()), offset(replaced.End()),
		fmt.Sprintf("configgenobserver.At(%d, %s%s)%s", len(c.calls), found.set, arguments, tail)}
	c.calls = append(c.calls, found)
}

// local reports whether a call needs a variable of a function.
func local(p *source.Package, expression *ast.CallExpr) (found bool) {
	ast.Inspect(expression, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok {
			v, ok := p.Info.Uses[id].(*types.Var)
			found = found || ok && !v.IsField() && v.Parent() != p.Types.Scope() && v.Pkg() == p.Types
		}
		return !found
	})
	return found
}
