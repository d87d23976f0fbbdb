package load

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"

	"github.com/configgen/configgen/diag"
)

// TypeError is an error of the type checker in a declaration of a package read from source. It matters only to users of
// the declaration.
type TypeError struct {
	Pos     token.Pos
	Message string
	// Undefined is the name that is not declared; empty for other errors.
	Undefined string
}

// checker makes types: from source for the user's own modules, and for all others from the export data that the build
// cache holds or, should it lack some, from source, too.
type checker struct {
	loader   *loader
	checked  map[string]*types.Package
	errors   map[string][]TypeError
	exports  map[string]string // import path -> file of export data
	failures map[string]string // import path -> why there is none
	imports  map[string]*types.Package
	asked    map[string][]imported // where a path is imported, once for each package
	running  map[string]bool
	// others has the packages of other modules where they are read from source; nil where export data is used. Either
	// applies to all packages: types from source and from export data are not identical.
	others *dependencies
	// own and external are the import paths of the packages that need types: of the user's, and others.
	own, external []string
	// lacking are the external ones whose export data is not known.
	lacking []string
	// exported asks the go command for export data of the lacking packages, sources for the files of the external ones.
	exported, sources func() ([]*packages.Package, error)
}

func newChecker(l *loader) *checker {
	c := &checker{
		loader:   l,
		checked:  map[string]*types.Package{},
		errors:   map[string][]TypeError{},
		exports:  map[string]string{},
		failures: map[string]string{},
		imports:  map[string]*types.Package{},
		asked:    map[string][]imported{},
		running:  map[string]bool{},
	}
	c.exported = sync.OnceValues(func() ([]*packages.Package, error) {
		return l.list(modeExports, c.lacking, withoutBuild)
	})
	c.sources = sync.OnceValues(func() ([]*packages.Package, error) {
		return l.list(modeSources, c.external)
	})
	return c
}

// reach determines the dependencies of the wanted packages, and starts the question about packages of other modules.
func reach(l *loader, want wanted) *checker {
	c := newChecker(l)
	c.own, c.external = c.follow(slices.Concat(want.typed, want.also))
	c.lacking = c.missing(c.external)
	switch {
	case len(c.lacking) == 0: // nothing to ask
	case l.cache.empty:
		l.asked.Go(func() { _, _ = c.sources() }) // the answer is kept
	default:
		l.asked.Go(func() { _, _ = c.exported() })
	}
	return c
}

// check gives types to the packages that reach has found.
func (c *checker) check() {
	l := c.loader
	l.findings = append(l.findings, c.locate(c.external)...)
	for _, path := range c.own {
		l.types[path] = &typed{pkg: c.source(path)}
	}
	for _, path := range c.own { // now that all errors are known
		l.types[path] = &typed{pkg: c.checked[path], errors: c.errors[path]}
	}
	for _, path := range c.external {
		pkg, err := c.Import(path)
		if err != nil && !strings.Contains(err.Error(), noSum) {
			reason, _, _ := strings.Cut(err.Error(), runCommand) // a marker may misspell a name
			err = errors.New(reason)
		}
		l.types[path] = &typed{pkg: pkg, err: err}
	}
}

// follow follows the imports that declarations need, the imports of packages with functions that set defaults, and the
// peers of packages that request Kubernetes' generators. It returns the import paths of all packages on the way: the
// user's, and others.
func (c *checker) follow(paths []string) (own, external []string) {
	seen := map[string]bool{"unsafe": true, "C": true}
	var visit func(path string)
	visit = func(path string) {
		if seen[path] {
			return
		}
		seen[path] = true
		pkg := c.loader.read(path)
		if pkg == nil {
			external = append(external, path)
			return
		}
		own = append(own, path)
		imported := map[string]bool{}
		for _, file := range pkg.Files {
			needed, _ := typeImports(file)
			for _, spec := range needed {
				if !imported[spec.path] {
					imported[spec.path], c.asked[spec.path] = true, append(c.asked[spec.path], spec)
				}
				visit(spec.path)
			}
			if setsDefaults(pkg) { // the bodies of its functions are evaluated
				for _, path := range Imports([]*ast.File{file}) {
					visit(path)
				}
			}
		}
		if pkg.AsksTools() {
			for _, peer := range pkg.Peers() {
				visit(peer.Path)
			}
			for _, member := range c.loader.family(pkg) { // which is generated for together
				visit(member.Path)
				visit(member.TypesPath())
			}
		}
	}
	for _, path := range paths {
		visit(path)
	}
	slices.Sort(external)
	return own, external
}

// locate makes the given packages available to Import. Nothing is compiled for them: if the build cache lacks one, all
// come from source.
func (c *checker) locate(external []string) []diag.Diagnostic {
	if len(external) > 0 && !c.cached(external) {
		c.others = newDependencies(c)
		c.read(external)
	}
	return c.unavailable(external)
}

// missing returns the given packages whose export data no earlier run has found, or is gone. The build cache names
// files after their content, so a file is gone or unchanged.
func (c *checker) missing(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		info, err := os.Stat(c.loader.request.Known.Exports[path])
		return err == nil && info.Mode().IsRegular()
	})
}

// readable takes the export data of the given packages from files, unless one of them cannot be read: a full disk
// leaves files that are cut short.
func (c *checker) readable(paths []string, files map[string]string) bool {
	for _, path := range paths {
		c.exports[path] = files[path]
	}
	for _, path := range paths {
		if _, err := c.Import(path); err != nil {
			for _, path := range paths {
				delete(c.exports, path)
			}
			return false
		}
	}
	return true
}

// cached takes the export data of the given packages from the build cache, and reports whether it has all of them that
// exist. The go command is asked for export data that no earlier run has found.
func (c *checker) cached(paths []string) bool {
	for missing := c.lacking; ; missing = paths {
		found, failures, ok := c.find(paths, missing)
		if !ok {
			return false
		}
		existing := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return found[path] == "" })
		if c.readable(existing, found) {
			c.failures = failures
			if len(missing) > 0 {
				c.loader.learned.Exports = maps.Clone(c.exports)
			}
			return true
		}
		if len(missing) == len(paths) {
			return false
		}
	}
}

// find returns the files of export data of the given packages, and the reasons why some of them cannot be loaded. The
// go command is asked for the missing ones. It reports false if one can, and is not compiled.
func (c *checker) find(paths, missing []string) (found, failures map[string]string, ok bool) {
	found, failures = map[string]string{}, map[string]string{}
	for _, path := range paths {
		found[path] = c.loader.request.Known.Exports[path]
	}
	if len(missing) == 0 {
		return found, failures, true
	}
	for _, path := range missing {
		delete(found, path)
	}
	if c.loader.cache.empty {
		return nil, nil, false
	}
	ask := c.exported
	if len(missing) > len(c.lacking) { // what was known is damaged
		ask = func() ([]*packages.Package, error) { return c.loader.list(modeExports, missing, withoutBuild) }
	}
	listed, err := ask()
	if err != nil {
		return nil, nil, false
	}
	for _, p := range listed {
		switch {
		case p.ExportFile != "":
			found[p.PkgPath] = p.ExportFile
		case len(p.Errors) > 0:
			failures[p.PkgPath] = wholeCommand(p.Errors[0].Msg)
		}
	}
	for _, path := range missing {
		if found[path] == "" && failures[path] == "" {
			return nil, nil, false
		}
	}
	return found, failures, true
}

// read makes types of the given packages from their source.
func (c *checker) read(paths []string) {
	err := c.others.add(paths)
	for _, path := range paths {
		failure := err
		if failure == nil {
			_, failure = c.others.check(path)
		}
		if failure != nil {
			c.failures[path] = failure.Error()
		}
	}
}

// Import implements types.Importer.
func (c *checker) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if c.loader.sources[path] != nil {
		if c.running[path] {
			return nil, errors.New("import cycle through " + path)
		}
		return c.source(path), nil
	}
	if c.others != nil {
		return c.others.check(path)
	}
	if pkg := c.imports[path]; pkg != nil && pkg.Complete() {
		return pkg, nil
	}
	if c.exports[path] == "" {
		if reason := c.failures[path]; reason != "" {
			return nil, errors.New(reason)
		}
		return nil, errors.New("not loaded")
	}
	file, err := os.Open(c.exports[path])
	if err != nil {
		return nil, err
	}
	defer file.Close()
	// NewReader is deprecated in newer releases, in favor of files that are not archives; go list -export names archives.
	reader, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(reader, c.loader.Fset, c.imports, path)
}

// source type-checks a package of the user's, once, without function bodies.
func (c *checker) source(path string) *types.Package {
	if pkg := c.checked[path]; pkg != nil {
		return pkg
	}
	pkg := c.loader.sources[path]
	if pkg == nil {
		return nil
	}
	c.running[path] = true
	defer delete(c.running, path)
	config := types.Config{
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Importer:         c,
		Error: func(err error) {
			var typeError types.Error
			// With a tab, a message continues the one before.
			if errors.As(err, &typeError) && !strings.HasPrefix(typeError.Msg, "\t") {
				message := strings.TrimSpace(typeError.Msg)
				found := TypeError{Pos: typeError.Pos, Message: message}
				if name, undefined := strings.CutPrefix(message, "undefined: "); undefined {
					found.Undefined = name
				}
				c.errors[path] = append(c.errors[path], found)
			}
		},
	}
	files := slices.Clone(pkg.Files)
	for i, file := range files {
		_, files[i] = typeImports(file)
	}
	checked, _ := config.Check(path, c.loader.Fset, files, nil) // every error went to config.Error
	c.checked[path] = checked
	return checked
}
