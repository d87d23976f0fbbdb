// Package probe observes what the registration of flags of a component does: it compiles a program in the user's module
// that runs the registration, and reads what the program notes. Nothing is written to the module: the files of the
// program are an overlay of the go command.
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

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/source"
)

// Program is what one program observes.
type Program struct {
	// Dir is a directory in the user's module.
	Dir string
	// Env are variables, as NAME=value, in addition to those of the process.
	Env []string
	// Overlay are contents of files, by their absolute names, in place of or in addition to those on disk, as generated
	// code that is not written yet.
	Overlay map[string][]byte
	// Variants are the registrations.
	Variants []Variant
	// Near is a package that the program is compiled next to, if it can be: what an earlier program has compiled there is
	// not compiled again. It may be empty.
	Near string
}

// Variant is one registration, by the names of functions such as example.com/relay/cmd/relay/options.NewOptions.
type Variant struct {
	// Constructor is a function that returns the object, a *cobra.Command, or both; with or without an error.
	Constructor string
	// Registrations register flags, in their order. Each is the name of a method of what the constructor returns, or a
	// function that takes this object, one of its fields, or nothing, and a *pflag.FlagSet, NamedFlagSets or a
	// *cobra.Command in any order; or that returns NamedFlagSets. The object may be the one that it returns. Nil means
	// the first of the methods AddFlags, AddFlagSet, Flags and NamedFlagSets, or nothing for a command.
	Registrations []string
	// PathRefs is a function that takes the object or one of its fields and returns pointers to the fields with paths.
	PathRefs string
	// Like is the observation whose flags are set to the same values. Without it they are found by trial.
	Like *observe.Observation
}

// Result is what a program has observed.
type Result struct {
	// Observations are one for each variant; nil if there is a finding about it.
	Observations []*observe.Observation
	// Findings are mistakes that the user can correct.
	Findings []diag.Diagnostic
	// Source is what was read, in any case, and Facts what it says of each variant.
	Source *source.Module
	Facts  []*source.Facts
	// Functions are the constructor and the registrations of each variant, as package go/types names them.
	Functions [][]string
	// Variants are those of the program, with import paths where functions were named by directories.
	Variants []Variant
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
	p, text, err := prepare(ctx, program)
	if err != nil {
		return nil, err
	}
	result := &Result{
		Source: p.module, Facts: p.facts, Functions: p.functions, Variants: p.program.Variants,
		Observations: make([]*observe.Observation, len(program.Variants)),
	}
	missing := slices.Sorted(maps.Keys(p.module.Unavailable))
	if len(p.findings) > 0 || len(missing) > 0 {
		p.causes(missing)
	} else {
		p.mistakes()
	}
	if len(p.findings) > 0 {
		result.Findings = diag.Sort(p.findings)
		return result, nil
	}
	r := &runner{planner: p, result: result, tmp: tmp}
	if err := r.run(ctx, text); err != nil {
		return nil, err
	}
	return result, nil
}

// temporary is the variable with the directory for temporary files.
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

// prepare reads the packages and writes the main function.
func prepare(ctx context.Context, program Program) (*planner, string, error) {
	module, err := source.Load(ctx, source.Request{
		Dir: program.Dir, Env: program.Env, Overlay: program.Overlay, Packages: program.packages(),
	})
	if err != nil {
		return nil, "", err
	}
	p := &planner{program: program.resolved(module.Asked), module: module}
	return p, p.text(), nil
}

// withCode is an overlay without the files whose code is that on disk: markers are comments, and what imports their
// packages is compiled already. Directives are not among what adopt changes.
func withCode(overlay map[string][]byte) map[string][]byte {
	all := map[string][]byte{}
	for name, content := range overlay {
		if old, err := os.ReadFile(name); err != nil || !slices.Equal(code(old), code(content)) {
			all[name] = content
		}
	}
	return all
}

// code are the tokens of a file without comments.
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
