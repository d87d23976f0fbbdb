package fromflags

import (
	"fmt"
	"go/token"
	"go/types"
	"go/version"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/fromflags/observer"
	"github.com/configgen/configgen/internal/gocommand"
)

// registration is a function that registers flags: the import path of its package, empty for the package of the
// program, and the name of the function.
type registration struct{ pkg, function string }

// observerDir is the directory of the observer. Nothing of that name is written to disk.
const observerDir = "configgenobserver"

// importers returns the directory below which packages can import one of a directory: its last directory internal is in
// it.
func importers(dir string) string {
	dir = "/" + dir + "/"
	return strings.Trim(dir[:max(0, strings.LastIndex(dir, "/internal/"))], "/")
}

// build compiles a program in a temporary directory, which has to be there as long as the program is used: the
// component as it is, or with a group, whose files are loaded before the flags are parsed. What the compiler refuses is
// in the findings.
func (c *code) build(with *Group) (*program, []diag.Diagnostic, error) {
	tmp, err := os.MkdirTemp(c.Tmp, "program")
	if err != nil {
		return nil, nil, err
	}
	p := &program{code: c, tmp: tmp, exe: filepath.Join(tmp, "observed.exe")}
	files, pattern := p.files(with)
	name, originals, err := gocommand.Overlay(tmp, files)
	if err != nil {
		return nil, nil, err
	}
	args := []string{"build", "-buildvcs=false", "-overlay=" + name, "-ldflags=-s -w", "-o", p.exe}
	env := append(slices.Clip(c.Env), "GOTMPDIR="+tmp)
	if with != nil {
		args = append(args, "-mod=mod", "-modfile="+filepath.Join(with.modules, "go.mod"))
		env = append(env, "GOWORK=off") // which -modfile needs
	} else if version.Compare(goOf(c.before.Go), "go1.18") < 0 {
		args = append(args, "-gcflags="+c.path+"/...=-lang=go1.18") // which the observer needs
	}
	printed, err := gocommand.Run(c.ctx, c.Root, env, append(args, pattern)...)
	if printed != "" || err != nil {
		return nil, broken(c.Root, originals, printed), err
	}
	return p, nil, nil
}

// files returns the files that the program has in place of, or in addition to, the files on disk. Pattern names its
// package.
func (p *program) files(with *Group) (files map[string][]byte, pattern string) {
	at := observerDir
	known, body, files := "", "", map[string][]byte{}
	if with != nil {
		at = path.Join(importers(strings.TrimPrefix(with.options, p.path)), at)
		known, body = fmt.Sprintf("import options %q\n", with.options), "load(options.CommandLine, x, args)"
		files = p.compiled(with)
	}
	known += "func bridge(x any, args []string) { " + body + " }\n" +
		"func known() []func(any) *source { return []func(any) *source{"
	for _, one := range []struct{ file, library, adapt string }{
		{"observer.go", "flag", "adaptGo"}, {"pflags.go", pflagPackage, "adaptPflag"},
		{"commands.go", cobraPackage, "adaptCobra"},
	} {
		if _, err := p.Import(one.library); err == nil || one.library == "flag" {
			content, _ := observer.Source.ReadFile(one.file) //nolint:errcheck // It is embedded.
			files[filepath.Join(p.Root, at, one.file)] = content
			known += one.adapt + ", "
		}
	}
	files[filepath.Join(p.Root, at, "known.go")] = []byte("package observer\n\n" + known + "} }\n")
	observed := path.Join(p.path, at)
	p.rewrite(files, observed)
	dir, pattern := p.program.Dir, p.program.Path
	if p.program.Name != "main" {
		dir, pattern = filepath.Join(dir, "configgenmain"), pattern+"/configgenmain"
	}
	if p.named.function != "" {
		imported := fmt.Sprintf("import configgenobserver %q\n", observed)
		if p.named.pkg != "" {
			imported += fmt.Sprintf("import configgenregistration %q\n", p.named.pkg)
		}
		files[filepath.Join(dir, "configgenmain.go")] = fmt.Appendf(nil, "package main\n\n%s\n"+
			"func main() { configgenobserver.Function(%s) }\n", imported, p.named.function)
	}
	return files, pattern
}

// edit replaces a part of a file.
type edit struct {
	from, to int
	text     string
}

// rewrite puts calls of the observer, which has an import path, where flags are parsed, and gives the program its
// function main.
func (p *program) rewrite(files map[string][]byte, observer string) {
	edits := map[string][]edit{}
	for _, c := range p.calls {
		edits[c.at.Filename] = append(edits[c.at.Filename], c.observed)
	}
	if p.program.Name == "main" && !p.RunMain {
		at, text := p.position(), "configgenMain"
		if p.Function == "" {
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
			changes = append(changes, edit{at.Offset, at.Offset, fmt.Sprintf("; import configgenobserver %q", observer)},
				edit{len(content), len(content), "\nvar _ = configgenobserver.Must[int]\n"})
			slices.SortFunc(changes, func(a, b edit) int { return b.from - a.from })
			for _, e := range changes {
				content = slices.Concat(content[:e.from], []byte(e.text), content[e.to:])
			}
			files[at.Filename] = content
		}
	}
}

// functions is the advice with the supported forms of a function of --func.
const functions = "name a func(*flag.FlagSet), a func(*pflag.FlagSet), a func() *cobra.Command, a func() of " +
	"cliflag.NamedFlagSets, or a method of these forms as import/path.NewOptions.AddFlags"

const sectionsType = "k8s.io/component-base/cli/flag.NamedFlagSets"

// sets are the types that hold flags. Functions return one, or take a pointer.
var sets = []string{"*flag.FlagSet", "*" + pflagPackage + ".FlagSet", "*" + cobraPackage + ".Command",
	"*" + sectionsType, sectionsType}

// resolve finds the function that --func names: import/path.Function, or import/path.Constructor.Method.
func (c *code) resolve() []diag.Diagnostic {
	name := c.Function
	if name == "" {
		return nil
	}
	slash := strings.LastIndex(name, "/") + 1
	parts := strings.SplitN(name[slash:]+"..", ".", 4)
	r := registration{pkg: name[:slash] + parts[0], function: "configgenregistration." + parts[1]}
	if below, err := filepath.Rel(c.Root, filepath.Join(c.Dir, r.pkg)); err == nil && strings.HasPrefix(name, ".") {
		r.pkg = path.Join(c.path, filepath.ToSlash(below))
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
		return finding(asked("--func"), "function",
			fmt.Sprintf("%q does not name an exported function, or a method, of a package of the program", name), functions)
	}
	params, results := f.Signature().Params(), f.Signature().Results()
	fits := params.Len() == 1 && slices.Contains(sets[:4], params.At(0).Type().String()) ||
		params.Len() == 0 && results.Len() == 1 && slices.Contains(sets, results.At(0).Type().String())
	if !fits || f.Signature().Variadic() || f.Signature().TypeParams().Len() > 0 {
		return finding(c.Fset.Position(f.Pos()), "function", fmt.Sprintf("%s is a %s, which --func cannot call",
			f.Name(), types.TypeString(f.Signature(), (*types.Package).Name)), functions)
	}
	c.named = r
	return nil
}
