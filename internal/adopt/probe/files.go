package probe

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/observer"
)

// below is the directory of the program, in the directory of the observed package: only a program there can import the
// internal packages that the package itself can import.
const below = "configgenadopt"

// mainFile is the file with the main function.
const mainFile = "zz_configgen_adopt.go"

// ourObserve is the import path of a package that becomes part of the user's module.
const ourObserve = "github.com/configgen/configgen/internal/adopt/observe"

// layout is where the program is.
type layout struct {
	// dir is the directory of the program's package, and path its import path.
	dir, path string
	// module is the directory of the module.
	module string
}

// layout finds the place of a program. All packages that it imports must be visible from there.
func (p *planner) layout() (layout, bool) {
	found := false
	for _, name := range append([]string{p.program.Near}, p.program.packages()...) {
		if pkg := p.module.Package(name); pkg != nil {
			found = true
			if p.sees(pkg.Path+"/"+below) == "" {
				return layout{filepath.Join(pkg.Dir, below), pkg.Path + "/" + below, pkg.Module}, true
			}
		}
	}
	if found {
		p.finding(p.nowhere(), "no package can import all of "+strings.Join(p.imports, ", ")+
			": they are internal to different directories", "name functions that one package of yours can import")
		return layout{}, false
	}
	main := p.module.Main // all functions are in other modules
	if hidden := p.sees(main.Path + "/" + below); hidden != "" {
		p.finding(p.nowhere(), "package "+hidden+" is internal to another module, so a program cannot import it",
			"name functions of packages that your module can import")
		return layout{}, false
	}
	return layout{filepath.Join(main.Dir, below), main.Path + "/" + below, main.Dir}, true
}

// sees returns the first package of the program that a package cannot import; empty if it can import all of them.
func (p *planner) sees(from string) string {
	for _, imported := range p.imports {
		if strings.Contains(imported, ".") && !visible(imported, from) {
			return imported
		}
	}
	return ""
}

// visible reports whether a package can import another one.
func visible(imported, from string) bool {
	elements := strings.Split(imported, "/")
	for i := len(elements) - 1; i >= 0; i-- {
		if elements[i] == "internal" {
			parent := strings.Join(elements[:i], "/")
			return from == parent || strings.HasPrefix(from, parent+"/")
		}
	}
	return true
}

// version is a build constraint with the version of Go that the packages of the program need. The observed module can
// have an older version.
const version = "//go:build go1.24\n\n"

// files returns the files of the program, by their absolute names.
func (p *planner) files(at layout, statements string) (map[string][]byte, error) {
	all := maps.Clone(p.program.Overlay)
	for dir, source := range map[string]embed.FS{"observe": observe.Source, "observer": observer.Source} {
		names, err := fs.Glob(source, "*.go")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if name == "source.go" || strings.HasSuffix(name, "_test.go") {
				continue
			}
			content, err := source.ReadFile(name)
			if err != nil {
				return nil, err
			}
			text := strings.ReplaceAll(string(content), strconv.Quote(ourObserve), strconv.Quote(at.path+"/observe"))
			all[filepath.Join(at.dir, dir, name)] = []byte(version + text)
		}
	}
	var imports strings.Builder
	for i, imported := range p.imports {
		fmt.Fprintf(&imports, "\tconfiggen%d %q\n", i, imported)
	}
	main := fmt.Sprintf(mainText, at.path+"/observer", imports.String(), p.module.Modules, statements)
	all[filepath.Join(at.dir, mainFile)] = []byte(main)
	return all, nil
}

// mainText is the file with the main function.
const mainText = `package main

import (
	"%s"
%s)

func main() {
	observer.Main(observer.Registration{Modules: %#v, Run: func(s *observer.Subject) error {
%sreturn nil
}})
}
`
