package upstream

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// unregistered finds packages in which nobody declares the variable by which generated defaults and conversions
// register themselves.
func (r *run) unregistered(inputs []string, files []writtenFile) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, path := range inputs {
		pkg := r.session.Source(path)
		declared, used := pkg.Broken, false
		for _, file := range files {
			if file.Dir == pkg.Dir {
				declared = declared || file.Name == "zz_generated.register.go"
				used = used || bytes.Contains(file.Content, []byte("\tlocalSchemeBuilder.Register("))
			}
		}
		var scope *types.Scope
		if checked, _, err := r.session.Types(path); err == nil {
			scope = checked.Scope()
			declared = declared || scope.Lookup(localBuilder) != nil
		}
		at := sourceOf(r.session, []string{path}).clauseOf(path)
		switch {
		case used && !declared:
			fix, advice := r.session.LocalBuilder(path)
			findings = append(findings, diag.At(at.pos, at.end, "no-scheme-builder",
				"generated conversions register with localSchemeBuilder, which the package does not declare", fix).With(advice))
		case used && builderUnused(pkg, scope):
			findings = append(findings, diag.At(at.pos, at.end, "no-scheme-builder",
				"generated conversions register with localSchemeBuilder, which AddToScheme does not use",
				"call localSchemeBuilder.AddToScheme in AddToScheme"))
		}
	}
	return findings
}

// builderUnused reports whether a package with AddToScheme declares localSchemeBuilder as a builder of its own, or as a
// copy of one, and nothing but the registration of functions uses it.
func builderUnused(pkg *load.Package, scope *types.Scope) bool {
	own, used := false, pkg.Declared["AddToScheme"].Kind == ""
	for _, file := range pkg.Files {
		for _, decl := range file.Decls {
			variables, ok := decl.(*ast.GenDecl)
			if !ok || variables.Tok != token.VAR {
				continue
			}
			for _, spec := range variables.Specs {
				declared := spec.(*ast.ValueSpec)
				if declared.Names[0].Name == localBuilder {
					own = len(declared.Values) == 0 || makesBuilder(declared.Values[0], scope)
				}
				for _, value := range declared.Values {
					ast.Inspect(value, func(node ast.Node) bool {
						name, ok := node.(*ast.Ident)
						used = used || ok && name.Name == localBuilder
						return true
					})
				}
			}
		}
	}
	return own && !used && !slices.ContainsFunc(pkg.MentionedBy(localBuilder), func(function string) bool {
		return function != "" && function != "init"
	})
}

const localBuilder = "localSchemeBuilder"

// makesBuilder reports whether an expression is a new builder, and not one that is declared elsewhere. A variable that
// is not a pointer is copied, and its copy is new, too.
func makesBuilder(value ast.Expr, scope *types.Scope) bool {
	switch v := value.(type) {
	case *ast.Ident:
		if scope == nil || scope.Lookup(v.Name) == nil {
			return false
		}
		_, isSlice := scope.Lookup(v.Name).Type().Underlying().(*types.Slice)
		return isSlice
	case *ast.CallExpr:
		return load.TypeName(v.Fun) == "NewSchemeBuilder"
	case *ast.UnaryExpr:
		_, variable := v.X.(*ast.Ident)
		return !variable && makesBuilder(v.X, scope)
	case *ast.CompositeLit:
		return true
	}
	return false
}

// adding is the advice to add a declaration to a file of a package, which may not exist.
func (r *run) adding(pkg *load.Package, name, declaration string) diag.Advice {
	for _, file := range pkg.Files {
		if end := r.session.Fset.Position(file.FileEnd); filepath.Base(end.Filename) == name {
			return diag.Replace(end, end, "\n"+declaration+"\n")
		}
	}
	start := token.Position{Filename: filepath.Join(pkg.Dir, name)}
	return diag.Replace(start, start, "package "+pkg.Name+"\n\n"+declaration+"\n")
}

// withoutDefaults finds packages whose generated RegisterDefaults nobody calls: their schemes set no default. It is a
// warning in packages without a root, which may leave that to other modules.
func (r *run) withoutDefaults(g *group.Group, inputs []string, files []writtenFile) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, path := range inputs {
		pkg := r.session.Source(path)
		tags := pkg.TagsInDoc()
		at := slices.IndexFunc(tags, func(t load.Tag) bool { return t.Name == defaulterTag })
		generated := slices.ContainsFunc(files, func(file writtenFile) bool {
			return file.Dir == pkg.Dir && file.Name == "zz_generated.defaults.go" &&
				bytes.Contains(file.Content, []byte("\tscheme.AddTypeDefaultingFunc("))
		})
		if !generated || at < 0 || pkg.Broken || pkg.Reached("RegisterDefaults") ||
			pkg.Uses("SetObjectDefaults_") != "" || r.session.CalledElsewhere(path, "RegisterDefaults", "SetObjectDefaults_") {
			continue
		}
		finding := diag.At(tags[at].Pos, tags[at].End, "unregistered-defaults",
			"nothing calls the generated RegisterDefaults, so the types of this package get no defaults",
			"add func init() { localSchemeBuilder.Register(RegisterDefaults) } to defaults.go").
			With(r.adding(pkg, "defaults.go", "func init() { localSchemeBuilder.Register(RegisterDefaults) }"))
		if g.Alone {
			finding.Severity = diag.Warning
		}
		findings = append(findings, finding)
	}
	return findings
}
