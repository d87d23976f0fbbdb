package gate

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// notBuilt is the finding about an error that is due to a declaration in a file that is not built.
func (c *checker) notBuilt(file madeFile, e types.Error) (diag.Diagnostic, bool) {
	name, undefined := strings.CutPrefix(e.Msg, "undefined: ")
	if !undefined {
		return diag.Diagnostic{}, false
	}
	path := file.path
	if qualifier, below, qualified := strings.Cut(name, "."); qualified {
		path, name = importOf(file.syntax, qualifier), below
	}
	pkg := c.session.Source(path)
	if pkg == nil {
		pkg = c.session.Unbuilt(path)
	}
	if pkg == nil {
		return diag.Diagnostic{}, false
	}
	found, ok := pkg.Unbuilt(name)
	if !ok {
		return diag.Diagnostic{}, false
	}
	return found.Finding(), true
}

// uncalled finds functions that set defaults, and that neither generated nor hand-written code calls although
// defaulter-gen runs: it reaches no field of their type.
func (c *checker) uncalled(inputs []string) []diag.Diagnostic {
	if c.group.Alone { // shared packages, which others may use in modules of their own
		return nil
	}
	var findings []diag.Diagnostic
	called := map[string]bool{}
	for _, file := range c.made {
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				if path, name := qualify(file, call.Fun); strings.HasPrefix(name, load.DefaulterPrefix) {
					called[path+"."+name] = true
				}
			}
			return true
		})
	}
	for _, path := range inputs {
		pkg := c.session.Source(path)
		if pkg == nil || !c.defaulted(pkg) {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(pkg.Declared)) {
			declared := pkg.Declared[name]
			if !setsDefaults(pkg, name, declared) || called[path+"."+name] || len(pkg.MentionedBy(name)) > 0 ||
				c.session.CalledElsewhere(path, name) {
				continue
			}
			findings = append(findings, diag.At(declared.Position, declared.End, "uncalled-function",
				fmt.Sprintf("no generated code calls %s: no type that gets defaults leads to its type", name),
				"use the type in a configuration, call the function, or remove it"))
		}
	}
	return findings
}

// defaulted reports whether defaulter-gen wrote the defaults of a package just now.
func (c *checker) defaulted(pkg *load.Package) bool {
	return slices.ContainsFunc(c.generated[pkg.Path], func(file *ast.File) bool {
		name := c.session.Fset.Position(file.FileStart).Filename
		return strings.HasSuffix(name, "zz_generated.defaults.go") && c.made[name].syntax != nil
	})
}

// setsDefaults reports whether a function has the name and the form of one that sets the defaults of a type of its
// package.
func setsDefaults(pkg *load.Package, name string, declared group.Declaration) bool {
	typeName, prefixed := strings.CutPrefix(name, load.DefaulterPrefix)
	return prefixed && declared.Kind == "func" && pkg.Types[typeName] != nil && len(declared.Results) == 0 &&
		slices.Equal(declared.Params, []string{"*" + pkg.Path + "." + typeName})
}
