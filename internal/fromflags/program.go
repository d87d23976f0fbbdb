package fromflags

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/fromflags/observer"
	"github.com/configgen/configgen/internal/overlay"
)

// entrance says how the program comes to the flags.
type entrance struct {
	// runMain runs the function main up to the call that parses the flags.
	runMain bool
	// function is a function that registers the flags; nil for the call in main.
	function *registration
	// command is the subcommand whose flags are meant.
	command string
}

// registration is a function that registers flags.
type registration struct {
	// name is what --func says.
	name string
	// pkg is the import path of the package of the function, empty for that of the program, and function what is called.
	pkg, function string
}

// bridge is what a program is built with that loads files before it parses the flags.
type bridge struct {
	// set is the kind of what holds the flags, as in observer.Entry, and options the import path of the package with the
	// function CommandLine.
	set, options string
	// files are the files of the group, by their absolute names, and modfile a go.mod that has what they import.
	files   map[string][]byte
	modfile string
}

// observerDir is the directory of the observer below the root of the module. Nothing of that name is written to disk.
const observerDir = "configgenobserver"

// build compiles a program in a temporary directory, which has to be there as long as the program is used. What the
// compiler refuses is in the findings.
func (c *code) build(
	ctx context.Context, through entrance, with *bridge, tmp string, env []string,
) (*program, []diag.Diagnostic, error) {
	if err := os.MkdirAll(tmp, 0o700); err != nil {
		return nil, nil, err
	}
	p := &program{code: c, entrance: through, ctx: ctx, tmp: tmp, exe: filepath.Join(tmp, "observed.exe")}
	files, pattern := p.files(with)
	name, originals, err := overlay.Write(tmp, files)
	if err != nil {
		return nil, nil, err
	}
	args := []string{"build", "-buildvcs=false", "-overlay=" + name, "-ldflags=-s -w", "-o", p.exe}
	env = append(slices.Clip(env), "GOTMPDIR="+tmp)
	if with != nil {
		args = append(args, "-mod=mod", "-modfile="+with.modfile)
		env = append(env, "GOWORK=off") // which -modfile needs
	}
	printed, err := goCommand(ctx, c.Root, env, append(args, pattern)...)
	if printed != "" || err != nil {
		return nil, broken(c.Root, originals, printed), err
	}
	return p, nil, nil
}

// goCommand runs the go command in a directory, with variables in addition to those of the process. It returns what the
// command prints if it fails.
func goCommand(ctx context.Context, dir string, env []string, args ...string) (printed string, err error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(slices.Concat(os.Environ(), env), "PWD="+dir)
	output, err := cmd.CombinedOutput()
	switch exit := new(exec.ExitError); {
	case err == nil || ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &exit):
		return string(output) + "\n", nil
	}
	return "", fmt.Errorf("cannot run the go command: %w", err)
}

// files are those that the program has in place of, or in addition to, those on disk. Pattern names its package.
func (p *program) files(with *bridge) (files map[string][]byte, pattern string) {
	files = map[string][]byte{}
	if with != nil {
		maps.Copy(files, with.files)
	}
	var adapts []string
	for _, one := range []struct{ file, library, adapt string }{
		{"observer.go", "", "adaptGo"}, {"pflags.go", pflagPackage, "adaptPflag"},
		{"commands.go", cobraPackage, "adaptCobra"},
	} {
		if _, err := p.Import(one.library); one.library == "" || err == nil {
			content, _ := observer.Source.ReadFile(one.file) //nolint:errcheck // It is embedded.
			files[filepath.Join(p.Root, observerDir, one.file)] = content
			adapts = append(adapts, one.adapt)
		}
	}
	files[filepath.Join(p.Root, observerDir, "known.go")] = with.known(adapts)
	p.rewrite(files)
	dir, pattern := p.program.Dir, p.program.Path
	if p.program.Name != "main" {
		dir, pattern = filepath.Join(dir, "configgenmain"), pattern+"/configgenmain"
	}
	if f := p.function; f != nil {
		imported := ""
		if f.pkg != "" {
			imported = fmt.Sprintf("import configgenregistration %q\n", f.pkg)
		}
		files[filepath.Join(dir, "configgenmain.go")] = fmt.Appendf(nil, "package main\n\nimport configgenobserver %q\n%s\n"+
			"func main() { configgenobserver.Function(%s) }\n", path.Join(p.path, observerDir), imported, f.function)
	}
	return files, pattern
}

// known is the file of the observer that says which kinds of flags there are, and who is called before they are parsed.
func (b *bridge) known(adapts []string) []byte {
	imported, body := "", ""
	if b != nil {
		kind := map[string][2]string{
			"flag": {"flag", "FlagSet"}, "pflag": {pflagPackage, "FlagSet"}, "cobra": {cobraPackage, "Command"},
		}[b.set]
		imported = fmt.Sprintf("import set %q\nimport options %q\n\n", kind[0], b.options)
		body = fmt.Sprintf("if set, ok := x.(*set.%s); ok {\n\t\toptions.CommandLine(set, args)\n\t}", kind[1])
	}
	return fmt.Appendf(nil, "package observer\n\n%sfunc bridge(x any, args []string) {\n\t%s\n}\n\n"+
		"func known() []func(any) *source { return []func(any) *source{%s} }\n",
		imported, body, strings.Join(adapts, ", "))
}

// edit replaces a part of a file.
type edit struct {
	from, to int
	text     string
}

// rewrite puts calls of the observer where flags are parsed, and gives the program its function main.
func (p *program) rewrite(files map[string][]byte) {
	edits := map[string][]edit{}
	for _, c := range p.calls {
		edits[c.at.Filename] = append(edits[c.at.Filename], c.observed)
	}
	if p.program.Name == "main" && !p.runMain {
		at, text := p.position(), "configgenMain"
		if p.function == nil {
			text = "main() { " + p.entry().observed.text + " }; func configgenMain"
		}
		edits[at.Filename] = append(edits[at.Filename], edit{at.Offset, at.Offset + len("main"), text})
	}
	for _, pkg := range p.own() {
		for _, file := range pkg.Files {
			at := p.Fset.Position(file.Name.End())
			changes, content := edits[at.Filename], p.Content(at.Filename)
			if len(changes) == 0 {
				continue
			}
			changes = append(changes, edit{at.Offset, at.Offset, fmt.Sprintf("; import configgenobserver %q",
				path.Join(p.path, observerDir))}, edit{len(content), len(content), "\nvar _ = configgenobserver.Must[int]\n"})
			slices.SortFunc(changes, func(a, b edit) int { return b.from - a.from })
			for _, e := range changes {
				content = slices.Concat(content[:e.from], []byte(e.text), content[e.to:])
			}
			files[at.Filename] = content
		}
	}
}

// functions is what a function of --func can be.
const functions = "name a func(*flag.FlagSet), a func(*pflag.FlagSet), a func() *cobra.Command, a func() of " +
	"cliflag.NamedFlagSets, or a method of these forms as import/path.NewOptions.AddFlags"

const sectionsType = "k8s.io/component-base/cli/flag.NamedFlagSets"

// sets are the types of what has flags. Functions return one, or take a pointer.
var sets = []string{"*flag.FlagSet", "*" + pflagPackage + ".FlagSet", "*" + cobraPackage + ".Command",
	"*" + sectionsType, sectionsType}

// resolve finds the function that --func names: import/path.Function, or import/path.Constructor.Method.
func (c *code) resolve(name string) (*registration, []diag.Diagnostic) {
	slash := strings.LastIndex(name, "/") + 1
	parts := strings.SplitN(name[slash:]+"..", ".", 4)
	r := &registration{name: name, pkg: name[:slash] + parts[0], function: "configgenregistration." + parts[1]}
	if strings.HasPrefix(name, ".") {
		r.pkg = path.Join(c.path, r.pkg)
	}
	var f *types.Func
	pkg, exported := c.Package(r.pkg), token.IsExported(parts[1])
	if pkg != nil {
		f, _ = pkg.Types.Scope().Lookup(parts[1]).(*types.Func)
	}
	if pkg != nil && pkg == c.program && pkg.Name == "main" {
		r.pkg, r.function, exported = "", parts[1], true
	}
	if f != nil && parts[2] != "" {
		var method types.Object
		made := f.Signature().Results()
		if f.Signature().Params().Len() == 0 && (made.Len() == 1 || made.Len() == 2) {
			method, _, _ = types.LookupFieldOrMethod(made.At(0).Type(), true, f.Pkg(), parts[2])
		}
		f, _ = method.(*types.Func)
		r.function = fmt.Sprintf("configgenobserver.Must(%s()).%s", r.function, parts[2])
	}
	if f == nil || !exported {
		return nil, finding(asked("--func"), "function",
			fmt.Sprintf("%q does not name an exported function, or a method, of a package of the program", name), functions)
	}
	params, results := f.Signature().Params(), f.Signature().Results()
	fits := params.Len() == 1 && slices.Contains(sets[:4], params.At(0).Type().String()) ||
		params.Len() == 0 && results.Len() == 1 && slices.Contains(sets, results.At(0).Type().String())
	if !fits {
		return nil, finding(c.Fset.Position(f.Pos()), "function", fmt.Sprintf("%s is a %s, which --func cannot call",
			f.Name(), types.TypeString(f.Signature(), (*types.Package).Name)), functions)
	}
	return r, nil
}
