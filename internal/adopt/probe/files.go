package probe

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/observer"
)

// below is the directory of the program, in that of the package that it observes: only a program there can import the
// internal packages that the package itself can.
const below = "configgenadopt"

// mainFile is the file with the main function.
const mainFile = "zz_configgen_adopt.go"

// The import paths of the packages that become part of the user's module.
const (
	ourObserve  = "github.com/configgen/configgen/internal/adopt/observe"
	ourObserver = "github.com/configgen/configgen/internal/adopt/observer"
)

// layout is where the files of a program are.
type layout struct {
	// dir is the directory of the program's package, and path its import path.
	dir, path string
	// helpers is the directory of the packages observe and observer, and helpersPath its import path.
	helpers, helpersPath string
	// module is the directory of the module.
	module string
}

// layout finds the place of a program. All packages that it imports must be visible from there.
func (p *planner) layout() (layout, bool) {
	if pkg := p.module.Package(p.inside); pkg != nil {
		dir, path := near(p.module, pkg)
		return layout{pkg.Dir, pkg.Path, dir, path, pkg.Module}, true
	}
	var named []string
	for _, name := range append([]string{p.program.Near}, p.program.packages()...) {
		pkg := p.module.Package(name)
		if pkg == nil {
			continue
		}
		named = append(named, name)
		dir, path := near(p.module, pkg)
		if !slices.ContainsFunc(p.imports, func(imported string) bool { return !visible(imported, path) }) {
			return layout{dir, path, dir, path, pkg.Module}, true
		}
	}
	if len(named) > 0 {
		p.finding(p.nowhere(), "no package can import all of "+strings.Join(p.imports, ", ")+
			": they are internal to different directories", "name functions that one package of yours can import")
		return layout{}, false
	}
	return p.outside()
}

// outside is the place of a program if all functions are in other modules.
func (p *planner) outside() (layout, bool) {
	dir := p.module.Main.Dir
	at := filepath.Join(dir, below)
	for _, imported := range p.imports {
		if strings.Contains(imported, ".") && !visible(imported, p.module.Main.Path+"/"+below) {
			p.finding(p.nowhere(), "package "+imported+" is internal to another module, so a program cannot import it",
				"name functions of packages that your module can import")
			return layout{}, false
		}
	}
	return layout{at, p.module.Main.Path + "/" + below, at, p.module.Main.Path + "/" + below, dir}, true
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

// version is what the packages of the program need of Go. The module of the user can have an older language.
const version = "//go:build go1.24\n\n"

// files are the files of the program, by their absolute names.
func (p *planner) files(at layout, variants string) (map[string][]byte, error) {
	all := map[string][]byte{}
	for name, content := range p.program.Overlay {
		all[name] = content
	}
	for dir, source := range map[string]fs.FS{"observe": observe.Source, "observer": observer.Source} {
		names, err := fs.Glob(source, "*.go")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if name == "source.go" || strings.HasSuffix(name, "_test.go") {
				continue
			}
			content, err := fs.ReadFile(source, name)
			if err != nil {
				return nil, err
			}
			text := strings.ReplaceAll(string(content), strconv.Quote(ourObserve), strconv.Quote(at.helpersPath+"/observe"))
			all[filepath.Join(at.helpers, dir, name)] = []byte(version + text)
		}
	}
	if p.inside != "" {
		p.hideMain(all) // it changes no offsets
	}
	if len(p.hooks) > 0 {
		p.instrument(all, at.helpersPath)
		all[hooked(at)] = []byte(hookPackage)
	}
	all[filepath.Join(at.dir, mainFile)] = []byte(p.main(at, variants))
	return all, nil
}

// main is the file with the main function.
func (p *planner) main(at layout, variants string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package main\n\nimport %s %q\n", observerPkg, at.helpersPath+"/observer")
	cobra := strings.Contains(variants, "configgenCommand")
	if cobra {
		fmt.Fprintf(&b, "import configgencobra %q\n", cobraPkg)
	}
	if len(p.hooks) > 0 {
		fmt.Fprintf(&b, "import configgenhook %q\n", at.helpersPath+"/hook")
	}
	for i, imported := range p.imports {
		fmt.Fprintf(&b, "import configgen%d %q\n", i, imported)
	}
	fmt.Fprintf(&b, "\nfunc main() {\n%s.Main(\n%s)\n}\n", observerPkg, variants)
	if cobra {
		b.WriteString(walkCommands)
	}
	return b.String()
}

const cobraPkg = "github.com/spf13/cobra"

// walkCommands tells the observer of the flags of a command and of its subcommands.
const walkCommands = `
func configgenCommand(s *configgenobserver.Subject, top *configgencobra.Command) {
	var walk func(c *configgencobra.Command, path string)
	walk = func(c *configgencobra.Command, path string) {
		s.Persistent(path, c.PersistentFlags())
		s.Local(path, c.Flags())
		for _, sub := range c.Commands() {
			below := sub.Name()
			if path != "" {
				below = path + " " + below
			}
			walk(sub, below)
		}
	}
	walk(top, "")
}
`

// hideMain gives the function main of the user's command no name.
func (p *planner) hideMain(all map[string][]byte) {
	for _, file := range p.module.Package(p.inside).Files {
		for _, declaration := range file.Decls {
			f, ok := declaration.(*ast.FuncDecl)
			if !ok || f.Recv != nil || f.Name.Name != "main" {
				continue
			}
			at := p.module.Fset.Position(f.Name.Pos())
			content, found := all[at.Filename]
			if !found {
				content, _ = os.ReadFile(at.Filename) // it has been read before
			}
			if at.Offset+4 <= len(content) {
				all[at.Filename] = slices.Concat(content[:at.Offset], []byte("_   "), content[at.Offset+4:])
			}
		}
	}
}

// overlay writes the files to a directory, and the JSON that the go command has for them. It returns the name of the
// JSON, and for each file that is written the name of the one that it replaces.
func overlay(dir string, files map[string][]byte) (name string, originals map[string]string, err error) {
	replace := map[string]string{}
	originals = map[string]string{}
	for i, original := range slices.Sorted(maps.Keys(files)) {
		at := filepath.Join(dir, strconv.Itoa(i)+".go")
		if err := os.WriteFile(at, files[original], 0o600); err != nil {
			return "", nil, err
		}
		replace[original], originals[at] = at, original
	}
	content, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", nil, err
	}
	name = filepath.Join(dir, "overlay.json")
	return name, originals, os.WriteFile(name, content, 0o600)
}
