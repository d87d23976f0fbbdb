package load

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/configgen/configgen/diag"
)

// GeneratedPrefix starts the name of every file that a Kubernetes code generator writes. Such files are not read.
const GeneratedPrefix = "zz_generated."

// referencePlatform is the platform as which all packages are read.
var referencePlatform = []string{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0"}

// Package is one package as its authors wrote it: without generated files and without tests.
type Package struct {
	// Path is the import path, Name the name in the package clause, Dir the absolute folder.
	Path, Name, Dir string
	// Files holds the files of the reference platform in the order of their names.
	Files []*ast.File
	// Excluded holds the files that a build constraint or their name keeps from the reference platform.
	Excluded []*ast.File
	// Broken says that a file could not be parsed; what is in Files is then incomplete.
	Broken bool
}

// World is what one call has read. It is not safe for concurrent use.
type World struct {
	// Fset knows the position of everything in the World, types from export data included.
	Fset *token.FileSet
	// Packages are the packages that the patterns name, in the order of their paths.
	Packages []*Package
	// Generated are the files in the folders that the patterns name which a Kubernetes code generator has written, sorted:
	// Go files and others, in folders, too, that hold no package any more.
	Generated []string

	dir     string
	env     []string // in addition to this process's
	ctx     context.Context
	modules []module            // the modules whose packages are read from source
	sources map[string]*Package // by import path; nil where the folder holds no package
	types   *checker
}

// module is a module that the user may edit.
type module struct{ path, dir string }

// Load reads the packages that patterns name, as seen from the folder dir, except those in which wanted accepts no file's
// bytes: they are not parsed. Mistakes in the source are findings; the error is for what keeps the go command itself from
// answering: no module, a pattern that matches nothing, a broken go.mod. The go command gets the variables env, as NAME=value, in
// addition to those of the process.
func Load(ctx context.Context, dir string, patterns []string, wanted func(source []byte) bool, env ...string) (*World, []diag.Diagnostic, error) {
	w := &World{Fset: token.NewFileSet(), dir: dir, env: env, ctx: ctx, sources: map[string]*Package{}}
	w.types = newChecker(w)
	listed, err := w.list(packages.NeedName|packages.NeedFiles|packages.NeedModule, patterns)
	if err != nil {
		return nil, nil, err
	}
	if len(listed) == 0 {
		return nil, nil, fmt.Errorf("no package matches %s; ./... stands for all packages below this folder", strings.Join(patterns, " "))
	}
	var findings []diag.Diagnostic
	for _, p := range listed {
		if p.Dir != "" {
			w.Generated = append(w.Generated, generatedIn(p.Dir)...)
		}
		if len(p.GoFiles)+len(p.IgnoredFiles) == 0 {
			if len(p.Errors) > 0 {
				return nil, nil, fmt.Errorf("cannot load %s: %s", p.PkgPath, firstLine(p.Errors[0].Msg))
			}
			continue
		}
		if m := p.Module; m != nil && m.Main && !slices.Contains(w.modules, module{m.Path, m.Dir}) {
			w.modules = append(w.modules, module{m.Path, m.Dir})
		}
		if !anyFile(slices.Concat(p.GoFiles, p.IgnoredFiles), wanted) {
			continue
		}
		pkg, found := w.parse(p.PkgPath, p.GoFiles, p.IgnoredFiles)
		findings = append(findings, found...)
		w.sources[p.PkgPath] = pkg
		w.Packages = append(w.Packages, pkg)
	}
	slices.SortFunc(w.Packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	for _, pattern := range patterns {
		w.Generated = append(w.Generated, generatedBelow(dir, pattern)...)
	}
	slices.Sort(w.Generated)
	w.Generated = slices.Compact(w.Generated)
	return w, findings, nil
}

// anyFile reports whether wanted accepts one of the files that people wrote.
func anyFile(names []string, wanted func(source []byte) bool) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		if !handwritten(filepath.Base(name)) {
			return false
		}
		source, err := os.ReadFile(name)
		return err != nil || wanted(source) // parsing says what is wrong with an unreadable file
	})
}

// handwritten reports whether a file of the given name is read at all.
func handwritten(base string) bool {
	return strings.HasSuffix(base, ".go") && !strings.HasSuffix(base, "_test.go") && !strings.HasPrefix(base, GeneratedPrefix)
}

// list asks the go command about patterns, as for the reference platform, with further flags of go list. Export data of a build with
// -trimpath, which GOFLAGS may ask for, is passed over: its positions do not lead to the files whose comments generators read.
func (w *World) list(mode packages.LoadMode, patterns []string, flags ...string) ([]*packages.Package, error) {
	listed, err := packages.Load(&packages.Config{
		Mode:       mode,
		Context:    w.ctx,
		Dir:        w.dir,
		Env:        slices.Concat(os.Environ(), w.env, platform(mode)),
		BuildFlags: append([]string{"-trimpath=false"}, flags...),
	}, patterns...)
	if err != nil {
		return nil, errors.New(firstLine(strings.TrimPrefix(err.Error(), "err: exit status 1: stderr: ")))
	}
	return listed, nil
}

// platform is the reference platform, as far as it decides on the answer. Export data is taken with or without cgo, as the
// user's own builds leave it in the cache: cgo changes how a package is made, not what it declares for others.
func platform(mode packages.LoadMode) []string {
	if mode&packages.NeedExportFile != 0 && runtime.GOOS == "linux" && runtime.GOARCH == "amd64" {
		return nil
	}
	return referencePlatform
}

// firstLine keeps an error of the go command readable: what follows its first line repeats it for every importer.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if before, _, found := strings.Cut(line, " is not in std ("); found { // where the standard library is, is no help
		return before + " is not in the standard library"
	}
	return strings.TrimSuffix(line, "; to add it:")
}

// parse reads the given files of one package.
func (w *World) parse(path string, files, excluded []string) (*Package, []diag.Diagnostic) {
	pkg := &Package{Path: path}
	var findings []diag.Diagnostic
	read := func(names []string) []*ast.File {
		var parsed []*ast.File
		slices.Sort(names)
		for _, name := range names {
			if !handwritten(filepath.Base(name)) {
				continue
			}
			file, err := parser.ParseFile(w.Fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				findings = append(findings, syntaxFindings(name, err)...)
				pkg.Broken = true
			}
			if file != nil {
				parsed = append(parsed, file)
			}
		}
		return parsed
	}
	pkg.Files = read(files)
	pkg.Excluded = read(excluded)
	for _, name := range slices.Concat(files, excluded) {
		pkg.Dir = filepath.Dir(name)
	}
	for _, file := range pkg.Files {
		if file.Name == nil || file.Name.Name == "" {
			continue // a syntax error in the package clause, which has been told
		}
		if pkg.Name == "" {
			pkg.Name = file.Name.Name
		}
		if file.Name.Name != pkg.Name {
			pos := w.Fset.Position(file.Name.Pos())
			findings = append(findings, diag.At(pos, w.Fset.Position(file.Name.End()), "package-name",
				fmt.Sprintf("package %s stands in the folder of package %s", file.Name.Name, pkg.Name), "move the file, or give it the same package clause"))
			pkg.Broken = true
		}
	}
	return pkg, findings
}

// syntaxFindings turns the parser's errors into findings, the first of each file: the rest are mostly its echo.
func syntaxFindings(name string, err error) []diag.Diagnostic {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return []diag.Diagnostic{diag.At(list[0].Pos, token.Position{}, "syntax", list[0].Msg, "")}
	}
	message := err.Error()
	var pathError *os.PathError
	if errors.As(err, &pathError) {
		message = pathError.Err.Error()
	}
	return []diag.Diagnostic{diag.At(token.Position{Filename: name}, token.Position{}, "syntax", "cannot read the file: "+message, "")}
}
