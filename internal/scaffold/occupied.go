package scaffold

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/configgen/configgen/diag"
)

// Destination is the module that the files of a component are written to.
type Destination struct {
	Component Component
	// Module holds the files that are there already.
	Module fs.FS
	// Force names the files that are ignored, because they will be overwritten.
	Force []string
}

// Occupied returns a finding if the directory of the group has another configuration: another group or kind, another
// layout, another version. There is none if the directory is free, or has the files that Files would make.
func (d Destination) Occupied() []diag.Diagnostic {
	c := d.Component
	shared, version, scheme := d.look(c.Path), d.look(c.VersionPath()), d.look(c.Path+"/scheme")
	internal, directory := shared, c.Path
	if !c.Internal() {
		internal, directory = version, c.VersionPath()
	}
	var found diag.Diagnostic
	groups := slices.Concat(shared.groups, version.groups)
	other := slices.IndexFunc(groups, func(group string) bool { return group != c.Group })
	switch {
	case other >= 0:
		found = finding("--path", "group-directory",
			fmt.Sprintf("%s holds the group %s", c.Path, groups[other]), elsewhere(c))
	case c.Internal() && !shared.there && version.root:
		found = finding("--layout", "layout", fmt.Sprintf("the types in %s are what the program works with", c.VersionPath()),
			"specify external, or another directory as --path")
	case !c.Internal() && shared.there:
		found = finding("--layout", "layout", c.Path+" holds an internal type",
			"specify internal, or another directory as --path")
	case scheme.there && !version.there:
		found = finding("--version", "version-name", fmt.Sprintf("the group in %s has no version %s", c.Path, c.Version),
			"specify a version that it has, or add this one by configgen init version "+c.Version)
	case internal.there && !slices.Contains(internal.names, c.Kind) && !slices.Contains(d.Force, directory+"/types.go"):
		found = finding("--path", "group-directory", fmt.Sprintf("%s holds a package without a type %s", directory, c.Kind),
			elsewhere(c))
	default:
		return nil
	}
	return []diag.Diagnostic{found}
}

// elsewhere proposes a directory for a group beside another one.
func elsewhere(c Component) string {
	name := strings.Map(func(r rune) rune {
		if r == '-' {
			return -1
		}
		return r
	}, c.Name)
	if name == path.Base(c.Path) {
		name += "config"
	}
	return "specify a directory of its own, as in " + path.Join(path.Dir(c.Path), name)
}

// ForeignProgram reports whether the program's directory holds another program than the one that Files would put there,
// or a package that is none. Its files would not go together with those, whichever of them will be overwritten.
func (d Destination) ForeignProgram() bool {
	program := Destination{Component: d.Component, Module: d.Module}.look(d.Component.ProgramPath())
	return program.library || slices.Contains(program.names, "main") && !slices.Contains(program.names, "newLoader")
}

// HasTool reports whether the go.mod of a module of tools has configgen, or cannot be understood, which is between its
// owner and the go command.
func HasTool(content []byte) bool {
	file, err := modfile.Parse("go.mod", content, nil)
	return err != nil || slices.ContainsFunc(file.Tool, func(t *modfile.Tool) bool { return t.Path == toolPackage })
}

// ToolsOccupied says that the directory of the tools holds packages of the component's own module, which a go.mod would
// take out of it.
func (d Destination) ToolsOccupied() []diag.Diagnostic {
	tools := d.Component.Tools
	if _, err := fs.Stat(d.Module, tools+"/go.mod"); err == nil {
		return nil
	}
	packages := false
	_ = fs.WalkDir(d.Module, tools, func(
		path string, _ fs.DirEntry, err error,
	) error { // what cannot be read holds no package
		packages = packages || strings.HasSuffix(path, ".go")
		return err
	})
	if !packages {
		return nil
	}
	return []diag.Diagnostic{finding("--tools", "tools-directory",
		tools+" holds packages of the module, which a go.mod would take out of it",
		"specify a directory of its own, as in hack/"+path.Base(tools))}
}

// contents has the declarations in the Go files of a directory.
type contents struct {
	there   bool     // there are some
	library bool     // one belongs to another package than main
	root    bool     // a type is marked as the root of a configuration
	groups  []string // of the markers
	names   []string // of types and functions
}

// look reads the Go files in a directory, except tests, files that will be overwritten, and files that cannot be read
// or parsed: these are reported elsewhere.
func (d Destination) look(directory string) contents {
	var all contents
	names, _ := fs.Glob(d.Module, directory+"/*.go") // the pattern is right
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || slices.Contains(d.Force, name) {
			continue
		}
		content, err := fs.ReadFile(d.Module, name)
		if err != nil {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		all.there = true
		all.add(file)
	}
	return all
}

// add adds what one file says.
func (all *contents) add(file *ast.File) {
	all.library = all.library || file.Name.Name != "main"
	for _, comments := range file.Comments {
		for _, comment := range comments.List {
			line := strings.TrimSpace(strings.TrimPrefix(comment.Text, "//"))
			if group, ok := strings.CutPrefix(line, "+groupName="); ok {
				all.groups = append(all.groups, strings.TrimSpace(group))
			}
			all.root = all.root || line == "+config"
		}
	}
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				all.names = append(all.names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if declared, ok := spec.(*ast.TypeSpec); ok {
					all.names = append(all.names, declared.Name.Name)
				}
			}
		}
	}
}
