package load

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"

	"github.com/configgen/configgen/diag"
)

// TypeError is what the type checker says of a declaration in a package read from source. Such an error matters only to
// those who use the declaration.
type TypeError struct {
	Pos     token.Pos
	Message string
}

// checker makes types: from source for the user's own modules, and for all others from the export data that the build cache
// holds or, should it lack some, from source, too.
type checker struct {
	world    *World
	checked  map[string]*types.Package
	errors   map[string][]TypeError
	exports  map[string]string // import path -> file of export data
	failures map[string]string // import path -> why there is none
	imports  map[string]*types.Package
	asked    map[string]imported // where a path was first imported
	running  map[string]bool
	// known are files of export data that an earlier run found, by import path; keep takes what this one finds. Both may be nil.
	known map[string]string
	keep  func(found map[string]string)
	// others has the packages of other modules where they are read from source; nil where export data is used. It is one or
	// the other for all of them: a type of one origin is not identical to that of the other.
	others *dependencies
}

func newChecker(w *World) *checker {
	return &checker{
		world:    w,
		checked:  map[string]*types.Package{},
		errors:   map[string][]TypeError{},
		exports:  map[string]string{},
		failures: map[string]string{},
		imports:  map[string]*types.Package{},
		asked:    map[string]imported{},
		running:  map[string]bool{},
	}
}

// Check gives types to the packages with the given paths and makes those named in also available to Types, all with one
// question to the go command. Findings tell of imports that cannot be loaded. It may be called again for more.
func (w *World) Check(paths, also []string) []diag.Diagnostic {
	c := w.types
	var findings []diag.Diagnostic
	external := map[string]bool{}
	seen := map[string]bool{}
	var visit func(path string)
	visit = func(path string) {
		if seen[path] || path == "unsafe" || path == "C" {
			return
		}
		seen[path] = true
		pkg, found := w.Source(path)
		findings = append(findings, found...)
		if pkg == nil {
			external[path] = true
			return
		}
		for _, file := range pkg.Files {
			needed, _ := typeImports(file)
			for _, spec := range needed {
				if _, known := c.asked[spec.path]; !known {
					c.asked[spec.path] = spec
				}
				visit(spec.path)
			}
		}
	}
	for _, path := range slices.Concat(paths, also) {
		visit(path)
	}
	findings = append(findings, c.locate(external)...)
	for _, path := range paths {
		c.source(path)
	}
	return findings
}

// Types returns the package with the given import path, which Check must have been told of, with the type errors of its
// declarations; the error says in one line why there is no such package.
func (w *World) Types(path string) (*types.Package, []TypeError, error) {
	if pkg, _ := w.Source(path); pkg != nil {
		checked := w.types.source(path)
		return checked, w.types.errors[path], nil
	}
	pkg, err := w.types.Import(path)
	return pkg, nil, err
}

// locate makes the given packages available to Import. Nothing is compiled for them as long as it can be helped: if the
// build cache lacks one, all come from source.
func (c *checker) locate(external map[string]bool) []diag.Diagnostic {
	var missing []string
	for path := range external {
		if c.exports[path] == "" && c.failures[path] == "" && !c.others.has(path) {
			missing = append(missing, path)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	if c.others == nil && !c.cached(missing) {
		if len(c.exports) > 0 {
			c.export(missing) // the others are compiled, so little is left to do
		} else {
			c.others = newDependencies(c)
		}
	}
	if c.others != nil {
		c.read(missing)
	}
	return c.unavailable(missing)
}

// Remember has the world use what an earlier run on the same dependencies knew of the build cache: files of export data by import
// path. What is found on top of it goes to keep, together with it. Asking the go command is the longest part of a run.
func (w *World) Remember(known map[string]string, keep func(found map[string]string)) {
	w.types.known, w.types.keep = known, keep
}

// remembered takes the export data of the given packages from where an earlier run has found it, and reports whether all of it
// is still there. The build cache names files after what they hold, so they are gone or as they were.
func (c *checker) remembered(paths []string) bool {
	for _, path := range paths {
		if info, err := os.Stat(c.known[path]); err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	return c.readable(paths, c.known)
}

// readable takes the export data of the given packages from files, unless one of them cannot be read: a full disk leaves files
// that are cut short.
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

// cached takes the export data of the given packages from the build cache, and reports whether it holds all of them. With
// -n, the go command names what is there and only prints how it would make the rest.
func (c *checker) cached(paths []string) bool {
	if c.remembered(paths) {
		return true
	}
	listed, err := c.world.list(packages.NeedName|packages.NeedExportFile, paths, "-n")
	if err != nil {
		return false
	}
	found := map[string]string{}
	for _, p := range listed {
		if p.ExportFile != "" {
			found[p.PkgPath] = p.ExportFile
		}
	}
	for _, path := range paths {
		if found[path] == "" {
			return false
		}
	}
	if !c.readable(paths, found) {
		return false
	}
	if c.keep != nil {
		all := maps.Clone(c.exports)
		for path, file := range c.known {
			if all[path] == "" {
				all[path] = file
			}
		}
		c.keep(all)
	}
	return true
}

// export has the go command compile what the build cache lacks.
func (c *checker) export(paths []string) {
	listed, err := c.world.list(packages.NeedName|packages.NeedExportFile, paths)
	if err != nil {
		for _, path := range paths {
			c.failures[path] = err.Error()
		}
	}
	for _, p := range listed {
		if p.ExportFile != "" {
			c.exports[p.PkgPath] = p.ExportFile
			continue
		}
		c.failures[p.PkgPath] = "no export data"
		if len(p.Errors) > 0 {
			c.failures[p.PkgPath] = firstLine(p.Errors[0].Msg)
		}
	}
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

// unavailable finds the imports among the given packages that cannot be had.
func (c *checker) unavailable(missing []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, path := range missing {
		if c.others == nil && c.exports[path] == "" && c.failures[path] == "" {
			c.failures[path] = "the go command does not know it"
		}
		if at, imported := c.asked[path]; imported && c.failures[path] != "" {
			fset := c.world.Fset
			found := diag.At(fset.Position(at.pos), fset.Position(at.end), "import",
				fmt.Sprintf("cannot load %s: %s", path, c.failures[path]), "mend the import, or run go mod tidy")
			found.Passing = true // it may be the network, or a cache of the go command
			findings = append(findings, found)
		}
	}
	return findings
}

// Import implements types.Importer.
func (c *checker) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg, _ := c.world.Source(path); pkg != nil {
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
	//lint:ignore SA1019 go list -export names archives, and they are what NewReader is for
	reader, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(reader, c.world.Fset, c.imports, path)
}

// source type-checks a package of the user's, once, without function bodies.
func (c *checker) source(path string) *types.Package {
	if pkg := c.checked[path]; pkg != nil {
		return pkg
	}
	pkg, _ := c.world.Source(path)
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
			if errors.As(err, &typeError) && !strings.HasPrefix(typeError.Msg, "\t") { // with a tab, it goes on about the error before
				c.errors[path] = append(c.errors[path], TypeError{typeError.Pos, strings.TrimSpace(typeError.Msg)})
			}
		},
	}
	files := slices.Clone(pkg.Files)
	for i, file := range files {
		_, files[i] = typeImports(file)
	}
	checked, _ := config.Check(path, c.world.Fset, files, nil) // every error went to config.Error
	c.checked[path] = checked
	return checked
}
