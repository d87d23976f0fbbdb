package probe

import (
	"context"
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/source"
)

// Program is the request for one program. Functions have names such as example.com/relay/cmd/relay/options.NewOptions.
type Program struct {
	// Dir is a directory in the user's module.
	Dir string
	// Env are variables, as NAME=value, in addition to the environment of the process.
	Env []string
	// Overlay has contents of files, by their absolute names, in place of or in addition to files on disk, such as
	// generated code that is not written yet.
	Overlay map[string][]byte
	// Near is a package that the program is compiled next to, if possible: packages that an earlier program compiled there
	// are not compiled again. It may be empty.
	Near string
	// Constructor is a function that returns the object, with or without an error.
	Constructor string
	// Registrations register flags, in their order. Each is the name of a method of the constructor's result, or a
	// function that takes this object, one of its fields, or nothing, and a *pflag.FlagSet, NamedFlagSets or a
	// *cobra.Command in any order; or that returns NamedFlagSets. Nil means the first of the usual methods; methods with
	// sections come first.
	Registrations []string
	// PathRefs is a function that takes the object or one of its fields and returns pointers to the fields with paths.
	PathRefs string
	// Parts are functions that return parts of the object anew, each with an error, as generated constructors do. At has
	// the Go paths of what functions of the program take or return that is not the object, by their names.
	Parts []string
	At    map[string]string
	// Like is the observation whose flags are set to the same values. Without it they are found by trial.
	Like *observe.Observation
}

// Result is the result of a program.
type Result struct {
	// Observation is nil if there are findings.
	Observation *observe.Observation
	// Findings are mistakes that the user can correct.
	Findings []diag.Diagnostic
	// Source is the source that was read, also if there are findings, and Facts are its facts about the registrations.
	Source *source.Module
	Facts  *source.Facts
	// Functions are the constructor and the registrations, as package go/types names them.
	Functions []string
	// Program is the program of the request, with import paths in place of directories in the names of functions.
	Program Program
}

// Observe runs a program. It returns an error if the go command cannot work in the directory.
func Observe(ctx context.Context, program Program) (*Result, error) {
	program.Env = append(slices.Clip(program.Env), "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH) // it runs here
	program.Overlay = withCode(program.Overlay)
	tmp, err := os.MkdirTemp(os.Getenv(goTemporary), "configgen-adopt-")
	if err != nil {
		return nil, fmt.Errorf("cannot make a directory for the program that registers the flags: %w; set %s to a directory "+
			"that can be written", err, temporary())
	}
	defer os.RemoveAll(tmp)
	module, err := source.Load(ctx, source.Request{
		Dir: program.Dir, Env: program.Env, Overlay: program.Overlay, Packages: program.packages(),
	})
	if err != nil {
		return nil, err
	}
	p := &planner{program: program.resolved(module.Asked), module: module}
	text := p.text()
	missing := slices.Sorted(maps.Keys(module.Unavailable))
	if len(p.findings) > 0 || len(missing) > 0 {
		p.causes(missing)
	} else {
		p.mistakes()
	}
	result := &Result{Source: module, Facts: p.facts, Program: p.program}
	for _, f := range p.functions {
		result.Functions = append(result.Functions, f.FullName())
	}
	if len(p.findings) == 0 {
		r := &runner{planner: p, result: result, tmp: tmp}
		if err := r.run(ctx, text); err != nil {
			return nil, err
		}
	}
	result.Findings = diag.Sort(p.findings)
	return result, nil
}

// split separates a function from its package: example.com/a/options.NewOptions. A name without a package is a method.
func split(name string) (pkg, function string) {
	slash := strings.LastIndex(name, "/") + 1
	dot := strings.LastIndex(name[slash:], ".")
	if dot <= 0 {
		return "", name
	}
	return name[:slash+dot], name[slash+dot+1:]
}

// packages returns the packages of all functions, each once.
func (p Program) packages() []string {
	var all []string
	for _, name := range slices.Concat([]string{p.Constructor, p.PathRefs}, p.Registrations, p.Parts) {
		if pkg, _ := split(name); pkg != "" && !slices.Contains(all, pkg) {
			all = append(all, pkg)
		}
	}
	return all
}

// resolved returns a program whose functions have import paths, where they were named by directories.
func (p Program) resolved(asked []string) Program {
	named := p.packages()
	name := func(given string) string {
		pkg, function := split(given)
		if at := slices.Index(named, pkg); at >= 0 && asked[at] != "" {
			return asked[at] + "." + function
		}
		return given
	}
	p.Constructor, p.PathRefs = name(p.Constructor), name(p.PathRefs)
	p.Registrations = slices.Clone(p.Registrations)
	for i, given := range p.Registrations {
		p.Registrations[i] = name(given)
	}
	return p
}

// temporary returns the variable with the directory for temporary files.
func temporary() string {
	switch {
	case os.Getenv(goTemporary) != "":
		return goTemporary
	case runtime.GOOS == "windows":
		return "TMP"
	}
	return "TMPDIR"
}

// goTemporary is the variable with the directory in which the go command makes programs, where another one cannot have
// them.
const goTemporary = "GOTMPDIR"

// withCode returns an overlay without the files that differ from the disk only in comments, such as markers, so that
// packages that import them need not be compiled again. Adopt changes no directives.
func withCode(overlay map[string][]byte) map[string][]byte {
	all := map[string][]byte{}
	for name, content := range overlay {
		if old, err := os.ReadFile(name); err != nil || !slices.Equal(code(old), code(content)) {
			all[name] = content
		}
	}
	return all
}

// code returns the tokens of a file without comments.
func code(content []byte) []string {
	var all []string
	var tokens scanner.Scanner
	fset := token.NewFileSet()
	tokens.Init(fset.AddFile("", -1, len(content)), content, nil, 0)
	for {
		_, kind, text := tokens.Scan()
		if kind == token.EOF {
			return all
		}
		all = append(all, kind.String()+" "+text)
	}
}
