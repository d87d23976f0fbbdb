package adopt

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/removal"
	"github.com/configgen/configgen/internal/adopt/source"
)

// applies is the name of the generated function for the legacy defaults of a configuration.
func applies(root plan.Root) string { return "Apply" + root.Type.Name + "LegacyDefaults" }

// appliesHere is the name of the generated function for those that not all systems have.
func appliesHere(root plan.Root) string { return "apply" + root.Type.Name + "SystemDefaults" }

// writtenDefaults is what becomes of the legacy defaults of a configuration that the registration by hand writes. If
// it writes all of them, the generated function for them takes its place. Otherwise, the flags that it writes defaults
// of keep assignments of these: the generated function would set those of the constructor, too, and a second
// registration would set them again, in place of what a file says.
//
// Options have no generated function for them: each flag keeps an assignment.
func writtenDefaults(r *run, root plan.Root) (apply string, flags []string) {
	if !root.Config {
		return "", writtenByHand(r)
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
	for _, other := range elsewhereOf(r) {
		if other.Default != "" && slices.Contains(root.Flags, other.Flag.Name) {
			flags = append(flags, other.Flag.Name)
			written[other.Flag.Field] = true
		}
	}
	all := true
	for _, path := range legacyPaths(r, root) {
		all = all && written[path]
		for _, flag := range r.theirs.Flags {
			if flag.Field == path && written[path] && slices.Contains(root.Flags, flag.Name) {
				flags = append(flags, flag.Name)
			}
		}
	}
	if all && len(flags) > 0 {
		return applies(root), nil
	}
	return "", flags
}

// tryWritten has an assignment ahead of the call of the generated method keep the default that the registration of a
// flag of options writes, as --remove does, and reports whether that has not been tried.
func tryWritten(r *run, name string, kind plan.Kind) bool {
	of := slices.IndexFunc(r.plan.Roots, func(root plan.Root) bool {
		return !root.Config && slices.Contains(root.Flags, name)
	})
	if kind != plan.Default || r.written[name] || r.own || of < 0 {
		return false
	}
	r.written[name] = true
	return true
}

// writtenFields are the fields of options that registrations by hand write defaults into, with these, in the order of
// the source.
func writtenFields(r *run, root plan.Root) []observe.Field {
	return slices.DeleteFunc(slices.Clone(r.theirs.Fields), func(field observe.Field) bool {
		return !slices.ContainsFunc(r.theirs.Flags, func(flag observe.Flag) bool {
			_, left := r.left[flag.Name]
			return flag.Field == field.Path && r.written[flag.Name] && !left && slices.Contains(root.Flags, flag.Name)
		})
	})
}

// writtenByHand are the flags whose registrations write such defaults, and have not given way to assignments yet, in
// the order of their fields.
func writtenByHand(r *run) []string {
	var names []string
	for _, field := range r.theirs.Fields {
		for _, flag := range r.theirs.Flags {
			_, left := r.left[flag.Name]
			if flag.Field == field.Path && r.written[flag.Name] && !left && !adopted(r.facts, flag) &&
				!slices.Contains(r.removed, flag.Name) {
				names = append(names, flag.Name)
			}
		}
	}
	return names
}

// legacyPaths are the Go paths, from the object, of the fields with legacy defaults: those that generated functions
// set, whether their markers are new or not.
func legacyPaths(r *run, root plan.Root) []string {
	if !root.Config {
		return nil
	}
	var all []string
	dir := r.session.Directory(root.Output)
	for name, content := range r.generated.Files {
		if filepath.Dir(name) == dir {
			all = append(all, assigned(content, applies(root), appliesHere(root))...)
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

// assigned are the Go paths of the fields of c that functions of a generated file set.
func assigned(content []byte, functions ...string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "", content, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var paths []string
	for _, d := range file.Decls {
		if decl, ok := d.(*ast.FuncDecl); ok && slices.Contains(functions, decl.Name.Name) {
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

// legacyFunctions are the functions written by hand that set the legacy defaults of a configuration, all of them and
// nothing else: they call the generated one.
func legacyFunctions(r *run, root plan.Root) []removal.Replacement {
	paths := legacyPaths(r, root)
	if len(paths) == 0 {
		return nil
	}
	slices.Sort(paths)
	var found []removal.Replacement
	for _, f := range r.facts.Reached(r.source) {
		path, receiver, _ := split(f.Name)
		if receiver != "" || contains(r, root.Output, strconv.Quote(path)) ||
			path == root.Type.Package && path != root.Output {
			continue // the package of the generated function imports that of this one
		}
		set := assignedBy(f, root.Type.String())
		for i, field := range set {
			field = strings.TrimPrefix(root.At+"."+field, ".")
			if at := slices.IndexFunc(paths, func(p string) bool { return strings.HasPrefix(field, p+".") }); at >= 0 {
				field = paths[at] // c.Timeout.Duration sets c.Timeout
			}
			set[i] = field
		}
		if slices.Sort(set); slices.Equal(slices.Compact(set), paths) {
			found = append(found, removal.Replacement{Function: f.Name, By: root.Output + "." + applies(root)})
		}
	}
	return found
}

// assignedBy are the Go paths of the fields that a function sets below its only parameter, a pointer to a type; nil if
// it does anything else.
func assignedBy(f source.Function, of string) []string {
	params := f.Decl.Type.Params.List
	if f.Decl.Body == nil || len(params) != 1 || len(params[0].Names) != 1 {
		return nil
	}
	c := f.Package.Info.Defs[params[0].Names[0]]
	if c == nil || types.TypeString(c.Type(), nil) != "*"+of {
		return nil
	}
	var paths []string
	for _, statement := range f.Decl.Body.List {
		assign, ok := statement.(*ast.AssignStmt)
		if !ok || assign.Tok != token.ASSIGN {
			return nil
		}
		for _, left := range assign.Lhs {
			first := left
			for {
				selector, ok := first.(*ast.SelectorExpr)
				if !ok {
					break
				}
				first = selector.X
			}
			if name, ok := first.(*ast.Ident); !ok || first == left || f.Package.Info.Uses[name] != c {
				return nil
			}
			paths = append(paths, fieldPath(left))
		}
	}
	return paths
}
