package adopt

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
)

// applies is the name of the generated function for the legacy defaults of a configuration.
func applies(root plan.Root) string { return "Apply" + root.Type.Name + "LegacyDefaults" }

// writtenDefaults is the generated function for the legacy defaults of a configuration, if the registration by hand
// writes all of them. One that the constructor sets stays there: a second registration would set it again, in place of
// what a file says.
func writtenDefaults(r *run, root plan.Root) string {
	paths := legacyPaths(r, root)
	if len(paths) == 0 {
		return ""
	}
	written := map[string]bool{}
	for _, flag := range r.theirs.Flags {
		if flag.Written != nil {
			written[flag.Field] = true
		}
	}
	before := map[string]string{}
	for _, field := range r.theirs.Before {
		before[field.Path] = field.Value
	}
	for _, field := range r.theirs.Fields {
		if value, known := before[field.Path]; known && value != field.Value {
			written[field.Path] = true
		}
	}
	if slices.ContainsFunc(paths, func(path string) bool { return !written[path] }) {
		return ""
	}
	return applies(root)
}

// legacyPaths are the Go paths, from the object, of the fields with legacy defaults: those that the generated function
// sets, whether their markers are new or not.
func legacyPaths(r *run, root plan.Root) []string {
	if !root.Config || !contains(r, root.Output, "\nfunc "+applies(root)+"(c ") { // without any, its parameter has no name
		return nil
	}
	var all []string
	dir := r.session.Directory(root.Output)
	for name, content := range r.generated.Files {
		if filepath.Dir(name) == dir {
			all = append(all, assigned(content, applies(root))...)
		}
	}
	var paths []string
	for _, path := range all {
		if slices.ContainsFunc(all, func(other string) bool { return strings.HasPrefix(other, path+".") }) {
			continue // a pointer that is made for a field below it
		}
		if root.At != "" {
			path = root.At + "." + path
		}
		paths = append(paths, path)
	}
	return paths
}

// assigned are the Go paths of the fields of c that a function of a generated file sets.
func assigned(content []byte, function string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "", content, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var paths []string
	for _, d := range file.Decls {
		if decl, ok := d.(*ast.FuncDecl); ok && decl.Name.Name == function {
			ast.Inspect(decl, func(node ast.Node) bool {
				if s, ok := node.(*ast.AssignStmt); ok && s.Tok == token.ASSIGN {
					for _, left := range s.Lhs {
						paths = append(paths, fieldPath(left))
					}
				}
				return true
			})
		}
	}
	return paths
}

// fieldPath is the Go path of a selector without the variable that it begins with.
func fieldPath(e ast.Expr) string {
	selector, ok := e.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if _, first := selector.X.(*ast.Ident); first {
		return selector.Sel.Name
	}
	return fieldPath(selector.X) + "." + selector.Sel.Name
}

// missingDefault says where to apply the legacy defaults that were those of registrations, if one of them is missing
// once these are deleted: the constructor sets others.
func missingDefault(r *run, after *proof.Report) string {
	for _, root := range r.plan.Roots {
		paths := legacyPaths(r, root)
		for _, field := range after.Fields {
			if field.Intended == "" && slices.Contains(paths, field.Path) {
				return fmt.Sprintf("%s has the default %s from its registration, and others are set by %s; "+
					"call %s.%s there, in place of what it sets, and run the command again",
					field.Path, field.Theirs, r.Flags, root.Output, applies(root))
			}
		}
	}
	return ""
}
