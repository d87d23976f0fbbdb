package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"

	"github.com/configgen/configgen/internal/load"
)

// Request is the request to Load.
type Request struct {
	// Dir is a directory in the user's module.
	Dir string
	// Env are variables, as NAME=value, in addition to the environment of the process.
	Env []string
	// Overlay has contents of files, by their absolute names, in place of or in addition to files on disk.
	Overlay map[string][]byte
	// Packages are the import paths, or directories as in ./options, of the packages to read.
	Packages []string
}

// Module is the source of the user's modules: the packages of the request and the packages that they import.
type Module struct {
	Fset *token.FileSet
	// Asked are the import paths of the packages of the request, in its order; empty for packages that do not exist.
	Asked []string
	// Modules are the paths of the modules that the user edits, and Directories where they are.
	Modules, Directories []string
	// Main is the module of the directory of the request.
	Main Root
	// Unavailable has the reason why a package of another module cannot be loaded, by its import path.
	Unavailable map[string]string
	packages    map[string]*Package
	exports     types.Importer
	// exported are the files of the export data of other packages, by their import paths.
	exported map[string]string
	// contents are the contents of the files of packages, by their names, and dirs the directories of other modules'
	// packages.
	contents map[string][]byte
	dirs     map[string]string
	// published are packages of the request that are of other modules. Facts reads them.
	published map[string]*packages.Package
	foreign   map[string]*Package
}

// Root is a module with its directory.
type Root struct{ Path, Dir string }

// Package is a package that is read from source.
type Package struct {
	Path, Name, Dir string
	// Module is the directory of its module, and Published is set if the user does not edit this module.
	Module    string
	Published bool
	Files     []*ast.File
	// Ignored are the files that another system or a build tag has.
	Ignored []string
	Types   *types.Package
	Info    *types.Info
	// Mistakes keep the package from being compiled. Syntax errors come first.
	Mistakes []Mistake
	checking bool
}

// Mistake is an error of the parser or the type checker.
type Mistake struct {
	At   token.Position
	Text string
}

// Packages returns the user's packages that were read, in the order of their import paths.
func (m *Module) Packages() []*Package {
	var all []*Package
	for _, path := range slices.Sorted(maps.Keys(m.packages)) {
		all = append(all, m.packages[path])
	}
	return all
}

// Content returns the content of a file of the user's packages; nil if the file is unknown.
func (m *Module) Content(name string) []byte { return m.contents[name] }

// Exported returns the files of export data of the packages of other modules, by import path. It returns nil if they
// are from a build with -trimpath, since their positions do not lead to the source.
func Exported(m *Module) map[string]string {
	trimmed := false
	m.Fset.Iterate(func(file *token.File) bool {
		name := file.Name() // names in the standard library and of generated code are relative
		trimmed = !filepath.IsAbs(name) && strings.Contains(name, "/") && strings.HasSuffix(name, ".go") &&
			!strings.HasPrefix(name, "$GOROOT")
		return !trimmed
	})
	if trimmed {
		return nil
	}
	return m.exported
}

// Package returns a source package by its import path; nil if it is unknown.
func (m *Module) Package(path string) *Package { return m.packages[path] }

const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
	packages.NeedExportFile | packages.NeedModule

// temporary is the variable with the directory that the go command makes its own directories in.
const temporary = "GOTMPDIR"

// Load reads packages. It returns an error if the go command cannot answer; mistakes in the source are in the packages.
func Load(ctx context.Context, request Request) (*Module, error) {
	tmp, err := os.MkdirTemp(os.Getenv(temporary), "configgen-adopt-") // a go command that is interrupted leaves its own
	if err != nil {
		return nil, fmt.Errorf("cannot make a directory for the go command: %w", err)
	}
	defer os.RemoveAll(tmp)
	config := &packages.Config{
		Context: ctx, Mode: mode, Dir: request.Dir, Overlay: request.Overlay,
		Env: append(append(os.Environ(), request.Env...), temporary+"="+tmp),
	}
	listed, err := packages.Load(config, request.Packages...)
	switch {
	case err == nil && len(listed) == 0: // why the go command fails is only said for a pattern with dots
		_, err = packages.Load(&packages.Config{Context: ctx, Dir: config.Dir, Env: config.Env}, "./...")
	case err == nil && listed[0].PkgPath == "command-line-arguments" && len(listed[0].Errors) > 0:
		err = errors.New(listed[0].Errors[0].Msg)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot list the packages: %w", load.Explain(err))
	}
	m := &Module{
		Fset: token.NewFileSet(), Unavailable: map[string]string{}, packages: map[string]*Package{},
		contents: map[string][]byte{}, dirs: map[string]string{},
		published: map[string]*packages.Package{}, foreign: map[string]*Package{}, exported: map[string]string{},
	}
	var own []*packages.Package
	packages.Visit(listed, nil, func(p *packages.Package) {
		if isOwn(p) && len(p.GoFiles)+len(p.OtherFiles) > 0 {
			own = append(own, p)
			return
		}
		if slices.Contains(request.Packages, p.PkgPath) {
			m.published[p.PkgPath] = p
		}
		m.exported[p.PkgPath], m.dirs[p.PkgPath] = p.ExportFile, p.Dir
		if p.ExportFile == "" && len(p.Errors) > 0 {
			why := strings.Join(strings.Fields(p.Errors[0].Msg), " ")
			m.Unavailable[p.PkgPath], _, _ = strings.Cut(why, "; to add") // with a command
		}
	})
	m.exports = importer.ForCompiler(m.Fset, "gc", func(path string) (io.ReadCloser, error) {
		if m.exported[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(m.exported[path])
	})
	for _, p := range own { // imported packages come first
		m.packages[p.PkgPath] = m.read(p, request.Overlay)
		if !slices.Contains(m.Modules, p.Module.Path) {
			m.Modules, m.Directories = append(m.Modules, p.Module.Path), append(m.Directories, p.Module.Dir)
		}
	}
	if m.Main, err = m.moduleAt(request.Dir); err != nil {
		return nil, err
	}
	for _, pattern := range request.Packages {
		m.Asked = append(m.Asked, m.find(listed, request.Dir, pattern))
	}
	return m, nil
}

// isOwn reports whether a package is of a module that the user edits.
func isOwn(p *packages.Package) bool { return p.Module != nil && p.Module.Main }

// moduleAt returns the module around a directory; outside of modules, the first module that was read.
func (m *Module) moduleAt(dir string) (Root, error) {
	for at := dir; ; at = filepath.Dir(at) {
		if content, err := os.ReadFile(filepath.Join(at, "go.mod")); err == nil {
			file, err := modfile.Parse(filepath.Join(at, "go.mod"), content, nil)
			if err != nil || file.Module == nil {
				return Root{}, fmt.Errorf("cannot read go.mod: %w", cmp.Or(err, errors.New("it has no module")))
			}
			return Root{file.Module.Mod.Path, at}, nil
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if len(m.Modules) == 0 {
		return Root{}, fmt.Errorf("%s is not in a module; change to the directory of one, or run go mod init", dir)
	}
	return Root{m.Modules[0], m.Directories[0]}, nil
}

// find returns the import path of the package that a pattern names: the path itself, or a directory such as ./options.
func (m *Module) find(listed []*packages.Package, dir, pattern string) string {
	at := filepath.FromSlash(pattern)
	local := filepath.IsAbs(at) || pattern == "." || strings.HasPrefix(pattern, "./") || strings.HasPrefix(pattern, "../")
	for _, p := range listed {
		if (p.PkgPath == pattern || local && (p.Dir == at || p.Dir == filepath.Join(dir, at))) &&
			(m.packages[p.PkgPath] != nil || p.ExportFile != "" || m.Unavailable[p.PkgPath] != "") {
			return p.PkgPath
		}
	}
	return ""
}

// read parses and checks a package.
func (m *Module) read(p *packages.Package, overlay map[string][]byte) *Package {
	pkg := &Package{Path: p.PkgPath, Name: p.Name, Dir: p.Dir, Ignored: p.IgnoredFiles}
	if p.Module != nil {
		pkg.Module, pkg.Published = p.Module.Dir, !p.Module.Main
	}
	for _, name := range p.GoFiles { // files with cgo as they are written
		file, err := m.parse(name, overlay)
		var list scanner.ErrorList
		if errors.As(err, &list) {
			pkg.Mistakes = append(pkg.Mistakes, Mistake{list[0].Pos, list[0].Msg})
		}
		if file != nil {
			pkg.Files = append(pkg.Files, file)
		}
	}
	m.Check(pkg)
	return pkg
}

// parse reads a file.
func (m *Module) parse(name string, overlay map[string][]byte) (*ast.File, error) {
	content, found := overlay[name]
	if !found {
		var err error
		if content, err = os.ReadFile(name); err != nil {
			return nil, err
		}
	}
	m.contents[name] = content
	return parser.ParseFile(m.Fset, name, content, parser.ParseComments|parser.SkipObjectResolution)
}

// check gives types to a package.
func (m *Module) Check(pkg *Package) {
	pkg.Info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{},
	}
	config := types.Config{Importer: m, FakeImportC: true, Error: func(err error) {
		if e, ok := err.(types.Error); ok && !e.Soft {
			pkg.Mistakes = append(pkg.Mistakes, Mistake{e.Fset.Position(e.Pos), e.Msg})
		}
	}}
	pkg.Types, _ = config.Check(pkg.Path, m.Fset, pkg.Files, pkg.Info) // the errors are in pkg
}

// publishedPackage reads a package of another module, whose functions register flags. Its types are not identical to
// the types that other packages import, so it is only used for facts about functions.
func (m *Module) publishedPackage(path string) *Package {
	listed := m.published[path]
	if listed == nil {
		return nil
	}
	if m.foreign[path] == nil {
		m.foreign[path] = m.read(listed, nil)
	}
	return m.foreign[path]
}

// Import returns a package that has been read from source, or any other package from its export data.
func (m *Module) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg := m.packages[path]; pkg != nil {
		if m.checked(pkg); pkg.Types == nil {
			return nil, fmt.Errorf("import cycle through %s", path)
		}
		return pkg.Types, nil
	}
	return m.exports.Import(path)
}
