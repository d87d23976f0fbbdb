package load

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"
)

// Code is all code of the main modules: of all modules of a workspace, or of one.
type Code struct {
	Fset     *token.FileSet
	Packages []*CodePackage
	// Elsewhere are the files of other modules in the repository that mention a main module in go.mod, without types.
	Elsewhere []*ast.File
}

// CodePackage is a package with the bodies of its functions.
type CodePackage struct {
	// Path is the import path, Files are the files of the reference platform, without tests.
	Path  string
	Files []*ast.File
	// Others are the files for other platforms.
	Others []*ast.File
	// Types and Info are the types. Broken reports that the package, or a package that it imports, has type errors.
	Types  *types.Package
	Info   *types.Info
	Broken bool
}

// coder type-checks code.
type coder struct {
	*Code
	listed   map[string]*packages.Package
	packages map[string]*CodePackage
	checker  *checker
}

// Code reads the code of the main modules. Other modules are read without the bodies of functions, and nothing is
// compiled. It returns an error if the go command cannot list the packages.
func (s *Session) Code() (*Code, error) {
	printed, err := s.Command("go", "list", "-m").Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = Explain(errors.New(strings.TrimSpace(string(exit.Stderr))))
	}
	if err != nil {
		return nil, err
	}
	var patterns []string
	for _, module := range strings.Fields(string(printed)) {
		patterns = append(patterns, module+"/...")
	}
	l := newLoader(s.ctx, Request{Dir: s.dir, Env: s.env, Overlay: s.request.Overlay})
	defer l.abandon()
	listed, err := l.list(modeSources, patterns)
	if err != nil {
		return nil, err
	}
	c := &coder{
		Code: &Code{Fset: l.Fset}, listed: map[string]*packages.Package{}, packages: map[string]*CodePackage{},
		checker: newChecker(l),
	}
	c.checker.sources = func() ([]*packages.Package, error) { return listed, nil }
	c.checker.others = newDependencies(c.checker)
	for _, p := range listed {
		c.listed[p.PkgPath] = p
	}
	var external []string
	for _, p := range listed {
		for _, imported := range p.Imports {
			if c.listed[imported.PkgPath] == nil {
				external = append(external, imported.PkgPath)
			}
		}
	}
	if err := c.checker.others.add(external); err != nil {
		return nil, err
	}
	for _, p := range listed {
		c.Packages = append(c.Packages, c.check(p))
	}
	c.elsewhere(strings.Fields(string(printed)))
	return c.Code, nil
}

// elsewhere parses the files of other modules in the repository around the working directory, if they mention a main
// module.
func (c *coder) elsewhere(modules []string) {
	top := c.checker.loader.dir
	for dir := top; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			top = dir
			break
		}
	}
	using := map[string]bool{} // whether a module mentions a main module, by the directory
	_ = filepath.WalkDir(top, func(name string, entry fs.DirEntry, err error) error {
		base, dir := filepath.Base(name), filepath.Dir(name)
		switch {
		case err != nil:
			return nil
		case entry.IsDir():
			ignored := []string{"vendor", "testdata", "node_modules"}
			if name != top && (strings.HasPrefix(base, ".") || slices.Contains(ignored, base)) {
				return filepath.SkipDir
			}
			using[name] = using[dir]
			if content, err := os.ReadFile(filepath.Join(name, "go.mod")); err == nil {
				path := modfile.ModulePath(content)
				using[name] = !slices.Contains(modules, path) && slices.ContainsFunc(modules, func(main string) bool {
					return bytes.Contains(content, []byte(main+" "))
				})
			}
		case using[dir]:
			c.Elsewhere = append(c.Elsewhere, c.parse([]string{name})...)
		}
		return nil
	})
}

// check type-checks a package, once.
func (c *coder) check(p *packages.Package) *CodePackage {
	if checked := c.packages[p.PkgPath]; checked != nil {
		return checked
	}
	checked := &CodePackage{
		Path: p.PkgPath, Files: c.parse(p.GoFiles), Others: c.parse(p.IgnoredFiles), Broken: len(p.Errors) > 0,
		Info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
			Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
			Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
		},
	}
	c.packages[p.PkgPath] = checked
	config := types.Config{
		FakeImportC: true,
		Sizes:       types.SizesFor("gc", "amd64"),
		Importer: importerFunc(func(spelt string) (*types.Package, error) {
			imported := p.Imports[spelt]
			switch {
			case spelt == "unsafe":
				return types.Unsafe, nil
			case imported == nil:
				return nil, errors.New("the go command does not know it")
			case c.listed[imported.PkgPath] != nil:
				own := c.check(imported)
				checked.Broken = checked.Broken || own.Broken
				return own.Types, nil
			}
			return c.checker.Import(imported.PkgPath)
		}),
		Error: func(error) { checked.Broken = true },
	}
	checked.Types, _ = config.Check(p.PkgPath, c.Fset, checked.Files, checked.Info) // every error went to config.Error
	return checked
}

// parse parses the files that are not tests. A file with a syntax error has the declarations before it.
func (c *coder) parse(names []string) []*ast.File {
	var files []*ast.File
	for _, name := range names {
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, _ := c.checker.loader.request.readFile(name)
		if file, _ := parser.ParseFile(c.Fset, name, source, parser.ParseComments|parser.SkipObjectResolution); file != nil {
			files = append(files, file)
		}
	}
	return files
}
